import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { developmentKey } from "./development-keys.ts";

/**
 * One secret of a process and the keys derived from it, one per purpose. Sealing is authenticated (AES-256-GCM) and bound to `about`, so
 * that a sealed text moved to another row does not open there.
 */
export type SecretBox = {
  seal(purpose: string, about: string, text: string): Buffer;
  /** Undefined where secret, purpose or `about` differ. */
  open(purpose: string, about: string, sealed: Uint8Array): string | undefined;
  /** A keyed hash: without the secret nobody can test guesses. */
  mac(purpose: string, text: string): Buffer;
};

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const version = Buffer.of(1);

export function secretBox(name: string, secret: string, mode: "development" | "production"): SecretBox {
  if (secret === "" && mode === "production") throw new Error(`${name} is not set`);
  if (secret !== "" && !/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${name} must be 64 hex digits`);
  const root = Buffer.from(secret === "" ? developmentKey(name) : secret, "hex");
  const keys = new Map<string, Buffer>();

  function keyFor(purpose: string): Buffer {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync("sha256", root, "", purpose, 32));
    keys.set(purpose, key);
    return key;
  }

  return {
    seal(purpose, about, text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, keyFor(`seal ${purpose}`), nonce).setAAD(Buffer.from(about));
      return Buffer.concat([version, nonce, sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()]);
    },
    open(purpose, about, sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < version.length + nonceBytes + tagBytes || bytes[0] !== version[0]) return undefined;
      const nonce = bytes.subarray(version.length, version.length + nonceBytes);
      const opening = createDecipheriv(cipher, keyFor(`seal ${purpose}`), nonce).setAAD(Buffer.from(about));
      opening.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = opening.update(bytes.subarray(version.length + nonceBytes, -tagBytes));
        return Buffer.concat([text, opening.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
    mac: (purpose, text) =>
      createHmac("sha256", keyFor(`mac ${purpose}`))
        .update(text)
        .digest(),
  };
}
