import { expect, test } from "vitest";
import { candleEnd, candleIntervals, candleMs, candleStart } from "./candles.ts";

const at = Date.UTC(2026, 10, 18, 13, 47, 31, 5);
const utc = (...parts: [number, number, number, number?, number?]): number => Date.UTC(...parts);

test("a candle begins at a whole multiple of its width, a week on Monday, a month on its first", () => {
  expect(candleStart("1m", at)).toBe(utc(2026, 10, 18, 13, 47));
  expect(candleStart("15m", at)).toBe(utc(2026, 10, 18, 13, 45));
  expect(candleStart("4h", at)).toBe(utc(2026, 10, 18, 12));
  expect(candleStart("1d", at)).toBe(utc(2026, 10, 18));
  expect(candleStart("1w", at)).toBe(utc(2026, 10, 16));
  expect(new Date(candleStart("1w", at)).getUTCDay()).toBe(1);
  expect(candleStart("1M", at)).toBe(utc(2026, 10, 1));
});

test("the beginning of a candle is in that candle, and the moment before it in the one before", () => {
  for (const interval of candleIntervals) {
    const start = candleStart(interval, at);
    expect(candleStart(interval, start)).toBe(start);
    const before = candleStart(interval, start - 1);
    expect(before).toBeLessThan(start);
    expect(start - before).toBeLessThanOrEqual(candleMs[interval]);
    expect(candleEnd(interval, before)).toBe(start);
  }
});
