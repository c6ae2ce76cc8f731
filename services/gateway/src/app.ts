import { randomBytes } from "node:crypto";
import cors from "@fastify/cors";
import formbody from "@fastify/formbody";
import {
  type Call,
  callList,
  changedApiKeys,
  endedSessions,
  formCallbacks,
  proofKeyHeader,
  requestHeaders,
  topicList,
} from "@tidemark/contracts";
import { eventWidth } from "@tidemark/contracts/codec";
import { type EventName, journalEvents } from "@tidemark/contracts/journal";
import {
  type Bus,
  type Clock,
  coreKeysOf,
  createRateLimits,
  type Log,
  rateLimitKey,
  type RateLimits,
  rateRulesOf,
  sealsOf,
  secretBox,
  type SharedCounters,
  textChecker,
} from "@tidemark/kit-node";
import {
  hostsOf,
  limitConnections,
  namesFile,
  originsIn,
  originsOf,
  readJsonStrictly,
  renderReply,
  replyOfRefusal,
  statusOf,
  webServer,
} from "@tidemark/kit-node/http";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Batch, subscribeAnnouncements } from "./bus/announcements.ts";
import { readMultipartForms } from "./http/multipart-body.ts";
import { keepRawBodies } from "./http/raw-body.ts";
import { serveCalls } from "./http/calls.ts";
import { ownerUrlsOf } from "./http/http-proxy.ts";
import { createCommands } from "./bus/commands.ts";
import type { Config } from "./config.ts";
import { cacheInstruments } from "./bus/instruments.ts";
import { payForNothing } from "./http/gate.ts";
import { headersFor } from "./http/headers.ts";
import { serveFormCallbacks } from "./http/form-callback.ts";
import { referencePage, serveReference } from "./http/openapi.ts";
import { serveUdf } from "./http/serve-udf.ts";
import { createApiKeyAuth } from "./auth/api-key-auth.ts";
import { createDevices, createProofs } from "./auth/proofs.ts";
import { isSignInPage, robotSourcesOf } from "./http/robot-sources.ts";
import { createRpcClient, createQuestions } from "./bus/questions.ts";
import { openReport } from "./bus/report.ts";
import { createSessions } from "./auth/sessions.ts";
import { signInLimit } from "./auth/sign-in-limit.ts";
import { serveSockets } from "./sockets/sockets.ts";
import { subscribeHistoryTopics } from "./bus/history-topics.ts";
import { subscribeInvalidations } from "./bus/invalidation.ts";
import { subscribeOwnerTopics } from "./bus/owner-topics.ts";
import { createTopics } from "./sockets/topics.ts";
import { entryOf } from "./http/web-entry.ts";

export type GatewayDeps = {
  readonly config: Config;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: SharedCounters;
  /** The catalogue by default; tests bring their own. */
  readonly calls?: readonly Call[];
};

const bodyBytesMax = 64 * 1024;
const httpConnectionsMax = 5_000;
/** How late a slow request is found: Node looks every 30 s by default, and lets it live three times as long as it may. */
const connectionsCheckEveryMs = 1_000;
const instrumentEvents: readonly EventName[] = [
  "market_configured",
  "asset_configured",
  "fees_configured",
  "contract_configured",
  "pair_configured",
  "market_status_set",
];
const instrumentCodes = new Set<number>(instrumentEvents.map((name) => journalEvents[name].code));

function changesInstruments({ parts }: Batch): boolean {
  for (const numbers of parts)
    for (let at = 0; at < numbers.length; at += eventWidth(numbers[at]!))
      if (instrumentCodes.has(numbers[at]!)) return true;
  return false;
}

