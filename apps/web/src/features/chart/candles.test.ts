import { expect, test } from "vitest";
import { type Candle, candleOf, grown, movingAverage } from "./candles.ts";

const hour = 3_600_000;
const candle: Candle = { time: hour / 1000, open: 10, high: 12, low: 9, close: 11, volume: 3 };

test("a row becomes a candle with seconds", () => {
  expect(candleOf({ at: hour, open: "10", high: "12", low: "9", close: "11", volume: "3" })).toEqual(candle);
});
test("a trade of the same hour grows the candle", () => {
  expect(grown(candle, { price: "13.5", qty: "1", at: hour + 5 }, "1h")).toEqual({
    ...candle,
    high: 13.5,
    close: 13.5,
    volume: 4,
  });
});
test("a trade of the next hour begins a candle at the last close", () => {
  expect(grown(candle, { price: "8", qty: "2", at: 2 * hour }, "1h")).toEqual({
    time: (2 * hour) / 1000,
    open: 11,
    high: 11,
    low: 8,
    close: 8,
    volume: 2,
  });
});
test("a late trade changes nothing", () => {
  expect(grown(candle, { price: "99", qty: "1", at: 5 }, "1h")).toBe(candle);
});
test("a moving average begins where it has enough closes", () => {
  const candles = [1, 2, 3, 4].map((close, time) => ({ ...candle, close, time }));
  expect(movingAverage(candles, 2)).toEqual([
    { time: 1, value: 1.5 },
    { time: 2, value: 2.5 },
    { time: 3, value: 3.5 },
  ]);
});
