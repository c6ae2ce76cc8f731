import { fingerprintLengths } from "@tidemark/contracts";
import { bridge, isInApp } from "./native-bridge.ts";
import { stored } from "../storage/storage.ts";

export const fingerprintAgeMaxMs: number = 4 * 60 * 60 * 1_000;

type Fingerprint = { readonly web: string; readonly app: string; readonly at: number };
const none: Fingerprint = { web: "", app: "", at: 0 };

const isFingerprint = (value: unknown): value is Fingerprint => {
  const { web, app, at } = (value ?? {}) as Partial<Fingerprint>;
  return typeof web === "string" && typeof app === "string" && typeof at === "number";
};
const kept = stored<Fingerprint>("fingerprint", none, { isWhole: isFingerprint });

/** A token of any other length was not made by us. */
export const isFingerprintToken = (kind: "web" | "app", token: unknown): token is string =>
  typeof token === "string" && token.length === fingerprintLengths[kind];

/** The token to send, where there is a good one. */
export function fingerprintNow(): string | undefined {
  const kind = isInApp() ? "app" : "web";
  const token = kept.get()[kind];
  return isFingerprintToken(kind, token) ? token : undefined;
}

export const isFingerprintOld = (now: number): boolean => now - kept.get().at > fingerprintAgeMaxMs;

type Issue = (visitor: string) => Promise<string | undefined>;

/** The device's fingerprint as 32 hex digits. The script is loaded on demand. */
async function visitorByScript(): Promise<string> {
  const { load } = await import("@fingerprintjs/fingerprintjs");
  return (await (await load()).get()).visitorId;
}

/** Requests a new token if the current one is older than four hours; a refusal keeps the current one. */
export async function renewFingerprint(now: number, issue: Issue, visitor = visitorByScript): Promise<void> {
  if (fingerprintNow() !== undefined && !isFingerprintOld(now)) return;
  const kind = isInApp() ? "app" : "web";
  const token =
    kind === "app"
      ? await bridge.call("device.getfpt", {}).then(
          ({ fpt }) => fpt,
          () => undefined,
        )
      : await visitor().then(issue, () => undefined);
  if (isFingerprintToken(kind, token)) kept.set({ ...kept.get(), [kind]: token, at: now });
}
