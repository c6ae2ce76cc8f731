import { createHash, randomFillSync } from "node:crypto";
import {
  type Call,
  type CallContext,
  type Facts,
  factsOf,
  type Instruments,
  proofKeyHeader,
  readAsk,
  type Refusal,
  refusalOf,
  success,
} from "@tidemark/contracts";
import { encodeCommand, keyOf, madeKey, Writer } from "@tidemark/contracts/codec";
import { type ClientKey, keyForms } from "@tidemark/contracts/journal";
import { type Log, rateLimitKey } from "@tidemark/kit-node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestContext, isNative } from "./request-context.ts";
import { proxyByHttp, type OwnerUrls } from "./http-proxy.ts";
import { fileTooLarge, isTooLong, readRest, type UploadDeps, uploadToOwner } from "./uploads.ts";
import type { Commands } from "../bus/commands.ts";
import { csvColumnsOf } from "./csv.ts";
import { createCsvDownloads, type CsvDownloads, type CsvFile } from "./csv-download.ts";
import {
  formReader,
  renderReply,
  statusOf,
  type Reply,
  replyOfCode,
  replyOf,
  replyOfRefusal,
} from "@tidemark/kit-node/http";
import { type GateDeps, gateOf, hasAllowance, mayCost, ownerOf } from "./gate.ts";
import { schemaOf } from "./openapi.ts";
import { dataOf, type RpcClient, type Questions } from "../bus/questions.ts";
import { signerOf } from "../auth/proofs.ts";
import type { Session } from "../auth/sessions.ts";
import type { SignInLimit } from "../auth/sign-in-limit.ts";

export type CallDeps = GateDeps & {
  readonly commands: Commands;
  readonly questions: Questions;
  readonly rpc: RpcClient;
  readonly signIns: SignInLimit;
  readonly ownerUrls: OwnerUrls;
  readonly ownerTimeoutMs: number;
  readonly uploads: UploadDeps;
  /** Checks answers against their contract and logs violations; off in production. */
  readonly checksAnswers: boolean;
  /** One log line per call, at level debug. */
  readonly logsCalls: boolean;
  readonly log: Log;
  instruments(): Instruments | undefined;
};

type Answered = {
  readonly reply: Reply;
  readonly cookies?: readonly string[];
  /** The session that the answer opened, or undefined if it ended one: the next proof key belongs to it. */
  readonly session?: Session | undefined;
};
type Asked = {
  readonly call: Call;
  readonly ask: unknown;
  readonly session: Session | undefined;
  /** Unique per key; set only for API-key requests. */
  readonly once?: string | undefined;
  readonly request: FastifyRequest;
};

type Answerer = (deps: CallDeps, asked: Asked) => Promise<Answered>;

const refused = (refusal: Refusal, facts?: Facts): Answered => ({
  reply: replyOfRefusal(refusal, facts),
});

// Random bytes are read in bulk: one system call serves a thousand commands without a client key.
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

/** Derived from the signed nonce: a request replayed at another gateway is the same command, and the core executes it once. */
function signedKey(once: string): ClientKey {
  const hash = createHash("sha256").update(once).digest();
  return madeKey(hash.readInt32LE(0), hash.readInt32LE(4));
}

/** The client's own key, or eight random bytes: a command sent twice must be the same command. */
function keyFor({ call, ask, once }: Asked): ClientKey {
  const own = call.keyField === undefined ? undefined : (ask as Record<string, unknown>)[call.keyField];
  if (typeof own === "string") return keyOf(own);
  return once === undefined ? freshKey() : signedKey(once);
}

const textOfKey = ({ form, text, w0, w1 }: ClientKey): string =>
  form === keyForms.made ? [w0, w1].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("") : text;

async function answerCommand(deps: CallDeps, asked: Asked): Promise<Answered> {
  const { call, ask, session } = asked;
  const instruments = deps.instruments();
  const { command } = call;
  if (instruments === undefined || command === undefined || session === undefined) return refused("BUSY");
  const context: CallContext = { uid: session.uid, instruments };
  const key = keyFor(asked);
  const out = new Writer(64);
  encodeCommand({ ...command.make(ask, context), key } as never, out);
  const result = await deps.commands.send(out.done(), call.rate === "cancel" ? "cancel" : "trade");
  if (result === "busy") return refused("BUSY");
  if (result === "unknown") return refused("UNKNOWN_RESULT", { key: textOfKey(key) });
  if (result.code === success)
    return { reply: replyOf({ source: deps.questions.core, ...command.answer(result, context) }) };
  const refusal = refusalOf(result.code);
  if (refusal === undefined) return { reply: replyOfCode(result.code) };
  const owed = call.cost?.refused?.[refusal];
  if (owed !== undefined) deps.limits.charge(session.uid, call.rate ?? "read", owed);
  const facts = factsOf(refusal, result.facts, instruments, command.moneyOf?.(ask, context, refusal));
  return refused(refusal, facts);
}

