import { expect, test } from "vitest";
import { alignedCloses, type Candle, candleOf, indexAt, percentOf, placeOf } from "./candles.ts";

const hour = 3_600_000;
const candle: Candle = { time: hour / 1000, open: 10, high: 12, low: 9, close: 11, volume: 3 };
const at = (time: number, close = 11): Candle => ({ ...candle, time, close });

test("[S1.38] a row becomes a candle with seconds", () => {
  expect(candleOf({ at: hour, open: "10", high: "12", low: "9", close: "11", volume: "3" })).toEqual(candle);
});

test("a running candle replaces the last one, a new one follows it, and an older one has no place", () => {
  const candles = [at(60), at(120)];
  expect([at(120), at(180), at(60)].map((each) => placeOf(candles, each))).toEqual([1, 2, undefined]);
  expect(placeOf([], at(60))).toBe(0);
});

test("a time is in the candle that began before it", () => {
  const candles = [at(60), at(120), at(300)];
  expect([0, 60, 119, 120, 299, 900].map((time) => indexAt(candles, time))).toEqual([-1, 0, 0, 1, 1, 2]);
});

test("a compared market has a price at every time of the first one, and at no other", () => {
  const times = [at(60), at(120), at(180), at(240)];
  const other = [at(90, 1), at(180, 2), at(210, 3)];
  expect(alignedCloses(times, other)).toEqual([
    { time: 120, value: 1 },
    { time: 180, value: 2 },
    { time: 240, value: 3 },
  ]);
});

test("a percent scale begins at zero", () => {
  expect([100, 150, 50].map((price) => percentOf(100, price))).toEqual([0, 50, -50]);
  expect(percentOf(0, 5)).toBe(0);
});
