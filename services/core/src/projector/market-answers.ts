import { type MarketEntry, type Instruments, success } from "@tidemark/contracts";
import { floorDiv, printUnits } from "@tidemark/money";
import type pg from "pg";
import type { Answer } from "../questions/refuse.ts";
import { fixed } from "./decimals.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const intervalMs: Readonly<Record<string, number>> = {
  "1m": minuteMs,
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "1h": 60 * minuteMs,
  "4h": 240 * minuteMs,
  "1d": dayMs,
};

type CandleColumns = {
  at: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  quote_volume: string;
};

/** One-minute candles, joined to the width asked for; minutes without a trade have no candle. */
async function joined(pool: pg.Pool, market: number, widthMs: number, since: number): Promise<CandleColumns[]> {
  const { rows } = await pool.query<CandleColumns>(
    `select minute - minute % $2::bigint as at,
       (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low,
       (array_agg(close order by minute desc))[1] as close,
       sum(volume)::text as volume, sum(quote_volume)::text as quote_volume
     from history.candles_1m where market = $1 and minute >= $3 group by 1 order by 1`,
    [market, widthMs, since],
  );
  return rows;
}

export async function candles(
  pool: pg.Pool,
  market: MarketEntry,
  now: number,
  interval: string,
  limit: number,
): Promise<Answer> {
  const widthMs = intervalMs[interval]!;
  const since = now - (now % widthMs) - (limit - 1) * widthMs;
  const rows = (await joined(pool, market.id, widthMs, since)).map((row) => ({
    at: Number(row.at),
    open: fixed(BigInt(row.open), market.tickSize),
    high: fixed(BigInt(row.high), market.tickSize),
    low: fixed(BigInt(row.low), market.tickSize),
    close: fixed(BigInt(row.close), market.tickSize),
    volume: fixed(BigInt(row.volume), market.lotSize),
  }));
  return { code: success, data: { rows } };
}

const nothing = { open: "", high: "", low: "", last: "", volume: "", quoteVolume: "", change: "" };

/** The last 24 hours by whole minutes. */
export async function dayStats(
  pool: pg.Pool,
  instruments: Instruments,
  market: MarketEntry,
  now: number,
): Promise<Answer> {
  const since = now - (now % minuteMs) - dayMs + minuteMs;
  const rows = await joined(pool, market.id, minuteMs, since);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { code: success, data: nothing };
  const open = BigInt(first.open);
  const close = BigInt(last.close);
  const highest = rows.reduce((high, row) => (BigInt(row.high) > high ? BigInt(row.high) : high), 0n);
  const lowest = rows.reduce((low, row) => (BigInt(row.low) < low ? BigInt(row.low) : low), open);
  const sum = (column: "volume" | "quote_volume"): bigint =>
    rows.reduce((total, row) => total + BigInt(row[column]), 0n);
  return {
    code: success,
    data: {
      open: fixed(open, market.tickSize),
      high: fixed(highest, market.tickSize),
      low: fixed(lowest, market.tickSize),
      last: fixed(close, market.tickSize),
      volume: fixed(sum("volume"), market.lotSize),
      quoteVolume: instruments.worth(market.id, sum("quote_volume")),
      // Hundredths of a percent, towards the lower side.
      change: printUnits(floorDiv((close - open) * 10_000n, open), 2, 2),
    },
  };
}