/** What the client has seen of this core. It sends the newest number of every source. */
function minSeqOf(request: FastifyRequest, core: string): number {
  const text = request.headers["min-seq"];
  if (typeof text !== "string" || text.length > minSeqLengthMax) return 0;
  for (const part of text.split(",")) {
    const [, source, seq] = /^\s*([\w.-]+):(\d{1,15})\s*$/.exec(part) ?? [];
    if (source === core) return Number(seq);
  }
  return 0;
}

async function answerQuestion(deps: CallDeps, { call, ask, session, request }: Asked): Promise<Answered> {
  const reply = await deps.questions.ask(call, session?.uid ?? 0, ask, minSeqOf(request, deps.questions.core));
  if (reply.code !== success) return { reply: replyOfCode(reply.code, reply.facts, reply.stale === true) };
  return answeredWith(deps, call, dataOf(reply, deps.questions.core), reply.stale === true);
}

function answeredWith(deps: CallDeps, call: Call, data: unknown, isStale: boolean): Answered {
  if (deps.checksAnswers) {
    const checked = call.answer.safeParse(data);
    if (!checked.success)
      deps.log.error({ call: call.name, problem: checked.error.message }, "call: answer breaks its contract");
  }
  return { reply: replyOf(data, isStale) };
}

async function askOwner(deps: CallDeps, { call, ask, session, request }: Asked): Promise<Answered> {
  if (call.rate === "signIn") {
    const gate = await deps.signIns(rateLimitKey(request.ip));
    if (gate !== "open") return refused(gate === "closed" ? "TOO_MANY_REQUESTS" : "BUSY");
  }
  const reply = await deps.rpc.ask(call, session?.uid ?? 0, ask, requestContext(deps, call, session, request));
  if (reply.code !== success) return { reply: replyOfCode(reply.code, reply.facts) };
  if (call.session === undefined || reply.grant === undefined) return answeredWith(deps, call, reply.data, false);
  const granted = deps.sessions.granted(reply.grant, isNative(request));
  if (granted === undefined) return refused("BUSY");
  if (session !== undefined && granted.session?.id !== session.id) deps.sessions.end([session.id]);
  const answered = answeredWith(deps, call, { ...(reply.data as object), ...granted.fields }, false);
  return { ...answered, cookies: granted.cookies, session: granted.session };
}

const minSeqLengthMax = 1_000;

function fieldsOf(request: FastifyRequest): unknown {
  // The request proof is the query field `auth`: it is not part of any ask and never logged.
  const { auth: _proof, ...query } = request.query as Record<string, unknown>;
  return { ...query, ...(request.params as object) };
}

function askReader(call: Call): (request: FastifyRequest) => ReturnType<typeof readAsk> {
  const readForm = formReader(call.ask);
  if (call.path.startsWith("GET ")) return (request) => readAsk(call, readForm(fieldsOf(request)));
  return (request) => {
    const isJson = request.headers["content-type"]?.toLowerCase().startsWith("application/json") === true;
    return readAsk(call, isJson ? request.body : readForm(request.body));
  };
}

/** Sends the answer in the shape of its call. A refusal is always an envelope. */
function sendAnswer(deps: CallDeps, call: Call, answered: Answered, response: FastifyReply): FastifyReply {
  const { reply, cookies } = answered;
  const { code, data } = reply;
  // Logs name, time and code; never the URL (its query holds the proof) or a body.
  if (deps.logsCalls) deps.log.debug({ call: call.name, code, ms: response.elapsedTime }, "answered");
  if (cookies !== undefined && cookies.length > 0) response.header("set-cookie", cookies as string[]);
  const status = statusOf(code);
  if (status !== 200) response.code(status);
  if (call.cacheMaxAgeSeconds !== undefined && code === success)
    response.header("cache-control", `public, max-age=${call.cacheMaxAgeSeconds}`);
  if (call.shape === "envelope" || code !== success) return response.send(renderReply(reply, response.request.headers));
  if (call.shape === "json") return response.send(data);
  const name = call.name.replaceAll(".", "-");
  const { base64 } = data as { base64: string };
  return response
    .header("content-disposition", `attachment; filename="${name}"`)
    .type("application/octet-stream")
    .send(Buffer.from(base64, "base64"));
}

/** Adds the proof key to answers of calls that give one; a device without a cookie gets one. */
function giveProofKey(deps: CallDeps, request: FastifyRequest, answered: Answered, reply: FastifyReply): Answered {
  const session = "session" in answered ? answered.session : deps.sessions.of(request.headers);
  const device = deps.devices.of(request.headers.cookie);
  const signer = signerOf(session, device);
  if (signer !== undefined) {
    reply.header(proofKeyHeader, deps.proofs.keyOf(signer));
    return answered;
  }
  const made = deps.devices.make();
  reply.header(proofKeyHeader, deps.proofs.keyOf({ kind: "device", id: made.id }));
  return { ...answered, cookies: [...(answered.cookies ?? []), made.cookie] };
}

function answererOf(call: Call): Answerer {
  if (call.answers === "command") return answerCommand;
  return call.answers === "own" ? askOwner : answerQuestion;
}

