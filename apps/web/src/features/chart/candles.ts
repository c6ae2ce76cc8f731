import type { CandleRow } from "@tidemark/contracts";

/** A candle for the chart library: the only place where prices become floats, for drawing only. Times are seconds. */
export type Candle = { time: number; open: number; high: number; low: number; close: number; volume: number };

export const candleOf = (row: CandleRow): Candle => ({
  time: row.at / 1000,
  open: Number(row.open),
  high: Number(row.high),
  low: Number(row.low),
  close: Number(row.close),
  volume: Number(row.volume),
});

/** The candles with a newer state of the last one or with one more. An older candle is in the history already: undefined. */
export function placeOf(candles: readonly Candle[], { time }: Candle): number | undefined {
  const last = candles.at(-1);
  if (last === undefined || time > last.time) return candles.length;
  return time === last.time ? candles.length - 1 : undefined;
}

/** The index of the last candle that begins at or before a time; -1 if all begin later. */
export function indexAt(candles: readonly Pick<Candle, "time">[], time: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (candles[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The closes of another market at the times of this one. A market without a trade in an interval keeps its last price, and times that
 * only the other market has are left out, so that no column of the chart is empty.
 */
export function alignedCloses(
  times: readonly Pick<Candle, "time">[],
  other: readonly Candle[],
): { readonly time: number; readonly value: number }[] {
  return times.flatMap(({ time }) => {
    const index = indexAt(other, time);
    return index < 0 ? [] : [{ time, value: other[index]!.close }];
  });
}

/** The change from a first price to another in percent, as a percent scale shows it. */
export const percentOf = (first: number, price: number): number => (first === 0 ? 0 : (price / first - 1) * 100);