/** The gateway's state of the core: epoch and batch number, instruments, subscribed streams, pending commands. */
function followCore({ config, bus, clock, log }: GatewayDeps) {
  const core = config.CORE_NAME;
  const mode = config.TIDEMARK_MODE;
  const seals = sealsOf(config.BUS_KEYS, mode);
  const coreKeys = coreKeysOf({ core, publicKeys: config.CORE_PUBLIC_KEYS, mode });
  const userSeal = seals.of("user");
  const rpcSeal = seals.of("platform_rpc");
  const walletSeal = seals.of("wallet_rpc");
  if (userSeal === undefined || rpcSeal === undefined)
    throw new Error("BUS_KEYS needs the keys of user and platform_rpc");
  const topics = createTopics(topicList, core);
  const inFlightMax = config.COMMANDS_IN_FLIGHT_MAX;
  const commands = createCommands({ bus, core, userSeal, coreKeys, clock, log, inFlightMax });
  const announcements = subscribeAnnouncements(
    bus,
    core,
    coreKeys,
    {
      leader: (epoch) => commands.lead(epoch),
      batch(batch) {
        if (directory.instruments === undefined) return topics.resync(batch.seq);
        topics.batch(batch, directory.instruments);
        if (changesInstruments(batch)) directory.refresh(batch.seq);
      },
      gap(seq) {
        topics.resync(seq);
        directory.refresh(seq);
      },
    },
    log,
  );
  const sender = `gw-${randomBytes(6).toString("hex")}`;
  const timeoutMs = config.QUESTION_TIMEOUT_MS;
  const asking = { bus, core, clock, timeoutMs, inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX, log };
  const asker = { by: "user", sender } as const;
  const questions = createQuestions({
    ...asking,
    asker: { ...asker, seal: userSeal, replyCheck: coreKeys },
    seq: () => announcements.seq,
  });
  const askers = {
    platform: { ...asker, seal: rpcSeal, replyCheck: rpcSeal },
    ...(walletSeal === undefined ? {} : { wallet: { ...asker, seal: walletSeal, replyCheck: walletSeal } }),
  };
  const rpc = createRpcClient({ ...asking, timeoutMs: config.RPC_TIMEOUT_MS, askers });
  const stopHistoryTopics = subscribeHistoryTopics({ bus, core, coreKeys, clock }, (message) =>
    topics.project(message),
  );
  // Rows rendered with old instruments may be wrong: after every change the views start again.
  const directory = cacheInstruments(questions, log, () => topics.resync(announcements.seq));
  return {
    topics,
    commands,
    announcements,
    questions,
    rpc,
    sender,
    rpcSeal,
    askers,
    directory,
    close() {
      announcements.close();
      stopHistoryTopics();
      directory.close();
      topics.close();
      commands.close();
    },
  };
}

/** All gateways of an exchange must accept each other's proofs; a development machine has one and uses a random secret. */
function proofSecretOf(config: Config): Buffer {
  if (config.PROOF_SECRET !== "") return Buffer.from(config.PROOF_SECRET);
  if (config.TIDEMARK_MODE === "production") throw new Error("PROOF_SECRET is not set");
  return randomBytes(32);
}

function answerTooMany({ headers }: Pick<FastifyRequest, "headers">, reply: FastifyReply): FastifyReply {
  const refused = replyOfRefusal("TOO_MANY_REQUESTS");
  return reply.code(statusOf(refused.code)).send(renderReply(refused, headers));
}

/** Errors show a stable code and no internals; the request id finds the details in the log. */
function answerErrors(app: FastifyInstance, limits: RateLimits, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) < 500) {
      if (!payForNothing(limits, request)) return answerTooMany(request, reply);
      const facts = { problem: error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? "too large" : "the body cannot be read" };
      return reply.code(200).send(renderReply(replyOfRefusal("REQUEST_INVALID", facts), request.headers));
    }
    log.error({ request: request.id, path: request.routeOptions.url, problem: error.message }, "call: failed");
    return reply.code(500).send(renderReply(replyOfRefusal("INTERNAL", { request: request.id }), request.headers));
  });
}

