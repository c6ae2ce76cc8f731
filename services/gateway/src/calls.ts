import { createHash, randomFillSync } from "node:crypto";
import {
  type Call,
  type CallContext,
  type Facts,
  factsOf,
  type Names,
  needsProof,
  programsMay,
  proofKeyHeader,
  type Refusal,
  refusalOf,
  success,
} from "@tidemark/contracts";
import { type ClientKey, encodeCommand, keyForms, keyOf, madeKey, Writer } from "@tidemark/contracts/codec";
import type { Log } from "@tidemark/kit-node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askedFrom, isNative } from "./asked-from.ts";
import { carryByHttp, type OwnerUrls } from "./carry.ts";
import type { Commands } from "./commands.ts";
import { csvOf } from "./csv.ts";
import { said, statusOf, type Unsaid, unsaidCode, unsaidOf, unsaidRefusal } from "./envelope.ts";
import { formReader } from "./form.ts";
import type { Limits } from "./limits.ts";
import { schemaOf } from "./openapi.ts";
import { neighbourhoodOf } from "./neighbourhood.ts";
import type { Origins } from "./origins.ts";
import { dataOf, type Desks, type Questions } from "./questions.ts";
import type { Programs } from "./programs.ts";
import { type Devices, hasBotMark, type Proofs, signerOf } from "./proofs.ts";
import type { Session, Sessions } from "./session.ts";
import type { SignInGate } from "./sign-ins.ts";

export type CallsKit = {
  readonly commands: Commands;
  readonly questions: Questions;
  readonly desks: Desks;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly programs: Programs;
  /** The bytes of a program's request, as they were signed. */
  bodyOf(request: FastifyRequest): Buffer;
  readonly devices: Devices;
  /** Whether a second factor was shown in the session a short while ago. */
  isFactorFresh(session: Session): boolean;
  readonly limits: Limits;
  readonly signIns: SignInGate;
  readonly origins: Origins;
  readonly ownerUrls: OwnerUrls;
  readonly ownerTimeoutMs: number;
  /** Answers that do not fit their contract are told of; production spares itself the second look. */
  readonly checksAnswers: boolean;
  /** One line per call, where the log's level asks for it. */
  readonly logsCalls: boolean;
  readonly log: Log;
  names(): Names | undefined;
};

type Answered = {
  readonly unsaid: Unsaid;
  readonly cookies?: readonly string[];
  /** Where the answer opened a session, or ended it: the key that comes next is of this one. */
  readonly session?: Session | undefined;
};
type Asked = {
  readonly call: Call;
  readonly ask: unknown;
  readonly session: Session | undefined;
  /** What no other request of its sender has, where it is signed. */
  readonly once?: string | undefined;
  readonly request: FastifyRequest;
};

const refused = (refusal: Refusal, facts?: Facts): Answered => ({
  unsaid: unsaidRefusal(refusal, facts),
});

// Random bytes are fetched in bulk: one system call serves a thousand commands that came without a key.
const randomWords = new Int32Array(2_048);
let randomAt = randomWords.length;
function freshKey(): ClientKey {
  if (randomAt >= randomWords.length) {
    randomFillSync(randomWords);
    randomAt = 0;
  }
  randomAt += 2;
  return madeKey(randomWords[randomAt - 2]!, randomWords[randomAt - 1]!);
}

/** Made from what a program has signed: heard by a second gateway, the same request is the same command, and the core does it once. */
function signedKey(once: string): ClientKey {
  const hash = createHash("sha256").update(once).digest();
  return madeKey(hash.readInt32LE(0), hash.readInt32LE(4));
}

/** The client's own key where it sent one, else eight bytes of ours: a command sent twice must be the same command. */
function keyFor({ call, ask, once }: Asked): ClientKey {
  const own = call.keyField === undefined ? undefined : (ask as Record<string, unknown>)[call.keyField];
  if (typeof own === "string") return keyOf(own);
  return once === undefined ? freshKey() : signedKey(once);
}

