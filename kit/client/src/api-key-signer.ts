import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { apiKeyHeaders, apiKeyMessage } from "@tidemark/contracts";
import { base64Url } from "./proof.ts";

/** An API key and its signing function; the secret stays inside the function. */
export type ApiKeySigner = { readonly key: string; sign(message: Uint8Array): string };

const nonceBytes = 12;
const encoder = new TextEncoder();

export const hmacSigner = (key: string, secret: string): ApiKeySigner => ({
  key,
  sign: (message) => base64Url(hmac(sha256, encoder.encode(secret), message)),
});

export type SignedPart = {
  readonly method: string;
  /** With its query, as sent. */
  readonly path: string;
  readonly body?: string;
  readonly time?: number;
  readonly nonce?: string;
};

/** The four headers of a request signed by an API key. */
export function apiKeyHeadersOf(signer: ApiKeySigner, part: SignedPart): Record<string, string> {
  const { method, path, body = "", time = Date.now() } = part;
  const nonce = part.nonce ?? base64Url(crypto.getRandomValues(new Uint8Array(nonceBytes)));
  const message = encoder.encode(apiKeyMessage({ time, nonce }, method, path) + body);
  return {
    [apiKeyHeaders.key]: signer.key,
    [apiKeyHeaders.time]: String(time),
    [apiKeyHeaders.nonce]: nonce,
    [apiKeyHeaders.sign]: signer.sign(message),
  };
}
