import { type Call, consoleCallList, defaultLang, defaultSite, readAsk, type Refusal } from "@tidemark/contracts";
import {
  type Answer,
  type Bus,
  type Clock,
  createRateLimits,
  type Database,
  isDatabaseAway,
  type Log,
  type Outcome,
  rateLimitKey,
  rateRulesOf,
  type RequestContext,
  sealsOf,
} from "@tidemark/kit-node";
import {
  answerHeaders,
  formReader,
  hostsOf,
  limitConnections,
  namesFile,
  originsOf,
  overHttps,
  pageHeaders,
  readJsonStrictly,
  renderReply,
  type Reply,
  replyOf,
  replyOfRefusal,
  statusOf,
  webServer,
} from "@tidemark/kit-node/http";
import type { RelyingParty } from "@tidemark/kit-node/passkeys";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { sql } from "kysely";
import { accountAnswers } from "./accounts/answers.ts";
import { auditAnswers } from "./audit.ts";
import type { Config } from "./config.ts";
import { cookiesOf } from "./cookies.ts";
import { type GateDeps, gateOf, type Session } from "./gate.ts";
import { platformAnswers } from "./platform.ts";

export type ConsoleAppDeps = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus;
};

const bodyBytesMax = 64 * 1024;
const connectionsMax = 500;
const connectionsPerAddressMax = 50;
const agentLengthMax = 200;

/** Nothing of other hosts, no inline script, no frame. */
const pagePolicy = [
  ["default-src 'none'"],
  ["script-src 'self'"],
  ["style-src 'self' 'unsafe-inline'"],
  ["img-src 'self' data: blob:"],
  ["font-src 'self'"],
  ["connect-src 'self'"],
  ["manifest-src 'self'"],
  ["base-uri 'none'"],
  ["form-action 'none'"],
  ["frame-ancestors 'none'"],
];

const contextOf = (request: FastifyRequest, session: Session | undefined, deviceId: string): RequestContext => ({
  ip: request.ip,
  lang: defaultLang,
  site: defaultSite,
  deviceId,
  session: session?.id ?? "",
  roles: session?.roles ?? [],
  agent: (request.headers["user-agent"] ?? "").slice(0, agentLengthMax),
});

const sendReply = (reply: FastifyReply, answered: Reply): FastifyReply =>
  reply.code(statusOf(answered.code)).send(renderReply(answered, reply.request.headers));

function askReader(call: Call): (request: FastifyRequest) => ReturnType<typeof readAsk> {
  const readForm = formReader(call.ask);
  return call.path.startsWith("GET ")
    ? (request) => readAsk(call, readForm(request.query))
    : (request) => readAsk(call, request.body);
}

type ServeDeps = GateDeps & { readonly log: Log };

/** By these an owner refuses any call: it does not answer it, reads the ask otherwise, or has counted too many. */
const refusalsOfAll: readonly Refusal[] = ["NOT_FOUND", "REQUEST_INVALID", "TOO_MANY_REQUESTS"];

/** A refusal that the contract does not list is a mistake of ours. */
function replyOfOutcome(call: Call, outcome: Outcome<unknown>, log: Log): Reply {
  if (outcome.ok) return replyOf(call.answer.parse(outcome.value));
  if ([...call.refusals, ...refusalsOfAll].includes(outcome.refusal))
    return replyOfRefusal(outcome.refusal, outcome.facts);
  log.error({ call: call.name, refusal: outcome.refusal }, "console: refusal is not in the contract");
  return replyOfRefusal("INTERNAL");
}

function serveCall(app: FastifyInstance, answer: Answer, deps: ServeDeps): void {
  const { call } = answer;
  const [method, url] = call.path.split(" ") as ["GET" | "POST", string];
  const askOf = askReader(call);
  app.route({
    method,
    url,
    handler: async (request, response) => {
      const gate = await gateOf(deps, call, request);
      if ("refusal" in gate) return sendReply(response, replyOfRefusal(gate.refusal, gate.facts));
      const ask = askOf(request);
      if (!ask.success) return sendReply(response, replyOfRefusal("REQUEST_INVALID", { problem: ask.problem }));
      const { session } = gate;
      const deviceId = deps.cookies.deviceOf(request.headers.cookie);
      const from = contextOf(request, session, deviceId);
      const outcome = await answer.reply(ask.data, { uid: session?.operator ?? 0, from, core: "" });
      // On no other call is a grant looked at.
      if (outcome.ok && outcome.grant !== undefined && call.session !== undefined)
        response.header("set-cookie", [
          deps.cookies.of(outcome.grant, deps.clock.now()),
          ...(deviceId === "" && outcome.grant !== "ended" ? [deps.cookies.ofNewDevice()] : []),
        ]);
      return sendReply(response, replyOfOutcome(call, outcome, deps.log));
    },
  });
}

