import { type Candle, indexAt, percentOf } from "../candles.ts";
import type { Drawing } from "./drawing.ts";

export type Measured = {
  readonly price: number;
  readonly percent: number;
  readonly bars: number;
  readonly seconds: number;
  /** Of the candles between the two points. */
  readonly volume: number;
};

/** What lies between the two points of a measure. */
export function measured(candles: readonly Candle[], { points }: Pick<Drawing, "points">): Measured | undefined {
  const [a, b] = points;
  if (a === undefined || b === undefined || candles.length === 0) return undefined;
  const [from, to] = a.time <= b.time ? [a, b] : [b, a];
  const [first, last] = [indexAt(candles, from.time), indexAt(candles, to.time)];
  let volume = 0;
  for (const candle of candles.slice(Math.max(0, first), last + 1)) volume += candle.volume;
  return {
    price: b.price - a.price,
    percent: percentOf(a.price, b.price),
    bars: last - first,
    seconds: to.time - from.time,
    volume,
  };
}
