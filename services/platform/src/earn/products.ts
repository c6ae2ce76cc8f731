import { readFileSync } from "node:fs";
import { decimalText } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { sql } from "kysely";
import { z } from "zod";

/** Rates of a year and smallest amounts are in 1e-8. */
export type FlexibleOffer = { readonly asset: string; readonly yearRate: bigint; readonly minimum: bigint };
export type TermOffer = FlexibleOffer & { readonly days: number };

const offer = { asset: z.string(), yearRate: decimalText, minimum: decimalText };
const seeds = z.strictObject({
  flexible: z.array(z.strictObject(offer)),
  terms: z.array(z.strictObject({ ...offer, days: z.number().int() })),
});
const units = (text: string): bigint => parseUnits(text)!;

/** Days of rates that pages show, today among them. */
const ratesShown = 30;

/** SQL of the products. The rate that counts is that of the day (`rate_days`), which is set at 00:00 UTC. */
export const products = {
  /** Products of a first start; rows that are there stay as they are. */
  async seed(db: Database, today: number): Promise<void> {
    const { flexible, terms } = seeds.parse(
      JSON.parse(readFileSync(new URL("../../seeds/earn.json", import.meta.url), "utf8")),
    );
    for (const [place, { asset, yearRate, minimum }] of flexible.entries())
      await sql`
        insert into earn.flexible_products (asset, year_rate, minimum, place)
        values (${asset}, ${units(yearRate)}, ${units(minimum)}, ${place}) on conflict do nothing`.execute(db);
    for (const [place, { asset, days, yearRate, minimum }] of terms.entries())
      await sql`
        insert into earn.term_products (asset, days, year_rate, minimum, place)
        values (${asset}, ${days}, ${units(yearRate)}, ${units(minimum)}, ${place}) on conflict do nothing`.execute(db);
    // A product without any rate would wait for the next midnight.
    await sql`
      insert into earn.rate_days (asset, day, year_rate)
      select asset, ${today}, year_rate from earn.flexible_products p
      where not exists (select from earn.rate_days r where r.asset = p.asset)`.execute(db);
  },
  /** Today's rates are what the products say now; a day that has its rate keeps it. */
  async setRates(tx: Database, today: number): Promise<void> {
    await sql`
      insert into earn.rate_days (asset, day, year_rate)
      select asset, ${today}, year_rate from earn.flexible_products on conflict do nothing`.execute(tx);
  },
  /** The rate of each product on a day, by asset. */
  async ratesOf(db: Database, day: number): Promise<ReadonlyMap<string, bigint>> {
    const { rows } = await sql<{ asset: string; rate: string }>`
      select distinct on (asset) asset, year_rate::text as rate from earn.rate_days
      where day <= ${day} order by asset, day desc`.execute(db);
    return new Map(rows.map(({ asset, rate }) => [asset, BigInt(rate)]));
  },
  async flexible(db: Database, today: number): Promise<readonly (FlexibleOffer & { rates: readonly bigint[] })[]> {
    const { rows } = await sql<{ asset: string; minimum: string; yearRate: string; rates: readonly string[] }>`
      select asset, minimum::text as minimum, coalesce((
        select year_rate::text from earn.rate_days r
        where r.asset = p.asset and day <= ${today} order by day desc limit 1), '0') as "yearRate", array(
        select year_rate::text from earn.rate_days r
        where r.asset = p.asset and day > ${today - ratesShown} order by day) as rates
      from earn.flexible_products p order by place`.execute(db);
    return rows.map(({ asset, minimum, yearRate, rates }) => ({
      asset,
      minimum: BigInt(minimum),
      yearRate: BigInt(yearRate),
      rates: (rates.length === 0 ? [yearRate] : rates).map(BigInt),
    }));
  },
  async terms(db: Database): Promise<readonly TermOffer[]> {
    const { rows } = await sql<{ asset: string; days: number; yearRate: string; minimum: string }>`
      select asset, days, year_rate::text as "yearRate", minimum::text as minimum
      from earn.term_products order by place`.execute(db);
    return rows.map((row) => ({ ...row, yearRate: BigInt(row.yearRate), minimum: BigInt(row.minimum) }));
  },
};
