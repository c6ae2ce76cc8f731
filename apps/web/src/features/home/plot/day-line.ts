import { dayMs } from "../../../lib/format/utc-days.ts";
import type { Frame, Reading } from "../../../lib/plot/level-line.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";

export type CandleRow = {
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
};

/** Widths of candles that a day is drawn with: the last for a market that has not traded for long. */
export const candleMs = { "5m": 300_000, "15m": 900_000, "1m": 60_000 } as const;

/** The course of a price over the day until its newest candle ends. It does not use the browser's clock, which may be wrong. */
export type DayLine = {
  readonly readings: readonly Reading[];
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  /** The first and the lowest price as exact text, for calculations; the other fields are for drawing. */
  readonly opened: string;
  readonly lowest: string;
};

const lowestOf = (rows: readonly CandleRow[]): string =>
  rows.reduce((lowest, { low }) => (requireUnits(low) < requireUnits(lowest) ? low : lowest), rows[0]!.low);

/** Undefined where nothing has traded. A market younger than a day has a younger line. */
export function dayLineOf(rows: readonly CandleRow[], widthMs: number): DayLine | undefined {
  const newest = rows.at(-1);
  if (newest === undefined) return undefined;
  const to = newest.at + widthMs;
  const day = rows.filter(({ at }) => at >= to - dayMs);
  const [first] = day as [CandleRow, ...CandleRow[]];
  return {
    readings: [
      { at: first.at, level: Number(first.open) },
      ...day.map(({ at, close }) => ({ at: at + widthMs, level: Number(close) })),
    ],
    from: first.at,
    to,
    low: Math.min(...day.map(({ low }) => Number(low))),
    high: Math.max(...day.map(({ high }) => Number(high))),
    opened: first.open,
    lowest: lowestOf(day),
  };
}

/** The same day ending at the price that was just paid, which may lift its tidemark. */
export function endingAt(day: DayLine, last: number): DayLine {
  return {
    ...day,
    readings: [...day.readings.slice(0, -1), { at: day.to, level: last }],
    low: Math.min(day.low, last),
    high: Math.max(day.high, last),
  };
}

/** Room below the lowest price, as a part of the day's range. */
const footroom = 0.12;

export const frameOfDay = ({ from, to, low, high }: DayLine, headroom: number): Frame => ({
  from,
  to,
  low: low - footroom * (high - low),
  high,
  headroom,
});
