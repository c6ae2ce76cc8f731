import type { CandleInterval, CandleRow } from "@tidemark/contracts";

/** A candle for the chart library: the only place where prices become floats, for drawing only. */
export type Candle = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** The widths that the chart offers. */
export const intervals = ["1m", "5m", "15m", "1h", "4h", "1d", "1w", "1M"] as const satisfies readonly CandleInterval[];
export type Interval = (typeof intervals)[number];

export const candleOf = (row: CandleRow): Candle => ({
  time: row.at / 1000,
  open: Number(row.open),
  high: Number(row.high),
  low: Number(row.low),
  close: Number(row.close),
  volume: Number(row.volume),
});

/** A moving average of closes; it starts where there are enough of them. */
export function movingAverage(candles: readonly Candle[], length: number): { time: number; value: number }[] {
  const points: { time: number; value: number }[] = [];
  let sum = 0;
  for (const [index, candle] of candles.entries()) {
    sum += candle.close;
    if (index >= length) sum -= candles[index - length]!.close;
    if (index >= length - 1) points.push({ time: candle.time, value: sum / length });
  }
  return points;
}
