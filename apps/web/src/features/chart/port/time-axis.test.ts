import { expect, test } from "vitest";
import { indexOfTime, timeOfIndex } from "./time-axis.ts";

// Without a trade from 180 to 360 there is no candle.
const candles = [60, 120, 180, 360, 420].map((time) => ({ time }));

test("a time has a place among the candles, also between, before and after them", () => {
  const times = [0, 60, 90, 270, 420, 540];
  const indices = times.map((time) => indexOfTime(candles, 60, time));
  expect(indices).toEqual([-1, 0, 0.5, 2.5, 4, 6]);
  expect(indices.map((index) => timeOfIndex(candles, 60, index!))).toEqual(times);
});

test("without candles nothing has a place", () => {
  expect([indexOfTime([], 60, 1), timeOfIndex([], 60, 1)]).toEqual([undefined, undefined]);
});
