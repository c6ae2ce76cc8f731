import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import {
  botMarkMessage,
  botMarkOf,
  proofClockMaxMs,
  proofMacBytes,
  proofMessage,
  proofNonceMemoryMs,
  readClientData,
  readProof,
  requestHeaders,
} from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import { createNonces } from "./nonces.ts";
import type { Session } from "./sessions.ts";

/** The key that a request is signed with: the session's, or the device's before sign-in. */
export type Signer = { readonly kind: "session" | "device"; readonly id: string };
export type Proofs = {
  /** The key for the page, as text. */
  keyOf(signer: Signer): string;
  /** The problem of the request's proof, or undefined. A proof is valid once. */
  problemOf(request: FastifyRequest, signer: Signer): ProofProblem | undefined;
};
type ProofProblem = "missing" | "clock" | "mac" | "used";
export type ProofSettings = { readonly secret: Buffer; readonly clock: Pick<Clock, "now"> };

const deviceMaxAgeSeconds = 365 * 24 * 60 * 60;
const keysKnownMax = 50_000;

/** The device cookie: it identifies no user and authorizes nothing. */
export type Devices = {
  of(cookieHeader: string | undefined): string | undefined;
  make(): { readonly id: string; readonly cookie: string };
};

/** In production only the `__Host-` cookie is read: a sibling host could set one with the plain name. */
export function createDevices(isProduction: boolean, cookieName: string): Devices {
  const name = `${isProduction ? "__Host-" : ""}${cookieName}-device`;
  const shape = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{16,64})(?:;|$)`);
  return {
    of: (cookieHeader) => shape.exec(cookieHeader ?? "")?.[1],
    make() {
      const id = randomBytes(16).toString("base64url");
      const parts = [`${name}=${id}`, `Max-Age=${deviceMaxAgeSeconds}`, "Path=/", "HttpOnly", "SameSite=Strict"];
      if (isProduction) parts.push("Secure");
      return { id, cookie: parts.join("; ") };
    },
  };
}

export const signerOf = (session: Session | undefined, device: string | undefined): Signer | undefined => {
  if (session !== undefined) return { kind: "session", id: session.id };
  return device === undefined ? undefined : { kind: "device", id: device };
};

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0]!;

/** Whether the request carries a valid bot mark of our pages. */
export function hasBotMark(request: FastifyRequest): boolean {
  const proof = readProof((request.query as { auth?: unknown }).auth);
  const mark = request.headers[requestHeaders.botMark];
  if (proof === undefined || typeof mark !== "string") return false;
  return mark === botMarkOf(botMarkMessage(proof.time, proof.nonce, pathOf(request)));
}

export function createProofs({ secret, clock }: ProofSettings): Proofs {
  const nonces = createNonces(proofNonceMemoryMs);
  let known = new Map<string, KeyObject>();

  const keyBytes = ({ kind, id }: Signer): Buffer => createHmac("sha256", secret).update(`${kind}:${id}`).digest();

  function preparedKey(signer: Signer): KeyObject {
    const name = `${signer.kind}:${signer.id}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= keysKnownMax) known = new Map();
    // The page signs with the bytes of the key's text.
    const key = createSecretKey(Buffer.from(keyBytes(signer).toString("base64url")));
    known.set(name, key);
    return key;
  }

  return {
    keyOf: (signer) => keyBytes(signer).toString("base64url"),
    problemOf(request, signer) {
      const proof = readProof((request.query as { auth?: unknown }).auth);
      const client = readClientData(request.headers[requestHeaders.clientData]);
      if (proof === undefined || client === undefined) return "missing";
      const now = clock.now();
      if (Math.abs(now - proof.time) > proofClockMaxMs) return "clock";
      const message = proofMessage(proof, request.method, pathOf(request), client.deviceId);
      const expected = createHmac("sha256", preparedKey(signer)).update(message).digest().subarray(0, proofMacBytes);
      const given = Buffer.from(proof.mac, "base64url");
      if (given.length !== proofMacBytes || !timingSafeEqual(given, expected)) return "mac";
      return nonces.use(signer.id, proof.nonce, now) ? undefined : "used";
    },
  };
}