const textOfKey = ({ form, text, w0, w1 }: ClientKey): string =>
  form === keyForms.made ? [w0, w1].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("") : text;

async function answerCommand(kit: CallsKit, asked: Asked): Promise<Answered> {
  const { call, ask, session } = asked;
  const names = kit.names();
  const { command } = call;
  if (names === undefined || command === undefined || session === undefined) return refused("BUSY");
  const context: CallContext = { uid: session.uid, names };
  const key = keyFor(asked);
  const out = new Writer(64);
  encodeCommand({ ...command.make(ask, context), key } as never, out);
  const result = await kit.commands.send(out.done(), call.rate === "cancel" ? "cancel" : "trade");
  if (result === "busy") return refused("BUSY");
  if (result === "unknown") return refused("UNKNOWN_RESULT", { key: textOfKey(key) });
  if (result.code === success) return { unsaid: unsaidOf(command.answer(result, context)) };
  const refusal = refusalOf(result.code);
  if (refusal === undefined) return { unsaid: unsaidCode(result.code) };
  const owed = call.cost?.refused?.[refusal];
  if (owed !== undefined) kit.limits.charge(session.uid, call.rate ?? "read", owed);
  const facts = factsOf(refusal, result.facts, names, command.moneyOf?.(ask, context, refusal));
  return refused(refusal, facts);
}

