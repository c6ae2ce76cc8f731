import { randomBytes } from "node:crypto";
import cors from "@fastify/cors";
import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import {
  type Call,
  callList,
  changedApiKeys,
  endedSessions,
  landings,
  proofKeyHeader,
  requestHeaders,
  topicList,
} from "@tidemark/contracts";
import { type EventName, eventFields, eventWidth } from "@tidemark/contracts/codec";
import {
  type Bus,
  type Clock,
  type Log,
  sealsOf,
  secretBox,
  type SharedCounters,
  textChecker,
} from "@tidemark/kit-node";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Batch, hearAnnouncements } from "./announcements.ts";
import { keepBodies } from "./bodies.ts";
import { serveCalls } from "./calls.ts";
import { ownerUrlsOf } from "./carry.ts";
import { createCommands } from "./commands.ts";
import type { Config } from "./config.ts";
import { keepDirectory } from "./directory.ts";
import { said, unsaidRefusal } from "./envelope.ts";
import { headersFor } from "./headers.ts";
import { serveLandings } from "./landings.ts";
import { createLimits } from "./limits.ts";
import { serveReference } from "./openapi.ts";
import { neighbourhoodOf } from "./neighbourhood.ts";
import { originsIn, originsOf } from "./origins.ts";
import { createPrograms } from "./programs.ts";
import { createDevices, createProofs } from "./proofs.ts";
import { isDoor, robotSourcesOf } from "./robot-sources.ts";
import { createDesks, createQuestions } from "./questions.ts";
import { createSessions } from "./session.ts";
import { signInGate } from "./sign-ins.ts";
import { serveSockets } from "./sockets.ts";
import { hearTold } from "./told.ts";
import { createTopics } from "./topics.ts";
import { webServer } from "./web.ts";

export type GatewayKit = {
  readonly config: Config;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: SharedCounters;
  /** The catalogue, unless a test brings its own. */
  readonly calls?: readonly Call[];
};

const bodyBytesMax = 64 * 1024;
const httpConnectionsMax = 5_000;
const namingEvents: readonly EventName[] = [
  "market_configured",
  "asset_configured",
  "fees_configured",
  "contract_configured",
  "pair_configured",
  "market_status_set",
];
const namingCodes = new Set<number>(namingEvents.map((name) => eventFields[name].code));

function changesNames({ parts }: Batch): boolean {
  for (const numbers of parts)
    for (let at = 0; at < numbers.length; at += eventWidth(numbers[at]!))
      if (namingCodes.has(numbers[at]!)) return true;
  return false;
}

/** What the gateway keeps of the core: its epoch and number, its names, the streams that are read, the commands that wait. */
function followCore({ config, bus, clock, log }: GatewayKit) {
  const core = config.CORE_NAME;
  const seals = sealsOf(config.BUS_KEYS, config.TIDEMARK_MODE);
  const userSeal = seals.of("user");
  const coreSeal = seals.of("core");
  const deskSeal = seals.of("platform_desk");
  if (userSeal === undefined || coreSeal === undefined || deskSeal === undefined)
    throw new Error("BUS_KEYS needs the keys of user, core and platform_desk");
  const topics = createTopics(topicList);
  const inFlightMax = config.COMMANDS_IN_FLIGHT_MAX;
  const commands = createCommands({ bus, core, userSeal, coreSeal, clock, log, inFlightMax });
  const announcements = hearAnnouncements(
    bus,
    core,
    coreSeal,
    {
      leader: (epoch) => commands.lead(epoch),
      batch(batch) {
        if (directory.names === undefined) return topics.resync(batch.seq);
        topics.batch(batch, directory.names);
        if (changesNames(batch)) directory.refresh(batch.seq);
      },
      hole(seq) {
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
    asker: { ...asker, seal: userSeal, coreSeal },
    seq: () => announcements.seq,
  });
  const desks = createDesks({
    ...asking,
    timeoutMs: config.DESK_TIMEOUT_MS,
    asker: { ...asker, seal: deskSeal, coreSeal: deskSeal },
  });
  // Rows printed with old names may be wrong: after every change of names the views are taken again.
  const directory = keepDirectory(questions, log, () => topics.resync(announcements.seq));
  return {
    topics,
    commands,
    announcements,
    questions,
    desks,
    deskSeal,
    directory,
    close() {
      announcements.close();
      directory.close();
      topics.close();
      commands.close();
    },
  };
}

const burstOf = (perSecond: number) => ({ perSecond, burst: perSecond * 2 });

function limitsOf(config: Config, clock: Clock) {
  return createLimits(
    {
      trade: burstOf(config.RATE_TRADE_PER_SECOND),
      cancel: burstOf(config.RATE_CANCEL_PER_SECOND),
      read: burstOf(config.RATE_READ_PER_SECOND),
      log: burstOf(config.RATE_LOG_PER_SECOND),
      signIn: { perSecond: config.RATE_SIGN_IN_PER_SECOND, burst: config.RATE_SIGN_IN_PER_SECOND * 20 },
    },
    clock,
  );
}

/** All gateways of an exchange must read each other's proofs; a development machine has one and may make its secret up. */
function proofSecretOf(config: Config): Buffer {
  if (config.PROOF_SECRET !== "") return Buffer.from(config.PROOF_SECRET);
  if (config.TIDEMARK_MODE === "production") throw new Error("PROOF_SECRET is not set");
  return randomBytes(32);
}

/** Errors say a stable code and nothing of our insides; the log has the number to find the rest by. */
function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const facts = { problem: error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? "too large" : "the body cannot be read" };
      return reply
        .code(status === 413 ? 413 : 200)
        .send(said(unsaidRefusal("REQUEST_INVALID", facts), request.headers));
    }
    log.error({ request: request.id, path: request.routeOptions.url, problem: error.message }, "a call failed");
    return reply.code(500).send(said(unsaidRefusal("INTERNAL", { request: request.id }), request.headers));
  });
}

