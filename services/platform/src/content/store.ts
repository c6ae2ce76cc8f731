import type { Lang, LogLine, SiteId } from "@tidemark/contracts";
import { type Database, inTransaction } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { ConfigPart } from "./config-rules.ts";
import type { AppVersion, FlagName, Strategy } from "./rules.ts";

export type ContentStore = ReturnType<typeof contentStore>;
export type KeptConfig = ConfigPart & { readonly version: number; readonly seedHash: string | null };
/** Without a seed fingerprint it was written by an operator. */
export type ConfigWrite = ConfigPart & { readonly seedHash: string | null };
type Rate = {
  readonly name: string;
  readonly symbol: string;
  readonly rate: string;
  readonly updatedAt: number;
};
export type KeptLine = LogLine & {
  readonly at: number;
  readonly uid: number;
  readonly deviceId: string;
  readonly site: SiteId;
};

/** Decimal text without the zeros that the column's scale adds. */
const trimmed = (decimal: string): string => decimal.replace(/\.?0+$/, "");

function configStore(db: Database) {
  return {
    async configFile(name: string): Promise<{ version: number; body: object } | undefined> {
      const { rows } = await sql<{ version: number; body: object }>`
        select version, body from content.configs where name = ${name}`.execute(db);
      return rows[0];
    },
    async configs(): Promise<KeptConfig[]> {
      const { rows } = await sql<KeptConfig & { biz: string | null }>`
        select name, biz, version, body, seed_hash as "seedHash" from content.configs
        order by biz is not null, name`.execute(db);
      return rows.map((row) => ({ ...row, biz: row.biz ?? undefined }));
    },
    /** Reads all configs and writes the changes under one lock, in the caller's transaction where there is one. */
    async changeConfigs(change: (kept: readonly KeptConfig[]) => readonly ConfigWrite[], at: number): Promise<void> {
      const inOne = <T>(work: (tx: Database) => Promise<T>): Promise<T> =>
        db.isTransaction ? work(db) : inTransaction(db, (tx) => work(tx));
      await inOne(async (tx) => {
        await sql`lock table content.configs in share row exclusive mode`.execute(tx);
        const writes = change(await configStore(tx).configs());
        // The shared config first: the sites' configs refer to it.
        for (const { name, biz, body, seedHash } of writes.toSorted((a, b) => (a.biz ?? "").localeCompare(b.biz ?? "")))
          await sql`
            insert into content.configs (name, biz, version, body, seed_hash, updated_at)
            values (${name}, ${biz ?? null}, 1, ${JSON.stringify(body)}::jsonb, ${seedHash}, ${at})
            on conflict (name) do update set biz = excluded.biz, version = content.configs.version + 1,
              body = excluded.body, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at`.execute(tx);
      });
    },
  };
}

function languageStore(db: Database) {
  return {
    async languagesOf(site: SiteId): Promise<{ lang: Lang; isDefault: boolean }[]> {
      const { rows } = await sql<{ lang: Lang; isDefault: boolean }>`
        select lang, is_default as "isDefault" from content.site_languages
        where site = ${site} order by position`.execute(db);
      return rows;
    },
    async keepUserLanguage(uid: number, lang: Lang, at: number): Promise<void> {
      await sql`
        insert into content.user_languages (uid, lang, updated_at) values (${uid}, ${lang}, ${at})
        on conflict (uid) do update set lang = excluded.lang, updated_at = excluded.updated_at`.execute(db);
    },
  };
}

