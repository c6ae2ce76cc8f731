import { createHmac, createPublicKey, createSecretKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { BlockList, isIP } from "node:net";
import {
  accessMaxMs,
  apiKeyRecord,
  type Permission,
  programClockMaxMs,
  programHeaders,
  programMessage,
  programNonceMemoryMs,
  type ProgramProof,
  readProgramProof,
  refusals,
  success,
} from "@tidemark/contracts";
import type { Clock, SecretBox } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import { ourselves } from "./asked-from.ts";
import { rememberNonces } from "./nonces.ts";
import type { Desks } from "./questions.ts";

/** A request's signer: whose key it is, what the key may do, and the number that no other request of this key has. */
export type Program = {
  readonly key: string;
  readonly uid: number;
  readonly permissions: readonly Permission[];
  readonly nonce: string;
  /** When the key ends; null: never. */
  readonly until: number | null;
};
/** `busy`: nobody could say whose key it is. */
type ProgramProblem = "headers" | "clock" | "signature" | "used" | "address" | "expired" | "busy" | "too many";

export type Programs = {
  /** Whether the request is a program's: then nothing else about it says who sent it. */
  isProgram(request: FastifyRequest): boolean;
  /** Who signed it, or what is wrong. A signature serves once. */
  signerOf(request: FastifyRequest, body: Buffer): Promise<Program | ProgramProblem>;
  /** Changes of keys, each by the key and when it was: such a key is asked for again. Heard twice, a change is one. */
  forget(changes: readonly string[]): void;
  onForgotten(listener: (key: string) => void): void;
};
export type ProgramsKit = {
  readonly desks: Desks;
  readonly box: SecretBox;
  readonly clock: Pick<Clock, "now">;
  /** Whether somebody at this address may make us ask for a key that we do not know. */
  readonly mayAsk: (ip: string) => boolean;
};

type Known = {
  readonly uid: number;
  readonly permissions: readonly Permission[];
  readonly until: number | null;
  /** Undefined where every address will do. */
  readonly ips: BlockList | undefined;
  readonly heardAt: number;
  isSigned(message: Buffer, signature: Buffer): boolean;
};

const purpose = "api-keys";
const knownMax = 50_000;
const heardMax = 100_000;
/** A key that nobody has is not asked for again at once. */
const unknownMs = 2_000;
const publicHead = Buffer.from("302a300506032b6570032100", "hex");
const mappedShape = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const plainIp = (ip: string): string => mappedShape.exec(ip)?.[1] ?? ip;

/** What is written wrong lets nobody in. */
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
 * How a gateway knows a program: by its key's signature over the request, checked here and by what the platform has said about the key. It
 * is told when a key changes and asks again from time to time.
 */
export function createPrograms({ desks, box, clock, mayAsk }: ProgramsKit): Programs {
  const nonces = rememberNonces(programNonceMemoryMs);
  const listeners: ((key: string) => void)[] = [];
  const asking = new Map<string, Promise<Known | "unknown" | "busy">>();
  const heard = new Set<string>();
  let known = new Map<string, Known>();
  let unknown = new Map<string, number>();

  async function ask(key: string): Promise<Known | "unknown" | "busy"> {
    const heardAt = clock.now();
    const reply = await desks.ask(apiKeyRecord, 0, { key }, ourselves);
    if (reply.code !== success) return reply.code === refusals.NOT_FOUND.code ? "unknown" : "busy";
    const read = apiKeyRecord.answer.safeParse(reply.data);
    if (!read.success) return "busy";
    const { uid, kind, sealed, publicKey, permissions, ips, until } = read.data;
    const secret = kind === "ED25519" ? "" : box.open(purpose, key, Buffer.from(sealed, "base64"));
    if (secret === undefined) return "busy";
    const isSigned = kind === "ED25519" ? ed25519Checker(publicKey) : hmacChecker(secret);
    return { uid, permissions, until, ips: listOf(ips), heardAt, isSigned };
  }

  /** Requests that come together ask once. What was said while the key changed is not kept. */
  async function asked(key: string): Promise<Known | "unknown" | "busy"> {
    const running = asking.get(key) ?? ask(key);
    asking.set(key, running);
    const found = await running;
    if (asking.get(key) === running) {
      asking.delete(key);
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
    if (found !== undefined && now - found.heardAt < accessMaxMs) return found;
    if ((unknown.get(key) ?? 0) > now) return "unknown";
    return mayAsk(ip) ? asked(key) : "too many";
  }

  function problemOf(record: Known, proof: ProgramProof, request: FastifyRequest, body: Buffer) {
    const head = programMessage(proof, request.method, request.originalUrl);
    const message = Buffer.concat([Buffer.from(head), body]);
    if (!record.isSigned(message, Buffer.from(proof.signature, "base64"))) return "signature";
    // From here on it is the owner's own program, which may be told what is wrong.
    const now = clock.now();
    if (record.until !== null && record.until <= now) return "expired";
    if (record.ips !== undefined && !holds(record.ips, request.ip)) return "address";
    return nonces.use(proof.key, proof.nonce, now) ? undefined : "used";
  }

  return {
    isProgram: ({ headers }) => headers[programHeaders.key] !== undefined,
    async signerOf(request, body) {
      const proof = readProgramProof(request.headers);
      if (proof === undefined) return "headers";
      if (Math.abs(clock.now() - proof.time) > programClockMaxMs) return "clock";
      const record = await recordOf(proof.key, request.ip);
      if (record === "busy" || record === "too many") return record;
      if (record === "unknown") return "signature";
      const problem = problemOf(record, proof, request, body);
      if (problem !== undefined) return problem;
      const { uid, permissions, until } = record;
      return { key: proof.key, uid, permissions, nonce: proof.nonce, until };
    },
    forget(changes) {
      if (heard.size > heardMax) heard.clear();
      for (const change of changes) {
        if (heard.has(change)) continue;
        heard.add(change);
        const [key = ""] = change.split(".");
        known.delete(key);
        unknown.delete(key);
        asking.delete(key);
        for (const listener of listeners) listener(key);
      }
    },
    onForgotten: (listener) => void listeners.push(listener),
  };
}
