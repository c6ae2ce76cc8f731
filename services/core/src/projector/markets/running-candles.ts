import { type CandleInterval, candleIntervals, candleStart } from "@tidemark/contracts";
import type pg from "pg";
import {
  type CandleChange,
  type CandleColumns,
  joinCandles,
  type StoredCandle,
  storedCandle,
  storedWidthOf,
  storedWidths,
} from "./candles.ts";

type Running = Map<CandleInterval, StoredCandle>;
type StoredRow = CandleColumns & Record<"market" | "price" | "width", string>;

/** The candle that runs now, for every market, price and width. */
export class RunningCandles {
  readonly #running = new Map<string, Running>();

  /** Joins what is stored of the month, day and hour that run at `now`. */
  static async load(client: Pick<pg.ClientBase, "query">, now: number): Promise<RunningCandles> {
    const candles = new RunningCandles();
    const since = (width: number): number =>
      Math.min(...candleIntervals.filter((one) => storedWidthOf(one) === width).map((one) => candleStart(one, now)));
    const { rows } = await client.query<StoredRow>(
      `select * from history.candles
       where (width = 1 and at >= $1) or (width = 60 and at >= $2) or (width = 1440 and at >= $3) order by at`,
      storedWidths.map(since),
    );
    for (const row of rows) {
      const change = { market: Number(row.market), price: Number(row.price), ...storedCandle(row) };
      candles.#join(change, (interval) => storedWidthOf(interval) === Number(row.width));
    }
    return candles;
  }

  take(changes: Iterable<CandleChange>): void {
    for (const change of changes) this.#join(change, () => true);
  }

  of(market: number, price: number): ReadonlyMap<CandleInterval, StoredCandle> {
    return this.#running.get(`${market}:${price}`) ?? new Map();
  }

  #join({ market, price, at, ...candle }: CandleChange, concerns: (interval: CandleInterval) => boolean): void {
    const key = `${market}:${price}`;
    const running: Running = this.#running.get(key) ?? new Map();
    this.#running.set(key, running);
    for (const interval of candleIntervals) {
      if (!concerns(interval)) continue;
      const start = candleStart(interval, at);
      const known = running.get(interval);
      if (known?.at === start) running.set(interval, joinCandles(known, candle));
      else if (known === undefined || start > known.at) running.set(interval, { at: start, ...candle });
    }
  }
}