/** Errors show a stable code and no internals; the request id finds the details in the log. */
function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) < 500)
      return sendReply(reply, replyOfRefusal("REQUEST_INVALID", { problem: "the body cannot be read" }));
    if (isDatabaseAway(error)) return sendReply(reply, replyOfRefusal("BUSY"));
    log.error({ request: request.id, path: request.routeOptions.url, problem: error.message }, "console: call failed");
    return sendReply(reply, replyOfRefusal("INTERNAL", { request: request.id }));
  });
}

/** The console's origin; in development, where none is set, this machine at the port that is listened on. */
function originOf(config: Config, app: FastifyInstance): string {
  if (config.CONSOLE_ORIGIN !== "") return config.CONSOLE_ORIGIN;
  const address = app.server.address();
  return `http://localhost:${typeof address === "object" && address !== null ? address.port : config.CONSOLE_PORT}`;
}

/** Serves the calls of `contracts/src/console` and the console's pages, and nothing else. */
export async function createConsole(deps: ConsoleAppDeps): Promise<FastifyInstance> {
  const { config, db, clock, log, bus } = deps;
  const mode = config.TIDEMARK_MODE;
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    trustProxy: config.CONSOLE_BEHIND_PROXY === "yes" ? (_address, hop) => hop === 0 : false,
    forceCloseConnections: true,
    // A malformed URL reaches no hook and needs the protective headers too.
    frameworkErrors: (_error, _request, reply) => notFound(reply as unknown as FastifyReply),
  });
  app.server.maxConnections = connectionsMax;
  if (config.CONSOLE_BEHIND_PROXY !== "yes") limitConnections(app.server, connectionsPerAddressMax);
  const extra = { "cross-origin-resource-policy": "same-origin", ...(mode === "production" ? overHttps : {}) };
  const headers = { answer: { ...answerHeaders, ...extra }, page: { ...pageHeaders(pagePolicy), ...extra } };
  const origin = (): string => originOf(config, app);
  const hosts = hostsOf(
    "CONSOLE_ORIGIN",
    config.CONSOLE_ORIGIN === "" ? "" : new URL(config.CONSOLE_ORIGIN).host,
    mode,
  );
  const party = (): RelyingParty => ({ rpId: new URL(origin()).hostname, origins: [origin()] });

  function notFound(reply: FastifyReply): FastifyReply {
    reply.headers(headers.answer);
    // A missing file is no answer, and browsers must not take an envelope for it.
    return reply
      .code(namesFile(reply.request.url) ? 404 : 200)
      .send(renderReply(replyOfRefusal("NOT_FOUND"), reply.request.headers));
  }
  const limits = createRateLimits(rateRulesOf(config), clock);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers.answer);
    // Health is asked by machines, under an address.
    if (hosts.allows(request.headers.host) || request.url === "/health") return done();
    const facts = { problem: "it names a host that is not ours" };
    void sendReply(reply, replyOfRefusal("REQUEST_INVALID", facts));
  });
  readJsonStrictly(app);
  app.removeContentTypeParser("text/plain");
  answerErrors(app, log);
  app.get("/health", async (_request, reply) => {
    const isReady = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return reply.code(isReady ? 200 : 503).send({ ready: isReady });
  });
  const seal = sealsOf(config.BUS_KEYS, mode).of("console_rpc");
  if (seal === undefined) throw new Error("BUS_KEYS needs the key of console_rpc");
  const asking = { bus, core: config.CORE_NAME, seal, clock, log };
  const answering = { db, clock, log, config, party };
  const gate = {
    db,
    clock,
    log,
    config,
    limits,
    cookies: cookiesOf(mode),
    origins: () => originsOf("CONSOLE_ORIGIN", origin(), "production"),
  };
  const answers = new Map(
    [...accountAnswers(answering), ...auditAnswers(answering), ...platformAnswers(asking)].map((one) => [
      one.call.name,
      one,
    ]),
  );
  for (const call of consoleCallList) {
    const answer = answers.get(call.name);
    if (answer === undefined) throw new Error(`console: nobody answers ${call.name}`);
    serveCall(app, answer, gate);
  }
  const web = config.CONSOLE_WEB_DIRECTORY === "" ? undefined : await webServer(config.CONSOLE_WEB_DIRECTORY);
  app.setNotFoundHandler(async (request, reply) => {
    if (!limits.take(rateLimitKey(request.ip), "read")) return sendReply(reply, replyOfRefusal("TOO_MANY_REQUESTS"));
    reply.headers(headers.page);
    return (await web?.(request, reply)) ?? notFound(reply);
  });
  return app;
}
