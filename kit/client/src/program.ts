import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { programHeaders, programMessage } from "@tidemark/contracts";
import { base64Url } from "./proof.ts";

/** An API key and how its holder signs: the secret itself is nobody else's business. */
export type ProgramSigner = { readonly key: string; sign(message: Uint8Array): string };

const nonceBytes = 12;
const encoder = new TextEncoder();

export const hmacSigner = (key: string, secret: string): ProgramSigner => ({
  key,
  sign: (message) => base64Url(hmac(sha256, encoder.encode(secret), message)),
});

export type SignedPart = {
  readonly method: string;
  /** With its query, as it goes out. */
  readonly path: string;
  readonly body?: string;
  readonly time?: number;
  readonly nonce?: string;
};

/** The four headers of a request that a program signs. */
export function programHeadersOf(signer: ProgramSigner, part: SignedPart): Record<string, string> {
  const { method, path, body = "", time = Date.now() } = part;
  const nonce = part.nonce ?? base64Url(crypto.getRandomValues(new Uint8Array(nonceBytes)));
  const message = encoder.encode(programMessage({ time, nonce }, method, path) + body);
  return {
    [programHeaders.key]: signer.key,
    [programHeaders.time]: String(time),
    [programHeaders.nonce]: nonce,
    [programHeaders.sign]: signer.sign(message),
  };
}
