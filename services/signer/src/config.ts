import { readFileSync, statSync } from "node:fs";

type Setting<T> = (value: string | undefined, name: string) => T;

const text =
  (rule: { readonly default?: string } = {}): Setting<string> =>
  (value, name) => {
    const chosen = value === undefined || value === "" ? rule.default : value;
    if (chosen === undefined) throw new Error(`${name} is not set`);
    return chosen;
  };

const integer =
  (rule: { readonly min: number; readonly max: number; readonly default: number }): Setting<number> =>
  (value, name) => {
    const chosen = value === undefined || value === "" ? rule.default : Number(value);
    if (!Number.isSafeInteger(chosen) || chosen < rule.min || chosen > rule.max)
      throw new Error(`${name} must be a whole number from ${rule.min} to ${rule.max}`);
    return chosen;
  };

/** All settings of the signer. No secret is one of them. */
const settings = {
  /** The sealed key file, made by `pnpm signer create` or `restore`; only its owner may read it. */
  SIGNER_KEY_FILE: text(),
  /** The store: what was signed and spent, and the audit. It stays with the key file. */
  SIGNER_STORE: text(),
  /** Networks, assets, caps, approvers and requesters; see docs/signer.md. */
  SIGNER_POLICY: text(),
  /** The Unix socket that the wallet service connects to. */
  SIGNER_SOCKET: text(),
  /** Where the passphrase of the key file is read from, once, at start. */
  SIGNER_PASSPHRASE_FILE: text({ default: "/dev/stdin" }),
  /** More requests a second are refused; the audit counts them in one line. */
  SIGNER_REQUESTS_PER_SECOND: integer({ min: 1, max: 10_000, default: 20 }),
} as const;

export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]> };

export function readConfig(from: Readonly<Record<string, string | undefined>>): Config {
  const read = Object.entries(settings).map(([name, setting]) => [name, setting(from[name], name)]);
  return Object.fromEntries(read) as Config;
}

const groupAndOthers = 0o077;

/** Throws where other users of the host could read or change the file: their accounts would be as good as the signer's own. */
export function checkPrivate(path: string): void {
  if ((statSync(path).mode & groupAndOthers) !== 0)
    throw new Error(`${path} is open to other users: chmod 600, and its folder 700`);
}

const othersMayWrite = 0o022;

/** Throws where other users of the host could change the file: caps, approvers and own addresses stand in it. */
export function checkUnwritable(path: string): void {
  if ((statSync(path).mode & othersMayWrite) !== 0)
    throw new Error(`${path} can be changed by other users: chmod go-w`);
}

export const readPassphrase = (path: string): string => readFileSync(path, "utf8").replace(/\r?\n$/, "");
