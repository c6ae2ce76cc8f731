import {
  candleEnd,
  type CandleInterval,
  candleMs,
  type CandlePrice,
  candlePrices,
  firstMondayMs,
} from "@tidemark/contracts";
import type pg from "pg";
import { Columns } from "../columns.ts";
import type { Queries } from "../history/query-share.ts";

const minuteMs = 60_000;
/** Widths that are stored, in minutes; all others are joined from the widest of these that divides them. */
export const storedWidths = [1, 60, 1_440] as const;

export const storedWidthOf = (interval: CandleInterval): number =>
  storedWidths.findLast((width) => candleMs[interval] % (width * minuteMs) === 0)!;

export type Candle = {
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  quoteVolume: bigint;
};
/** A change of a candle: prices in 1e-8, in the order in which they came. */
export type CandleChange = { readonly market: number; readonly price: number; readonly at: number } & Candle;

export const priceCode = (price: CandlePrice): number => candlePrices.indexOf(price);

function addPrice(candle: Candle, price: bigint, qty: bigint, value: bigint): void {
  if (price > candle.high) candle.high = price;
  if (price < candle.low) candle.low = price;
  candle.close = price;
  candle.volume += qty;
  candle.quoteVolume += value;
}

/** What a run of batches adds to candles. Only minutes are collected; the stored widths are made of them at the end. */
export class CandleBatch {
  readonly rows = new Columns({
    market: "int",
    price: "smallint",
    width: "int",
    at: "bigint",
    open: "bigint",
    high: "bigint",
    low: "bigint",
    close: "bigint",
    volume: "numeric",
    quote_volume: "numeric",
  });
  readonly #minutes = new Map<string, CandleChange>();

  get count(): number {
    return this.#minutes.size;
  }

  add(market: number, kind: CandlePrice, at: number, price: bigint, qty = 0n, value = 0n): void {
    const minute = at - (at % minuteMs);
    const code = priceCode(kind);
    const key = `${market}:${code}:${minute}`;
    const known = this.#minutes.get(key);
    if (known !== undefined) return addPrice(known, price, qty, value);
    const prices = { open: price, high: price, low: price, close: price };
    this.#minutes.set(key, { market, price: code, at: minute, ...prices, volume: qty, quoteVolume: value });
  }

  /** The minutes that have changed, in the order of their first change. */
  get minutes(): Iterable<CandleChange> {
    return this.#minutes.values();
  }

  finish(): void {
    for (const width of storedWidths) {
      const wide = new Map<string, CandleChange>();
      for (const change of this.#minutes.values()) {
        const at = change.at - (change.at % (width * minuteMs));
        const key = `${change.market}:${change.price}:${at}`;
        const known = wide.get(key);
        wide.set(key, known === undefined ? { ...change, at } : { ...joinCandles(known, change), at });
      }
      for (const { quoteVolume, ...candle } of wide.values())
        this.rows.add({ ...candle, width, quote_volume: quoteVolume });
    }
  }
}

/** Of two candles the later one after the earlier. */
export function joinCandles<C extends Candle>(first: C, next: Candle): C {
  return {
    ...first,
    high: next.high > first.high ? next.high : first.high,
    low: next.low < first.low ? next.low : first.low,
    close: next.close,
    volume: first.volume + next.volume,
    quoteVolume: first.quoteVolume + next.quoteVolume,
  };
}

export const candleConflict = `on conflict (market, price, width, at) do update set
  high = greatest(candles.high, excluded.high), low = least(candles.low, excluded.low), close = excluded.close,
  volume = candles.volume + excluded.volume, quote_volume = candles.quote_volume + excluded.quote_volume`;

const monthSql =
  "(extract(epoch from date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC')) * 1000)::bigint";

/** SQL of when the interval that contains `at` begins. */
export const bucketSql = (interval: CandleInterval): string =>
  interval === "1M" ? monthSql : `at - (at - ${interval === "1w" ? firstMondayMs : 0}) % ${candleMs[interval]}`;

/** Where a range ends: an interval that begins before the time is answered whole. */
export const rangeEnd = (interval: CandleInterval, before: number | undefined): number =>
  before === undefined ? Number.MAX_SAFE_INTEGER : candleEnd(interval, before - 1);

export type CandleColumns = Record<"at" | "open" | "high" | "low" | "close" | "volume" | "quote_volume", string>;
export type StoredCandle = Candle & { readonly at: number };

export const storedCandle = (row: CandleColumns): StoredCandle => ({
  at: Number(row.at),
  open: BigInt(row.open),
  high: BigInt(row.high),
  low: BigInt(row.low),
  close: BigInt(row.close),
  volume: BigInt(row.volume),
  quoteVolume: BigInt(row.quote_volume),
});

/** Until when the candles of a development exchange are simulated. */
export async function readSimulatedBefore(client: Pick<pg.ClientBase, "query">): Promise<number | undefined> {
  const { rows } = await client.query<{ before: string }>("select before from history.simulated_past");
  return rows[0] === undefined ? undefined : Number(rows[0].before);
}

export type CandleRange = {
  readonly market: number;
  readonly price: CandlePrice;
  readonly interval: CandleInterval;
  /** Where the last of them ends. */
  readonly before: number;
  readonly limit: number;
};

/** The newest candles of a range, oldest first, joined from the widest stored width that divides theirs. */
export async function readCandles(pool: Queries, range: CandleRange): Promise<StoredCandle[]> {
  const { market, price, interval, before, limit } = range;
  const widthMs = candleMs[interval];
  const stored = storedWidthOf(interval);
  // So many stored candles contain at least as many whole ones as are asked for.
  const storedMax = limit * (widthMs / (stored * minuteMs));
  const { rows } = await pool.query<CandleColumns>(
    `select start as at, (array_agg(open order by at))[1] as open, max(high) as high, min(low) as low,
       (array_agg(close order by at desc))[1] as close, sum(volume)::text as volume, sum(quote_volume)::text as quote_volume
     from (
       select *, ${bucketSql(interval)} as start from history.candles
       where market = $1 and price = $2 and width = $3 and at < $4 order by at desc limit $5
     ) as parts group by start order by start desc limit $6`,
    [market, priceCode(price), stored, before, storedMax, limit],
  );
  return rows.reverse().map(storedCandle);
}
