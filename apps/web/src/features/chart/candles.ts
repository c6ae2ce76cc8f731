import type { TradeRow } from "@tidemark/contracts";

/** A candle for the chart library: the only place where prices become floats, for drawing only. */
export type Candle = { time: number; open: number; high: number; low: number; close: number; volume: number };
export type CandleRow = { at: number; open: string; high: string; low: string; close: string; volume: string };

export const intervals = ["1m", "5m", "15m", "1h", "4h", "1d"] as const;
export type Interval = (typeof intervals)[number];
const intervalMs: Readonly<Record<Interval, number>> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
};

export const candleOf = (row: CandleRow): Candle => ({
  time: row.at / 1000,
  open: Number(row.open),
  high: Number(row.high),
  low: Number(row.low),
  close: Number(row.close),
  volume: Number(row.volume),
});

/** The last candle after one more trade: the same candle extended, or the next one, opened at the last close. */
export function grown(
  last: Candle | undefined,
  trade: Pick<TradeRow, "price" | "qty" | "at">,
  interval: Interval,
): Candle {
  const [price, qty] = [Number(trade.price), Number(trade.qty)];
  const time = (trade.at - (trade.at % intervalMs[interval])) / 1000;
  // A trade of an earlier candle cannot be added any more; the history has it.
  if (last !== undefined && time < last.time) return last;
  if (last === undefined || time > last.time) {
    const open = last?.close ?? price;
    return { time, open, high: Math.max(open, price), low: Math.min(open, price), close: price, volume: qty };
  }
  return {
    ...last,
    high: Math.max(last.high, price),
    low: Math.min(last.low, price),
    close: price,
    volume: last.volume + qty,
  };
}

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
