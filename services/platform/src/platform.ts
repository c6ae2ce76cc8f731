import { randomBytes } from "node:crypto";
import {
  type Answer,
  type Bus,
  commandSender,
  type Database,
  type Log,
  openDatabase,
  openDesk,
  refuse,
  sealQuestion,
  sealsOf,
  subjects,
  type Time,
  writableUrl,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Config } from "./config.ts";
import type { Ask, Kit, Module } from "./module.ts";
import { modules } from "./modules.ts";
import { nowhere, openRegions } from "./region.ts";

export type PlatformKit = { readonly config: Config; readonly bus: Bus; readonly time: Time; readonly log: Log };
export type Platform = {
  /** The server that took writes when the process started. */
  readonly databaseUrl: string;
  /** Whether its database is there and takes writes. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

/** In development one person may be everybody; in production whoever runs the platform must not be able to touch the journal. */
async function checkRole(db: Database, config: Config, log: Log): Promise<void> {
  const { rows } = await sql<{ reaches: boolean | null }>`
    select bool_or(has_schema_privilege(oid, 'usage')) as reaches from pg_namespace where nspname = 'journal'`.execute(
    db,
  );
  if (rows[0]!.reaches !== true) return;
  const words = "this role reaches the journal; the platform needs one that sees its own rows only";
  if (config.TIDEMARK_MODE === "production") throw new Error(words);
  log.warn(words);
}

/** One module asks another as a gateway would, but without the way there. */
export function askerOf(answers: readonly Answer[]): Ask {
  return async (call, ask, asked) => {
    const found = answers.find((one) => one.call.name === call.name);
    return found === undefined ? refuse("NOT_FOUND") : ((await found.reply(ask, asked)) as never);
  };
}

/** The modules behind one desk, with one pool of connections. */
export async function openPlatform({ config, bus, time, log }: PlatformKit): Promise<Platform> {
  const seals = sealsOf(config.BUS_KEYS, config.TIDEMARK_MODE);
  const [seal, classSeal, coreSeal] = [seals.of("platform_desk"), seals.of("platform"), seals.of("core")];
  if (seal === undefined || classSeal === undefined || coreSeal === undefined)
    throw new Error("BUS_KEYS needs the keys of platform_desk, platform and core");
  const regionOf = config.REGION_DATABASE === "" ? nowhere : await openRegions(config.REGION_DATABASE);
  const url = await writableUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const { db } = database;
  await checkRole(db, config, log);
  const sender = `platform-${randomBytes(6).toString("hex")}`;
  const asker = { by: "user", sender, seal, coreSeal: seal } as const;
  const tell: Kit["tell"] = (what, facts) =>
    bus.publish(
      subjects(config.CORE_NAME).told("platform"),
      sealQuestion({ call: what, uid: 0, ask: facts }, asker, time.now()),
    );
  const answers: Answer[] = [];
  const commands = commandSender({ bus, core: config.CORE_NAME, by: "platform", seal: classSeal, coreSeal, time });
  const kit: Kit = { db, time, log, config, regionOf, tell, ask: askerOf(answers), commands };
  const opened: Module[] = Object.values(modules).map((open) => open(kit));
  answers.push(...opened.flatMap((module) => module.answers));
  const desk = openDesk(
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
  return {
    databaseUrl: url,
    isReady: () =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db).then(
        ({ rows }) => !rows[0]!.standby,
        () => false,
      ),
    async close() {
      await desk.close();
      for (const module of opened.toReversed()) await module.close?.();
      commands.close();
      await database.close();
    },
  };
}
