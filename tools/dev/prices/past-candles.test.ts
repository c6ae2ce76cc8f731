import { expect, test } from "vitest";
import { pricePaths } from "../../../tests/peers/price-paths.ts";
import { pastOf } from "./past-candles.ts";

const minute = 60_000;
const day = 1_440 * minute;
const before = Date.UTC(2026, 10, 16, 16, 23);
const paths = pricePaths({ seed: 1 });
const past = pastOf(paths, "ETH/USDT", before);

test("a simulated past has ninety days, each candle begins where the one before it ended, and the last ends at the price of now", () => {
  expect(past.get(1_440)!.length).toBe(91);
  expect(past.get(1)!.length).toBeGreaterThanOrEqual(4 * 1_440);
  for (const candles of past.values()) {
    expect(candles.at(-1)!.close).toBe(paths.price("ETH/USDT", before));
    for (const [i, { open }] of candles.entries()) if (i > 0) expect(open).toBe(candles[i - 1]!.close);
  }
});

test("the widths agree: an hour is the sum of its minutes, a day of its hours", () => {
  const hour = past.get(60)!.at(-2)!;
  const minutes = past.get(1)!.filter(({ at }) => at >= hour.at && at < hour.at + 60 * minute);
  expect(minutes).toHaveLength(60);
  expect([hour.high, hour.low]).toEqual([
    Math.max(...minutes.map(({ high }) => high)),
    Math.min(...minutes.map(({ low }) => low)),
  ]);
  const first = past.get(1_440)![0]!;
  expect(first.at % day).toBe(0);
  expect(first.worth).toBeCloseTo(
    past
      .get(60)!
      .slice(0, 24)
      .reduce((sum, { worth }) => sum + worth, 0),
    3,
  );
});
