import { expect, test } from "vitest";
import type { Candle } from "../candles.ts";
import { baseOf, chartStyles, heikinAshi, heikinAshiAfter, hollowLook } from "./chart-styles.ts";

const candle = (time: number, open: number, high: number, low: number, close: number): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume: 1,
});

test("there are seven styles", () => {
  expect(chartStyles).toHaveLength(7);
});

test("[S1.39] a hollow candle rose since its open, and its colour says whether it rose since the close before", () => {
  expect(hollowLook({ open: 10, close: 12 }, 11)).toEqual({ isHollow: true, isRise: true });
  expect(hollowLook({ open: 10, close: 12 }, 13)).toEqual({ isHollow: true, isRise: false });
  expect(hollowLook({ open: 12, close: 11 }, 10)).toEqual({ isHollow: false, isRise: true });
  expect(hollowLook({ open: 12, close: 11 }, undefined)).toEqual({ isHollow: false, isRise: false });
});

test("[S1.43] Heikin Ashi averages each candle with the one before, and its wicks reach the traded extremes", () => {
  const [first, second] = heikinAshi([candle(1, 10, 14, 8, 12), candle(2, 12, 20, 11, 18)]);
  expect(first).toMatchObject({ open: 11, close: 11, high: 14, low: 8 });
  expect(second).toMatchObject({ open: 11, close: 15.25, high: 20, low: 11 });
});

test("[S1.43] the running candle alone is averaged as the whole history would be", () => {
  const candles = [candle(1, 10, 14, 8, 12), candle(2, 12, 20, 11, 18), candle(3, 18, 19, 9, 10)];
  const before = heikinAshi(candles.slice(0, 2)).at(-1);
  expect(heikinAshiAfter(before, candles[2]!)).toEqual(heikinAshi(candles)[2]);
});

test("[S1.42] the base is the close at the start of what is in sight, also beyond either end", () => {
  const candles = [candle(1, 1, 1, 1, 5), candle(2, 1, 1, 1, 6), candle(3, 1, 1, 1, 7)];
  expect([-20, 0, 0.4, 2, 9].map((first) => baseOf(candles, first))).toEqual([5, 5, 6, 7, 7]);
  expect(baseOf([], 0)).toBeUndefined();
});