function flagStore(db: Database) {
  return {
    async deniedRegions(site: SiteId): Promise<Set<string>> {
      const { rows } = await sql<{ country: string }>`
        select country from content.denied_regions where site = ${site}`.execute(db);
      return new Set(rows.map(({ country }) => country));
    },
    async flagsOf(uid: number, country: string | undefined) {
      const { rows } = await sql<{ flag: FlagName; isOn: boolean; isOfUser: boolean }>`
        select flag, is_on as "isOn", true as "isOfUser" from content.user_flags where uid = ${uid} and ${uid} <> 0
        union all
        select flag, true, false from content.country_flags where country = ${country ?? ""}`.execute(db);
      return {
        ofUser: Object.fromEntries(rows.filter((row) => row.isOfUser).map(({ flag, isOn }) => [flag, isOn])),
        ofCountry: new Set(rows.filter((row) => !row.isOfUser).map(({ flag }) => flag)),
      };
    },
    async vaspOf(site: SiteId): Promise<{ isOn: boolean; lang: string } | undefined> {
      const { rows } = await sql<{ isOn: boolean; lang: string }>`
        select is_on as "isOn", lang from content.vasp where site = ${site}`.execute(db);
      return rows[0];
    },
    async strategies(): Promise<(Strategy & { isRunning: boolean })[]> {
      const { rows } = await sql<Strategy & { isRunning: boolean }>`
        select name, variants, is_running as "isRunning" from content.strategies order by name`.execute(db);
      return rows;
    },
    async setStrategy({ name, variants, isRunning }: Strategy & { isRunning: boolean }): Promise<void> {
      await sql`
        insert into content.strategies (name, variants, is_running)
        values (${name}, ${JSON.stringify(variants)}::jsonb, ${isRunning})
        on conflict (name) do update set variants = excluded.variants, is_running = excluded.is_running`.execute(db);
    },
    async countryFlags(): Promise<{ country: string; flag: FlagName }[]> {
      const { rows } = await sql<{ country: string; flag: FlagName }>`
        select country, flag from content.country_flags order by country, flag`.execute(db);
      return rows;
    },
    async setCountryFlag({ country, flag, isOn }: { country: string; flag: FlagName; isOn: boolean }): Promise<void> {
      if (isOn)
        await sql`
          insert into content.country_flags (country, flag) values (${country}, ${flag}) on conflict do nothing`.execute(
          db,
        );
      else await sql`delete from content.country_flags where country = ${country} and flag = ${flag}`.execute(db);
    },
    /** The rows of users who differ from their country. */
    async userFlags(max: number): Promise<{ uid: number; flag: FlagName; isOn: boolean }[]> {
      const { rows } = await sql<{ uid: number; flag: FlagName; isOn: boolean }>`
        select uid::float8 as uid, flag, is_on as "isOn" from content.user_flags order by uid, flag limit ${max}`.execute(
        db,
      );
      return rows;
    },
    async userFlag(uid: number, flag: FlagName): Promise<boolean | undefined> {
      const { rows } = await sql<{ isOn: boolean }>`
        select is_on as "isOn" from content.user_flags where uid = ${uid} and flag = ${flag}`.execute(db);
      return rows[0]?.isOn;
    },
    async setUserFlag({ uid, flag, isOn }: { uid: number; flag: FlagName; isOn: boolean }): Promise<void> {
      await sql`
        insert into content.user_flags (uid, flag, is_on) values (${uid}, ${flag}, ${isOn})
        on conflict (uid, flag) do update set is_on = excluded.is_on`.execute(db);
    },
    async runningStrategies(): Promise<Strategy[]> {
      const { rows } = await sql<Strategy>`
        select name, variants from content.strategies where is_running order by name`.execute(db);
      return rows;
    },
  };
}

function figureStore(db: Database) {
  return {
    async rates(): Promise<Rate[]> {
      const { rows } = await sql<Rate>`
        select name, symbol, rate::text as rate, updated_at::float8 as "updatedAt"
        from content.currency_rates order by position, name`.execute(db);
      return rows.map((row) => ({ ...row, rate: trimmed(row.rate) }));
    },
    async setRates(rates: readonly { name: string; rate: string }[], at: number): Promise<void> {
      await sql`
        update content.currency_rates r set rate = row.rate::numeric, updated_at = ${at}
        from unnest(${rates.map(({ name }) => name)}::text[], ${rates.map(({ rate }) => rate)}::text[]) as row(name, rate)
        where r.name = row.name`.execute(db);
    },
    async newestVersion(type: string): Promise<AppVersion | undefined> {
      const { rows } = await sql<AppVersion>`
        select version_name as "versionName", down_url as "downUrl", usable_from as "usableFrom"
        from content.app_versions where type = ${type} order by published_at desc, version_name desc limit 1`.execute(
        db,
      );
      return rows[0];
    },
  };
}

function logStore(db: Database) {
  return {
    async keepLines(lines: readonly KeptLine[]): Promise<void> {
      await sql`
        insert into content.request_log (at, uid, device_id, site, path, started_at, ms, result, code, message, body)
        select at, uid, "deviceId", site, path, "startedAt", ms, result, code, message, body
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(at bigint, uid bigint, "deviceId" text, site text,
          path text, "startedAt" bigint, ms integer, result text, code integer, message text, body text)`.execute(db);
    },
    /** Deletes lines before `oldest` and, of the rest, all but the newest `linesMax`; at most `atMost` rows of each per call. */
    async forgetLines(oldest: number, linesMax: number, atMost: number): Promise<void> {
      await sql`
        delete from content.request_log where id in
          (select id from content.request_log where at < ${oldest} order by at limit ${atMost})`.execute(db);
      await sql`
        delete from content.request_log where id in
          (select id from content.request_log
           where id <= (select max(id) from content.request_log) - ${linesMax}::bigint order by id limit ${atMost})`.execute(
        db,
      );
    },
  };
}

/** SQL and nothing else. */
export function contentStore(db: Database) {
  return { ...configStore(db), ...languageStore(db), ...flagStore(db), ...figureStore(db), ...logStore(db) };
}
