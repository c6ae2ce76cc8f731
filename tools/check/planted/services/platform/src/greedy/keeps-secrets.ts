import { createCipheriv, randomBytes } from "node:crypto";

export function sealedUnchecked(key: Buffer, text: string): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, randomBytes(16));
  return Buffer.concat([cipher.update(text), cipher.final()]);
}

export const sealedElsewhere = (key: CryptoKey, bytes: BufferSource): Promise<ArrayBuffer> =>
  crypto.subtle.encrypt({ name: "AES-CBC", iv: new Uint8Array(16) }, key, bytes);
