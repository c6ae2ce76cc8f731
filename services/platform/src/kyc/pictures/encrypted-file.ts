import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "@tidemark/kit-node";

const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = Buffer.of(1);
const purpose = "kyc file key";

export type EncryptedFile = { readonly bytes: Buffer; readonly key: Buffer };

/** A key of its own for each file, wrapped by the master key; both are bound to the file's id, so that none opens another. */
export function encryptFile(box: SecretBox, id: string, bytes: Uint8Array): EncryptedFile {
  const key = randomBytes(keyBytes);
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(id));
  const body = [encryption.update(bytes), encryption.final(), encryption.getAuthTag()];
  return { bytes: Buffer.concat([version, nonce, ...body]), key: box.seal(purpose, id, key.toString("hex")) };
}

/** Undefined where the file, its key or the master key is another. */
export function decryptFile(box: SecretBox, id: string, { bytes, key }: EncryptedFile): Buffer | undefined {
  const unwrapped = box.open(purpose, id, key);
  if (unwrapped === undefined || bytes.length < version.length + nonceBytes + tagBytes || bytes[0] !== version[0])
    return undefined;
  const nonce = bytes.subarray(version.length, version.length + nonceBytes);
  const decryption = createDecipheriv(cipher, Buffer.from(unwrapped, "hex"), nonce).setAAD(Buffer.from(id));
  decryption.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const body = bytes.subarray(version.length + nonceBytes, -tagBytes);
    return Buffer.concat([decryption.update(body), decryption.final()]);
  } catch {
    return undefined;
  }
}
