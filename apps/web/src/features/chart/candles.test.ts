import { expect, test } from "vitest";
import { type Candle, candleOf, movingAverage } from "./candles.ts";

const hour = 3_600_000;
const candle: Candle = { time: hour / 1000, open: 10, high: 12, low: 9, close: 11, volume: 3 };

test("a row becomes a candle with seconds", () => {
  expect(candleOf({ at: hour, open: "10", high: "12", low: "9", close: "11", volume: "3" })).toEqual(candle);
});
test("a moving average begins where it has enough closes", () => {
  const candles = [1, 2, 3, 4].map((close, time) => ({ ...candle, close, time }));
  expect(movingAverage(candles, 2)).toEqual([
    { time: 1, value: 1.5 },
    { time: 2, value: 2.5 },
    { time: 3, value: 3.5 },
  ]);
});
