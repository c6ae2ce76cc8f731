import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { proofMacBytes, proofMessage, proofText } from "@tidemark/contracts";

/** Where the key is stored: a page keeps it for the life of its tab, other clients in memory. It gives no access to an account. */
export type KeyStore = { get(): string | undefined; set(key: string | undefined): void };

type Signed = { readonly auth: string; readonly time: number; readonly nonce: string };

/** Signs requests with the key that the gateway handed out. */
export type Prover = {
  readonly hasKey: boolean;
  /** Stores the key of the latest answer that has one. */
  take(key: string): void;
  /** The gateway's time at our time `ours`: signatures then use the gateway's time. */
  setClock(theirs: number, ours: number): void;
  sign(method: string, path: string): Signed | undefined;
};

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export function base64Url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let i = 0; i < Math.min(4, bytes.length - at + 1); i += 1) text += alphabet[(word >> (18 - 6 * i)) & 63];
  }
  return text;
}

const encoder = new TextEncoder();
const nonceBytes = 9;

export function inMemory(): KeyStore {
  let current: string | undefined;
  return {
    get: () => current,
    set(key) {
      current = key;
    },
  };
}

export function createProver(deviceId: string, keep: KeyStore, now: () => number = Date.now): Prover {
  let skewMs = 0;
  return {
    get hasKey() {
      return keep.get() !== undefined;
    },
    take: (key) => keep.set(key),
    setClock(theirs, ours) {
      skewMs = theirs - ours;
    },
    sign(method, path) {
      const key = keep.get();
      if (key === undefined) return undefined;
      const time = now() + skewMs;
      const nonce = base64Url(crypto.getRandomValues(new Uint8Array(nonceBytes)));
      const message = encoder.encode(proofMessage({ time, nonce }, method, path, deviceId));
      const mac = base64Url(hmac(sha256, encoder.encode(key), message).subarray(0, proofMacBytes));
      return { auth: proofText({ time, nonce, mac }), time, nonce };
    },
  };
}

/** Also where the page's own crypto is missing, as it is outside secure pages. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));
