import { createHmac, timingSafeEqual } from "node:crypto";
import { fingerprintLengths } from "@tidemark/contracts";

type FingerprintKind = keyof typeof fingerprintLengths;
/** The content of a token: kind of device, our id of it, and time. */
type Fingerprint = { readonly kind: FingerprintKind; readonly visitor: string; readonly issuedAt: number };

const timeBytes = 4;
/** Lengths in hex digits; visitor id and seal share what the time leaves. */
const partBytes = (kind: FingerprintKind): number => (fingerprintLengths[kind] / 2 - timeBytes) / 2;

const keyed = (secret: string, words: readonly string[], bytes: number): Buffer =>
  createHmac("sha256", secret).update(words.join("\n")).digest().subarray(0, bytes);

/**
 * A token that only we can make: time, visitor id, and a seal over both. The script's findings are in it only as a keyed hash, so that a
 * token reveals nothing about the device.
 */
export function fingerprintToken(found: Fingerprint, secret: string): string {
  const { kind, issuedAt } = found;
  const time = Buffer.alloc(timeBytes);
  time.writeUInt32BE(Math.floor(issuedAt / 1_000));
  const visitor = keyed(secret, ["visitor", kind, found.visitor], partBytes(kind));
  const head = Buffer.concat([time, visitor]).toString("hex");
  return head + keyed(secret, ["seal", kind, head], partBytes(kind)).toString("hex");
}

/** Undefined where the seal is wrong. `visitor` is the same in every token of one device. */
export function readFingerprint(token: string, secret: string): Fingerprint | undefined {
  const kind = (["web", "app"] as const).find((one) => fingerprintLengths[one] === token.length);
  if (kind === undefined || !/^[0-9a-f]+$/.test(token)) return undefined;
  const cut = token.length - partBytes(kind) * 2;
  const head = token.slice(0, cut);
  const seal = keyed(secret, ["seal", kind, head], partBytes(kind));
  if (!timingSafeEqual(seal, Buffer.from(token.slice(cut), "hex"))) return undefined;
  return {
    kind,
    visitor: head.slice(timeBytes * 2),
    issuedAt: Number.parseInt(head.slice(0, timeBytes * 2), 16) * 1_000,
  };
}
