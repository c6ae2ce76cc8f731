import { expect, test } from "vitest";
import { typedInterval } from "./typed-interval.ts";

test("a number alone means minutes, and a letter its unit", () => {
  expect(["1", "15", "60", "240"].map(typedInterval)).toEqual(["1m", "15m", "1h", "4h"]);
  expect(["15m", "4h", "1D", "1w", "24h"].map(typedInterval)).toEqual(["15m", "4h", "1d", "1w", "1d"]);
});

test("a large M is a month, a small one a minute", () => {
  expect([typedInterval("1M"), typedInterval("1m"), typedInterval("2M")]).toEqual(["1M", "1m", undefined]);
});

test("what is no interval of the chart has none", () => {
  expect(["", "7", "0", "h", "1x", "15mm"].map(typedInterval)).toEqual(Array.from({ length: 6 }));
});
