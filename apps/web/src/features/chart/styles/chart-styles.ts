import type { Candle } from "../candles.ts";

/** The ways to draw a market, in the order of the menu. */
export const chartStyles = ["bars", "candles", "hollow", "line", "area", "baseline", "heikinAshi"] as const;
export type ChartStyle = (typeof chartStyles)[number];

/** A hollow candle is filled where it closed below its open, and coloured by its close against the close before. */
export function hollowLook(
  { open, close }: Pick<Candle, "open" | "close">,
  closeBefore: number | undefined,
): { readonly isHollow: boolean; readonly isRise: boolean } {
  return { isHollow: close >= open, isRise: close >= (closeBefore ?? open) };
}

/** The Heikin Ashi candle after another one: prices are averages, so no order can be placed at them. */
export function heikinAshiAfter(before: Candle | undefined, { time, open, high, low, close, volume }: Candle): Candle {
  const averageClose = (open + high + low + close) / 4;
  const averageOpen = before === undefined ? (open + close) / 2 : (before.open + before.close) / 2;
  return {
    time,
    open: averageOpen,
    high: Math.max(high, averageOpen, averageClose),
    low: Math.min(low, averageOpen, averageClose),
    close: averageClose,
    volume,
  };
}

export function heikinAshi(candles: readonly Candle[]): Candle[] {
  const averaged: Candle[] = [];
  for (const candle of candles) averaged.push(heikinAshiAfter(averaged.at(-1), candle));
  return averaged;
}

/** What a baseline chart compares with: the close at the start of what is in sight. */
export const baseOf = (candles: readonly Candle[], firstInSight: number): number | undefined =>
  candles[Math.min(Math.max(0, Math.ceil(firstInSight)), candles.length - 1)]?.close;
