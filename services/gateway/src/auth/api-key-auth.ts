import { createHmac, createPublicKey, createSecretKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { BlockList, isIP } from "node:net";
import {
  accessMaxMs,
  apiKeyRecord,
  type Permission,
  apiKeyClockMaxMs,
  apiKeyHeaders,
  apiKeyMessage,
  apiKeyNonceMemoryMs,
  type ApiKeyProof,
  readApiKeyProof,
  refusals,
  success,
} from "@tidemark/contracts";
import type { Clock, SecretBox } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import { createNonces } from "./nonces.ts";
import { internalContext, type RpcClient } from "../bus/questions.ts";

/** The API key that signed a request: its user, its permissions, and the request's nonce, which is unique per key. */
export type ApiKeyClient = {
  readonly key: string;
  readonly uid: number;
  readonly permissions: readonly Permission[];
  readonly nonce: string;
  /** When the key ends; null: never. */
  readonly until: number | null;
};
/** `busy`: the key could not be looked up. */
type ApiKeyProblem = "headers" | "clock" | "signature" | "used" | "address" | "expired" | "busy" | "too many";

export type ApiKeyAuth = {
  /** Whether the request is signed by an API key; cookies are then ignored. */
  isApiKey(request: FastifyRequest): boolean;
  /** The key that signed the request, or the problem. A signature is valid once. */
  signerOf(request: FastifyRequest, body: Buffer): Promise<ApiKeyClient | ApiKeyProblem>;
  /** Drops changed keys from the cache. A change is `key.time`; a repeated one is ignored. */
  forget(changes: readonly string[]): void;
  onForgotten(listener: (key: string) => void): void;
};
export type ApiKeyAuthDeps = {
  readonly rpc: RpcClient;
  readonly box: SecretBox;
  readonly clock: Pick<Clock, "now">;
  /** Whether this address may cause one more lookup of an unknown key. */
  readonly mayAsk: (ip: string) => boolean;
};

type Known = {
  readonly uid: number;
  readonly permissions: readonly Permission[];
  readonly until: number | null;
  /** Undefined where every address is allowed. */
  readonly ips: BlockList | undefined;
  readonly loadedAt: number;
  isSigned(message: Buffer, signature: Buffer): boolean;
};

const purpose = "api-keys";
const knownMax = 50_000;
const appliedMax = 100_000;
/** How long an unknown key is not looked up again. */
const unknownMs = 2_000;
const publicHead = Buffer.from("302a300506032b6570032100", "hex");
const mappedShape = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const plainIp = (ip: string): string => mappedShape.exec(ip)?.[1] ?? ip;

/** A malformed entry allows no address. */
function listOf(ips: readonly string[]): BlockList | undefined {
  if (ips.length === 0) return undefined;
  const list = new BlockList();
  for (const text of ips) {
    const [ip = "", bits] = text.split("/");
    const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
    if (isIP(ip) === 0) continue;
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return list;
}

const holds = (list: BlockList, address: string): boolean => {
  const ip = plainIp(address);
  return isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
};

function hmacChecker(secret: string): Known["isSigned"] {
  const key = createSecretKey(Buffer.from(secret));
  return (message, signature) => {
    const expected = createHmac("sha256", key).update(message).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}

function ed25519Checker(publicKey: string): Known["isSigned"] {
  const der = Buffer.concat([publicHead, Buffer.from(publicKey, "hex")]);
  const key: KeyObject = createPublicKey({ key: der, format: "der", type: "spki" });
  return (message, signature) => signature.length === 64 && verify(null, message, key, signature);
}

/**
 * Checks the signature of API-key requests with the platform's record of the key. The record is cached, dropped when the key changes and
 * reloaded when it is old.
 */
export function createApiKeyAuth({ rpc, box, clock, mayAsk }: ApiKeyAuthDeps): ApiKeyAuth {
  const nonces = createNonces(apiKeyNonceMemoryMs);
  const listeners: ((key: string) => void)[] = [];
  const loading = new Map<string, Promise<Known | "unknown" | "busy">>();
  const applied = new Set<string>();
  let known = new Map<string, Known>();
  let unknown = new Map<string, number>();

  async function load(key: string): Promise<Known | "unknown" | "busy"> {
    const loadedAt = clock.now();
    const reply = await rpc.ask(apiKeyRecord, 0, { key }, internalContext);
    if (reply.code !== success) return reply.code === refusals.NOT_FOUND.code ? "unknown" : "busy";
    const read = apiKeyRecord.answer.safeParse(reply.data);
    if (!read.success) return "busy";
    const { uid, kind, sealed, publicKey, permissions, ips, until } = read.data;
    const secret = kind === "ED25519" ? "" : box.open(purpose, key, Buffer.from(sealed, "base64"));
    if (secret === undefined) return "busy";
    const isSigned = kind === "ED25519" ? ed25519Checker(publicKey) : hmacChecker(secret);
    return { uid, permissions, until, ips: listOf(ips), loadedAt, isSigned };
  }

  /** Concurrent requests share one lookup. A record loaded while the key changed is not cached. */
  async function loadOnce(key: string): Promise<Known | "unknown" | "busy"> {
    const running = loading.get(key) ?? load(key);
    loading.set(key, running);
    const found = await running;
    if (loading.get(key) === running) {
      loading.delete(key);
      if (typeof found === "object") {
        if (known.size >= knownMax) known = new Map();
        known.set(key, found);
      } else if (found === "unknown") {
        if (unknown.size >= knownMax) unknown = new Map();
        unknown.set(key, clock.now() + unknownMs);
      }
    }
    return found;
  }

  async function recordOf(key: string, ip: string): Promise<Known | "unknown" | "busy" | "too many"> {
    const now = clock.now();
    const found = known.get(key);
    if (found !== undefined && now - found.loadedAt < accessMaxMs) return found;
    if ((unknown.get(key) ?? 0) > now) return "unknown";
    return mayAsk(ip) ? loadOnce(key) : "too many";
  }

  function problemOf(record: Known, proof: ApiKeyProof, request: FastifyRequest, body: Buffer) {
    const head = apiKeyMessage(proof, request.method, request.originalUrl);
    const message = Buffer.concat([Buffer.from(head), body]);
    if (!record.isSigned(message, Buffer.from(proof.signature, "base64"))) return "signature";
    // The signature is valid, so the client may learn what is wrong.
    const now = clock.now();
    if (record.until !== null && record.until <= now) return "expired";
    if (record.ips !== undefined && !holds(record.ips, request.ip)) return "address";
    return nonces.use(proof.key, proof.nonce, now) ? undefined : "used";
  }

  return {
    isApiKey: ({ headers }) => headers[apiKeyHeaders.key] !== undefined,
    async signerOf(request, body) {
      const proof = readApiKeyProof(request.headers);
      if (proof === undefined) return "headers";
      if (Math.abs(clock.now() - proof.time) > apiKeyClockMaxMs) return "clock";
      const record = await recordOf(proof.key, request.ip);
      if (record === "busy" || record === "too many") return record;
      if (record === "unknown") return "signature";
      const problem = problemOf(record, proof, request, body);
      if (problem !== undefined) return problem;
      const { uid, permissions, until } = record;
      return { key: proof.key, uid, permissions, nonce: proof.nonce, until };
    },
    forget(changes) {
      if (applied.size > appliedMax) applied.clear();
      for (const change of changes) {
        if (applied.has(change)) continue;
        applied.add(change);
        const [key = ""] = change.split(".");
        known.delete(key);
        unknown.delete(key);
        loading.delete(key);
        for (const listener of listeners) listener(key);
      }
    },
    onForgotten: (listener) => void listeners.push(listener),
  };
}