/** Refuses what goes beyond the allowance before anything of its body is read. */
const allowanceFirst =
  (deps: CallDeps, call: Call) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (hasAllowance(deps, call, request)) return done();
    void sendAnswer(deps, call, refused("TOO_MANY_REQUESTS"), reply);
  };

function registerByBus(
  app: FastifyInstance,
  call: Call,
  deps: CallDeps & { readonly downloads: CsvDownloads },
  pathOf: Path,
): void {
  const askOf = askReader(call);
  const answer = answererOf(call);
  const columns = call.shape === "csv" ? csvColumnsOf(call) : undefined;
  app.route({
    ...pathOf,
    schema: schemaOf(call),
    onRequest: allowanceFirst(deps, call),
    handler: async (request, reply) => {
      const gate = await gateOf(deps, call, request);
      if ("reply" in gate) return sendAnswer(deps, call, gate, reply);
      const ask = askOf(request);
      if (!ask.success) return sendAnswer(deps, call, refused("REQUEST_INVALID", { problem: ask.problem }), reply);
      if (!mayCost(deps, call, ask.data, gate.session))
        return sendAnswer(deps, call, refused("TOO_MANY_REQUESTS"), reply);
      const asked: Asked = { call, ask: ask.data, session: gate.session, once: gate.once, request };
      if (columns !== undefined) {
        const page = async (after: string | undefined): Promise<Reply> =>
          (await answer(deps, after === undefined ? asked : { ...asked, ask: { ...(ask.data as object), after } }))
            .reply;
        const file: CsvFile = { call, columns, owner: ownerOf(gate.session, request), page };
        const opened = await deps.downloads.open(file);
        if ("refused" in opened) return sendAnswer(deps, call, { reply: opened.refused }, reply);
        return deps.downloads.send(file, opened.first, reply);
      }
      const answered = await answer(deps, asked);
      const isGiver = call.givesProofKey === true;
      return sendAnswer(deps, call, isGiver ? giveProofKey(deps, request, answered, reply) : answered, reply);
    },
  });
}

function registerByHttp(app: FastifyInstance, call: Call, deps: CallDeps, pathOf: Path): void {
  // Uploads and files are passed through unread; the owner checks them against the same contract.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.route({
      ...pathOf,
      schema: schemaOf(call),
      onRequest: allowanceFirst(deps, call),
      handler: async (request, reply) => {
        const gate = await gateOf(deps, call, request);
        if ("reply" in gate) return sendAnswer(deps, call, gate, reply);
        const url = deps.ownerUrls[call.owner];
        if (url === undefined) return sendAnswer(deps, call, refused("BUSY"), reply);
        try {
          return await proxyByHttp(call, url, gate.session?.uid ?? 0, request, reply, deps.ownerTimeoutMs);
        } catch (error) {
          deps.log.warn(
            { call: call.name, problem: error instanceof Error ? error.message : "unknown" },
            "proxy: no answer",
          );
          return sendAnswer(deps, call, refused("BUSY"), reply);
        }
      },
    });
  });
}

/** A form with a file: the gateway checks who asks, and passes the form on unread. The owner's reply is rendered like any other. */
function registerUpload(app: FastifyInstance, call: Call, deps: CallDeps, pathOf: Path): void {
  async function replyTo(request: FastifyRequest): Promise<Answered> {
    const gate = await gateOf(deps, call, request);
    if ("reply" in gate) return gate;
    if (isTooLong(call, request)) return answeredBy(fileTooLarge(call));
    const url = deps.ownerUrls[call.owner];
    if (url === undefined) return refused("BUSY");
    const from = requestContext(deps, call, gate.session, request);
    try {
      return answeredBy(await uploadToOwner(deps.uploads, call, url, { uid: gate.session?.uid ?? 0, from }, request));
    } catch (error) {
      deps.log.warn(
        { call: call.name, problem: error instanceof Error ? error.message : "unknown" },
        "upload: no answer",
      );
      return refused("BUSY");
    }
  }
  const answeredBy = (reply: { code: number; data: unknown; facts?: Facts }): Answered =>
    reply.code === success
      ? answeredWith(deps, call, reply.data, false)
      : { reply: replyOfCode(reply.code, reply.facts) };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.route({
      ...pathOf,
      schema: schemaOf(call),
      onRequest: allowanceFirst(deps, call),
      handler: async (request, reply) => {
        const answered = await replyTo(request);
        await readRest(request.raw);
        return sendAnswer(deps, call, answered, reply);
      },
    });
  });
}

type Path = { readonly method: "GET" | "POST"; readonly url: string };

/** Registers every call of the list as a route. */
export function serveCalls(app: FastifyInstance, list: readonly Call[], deps: CallDeps): void {
  const downloads = createCsvDownloads(deps.limits, deps.log);
  for (const call of list) {
    const [method, path] = call.path.split(" ") as ["GET" | "POST", string];
    const route: Path = { method, url: path.replaceAll(/\{(\w+)\}/g, ":$1") };
    if (call.upload !== undefined) registerUpload(app, call, deps, route);
    else if (call.carry === "http") registerByHttp(app, call, deps, route);
    else registerByBus(app, call, { ...deps, downloads }, route);
  }
}
