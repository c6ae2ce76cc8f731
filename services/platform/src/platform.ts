import { sessionQuestion, topicSeqsOf } from "@tidemark/contracts";
import {
  type Admission,
  admission,
  type Answer,
  answer,
  type Bus,
  type CommandSender,
  createRateLimits,
  type Database,
  given,
  type HttpHandler,
  type Log,
  openDatabase,
  openEventFeed,
  openRepeat,
  openRpcServer,
  operatorAdmission,
  rateRulesOf,
  refuse,
  type Time,
  topicSeqsSince,
  type TopicWriter,
  topicWriter,
  primaryUrl,
  uploadServer,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Accounts } from "./module/accounts.ts";
import type { Config } from "./module/config.ts";
import { type Ask, type Module, type ModuleDeps, schemaOf } from "./module/deps.ts";
import { campaignNames, registrationCoupons } from "./coupons/index.ts";
import { accountsOf, invitations } from "./identity/index.ts";
import { verifications } from "./kyc/index.ts";
import { rolesOf } from "./operator/index.ts";
import { noticeMeasure, openNotices } from "./mail/index.ts";
import { noticesWithMessages, openMessages } from "./messages/index.ts";
import { modules } from "./modules.ts";
import { profilesOf } from "./profile/index.ts";
import { reportedGateways } from "./status/index.ts";
import { systemAnswers } from "./system-state.ts";
import { vipLevels } from "./vip/index.ts";
import { walletMeasure } from "./withdrawals/index.ts";
import { noRegion, openRegions } from "./module/region.ts";
import { type ServedCore, servedCore, simulatedCoreOf } from "./served-core.ts";
import { timelineAnswer } from "./timeline.ts";
import { treasuryAnswers } from "./treasury.ts";

