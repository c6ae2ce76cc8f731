import type { DayRow, Instruments, MarketEntry } from "@tidemark/contracts";
import { floorDiv, printUnits } from "@tidemark/money";
import type pg from "pg";
import {
  type CandleChange,
  type CandleColumns,
  joinCandles,
  priceCode,
  type StoredCandle,
  storedCandle,
} from "./candles.ts";
import { fixed } from "../decimals.ts";

const minuteMs = 60_000;
const minutesOfDay = 1_440;
const closesOfDay = 48;
const closeEveryMs = (minutesOfDay / closesOfDay) * minuteMs;

/** The day ends with the minute that runs and has 1,440 of them. */
const firstMinute = (now: number): number => now - (now % minuteMs) - (minutesOfDay - 1) * minuteMs;

const nothing = { open: "", high: "", low: "", last: "", volume: "", quoteVolume: "", change: "" };

/** The last 24 hours of every market by whole minutes, kept in memory from the candles that the history has. */
export class MarketDays {
  readonly #minutes = new Map<number, StoredCandle[]>();
  #minute = 0;

  /** Reads the minutes that may still count at `now`. */
  static async load(client: Pick<pg.ClientBase, "query">, now: number): Promise<MarketDays> {
    const days = new MarketDays();
    const { rows } = await client.query<CandleColumns & { market: number }>(
      "select * from history.candles where price = $1 and width = 1 and at >= $2 order by market, at",
      [priceCode("LAST"), firstMinute(now)],
    );
    for (const row of rows) days.#of(row.market).push(storedCandle(row));
    return days;
  }

  /** Takes in changed minutes and answers which markets look different now: those that traded, and all when a new minute has begun. */
  take(changes: Iterable<CandleChange>, now: number): ReadonlySet<number> {
    const changed = new Set<number>();
    const last = priceCode("LAST");
    for (const { market, price, ...minute } of changes) {
      if (price !== last) continue;
      const minutes = this.#of(market);
      const running = minutes.at(-1);
      if (running?.at === minute.at) minutes[minutes.length - 1] = joinCandles(running, minute);
      else minutes.push(minute);
      changed.add(market);
    }
    const minute = now - (now % minuteMs);
    if (minute === this.#minute) return changed;
    this.#minute = minute;
    for (const [market, minutes] of this.#minutes) {
      const expired = minutes.findIndex(({ at }) => at >= firstMinute(now));
      minutes.splice(0, expired < 0 ? minutes.length : expired);
      changed.add(market);
    }
    return changed;
  }

  row(instruments: Instruments, market: MarketEntry, now: number): DayRow {
    const { symbol } = market;
    const since = firstMinute(now);
    const minutes = this.#of(market.id).filter(({ at }) => at >= since);
    const [first] = minutes;
    const last = minutes.at(-1);
    if (first === undefined || last === undefined) return { symbol, ...nothing };
    const { open } = first;
    const { close } = last;
    const sum = (column: "volume" | "quoteVolume"): bigint => minutes.reduce((total, one) => total + one[column], 0n);
    return {
      symbol,
      open: fixed(open, market.tickSize),
      high: fixed(
        minutes.reduce((most, { high }) => (high > most ? high : most), open),
        market.tickSize,
      ),
      low: fixed(
        minutes.reduce((least, { low }) => (low < least ? low : least), open),
        market.tickSize,
      ),
      last: fixed(close, market.tickSize),
      volume: fixed(sum("volume"), market.lotSize),
      quoteVolume: instruments.worth(market.id, sum("quoteVolume")),
      // Hundredths of a percent, towards the lower side.
      change: printUnits(floorDiv((close - open) * 10_000n, open), 2, 2),
    };
  }

  /** The last price of each half hour, oldest first; empty before the first trade. Only these are printed, not every minute's. */
  closes(market: MarketEntry, now: number): string[] {
    const since = firstMinute(now);
    const closes: (bigint | undefined)[] = Array.from({ length: closesOfDay }, () => undefined);
    for (const { at, close } of this.#of(market.id))
      if (at >= since) closes[Math.floor((at - since) / closeEveryMs)] = close;
    let printed = "";
    return closes.map((close) => (printed = close === undefined ? printed : fixed(close, market.tickSize)));
  }

  #of(market: number): StoredCandle[] {
    let minutes = this.#minutes.get(market);
    if (minutes === undefined) this.#minutes.set(market, (minutes = []));
    return minutes;
  }
}
