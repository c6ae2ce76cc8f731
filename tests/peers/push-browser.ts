import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const [saltBytes, sizeBytes, tagBytes] = [16, 4, 16];
const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** The keys of a browser's subscription, and what it opens with them (RFC 8291, one record of aes128gcm). */
export function pushBrowser() {
  const pair = createECDH("prime256v1");
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
    open(body: string): string {
      const bytes = Buffer.from(body, "base64url");
      const salt = bytes.subarray(0, saltBytes);
      const keyAt = saltBytes + sizeBytes + 1;
      const dataAt = keyAt + bytes[keyAt - 1]!;
      const sender = bytes.subarray(keyAt, dataAt);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
      const secret = derive(pair.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
      const opened = createDecipheriv("aes-128-gcm", key, nonce);
      opened.setAuthTag(bytes.subarray(-tagBytes));
      const plain = Buffer.concat([opened.update(bytes.subarray(dataAt, -tagBytes)), opened.final()]);
      // The last record ends with 2 and zeros.
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}