export type PlatformDeps = { readonly config: Config; readonly bus: Bus; readonly time: Time; readonly log: Log };
export type Platform = {
  /** The primary at the start of the process. */
  readonly databaseUrl: string;
  /** What gateways send by http. */
  readonly handlers: readonly HttpHandler[];
  /** What providers outside send by http; on a port of its own, which is all that an edge has to let through. */
  readonly outsideHandlers: readonly HttpHandler[];
  /** Whether the database is available and accepts writes. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

/** In production the platform's role must not be able to touch the journal; development may use one role for everything. */
async function checkRole(db: Database, config: Config, log: Log): Promise<void> {
  const { rows } = await sql<{ reaches: boolean | null }>`
    select bool_or(has_schema_privilege(oid, 'usage')) as reaches from pg_namespace where nspname = 'journal'`.execute(
    db,
  );
  if (rows[0]!.reaches !== true) return;
  const words = "database: this role can read the journal; the platform needs one without access to it";
  if (config.TIDEMARK_MODE === "production") throw new Error(words);
  log.warn(words);
}

/** Used only where operators are answered: a process that has the key by mistake sends nothing with it. */
const operatorSenderOf = (core: ServedCore, config: Config): CommandSender | undefined =>
  config.OPERATOR_CALLS === "off" ? undefined : core.sender("operator");

/** A caller's requests may come through several gateways, each of which lets one allowance through. */
const gatewaysPerCaller = 4;

/** Each is a file in memory. A page sends the two sides of a document at a time. */
const uploadsInFlight = { inFlightMax: 12, inFlightOfUserMax: 2 } as const;

/** Calls between modules: as from a gateway, but in process. */
export function askerOf(answers: readonly Answer[]): Ask {
  return async (call, ask, asked) => {
    const found = answers.find((one) => one.call.name === call.name);
    return found === undefined ? refuse("NOT_FOUND") : ((await found.reply(ask, asked)) as never);
  };
}

/** Nothing is asked of the wallet but its key, which no gateway has. */
const ofWallet: Admission = async () => undefined;

const sessionAnswer = (db: Database, accounts: Accounts, time: Pick<Time, "now">): Answer =>
  answer(sessionQuestion, async (_ask, asked) =>
    given({ isOpen: (await accounts.sessionOf(db, asked, time.now())) !== undefined }),
  );

/** All modules behind the rpc server of each core, with one pool of connections. */
export async function openPlatform({ config, bus, time, log }: PlatformDeps): Promise<Platform> {
  const real = servedCore({
    bus,
    time,
    name: config.CORE_NAME,
    keys: config.BUS_KEYS,
    publicKeys: config.CORE_PUBLIC_KEYS,
    mode: config.TIDEMARK_MODE,
  });
  const simulated = simulatedCoreOf({ bus, time }, config);
  const served: readonly [Exclude<Module["serves"], undefined>, ServedCore][] =
    simulated === undefined
      ? [["real", real]]
      : [
          ["real", real],
          ["simulated", simulated],
        ];
  const regionOf = config.REGION_DATABASE === "" ? noRegion : await openRegions(config.REGION_DATABASE);
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const { db } = database;
  await checkRole(db, config, log);
  const invalidate: ModuleDeps["invalidate"] = (kind, facts) => {
    for (const [, core] of served) core.invalidate({ call: kind, uid: 0, ask: facts });
  };
  const answers: Answer[] = [];
  const topicsOf = (name: string): TopicWriter =>
    topicWriter({
      schema: schemaOf(name),
      clock: time,
      publish(owner, change) {
        for (const [, core] of served) core.publishTopic(owner, change);
      },
    });
  const queue = openNotices(config);
  const messages = openMessages({
    topics: topicsOf("messages"),
    mail: accountsOf(queue, config.FACTOR_FRESH_MS),
    clock: time,
  });
  const notices = noticesWithMessages(queue, messages);
  const accounts = accountsOf(notices, config.FACTOR_FRESH_MS);
  const deps: Omit<ModuleDeps, "topics"> = {
    db,
    time,
    log,
    config,
    regionOf,
    invalidate,
    ask: askerOf(answers),
    commands: real.sender("platform"),
    operatorCommands: operatorSenderOf(real, config),
    core: real.client,
    simulatedCore:
      simulated === undefined
        ? undefined
        : {
            client: simulated.client,
            deposits: simulated.sender("wallet"),
            operatorCommands: operatorSenderOf(simulated, config),
          },
    notices,
    messages,
    accounts,
    profiles: profilesOf(verifications),
    verifications,
    vipLevels,
    invitations,
    registrationCoupons: registrationCoupons(accounts),
    measures: { wallet: walletMeasure, notices: noticeMeasure },
  };
  const byName = Object.entries(modules).map(([name, open]) => {
    return [name, open({ ...deps, topics: topicsOf(name) })] as const;
  });
  const opened: Module[] = byName.map(([, module]) => module);
  const topicSchemas = byName.flatMap(([name, { topics }]) => (topics === undefined ? [] : [schemaOf(name)]));
  const topicSeqs = answer(topicSeqsOf("platform"), async ({ since }) =>
    given(await topicSeqsSince(db, topicSchemas, since, time.now())),
  );
  answers.push(...opened.flatMap((module) => module.answers), topicSeqs);
  const admit = admission({
    clock: time,
    limits: createRateLimits(rateRulesOf(config, gatewaysPerCaller), time),
    factorFreshMs: config.FACTOR_FRESH_MS,
    sessionOf: (caller) => accounts.sessionOf(db, caller, time.now()),
  });
  const rpcs = served.map(([which, core]) =>
    openRpcServer(
      {
        bus,
        core: core.name,
        owner: "platform",
        seal: core.rpcSeal,
        clock: time,
        log,
        admit,
        inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX,
      },
      [...opened.flatMap(({ serves = which, answers: own }) => (serves === which ? own : [])), topicSeqs],
    ),
  );
  if (real.walletSeal === undefined)
    log.warn(
      "bus: BUS_KEYS lacks wallet_asks; the platform needs it to answer the wallet, and no order to halt reaches it without",
    );
  else
    rpcs.push(
      openRpcServer(
        {
          bus,
          core: real.name,
          owner: "wallet_asks",
          seal: real.walletSeal,
          clock: time,
          log,
          admit: ofWallet,
          inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX,
        },
        [...opened.flatMap(({ walletAnswers = [] }) => walletAnswers), sessionAnswer(db, accounts, time)],
      ),
    );
  const jobs = opened.flatMap((module) => (module.jobs ?? []).map((job) => openRepeat({ db, time, log }, job)));
  const system = systemAnswers({
    db,
    clock: time,
    cores: served.map(([which, { client }]) => ({ exchange: which === "real" ? "REAL" : "SIMULATED", client })),
    jobs: () => jobs.map((job) => job.state()),
    gateways: (at) => reportedGateways(db, at),
  });
  const treasury = treasuryAnswers({ clock: time, core: real.client, campaigns: (max) => campaignNames(db, max) });
  const ofOperators = [
    ...opened.flatMap(({ operatorAnswers = [] }) => operatorAnswers),
    timelineAnswer(
      opened.flatMap(({ timeline = [] }) => timeline),
      time,
    ),
  ];
  if (real.consoleSeal !== undefined)
    rpcs.push(
      openRpcServer(
        {
          bus,
          core: real.name,
          owner: "console",
          seal: real.consoleSeal,
          clock: time,
          log,
          admit: operatorAdmission({
            limits: createRateLimits(rateRulesOf(config), time),
            rolesOf: (uid) => rolesOf(db, uid),
          }),
          inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX,
        },
        [...ofOperators, ...system, ...treasury],
      ),
    );
  const feeds = byName.flatMap(([name, { events }]) =>
    events === undefined
      ? []
      : [
          openEventFeed(
            { db, schema: schemaOf(name), client: real.client, bus, coreKeys: real.coreKeys, time, log },
            events,
          ),
        ],
  );
  const uploads = uploadServer(
    {
      served: served.map(([, { name, rpcSeal }]) => ({ core: name, seal: rpcSeal })),
      clock: time,
      log,
      admit,
      ...uploadsInFlight,
    },
    opened.flatMap((module) => module.uploads ?? []),
  );
  return {
    databaseUrl: url,
    handlers: [uploads],
    outsideHandlers: opened.flatMap((module) => module.outsideHandlers ?? []),
    isReady: () =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db).then(
        ({ rows }) => !rows[0]!.standby,
        () => false,
      ),
    async close() {
      await Promise.all(rpcs.map((rpc) => rpc.close()));
      for (const each of [...feeds, ...jobs]) await each.close();
      for (const module of opened.toReversed()) await module.close?.();
      for (const [, core] of served) core.close();
      await database.close();
    },
  };
}
