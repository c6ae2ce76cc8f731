import { expect, test } from "vitest";
import { measured } from "./measure.ts";

const candles = [0, 60, 120, 180].map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 2 }));

test("a measure counts price, bars, time and volume, in either direction", () => {
  const points = [
    { time: 60, price: 100 },
    { time: 180, price: 102 },
  ];
  expect(measured(candles, { points })).toEqual({
    price: 2,
    percent: expect.closeTo(2),
    bars: 2,
    seconds: 120,
    volume: 6,
  });
  expect(measured(candles, { points: points.toReversed() })).toMatchObject({ price: -2, bars: 2, seconds: 120 });
  expect(measured([], { points })).toBeUndefined();
});
