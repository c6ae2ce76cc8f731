import { sign, verify } from "node:crypto";
import { developmentKey } from "./development-keys.ts";
import { keyShape, privateKeyOf, publicHexOf, publicKeyOf } from "./ed25519.ts";

/** Short texts that one process signs and others only check (Ed25519), so that a compromised gateway cannot forge sessions. */
export type TextSigner = { readonly publicKey: string; sign(text: string): string };
export type TextChecker = {
  /** The signed text; undefined where no known key has signed it. */
  open(signed: string): string | undefined;
};

const signedLengthMax = 1_024;

const seedOfDevelopment = developmentKey("signed texts");

type Mode = "development" | "production";

/** `seed` is 64 hex digits. Without one development uses a public key, so that the checks run as in production. */
export function textSigner(name: string, seed: string, mode: Mode): TextSigner {
  if (seed === "" && mode === "production") throw new Error(`${name} is not set`);
  const hex = seed === "" ? seedOfDevelopment : seed;
  if (!keyShape.test(hex)) throw new Error(`${name} must be 64 hex digits`);
  const key = privateKeyOf(hex);
  return {
    publicKey: publicHexOf(key),
    sign: (text) => `${text}~${sign(null, Buffer.from(text), key).toString("base64url")}`,
  };
}

/** `keys` are public keys, comma-separated: two during a key change. */
export function textChecker(name: string, keys: string, mode: Mode): TextChecker {
  if (keys === "" && mode === "production") throw new Error(`${name} is not set`);
  const list = keys === "" ? [textSigner(name, "", mode).publicKey] : keys.split(",");
  for (const key of list) if (!keyShape.test(key)) throw new Error(`${name} must be public keys of 64 hex digits`);
  const known = list.map(publicKeyOf);
  return {
    open(signed) {
      if (signed.length > signedLengthMax) return undefined;
      const end = signed.lastIndexOf("~");
      if (end < 1) return undefined;
      const text = signed.slice(0, end);
      const signature = Buffer.from(signed.slice(end + 1), "base64url");
      return known.some((key) => verify(null, Buffer.from(text), key, signature)) ? text : undefined;
    },
  };
}