function minSeqOf(request: FastifyRequest): number {
  const text = request.headers["min-seq"];
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

async function answerQuestion(kit: CallsKit, { call, ask, session, request }: Asked): Promise<Answered> {
  const reply = await kit.questions.ask(call, session?.uid ?? 0, ask, minSeqOf(request));
  if (reply.code !== success) return { unsaid: unsaidCode(reply.code, reply.facts, reply.stale === true) };
  return answeredWith(kit, call, dataOf(reply), reply.stale === true);
}

function answeredWith(kit: CallsKit, call: Call, data: unknown, isStale: boolean): Answered {
  if (kit.checksAnswers) {
    const checked = call.answer.safeParse(data);
    if (!checked.success)
      kit.log.error({ call: call.name, problem: checked.error.message }, "the answer breaks its contract");
  }
  return { unsaid: unsaidOf(data, isStale) };
}

async function askOwner(kit: CallsKit, { call, ask, session, request }: Asked): Promise<Answered> {
  if (call.rate === "signIn") {
    const gate = await kit.signIns(neighbourhoodOf(request.ip));
    if (gate !== "open") return refused(gate === "closed" ? "TOO_MANY_REQUESTS" : "BUSY");
  }
  const reply = await kit.desks.ask(call, session?.uid ?? 0, ask, askedFrom(kit, call, session, request));
  if (reply.code !== success) return { unsaid: unsaidCode(reply.code, reply.facts) };
  if (call.session === undefined || reply.grant === undefined) return answeredWith(kit, call, reply.data, false);
  const granted = kit.sessions.granted(reply.grant, isNative(request));
  if (granted === undefined) return refused("BUSY");
  if (session !== undefined && granted.session?.id !== session.id) kit.sessions.end([session.id]);
  const answered = answeredWith(kit, call, { ...(reply.data as object), ...granted.fields }, false);
  return { ...answered, cookies: granted.cookies, session: granted.session };
}

type Gate = { readonly session: Session | undefined; readonly once?: string } | Answered;

// Whoever does not run our routine pays more of his allowance: he is slowed down, not locked out.
const tokensWithoutMark = 4;

/** Origin, session, proof, allowance, second factor: the same questions before every call. */
function passGate(kit: CallsKit, call: Call, request: FastifyRequest): Gate {
  if (request.method !== "GET" && !kit.origins.allowsChange(request.headers))
    return refused("REQUEST_INVALID", { problem: "it comes from another site" });
  const session = kit.sessions.of(request.headers);
  if (call.needs === "session" && session === undefined) return refused("LOGIN_INVALID");
  if (needsProof(call)) {
    const signer = signerOf(session, kit.devices.of(request.headers.cookie));
    const problem = signer === undefined ? "missing" : kit.proofs.problemOf(request, signer);
    if (problem !== undefined) return refused("PROOF_INVALID", { problem });
  }
  const tokens = hasBotMark(request) ? 1 : tokensWithoutMark;
  // Who signs in is nobody yet, whoever he was before: his address counts.
  const owner = call.rate === "signIn" ? neighbourhoodOf(request.ip) : (session?.uid ?? neighbourhoodOf(request.ip));
  if (!kit.limits.take(owner, call.rate ?? "read", tokens)) return refused("TOO_MANY_REQUESTS");
  if (call.factor === "fresh" && session !== undefined && !kit.isFactorFresh(session)) return refused("FACTOR_NEEDED");
  return { session };
}

/** A program has neither page nor session: its signature, its key's rights and its owner's allowance are asked for instead. */
async function passAsProgram(kit: CallsKit, call: Call, request: FastifyRequest): Promise<Gate> {
  const program = await kit.programs.signerOf(request, kit.bodyOf(request));
  if (program === "busy") return refused("BUSY");
  if (program === "too many") return refused("TOO_MANY_REQUESTS");
  if (typeof program === "string") {
    const isPatient = kit.limits.take(neighbourhoodOf(request.ip), "read", tokensWithoutMark);
    return isPatient ? refused("API_KEY_INVALID", { problem: program }) : refused("TOO_MANY_REQUESTS");
  }
  const { uid, permissions, key, nonce } = program;
  const needed = programsMay(call);
  if (needed !== "any" && (needed === "never" || !permissions.includes(needed))) return refused("API_KEY_FORBIDDEN");
  if (!kit.limits.take(uid, call.rate ?? "read")) return refused("TOO_MANY_REQUESTS");
  return { session: { id: "", uid, until: 0, factorAt: 0 }, once: `${key} ${nonce}` };
}

/** One token was taken at the gate, before the ask was read: what it costs beyond that is taken here. */
function mayCost(kit: CallsKit, call: Call, ask: unknown, session: Session | undefined): boolean {
  const more = (call.cost?.of(ask) ?? 1) - 1;
  return more <= 0 || session === undefined || kit.limits.take(session.uid, call.rate ?? "read", more);
}

const gateOf = (kit: CallsKit, call: Call, request: FastifyRequest): Gate | Promise<Gate> =>
  kit.programs.isProgram(request) ? passAsProgram(kit, call, request) : passGate(kit, call, request);

function fieldsOf(request: FastifyRequest): unknown {
  // The request proof of the spec travels as `auth` in every query: it is no part of any ask and never reaches a log.
  const { auth: _proof, ...query } = request.query as Record<string, unknown>;
  return { ...query, ...(request.params as object) };
}

function askReader(call: Call): (request: FastifyRequest) => ReturnType<Call["ask"]["safeParse"]> {
  const readForm = formReader(call.ask);
  if (call.path.startsWith("GET ")) return (request) => call.ask.safeParse(readForm(fieldsOf(request)));
  return (request) => {
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
    return call.ask.safeParse(isJson ? request.body : readForm(request.body));
  };
}

function problemOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue === undefined) return "";
  return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}

/** The one place where shapes differ. A refusal is always an envelope. */
function sendAnswer(kit: CallsKit, call: Call, answered: Answered, reply: FastifyReply): FastifyReply {
  const { unsaid, cookies } = answered;
  const { code, data } = unsaid;
  // By name, time and code: never the address (its query carries the proof), never a body.
  if (kit.logsCalls) kit.log.debug({ call: call.name, code, ms: reply.elapsedTime }, "answered");
  if (cookies !== undefined && cookies.length > 0) reply.header("set-cookie", cookies as string[]);
  const status = statusOf(code);
  if (status !== 200) reply.code(status);
  if (call.cacheMaxAgeSeconds !== undefined && code === success)
    reply.header("cache-control", `public, max-age=${call.cacheMaxAgeSeconds}`);
  if (call.shape === "envelope" || code !== success) return reply.send(said(unsaid, reply.request.headers));
  if (call.shape === "json") return reply.send(data);
  const name = call.name.replaceAll(".", "-");
  if (call.shape === "csv") {
    const { rows, list } = data as {
      rows?: readonly Record<string, unknown>[];
      list?: readonly Record<string, unknown>[];
    };
    return reply
      .header("content-disposition", `attachment; filename="${name}.csv"`)
      .type("text/csv; charset=utf-8")
      .send(csvOf(rows ?? list ?? []));
  }
  const { base64 } = data as { base64: string };
  return reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .type("application/octet-stream")
    .send(Buffer.from(base64, "base64"));
}

