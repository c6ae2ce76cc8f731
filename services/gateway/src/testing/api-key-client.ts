import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { apiKeyHeaders, apiKeyMessage } from "@tidemark/contracts";

export type Signing = { readonly key: string; sign(message: Buffer): string };
type Part = { method: string; path: string; body?: string; time?: number; nonce?: string };

export const hmacOf = ({ key, secret }: { key: string; secret: string }): Signing => ({
  key,
  sign: (message) => createHmac("sha256", secret).update(message).digest("base64"),
});

/** An Ed25519 pair: the client's private key, and the public key that the user registers. */
export function ed25519Pair(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex") };
}
export const ed25519Of = (key: string, privateKey: KeyObject): Signing => ({
  key,
  sign: (message) => sign(null, message, privateKey).toString("base64url"),
});

/** The headers of an API-key request, written independently of the client library. */
export function signedBy(signing: Signing, part: Part): Record<string, string> {
  const { method, path, body = "", time = Date.now(), nonce = randomBytes(12).toString("base64url") } = part;
  const message = Buffer.from(apiKeyMessage({ time, nonce }, method, path) + body);
  return {
    [apiKeyHeaders.key]: signing.key,
    [apiKeyHeaders.time]: String(time),
    [apiKeyHeaders.nonce]: nonce,
    [apiKeyHeaders.sign]: signing.sign(message),
    ...(body === "" ? {} : { "content-type": "application/json" }),
  };
}
