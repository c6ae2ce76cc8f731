import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** Short texts that one process signs and others only check (Ed25519), so that a compromised gateway cannot forge sessions. */
export type TextSigner = { readonly publicKey: string; sign(text: string): string };
export type TextChecker = {
  /** The signed text; undefined where no known key has signed it. */
  open(signed: string): string | undefined;
};

const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");
const keyShape = /^[0-9a-f]{64}$/;
const signedLengthMax = 1_024;

const seedOfDevelopment = createHash("sha256").update("tidemark development key of signed texts").digest("hex");

const privateKeyOf = (seedHex: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, Buffer.from(seedHex, "hex")]), format: "der", type: "pkcs8" });
const publicKeyOf = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, Buffer.from(hex, "hex")]), format: "der", type: "spki" });
const hexOf = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).subarray(publicHead.length).toString("hex");

type Mode = "development" | "production";

/** `seed` is 64 hex digits. Without one development uses a public key, so that the checks run as in production. */
export function textSigner(name: string, seed: string, mode: Mode): TextSigner {
  if (seed === "" && mode === "production") throw new Error(`${name} is not set`);
  const hex = seed === "" ? seedOfDevelopment : seed;
  if (!keyShape.test(hex)) throw new Error(`${name} must be 64 hex digits`);
  const key = privateKeyOf(hex);
  return {
    publicKey: hexOf(createPublicKey(key)),
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