export async function createGateway(deps: GatewayDeps): Promise<FastifyInstance> {
  const { config, clock, log } = deps;
  const origins = originsOf("GATEWAY_ORIGINS", config.GATEWAY_ORIGINS, config.TIDEMARK_MODE);
  const hosts = hostsOf("GATEWAY_HOSTS", config.GATEWAY_HOSTS, config.TIDEMARK_MODE);
  const sessions = createSessions({
    isProduction: config.TIDEMARK_MODE === "production",
    checker: textChecker("SESSION_PUBLIC_KEYS", config.SESSION_PUBLIC_KEYS, config.TIDEMARK_MODE),
    clock,
    cookieName: config.COOKIE_NAME,
  });
  const core = followCore(deps);
  const limits = createRateLimits(rateRulesOf(config), clock);
  const apiKeyAuth = createApiKeyAuth({
    rpc: core.rpc,
    box: secretBox("API_KEY_SECRET", config.API_KEY_SECRET, config.TIDEMARK_MODE),
    clock,
    mayAsk: (ip) => limits.take(rateLimitKey(ip), "signIn"),
  });
  const invalidationDeps = {
    bus: deps.bus,
    core: config.CORE_NAME,
    rpcSeal: core.rpcSeal,
    rpc: core.rpc,
    clock,
    everyMs: config.SESSION_ENDS_EVERY_MS,
  };
  const stops = [
    subscribeInvalidations(invalidationDeps, {
      kind: "identity.sessionsEnded",
      call: endedSessions,
      onInvalidated: (ids) => sessions.end(ids),
      onCaughtUp: () => sessions.caughtUp(),
    }),
    subscribeInvalidations(invalidationDeps, {
      kind: "security.apiKeysChanged",
      call: changedApiKeys,
      onInvalidated: (changes) => apiKeyAuth.forget(changes),
    }),
    subscribeOwnerTopics(invalidationDeps, topicList, (change) => core.topics.change(change)),
  ];
  const setHeaders = headersFor(config.TIDEMARK_MODE === "production", {
    apiOrigins: originsIn("PAGE_API_ORIGINS", config.PAGE_API_ORIGINS),
    fingerprintOrigins: originsIn("FINGERPRINT_ORIGINS", config.FINGERPRINT_ORIGINS),
    robots: robotSourcesOf(config.ROBOT_CHECKS, config.ROBOT_ORIGINS),
  });
  function answerNotFound(request: Pick<FastifyRequest, "headers" | "url" | "ip">, reply: FastifyReply): FastifyReply {
    const { headers, url } = request;
    setHeaders("answer", reply);
    if (!payForNothing(limits, request)) return answerTooMany(request, reply);
    // Answers are HTTP 200; a missing file is no answer, and browsers must not take an envelope for it.
    return reply.code(namesFile(url) ? 404 : 200).send(renderReply(replyOfRefusal("NOT_FOUND"), headers));
  }
  const hasReferencePage = config.TIDEMARK_MODE === "development";
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    http: { headersTimeout: config.REQUEST_TIMEOUT_MS, connectionsCheckingInterval: connectionsCheckEveryMs },
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    trustProxy: config.GATEWAY_BEHIND_PROXY === "yes" ? (_address, hop) => hop === 0 : false,
    forceCloseConnections: true,
    // A malformed URL reaches no hook and needs the protective headers too.
    frameworkErrors: (_error, request, reply) => answerNotFound(request, reply as unknown as FastifyReply),
  });
  app.server.maxConnections = config.SOCKETS_MAX + httpConnectionsMax;
  if (config.GATEWAY_BEHIND_PROXY !== "yes") limitConnections(app.server, config.CONNECTIONS_PER_ADDRESS_MAX);
  let openSockets = (): number => 0;
  const report = openReport({ rpc: core.rpc, clock, gateway: core.sender, sockets: () => openSockets() });
  app.addHook("onRequest", (request, reply, done) => {
    report.count();
    setHeaders(hasReferencePage && request.url.startsWith(referencePage) ? "reference" : "answer", reply);
    // Health is asked by machines, under an address.
    if (hosts.allows(request.headers.host) || request.url === "/health") return done();
    if (!payForNothing(limits, request)) return void answerTooMany(request, reply);
    const facts = { problem: "it names a host that is not ours" };
    void reply.send(renderReply(replyOfRefusal("REQUEST_INVALID", facts), request.headers));
  });
  app.addHook("onClose", async () => {
    for (const stop of stops) stop();
    report.close();
    core.close();
  });
  const bodyOf = keepRawBodies(app, (request) => apiKeyAuth.isApiKey(request), bodyBytesMax);
  await app.register(cors, {
    origin: (origin, done) => done(null, origins.allows(origin) && origin !== undefined),
    credentials: true,
    methods: ["GET", "POST"],
    allowedHeaders: ["content-type", "authorization", "min-seq", ...Object.values(requestHeaders)],
    exposedHeaders: [proofKeyHeader],
    maxAge: 600,
  });
  readJsonStrictly(app);
  await app.register(formbody, { bodyLimit: bodyBytesMax });
  readMultipartForms(app);
  answerErrors(app, limits, log);
  await serveReference(app, hasReferencePage, (request) => payForNothing(limits, request));

  app.get("/health", { schema: { hide: true } }, async (_request, reply) => {
    const { epoch, seq } = core.announcements;
    const { hasLeader } = core.commands;
    const { isCaughtUp } = sessions;
    const ready = hasLeader && core.directory.instruments !== undefined && isCaughtUp;
    return reply
      .code(ready ? 200 : 503)
      .send({ leader: hasLeader, epoch: epoch ?? 0, seq, sessions: isCaughtUp, ready });
  });
  const instruments = () => core.directory.instruments;
  openSockets = serveSockets(app, {
    topics: core.topics,
    sessions,
    apiKeyAuth,
    origins,
    clock,
    bounds: {
      max: config.SOCKETS_MAX,
      perAddressMax: config.SOCKETS_PER_ADDRESS_MAX,
      perAccountMax: config.SOCKETS_PER_ACCOUNT_MAX,
    },
    mayOpen: (owner) => limits.take(owner, "read"),
    mayBeRefused: (request) => payForNothing(limits, request),
    instruments,
  });
  serveCalls(app, deps.calls ?? callList, {
    commands: core.commands,
    questions: core.questions,
    rpc: core.rpc,
    sessions,
    apiKeyAuth,
    bodyOf,
    proofs: createProofs({ secret: proofSecretOf(config), clock }),
    devices: createDevices(config.TIDEMARK_MODE === "production", config.COOKIE_NAME),
    isFactorFresh: ({ factorAt }) => clock.now() - factorAt < config.FACTOR_FRESH_MS,
    limits,
    signIns: signInLimit(deps.counters, config.COUNTERS_NAME, config.SIGN_INS_PER_MINUTE),
    origins,
    ownerUrls: ownerUrlsOf(config.OWNER_URLS),
    ownerTimeoutMs: config.REQUEST_TIMEOUT_MS,
    uploads: { askers: core.askers, clock, timeoutMs: config.REQUEST_TIMEOUT_MS },
    checksAnswers: config.TIDEMARK_MODE === "development",
    logsCalls: log.isLevelEnabled("debug"),
    log,
    instruments,
  });
  serveUdf(app, { questions: core.questions, limits, clock, instruments });
  serveFormCallbacks(app, formCallbacks, { pageOrigin: config.PAGE_ORIGIN, limits });
  const web = config.WEB_DIRECTORY === "" ? undefined : await webServer(config.WEB_DIRECTORY, entryOf);
  app.setNotFoundHandler(async (request, reply) => {
    if (web !== undefined) {
      setHeaders(isSignInPage(request.url) ? "signIn" : "page", reply);
      const served = await web(request, reply);
      if (served !== undefined) return served;
    }
    return answerNotFound(request, reply);
  });
  await app.ready();
  return app;
}
