import { type Bus, type Log, openDatabase, openDesk, sealsOf, type Time, writableUrl } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Config } from "./config.ts";
import type { Module } from "./module.ts";
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

/** The modules behind one desk, with one pool of connections. */
export async function openPlatform({ config, bus, time, log }: PlatformKit): Promise<Platform> {
  const seal = sealsOf(config.BUS_KEYS, config.TIDEMARK_MODE).of("platform_desk");
  if (seal === undefined) throw new Error("BUS_KEYS needs the key of platform_desk");
  const regionOf = config.REGION_DATABASE === "" ? nowhere : await openRegions(config.REGION_DATABASE);
  const url = await writableUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const { db } = database;
  const opened: Module[] = Object.values(modules).map((open) => open({ db, time, log, config, regionOf }));
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
    opened.flatMap(({ answers }) => answers),
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
      await database.close();
    },
  };
}
