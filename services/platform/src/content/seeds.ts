import { readFileSync } from "node:fs";
import { bizId, languages, siteIds, sites } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { z } from "zod";
import type { ConfigPart } from "./config-rules.ts";
import { seedConfigs } from "./configs.ts";
import { flagNames } from "./rules.ts";
import type { ContentStore } from "./store.ts";

const folder = new URL("../../seeds/", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

const country = z.string().regex(/^[A-Z]{2}$/);
const lang = z.enum(languages.map((one) => one.lang));
const seeds = z.strictObject({
  sites: z.record(
    z.enum(siteIds),
    z.strictObject({
      defaultLang: lang,
      langs: z.array(lang),
      deniedRegions: z.array(country),
      vasp: z.strictObject({ isOn: z.boolean(), lang: z.union([z.literal(""), lang]) }),
    }),
  ),
  countryFlags: z.array(z.strictObject({ country, flag: z.enum(flagNames) })),
  currencyRates: z.array(z.strictObject({ name: z.string(), symbol: z.string(), rate: z.string() })),
  appVersions: z.array(
    z.strictObject({
      type: z.enum(["android", "ios"]),
      versionName: z.string(),
      downUrl: z.string(),
      usableFrom: z.string(),
    }),
  ),
  strategies: z.array(
    z.strictObject({
      name: z.string(),
      variants: z.array(z.strictObject({ name: z.string(), weight: z.number().int().min(0).max(1_000) })).min(1),
    }),
  ),
});
export type Seeds = z.infer<typeof seeds>;

export const readSeeds = (): Seeds => seeds.parse(read("content"));

/** The shared config and one for each site. */
export const readConfigSeeds = (): ConfigPart[] => [
  { name: bizId, biz: undefined, body: read(bizId) },
  ...sites.map(({ appId }) => ({ name: appId, biz: bizId, body: read(appId) })),
];

type Row = Readonly<Record<string, unknown>>;

/** The rows of every table, by seed list. */
function rowsOf({ sites: bySite, ...rest }: Seeds, at: number): { name: string; table: string; rows: Row[] }[] {
  const lists = Object.entries(bySite).flatMap(([site, { defaultLang, langs, deniedRegions, vasp }]) => [
    {
      name: `languages of ${site}`,
      table: "site_languages",
      rows: langs.map((one, position) => ({ site, lang: one, position, is_default: one === defaultLang })),
    },
    { name: `vasp of ${site}`, table: "vasp", rows: [{ site, is_on: vasp.isOn, lang: vasp.lang }] },
    {
      name: `denied regions of ${site}`,
      table: "denied_regions",
      rows: deniedRegions.map((one) => ({ site, country: one })),
    },
  ]);
  const versions = rest.appVersions.map((one) => ({
    type: one.type,
    version_name: one.versionName,
    down_url: one.downUrl,
    usable_from: one.usableFrom,
    published_at: at,
  }));
  const rates = rest.currencyRates.map((one, position) => ({ ...one, position, updated_at: at }));
  return [
    ...lists,
    { name: "country flags", table: "country_flags", rows: rest.countryFlags },
    { name: "currency rates", table: "currency_rates", rows: rates },
    { name: "app versions", table: "app_versions", rows: versions },
    { name: "strategies", table: "strategies", rows: rest.strategies.map((one) => ({ ...one, is_running: true })) },
  ];
}

/** Each list is seeded once: rows removed later do not come back. */
async function seedRows(db: Database, at: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name, table, rows } of rowsOf(readSeeds(), at)) {
      const { rows: marked } = await sql`
        insert into content.seeded (name, at) values (${name}, ${at}) on conflict do nothing returning name`.execute(
        tx,
      );
      if (marked.length === 0) continue;
      await sql`
        insert into ${sql.table(`content.${table}`)}
        select * from jsonb_populate_recordset(null::${sql.table(`content.${table}`)}, ${JSON.stringify(rows)}::jsonb)
        on conflict do nothing`.execute(tx);
    }
  });
}

export async function seedContent(db: Database, store: ContentStore, at: number): Promise<void> {
  const problem = await seedConfigs(store, readConfigSeeds(), at);
  if (problem !== undefined) throw new Error(`the seeds do not make whole configs: ${problem}`);
  await seedRows(db, at);
}