export async function createGateway(kit: GatewayKit): Promise<FastifyInstance> {
  const { config, clock, log } = kit;
  const origins = originsOf(config.GATEWAY_ORIGINS, config.TIDEMARK_MODE);
  const sessions = createSessions({
    isProduction: config.TIDEMARK_MODE === "production",
    checker: textChecker("SESSION_PUBLIC_KEYS", config.SESSION_PUBLIC_KEYS, config.TIDEMARK_MODE),
    clock,
  });
  const core = followCore(kit);
  const limits = limitsOf(config, clock);
  const programs = createPrograms({
    desks: core.desks,
    box: secretBox("API_KEY_SECRET", config.API_KEY_SECRET, config.TIDEMARK_MODE),
    clock,
    mayAsk: (ip) => limits.take(neighbourhoodOf(ip), "signIn"),
  });
  const hearing = {
    bus: kit.bus,
    core: config.CORE_NAME,
    deskSeal: core.deskSeal,
    desks: core.desks,
    clock,
    everyMs: config.SESSION_ENDS_EVERY_MS,
  };
  const stops = [
    hearTold(hearing, {
      word: "identity.sessionsEnded",
      call: endedSessions,
      heard: (ids) => sessions.end(ids),
    }),
    hearTold(hearing, {
      word: "security.apiKeysChanged",
      call: changedApiKeys,
      heard: (changes) => programs.forget(changes),
    }),
  ];
  const setHeaders = headersFor(config.TIDEMARK_MODE === "production", {
    apiOrigins: originsIn("PAGE_API_ORIGINS", config.PAGE_API_ORIGINS),
    robots: robotSourcesOf(config.ROBOT_CHECKS, config.ROBOT_ORIGINS),
  });
  function answerNotFound({ headers }: Pick<FastifyRequest, "headers">, reply: FastifyReply): FastifyReply {
    setHeaders("answer", reply);
    return reply.code(404).send(said(unsaidRefusal("NOT_FOUND"), headers));
  }
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    trustProxy: config.GATEWAY_BEHIND_PROXY === "yes" ? (_address, hop) => hop === 0 : false,
    forceCloseConnections: true,
    // An address that cannot be read reaches no hook, and must be as well protected as any other.
    frameworkErrors: (_error, request, reply) => answerNotFound(request, reply as unknown as FastifyReply),
  });
  app.server.maxConnections = config.SOCKETS_MAX + httpConnectionsMax;
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(request.url.startsWith("/docs") ? "reference" : "answer", reply);
    done();
  });
  app.addHook("onClose", async () => {
    for (const stop of stops) stop();
    core.close();
  });
  answerErrors(app, log);
  const bodyOf = keepBodies(app, (request) => programs.isProgram(request), bodyBytesMax);
  await app.register(cors, {
    origin: (origin, done) => done(null, origins.allows(origin) && origin !== undefined),
    credentials: true,
    methods: ["GET", "POST"],
    allowedHeaders: ["content-type", "authorization", "min-seq", ...Object.values(requestHeaders)],
    exposedHeaders: [proofKeyHeader],
    maxAge: 600,
  });
  await app.register(formbody, { bodyLimit: bodyBytesMax });
  await app.register(multipart, {
    attachFieldsToBody: "keyValues",
    limits: { files: 0, fields: 50, parts: 50, fieldSize: 4_096, fieldNameSize: 64 },
  });
  await serveReference(app);

  app.get("/health", { schema: { hide: true } }, async (_request, reply) => {
    const { epoch, seq } = core.announcements;
    const { hasLeader } = core.commands;
    const isReady = hasLeader && core.directory.names !== undefined;
    return reply.code(isReady ? 200 : 503).send({ leader: hasLeader, epoch: epoch ?? 0, seq, ready: isReady });
  });
  const names = () => core.directory.names;
  serveSockets(app, { topics: core.topics, sessions, programs, origins, clock, socketsMax: config.SOCKETS_MAX, names });
  serveCalls(app, kit.calls ?? callList, {
    commands: core.commands,
    questions: core.questions,
    desks: core.desks,
    sessions,
    programs,
    bodyOf,
    proofs: createProofs({ secret: proofSecretOf(config), clock }),
    devices: createDevices(config.TIDEMARK_MODE === "production"),
    isFactorFresh: ({ factorAt }) => clock.now() - factorAt < config.FACTOR_FRESH_MS,
    limits,
    signIns: signInGate(kit.counters, config.CORE_NAME, config.SIGN_INS_PER_MINUTE),
    origins,
    ownerUrls: ownerUrlsOf(config.OWNER_URLS),
    ownerTimeoutMs: config.REQUEST_TIMEOUT_MS,
    checksAnswers: config.TIDEMARK_MODE === "development",
    logsCalls: log.isLevelEnabled("debug"),
    log,
    names,
  });
  serveLandings(app, landings, { pageOrigin: config.PAGE_ORIGIN, limits });
  const web = config.WEB_DIRECTORY === "" ? undefined : await webServer(config.WEB_DIRECTORY);
  app.setNotFoundHandler(async (request, reply) => {
    if (web !== undefined) {
      setHeaders(isDoor(request.url) ? "door" : "page", reply);
      const served = await web(request, reply);
      if (served !== undefined) return served;
    }
    return answerNotFound(request, reply);
  });
  await app.ready();
  return app;
}
