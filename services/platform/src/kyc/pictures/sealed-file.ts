import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "@tidemark/kit-node";

const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = Buffer.of(1);
const purpose = "kyc file key";

export type SealedFile = { readonly sealed: Buffer; readonly key: Buffer };

/** A key of its own for each file, wrapped by the master key; both are bound to the file's id, so that none opens another. */
export function sealFile(box: SecretBox, id: string, bytes: Uint8Array): SealedFile {
  const key = randomBytes(keyBytes);
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([version, nonce, sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
  return { sealed, key: box.seal(purpose, id, key.toString("hex")) };
}

/** Undefined where the file, its key or the master key is another. */
export function openFile(box: SecretBox, id: string, { sealed, key }: SealedFile): Buffer | undefined {
  const unwrapped = box.open(purpose, id, key);
  if (unwrapped === undefined || sealed.length < version.length + nonceBytes + tagBytes || sealed[0] !== version[0])
    return undefined;
  const nonce = sealed.subarray(version.length, version.length + nonceBytes);
  const opening = createDecipheriv(cipher, Buffer.from(unwrapped, "hex"), nonce).setAAD(Buffer.from(id));
  opening.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(version.length + nonceBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}