/** The key to sign with goes out with the answers that say so, whatever else they say; a device without a name is given one. */
function giveProofKey(kit: CallsKit, request: FastifyRequest, answered: Answered, reply: FastifyReply): Answered {
  const session = "session" in answered ? answered.session : kit.sessions.of(request.headers);
  const device = kit.devices.of(request.headers.cookie);
  const signer = signerOf(session, device);
  if (signer !== undefined) {
    reply.header(proofKeyHeader, kit.proofs.keyOf(signer));
    return answered;
  }
  const made = kit.devices.make();
  reply.header(proofKeyHeader, kit.proofs.keyOf({ kind: "device", id: made.id }));
  return { ...answered, cookies: [...(answered.cookies ?? []), made.cookie] };
}

function answererOf(call: Call): (kit: CallsKit, asked: Asked) => Promise<Answered> {
  if (call.answers === "command") return answerCommand;
  return call.answers === "own" ? askOwner : answerQuestion;
}

function registerByBus(app: FastifyInstance, call: Call, kit: CallsKit, pathOf: Path): void {
  const readAsk = askReader(call);
  const answer = answererOf(call);
  app.route({
    ...pathOf,
    schema: schemaOf(call),
    handler: async (request, reply) => {
      const gate = await gateOf(kit, call, request);
      if ("unsaid" in gate) return sendAnswer(kit, call, gate, reply);
      const ask = readAsk(request);
      if (!ask.success)
        return sendAnswer(kit, call, refused("REQUEST_INVALID", { problem: problemOf(ask.error.issues[0]) }), reply);
      if (!mayCost(kit, call, ask.data, gate.session))
        return sendAnswer(kit, call, refused("TOO_MANY_REQUESTS"), reply);
      const answered = await answer(kit, { call, ask: ask.data, session: gate.session, once: gate.once, request });
      const isGiver = call.givesProofKey === true;
      return sendAnswer(kit, call, isGiver ? giveProofKey(kit, request, answered, reply) : answered, reply);
    },
  });
}

function registerByHttp(app: FastifyInstance, call: Call, kit: CallsKit, pathOf: Path): void {
  // Uploads and files pass through unread: the owner checks them against the same contract.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.route({
      ...pathOf,
      schema: schemaOf(call),
      handler: async (request, reply) => {
        const gate = await gateOf(kit, call, request);
        if ("unsaid" in gate) return sendAnswer(kit, call, gate, reply);
        const url = kit.ownerUrls[call.owner];
        if (url === undefined) return sendAnswer(kit, call, refused("BUSY"), reply);
        try {
          return await carryByHttp(call, url, gate.session?.uid ?? 0, request, reply, kit.ownerTimeoutMs);
        } catch (error) {
          kit.log.warn({ call: call.name, problem: error instanceof Error ? error.message : "unknown" }, "no answer");
          return sendAnswer(kit, call, refused("BUSY"), reply);
        }
      },
    });
  });
}

type Path = { readonly method: "GET" | "POST"; readonly url: string };

/** Every call of the list as a route; nothing here knows what any of them is about. */
export function serveCalls(app: FastifyInstance, list: readonly Call[], kit: CallsKit): void {
  for (const call of list) {
    const [method, path] = call.path.split(" ") as ["GET" | "POST", string];
    const route: Path = { method, url: path.replaceAll(/\{(\w+)\}/g, ":$1") };
    if (call.carry === "http") registerByHttp(app, call, kit, route);
    else registerByBus(app, call, kit, route);
  }
}
