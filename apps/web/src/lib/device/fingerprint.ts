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

type FingerprintScript = { load(): Promise<{ get(): Promise<{ readonly visitorId: string }> }> };

/** A provider's ids have other forms than ours; the token is made of 32 hex digits. */
async function asHexDigits(id: string): Promise<string> {
  if (/^[0-9a-f]{32}$/.test(id)) return id;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The device's fingerprint as 32 hex digits: by the configured provider's script, else by our own. Either is loaded on demand. */
export async function visitorByScript(
  script: string | undefined,
  load = (url: string): Promise<FingerprintScript> => import(/* @vite-ignore */ url),
): Promise<string> {
  const from: FingerprintScript = await (script === undefined ? import("@fingerprintjs/fingerprintjs") : load(script));
  return asHexDigits((await (await from.load()).get()).visitorId);
}

/** Requests a new token if the current one is older than four hours; a refusal keeps the current one. */
export async function renewFingerprint(now: number, issue: Issue, visitor: () => Promise<string>): Promise<void> {
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
