import { randomBytes } from "node:crypto";
import { topicSeqsOf } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Bus,
  commandSender,
  coreClient,
  type Database,
  given,
  type Log,
  openDatabase,
  openEventFeed,
  openRepeat,
  openRpcServer,
  type Question,
  refuse,
  type Seals,
  sealQuestion,
  sealsOf,
  subjects,
  type Time,
  topicSeqsSince,
  topicWriter,
  primaryUrl,
} from "@tidemark/kit-node";
import type { Seal } from "@tidemark/contracts/codec";
import { sql } from "kysely";
import type { Config } from "./module/config.ts";
import { type Ask, type Module, type ModuleDeps, schemaOf } from "./module/deps.ts";
import { accountsOf } from "./identity/index.ts";
import { openNotices } from "./mail/index.ts";
import { modules } from "./modules.ts";
import { noRegion, openRegions } from "./module/region.ts";

export type PlatformDeps = { readonly config: Config; readonly bus: Bus; readonly time: Time; readonly log: Log };
export type Platform = {
  /** The primary at the start of the process. */
  readonly databaseUrl: string;
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

/** The key of class operator is used only where operators are answered; a process that has it by mistake sends nothing with it. */
function operatorSealOf(config: Config, seals: Seals): Seal | undefined {
  if (config.OPERATOR_CALLS === "off") return undefined;
  const seal = seals.of("operator");
  if (seal === undefined) throw new Error("BUS_KEYS needs the key of operator where OPERATOR_CALLS is on");
  return seal;
}

/** Calls between modules: as from a gateway, but in process. */
export function askerOf(answers: readonly Answer[]): Ask {
  return async (call, ask, asked) => {
    const found = answers.find((one) => one.call.name === call.name);
    return found === undefined ? refuse("NOT_FOUND") : ((await found.reply(ask, asked)) as never);
  };
}

/** All modules behind one rpc server, with one pool of connections. */
export async function openPlatform({ config, bus, time, log }: PlatformDeps): Promise<Platform> {
  const seals = sealsOf(config.BUS_KEYS, config.TIDEMARK_MODE);
  const [seal, classSeal, coreSeal] = [seals.of("platform_rpc"), seals.of("platform"), seals.of("core")];
  if (seal === undefined || classSeal === undefined || coreSeal === undefined)
    throw new Error("BUS_KEYS needs the keys of platform_rpc, platform and core");
  const regionOf = config.REGION_DATABASE === "" ? noRegion : await openRegions(config.REGION_DATABASE);
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const { db } = database;
  await checkRole(db, config, log);
  const sender = `platform-${randomBytes(6).toString("hex")}`;
  const asker = { by: "user", sender, seal, coreSeal: seal } as const;
  const publish = (subject: string, message: Question): void =>
    bus.publish(subject, sealQuestion(message, asker, time.now()));
  const bySubject = subjects(config.CORE_NAME);
  const invalidate: ModuleDeps["invalidate"] = (kind, facts) =>
    publish(bySubject.invalidated("platform"), { call: kind, uid: 0, ask: facts });
  const answers: Answer[] = [];
  const notices = openNotices(config);
  const accounts = accountsOf(notices, config.FACTOR_FRESH_MS);
  const commands = commandSender({ bus, core: config.CORE_NAME, by: "platform", seal: classSeal, coreSeal, time });
  const operatorSeal = operatorSealOf(config, seals);
  const operatorCommands =
    operatorSeal === undefined
      ? undefined
      : commandSender({ bus, core: config.CORE_NAME, by: "operator", seal: operatorSeal, coreSeal, time });
  const core = coreClient({ bus, core: config.CORE_NAME, by: "platform", seal: classSeal, coreSeal, clock: time });
  const deps: Omit<ModuleDeps, "topics"> = {
    db,
    time,
    log,
    config,
    regionOf,
    invalidate,
    ask: askerOf(answers),
    commands,
    operatorCommands,
    core,
    notices,
    accounts,
  };
  const byName = Object.entries(modules).map(([name, open]) => {
    const topics = topicWriter({
      schema: schemaOf(name),
      clock: time,
      publish: (owner, change) => publish(bySubject.topics(owner), change),
    });
    return [name, open({ ...deps, topics })] as const;
  });
  const opened: Module[] = byName.map(([, module]) => module);
  const topicSchemas = byName.flatMap(([name, { topics }]) => (topics === undefined ? [] : [schemaOf(name)]));
  answers.push(
    ...opened.flatMap((module) => module.answers),
    answer(topicSeqsOf("platform"), async ({ since }) =>
      given(await topicSeqsSince(db, topicSchemas, since, time.now())),
    ),
  );
  const rpc = openRpcServer(
    {
      bus,
      core: config.CORE_NAME,
      owner: "platform",
      seal,
      clock: time,
      log,
      inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX,
    },
    answers,
  );
  const feeds = byName.flatMap(([name, { events }]) =>
    events === undefined
      ? []
      : [openEventFeed({ db, schema: schemaOf(name), client: core, bus, coreSeal, time, log }, events)],
  );
  const jobs = opened.flatMap((module) => (module.jobs ?? []).map((job) => openRepeat({ db, time, log }, job)));
  return {
    databaseUrl: url,
    isReady: () =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db).then(
        ({ rows }) => !rows[0]!.standby,
        () => false,
      ),
    async close() {
      await rpc.close();
      for (const each of [...feeds, ...jobs]) await each.close();
      for (const module of opened.toReversed()) await module.close?.();
      commands.close();
      operatorCommands?.close();
      await database.close();
    },
  };
}
