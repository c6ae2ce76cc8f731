import { type Candle, indexAt } from "../candles.ts";

/**
 * The place of a time among the candles, in candles: between two it is a fraction, and before the first and after the last it is counted by
 * the candle's width. Drawings made in one interval so stay in place in every other.
 */
export function indexOfTime(
  candles: readonly Pick<Candle, "time">[],
  stepSeconds: number,
  time: number,
): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (time <= first.time) return (time - first.time) / stepSeconds;
  if (time >= last.time) return candles.length - 1 + (time - last.time) / stepSeconds;
  const index = indexAt(candles, time);
  const [from, to] = [candles[index]!.time, candles[index + 1]!.time];
  return index + (time - from) / (to - from);
}

/** The other way round; whole candles have whole indices. */
export function timeOfIndex(
  candles: readonly Pick<Candle, "time">[],
  stepSeconds: number,
  index: number,
): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (index <= 0) return first.time + index * stepSeconds;
  if (index >= candles.length - 1) return last.time + (index - candles.length + 1) * stepSeconds;
  const whole = Math.floor(index);
  const [from, to] = [candles[whole]!.time, candles[whole + 1]!.time];
  return from + (index - whole) * (to - from);
}
