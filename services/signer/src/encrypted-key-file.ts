import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

/** 128 MB and about half a second for each try: a stolen file is worth guessing only where the passphrase is poor. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const format = "tidemark signer key 1";
const passphraseLengthMin = 16;

type SealedFile = { format: string; salt: string; iv: string; tag: string; sealed: string };

const keyOf = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase.normalize("NFKC"), salt, 32, cost);

/** The text of a file that holds the secret under a passphrase: scrypt, then AES-256-GCM. */
export function seal(secret: string, passphrase: string): string {
  if (passphrase.length < passphraseLengthMin)
    throw new Error(`the passphrase has fewer than ${passphraseLengthMin} characters`);
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt), iv).setAAD(Buffer.from(format));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const file: SealedFile = {
    format,
    salt: salt.toString("hex"),
    iv: iv.toString("hex"),
    tag: cipher.getAuthTag().toString("hex"),
    sealed: sealed.toString("hex"),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function sealedFileOf(text: string): SealedFile {
  const file = JSON.parse(text) as Partial<SealedFile> | null;
  if (file?.format !== format) throw new Error(`the key file is not of the format "${format}"`);
  const { salt, iv, tag, sealed } = file;
  if (![salt, iv, tag, sealed].every((part) => typeof part === "string" && /^(?:[0-9a-f]{2})+$/.test(part)))
    throw new Error("the key file is damaged");
  return file as SealedFile;
}

export function unseal(text: string, passphrase: string): string {
  const { salt, iv, tag, sealed } = sealedFileOf(text);
  const key = keyOf(passphrase, Buffer.from(salt, "hex"));
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "hex"), { authTagLength: 16 })
    .setAAD(Buffer.from(format))
    .setAuthTag(Buffer.from(tag, "hex"));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed, "hex")), decipher.final()]).toString("utf8");
  } catch {
    throw new Error("the passphrase is wrong, or the key file was changed");
  }
}
