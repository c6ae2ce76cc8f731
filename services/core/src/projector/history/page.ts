import type { Instruments } from "@tidemark/contracts";
import type pg from "pg";
import type { EngineMachine } from "../../engine-machine.ts";
import { type Answer, answered, refused } from "../../questions/refuse.ts";
import type { MarketDays } from "../markets/market-days.ts";
import type { Queries } from "./query-share.ts";

export type HistoryContext = {
  readonly machine: EngineMachine;
  readonly instruments: Instruments;
  readonly days: MarketDays;
  /** Candles that begin before this time are simulated; undefined where all are real. */
  readonly simulatedBefore: number | undefined;
  readonly uid: number;
  readonly pool: Queries;
};
export type Answerer = (context: HistoryContext, ask: never) => Promise<Answer>;

export type PageAsk = { pageNum: number; pageSize: number };
/** `before` is the `next` of the page before. */
export type HistoryAsk = PageAsk & { before?: string };

/** A table in pages: the newest rows first, by the columns of its place. */
export type Paged = {
  readonly table: string;
  readonly place: readonly string[];
  readonly where: string;
  readonly values: readonly unknown[];
  readonly columns?: string;
};
type Head = {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly total: number;
  readonly isMore: boolean;
  readonly next?: string;
};
type Page<R> = { readonly rows: readonly R[]; readonly head: Head };

/** So many rows are counted, and reached by a page's number. Counting all of a busy account took longer than anybody waits. */
const countedMax = 1_000;

/** The parts of a page's end that a request brings back; undefined where it is none. */
export function placeParts(text: string, count: number): readonly string[] | undefined {
  const parts = text.split(":");
  return parts.length === count && parts.every((part) => /^\d{1,18}$/.test(part)) ? parts : undefined;
}

export const placeOf = (row: Readonly<Record<string, unknown>>, place: readonly string[]): string =>
  place.map((column) => String(row[column])).join(":");

/** The condition of what lies behind a place, whose parts are the values from number `first` on. A part may be wider than its column. */
export const behind = (place: readonly string[], first: number): string =>
  `(${place.join(", ")}) < (${place.map((_, i) => `$${first + i}::bigint`).join(", ")})`;

export const newestFirst = (place: readonly string[]): string => place.map((column) => `${column} desc`).join(", ");

async function read<R extends pg.QueryResultRow>(
  { pool }: Pick<HistoryContext, "pool">,
  ask: HistoryAsk,
  { table, place, where, values, columns = "*" }: Paged,
  parts: readonly string[] | undefined,
): Promise<Page<R>> {
  const { pageNum, pageSize } = ask;
  const offset = parts === undefined ? (pageNum - 1) * pageSize : 0;
  const from = parts === undefined ? where : `${where} and ${behind(place, values.length + 1)}`;
  // One statement, so that one timeout bounds the whole. The row behind the page says whether there is a next one; without rows there is
  // still the count.
  const { rows } = await pool.query<R & { counted: string; is_row: boolean | null }>(
    `with counted as (select count(*) as counted from (select from history.${table} where ${where} limit ${countedMax + 1}) as matching)
     select counted, listed.* from counted left join (
       select true as is_row, ${columns} from history.${table} where ${from}
       order by ${newestFirst(place)} limit ${pageSize + 1} offset ${offset}
     ) as listed on true order by ${newestFirst(place)}`,
    [...values, ...(parts ?? [])],
  );
  const found = rows.filter(({ is_row: isRow }) => isRow === true);
  const counted = Number(rows[0]!.counted);
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    rows: found.slice(0, pageSize),
    head: {
      pageNum,
      pageSize,
      total: Math.min(counted, countedMax),
      isMore: counted > countedMax,
      ...(last === undefined ? {} : { next: placeOf(last, place) }),
    },
  };
}

/**
 * One page of a table, behind `before` or by its number. Numbers reach only as far as rows are counted: what lies behind an offset is read
 * and thrown away, so the work would grow with the history.
 */
export async function page<R extends pg.QueryResultRow>(
  context: HistoryContext,
  ask: HistoryAsk,
  paged: Paged,
  answerOf: (page: Page<R>) => Answer,
): Promise<Answer> {
  const parts = ask.before === undefined ? undefined : placeParts(ask.before, paged.place.length);
  if (ask.before !== undefined && parts === undefined)
    return refused("REQUEST_INVALID", { problem: "before: it is the end of no page" });
  if (parts === undefined && (ask.pageNum - 1) * ask.pageSize >= countedMax)
    return refused("REQUEST_INVALID", { problem: `pageNum: rows behind the first ${countedMax} are read by before` });
  return answerOf(await read<R>(context, ask, paged, parts));
}

/** A page whose rows are listed as `rowOf` writes them. */
export const listPage = <R extends object>(
  context: HistoryContext,
  ask: HistoryAsk,
  paged: Paged,
  rowOf: (row: R) => object,
): Promise<Answer> =>
  page<R & Record<string, unknown>>(context, ask, paged, ({ rows, head }) =>
    answered({ ...head, list: rows.map((row) => rowOf(row)) }),
  );

/** -1 is no market: an unknown symbol has no history. */
export const marketFilter = (instruments: Instruments, symbol: string | undefined): number | null =>
  symbol === undefined ? null : (instruments.market(symbol)?.id ?? -1);
