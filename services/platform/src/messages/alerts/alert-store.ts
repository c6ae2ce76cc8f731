import type { AlertDirection, AlertMeasure } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Alert = {
  readonly id: string;
  readonly uid: number;
  readonly measure: AlertMeasure;
  readonly symbol: string;
  readonly direction: AlertDirection;
  readonly level: string;
  readonly madeAt: number;
  /** 0 while it waits. */
  readonly firedAt: number;
};

const columns = sql`id, uid::float8 as uid, measure, symbol, direction, level::text as level, made_at::float8 as "madeAt",
  coalesce(fired_at, 0)::float8 as "firedAt"`;

/** The lowest and the highest trade of a market. */
export type PriceRange = { readonly symbol: string; readonly low: string; readonly high: string };

/** The funding rate of a market, in percent. */
export type FundingRate = { readonly symbol: string; readonly percent: string };

/** A place in the order of users and their alerts. */
export type AlertPlace = Pick<Alert, "uid" | "id">;

/** SQL of alerts. */
export const alerts = {
  async of(db: Database, uid: number): Promise<readonly Alert[]> {
    const { rows } = await sql<Alert>`
      select ${columns} from messages.alerts where uid = ${uid} order by made_at desc, id`.execute(db);
    return rows;
  },
  /** False where the user has as many already. */
  async add(tx: Database, one: Omit<Alert, "firedAt">, countMax: number): Promise<boolean> {
    // Of two at once the second counts the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${one.uid}`}, 0))`.execute(tx);
    const { rows } = await sql`
      insert into messages.alerts (id, uid, measure, symbol, direction, level, made_at)
      select ${one.id}::uuid, ${one.uid}::bigint, ${one.measure}, ${one.symbol}, ${one.direction}, ${one.level}::numeric,
        ${one.madeAt}::bigint
      where (select count(*) from messages.alerts where uid = ${one.uid}) < ${countMax} returning id`.execute(tx);
    return rows.length > 0;
  },
  async change(tx: Database, one: Omit<Alert, "firedAt">): Promise<boolean> {
    const { rows } = await sql`
      update messages.alerts set measure = ${one.measure}, symbol = ${one.symbol}, direction = ${one.direction},
        level = ${one.level}::numeric, made_at = ${one.madeAt}, fired_at = null
      where id = ${one.id} and uid = ${one.uid} returning id`.execute(tx);
    return rows.length > 0;
  },
  async remove(tx: Database, uid: number, id: string): Promise<boolean> {
    const { rows } = await sql`delete from messages.alerts where id = ${id} and uid = ${uid} returning id`.execute(tx);
    return rows.length > 0;
  },
  /** Waiting alerts whose level lies within what was traded. */
  async reached(tx: Database, ranges: readonly PriceRange[]): Promise<readonly Alert[]> {
    const [symbols, lows, highs] = [
      ranges.map(({ symbol }) => symbol),
      ranges.map(({ low }) => low),
      ranges.map(({ high }) => high),
    ];
    const { rows } = await sql<Alert>`
      select ${columns} from messages.alerts
      join unnest(${symbols}::text[], ${lows}::numeric[], ${highs}::numeric[]) as traded (market, low, high) on market = symbol
      where measure = 'PRICE' and fired_at is null
        and ((direction = 'ABOVE' and level <= high) or (direction = 'BELOW' and level >= low))`.execute(tx);
    return rows;
  },
  /** Waiting alerts on funding rates that have come to their level. */
  async reachedByFunding(db: Database, rates: readonly FundingRate[], count: number): Promise<readonly Alert[]> {
    const [symbols, percents] = [rates.map(({ symbol }) => symbol), rates.map(({ percent }) => percent)];
    const { rows } = await sql<Alert>`
      select ${columns} from messages.alerts
      join unnest(${symbols}::text[], ${percents}::numeric[]) as funding (market, percent) on market = symbol
      where measure = 'FUNDING' and fired_at is null
        and ((direction = 'ABOVE' and level <= percent) or (direction = 'BELOW' and level >= percent))
      order by uid, id limit ${count}`.execute(db);
    return rows;
  },
  /** Waiting alerts on margin ratios behind one of them, by user. */
  async onMargin(db: Database, after: AlertPlace, count: number): Promise<readonly Alert[]> {
    const { rows } = await sql<Alert>`
      select ${columns} from messages.alerts
      where measure = 'MARGIN' and fired_at is null and (uid, id) > (${after.uid}::bigint, ${after.id}::uuid)
      order by uid, id limit ${count}`.execute(db);
    return rows;
  },
  /** False where it has gone off, changed or been removed meanwhile. */
  async fire(tx: Database, { id, madeAt }: Alert, at: number): Promise<boolean> {
    const { rows } = await sql`
      update messages.alerts set fired_at = ${at} where id = ${id} and made_at = ${madeAt} and fired_at is null
      returning id`.execute(tx);
    return rows.length > 0;
  },
};
