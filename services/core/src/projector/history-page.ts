import type { Instruments } from "@tidemark/contracts";
import type pg from "pg";
import type { EngineMachine } from "../engine-machine.ts";
import type { Answer } from "../questions/refuse.ts";
import type { MarketDays } from "./market-days.ts";

export type HistoryContext = {
  readonly machine: EngineMachine;
  readonly instruments: Instruments;
  readonly days: MarketDays;
  /** Candles that begin before this time are simulated; undefined where all are real. */
  readonly simulatedBefore: number | undefined;
  readonly uid: number;
  readonly pool: pg.Pool;
};
export type Answerer = (context: HistoryContext, ask: never) => Promise<Answer>;

export type PageAsk = { pageNum: number; pageSize: number };

/** One page of a table, and how many rows there are altogether. */
export async function page<R extends pg.QueryResultRow>(
  { pool }: HistoryContext,
  ask: PageAsk,
  table: string,
  where: string,
  by: string,
  values: unknown[],
  columns = "*",
): Promise<{ rows: R[]; head: { pageNum: number; pageSize: number; total: number } }> {
  const { pageNum, pageSize } = ask;
  const counted = await pool.query<{ count: string }>(`select count(*) from history.${table} where ${where}`, values);
  const { rows } = await pool.query<R>(
    `select ${columns} from history.${table} where ${where} order by ${by} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    values,
  );
  return { rows, head: { pageNum, pageSize, total: Number(counted.rows[0]!.count) } };
}

/** -1 is no market: an unknown symbol has no history. */
export const marketFilter = (instruments: Instruments, symbol: string | undefined): number | null =>
  symbol === undefined ? null : (instruments.market(symbol)?.id ?? -1);
