import type { CandleRow, MarketEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type CandlePage, intervalOfResolution, udfConfig, udfHistory, udfSymbol } from "./udf.ts";

const minuteMs = 60_000;
const rowAt = (at: number): CandleRow => ({ at, open: "10", high: "12.5", low: "9", close: "11", volume: "3" });
/** A market with a candle every minute since the epoch, up to a number of them. */
const market =
  (count: number): CandlePage =>
  async (_, before, limit) => {
    const last = Math.min(count, Math.ceil(before / minuteMs));
    const first = Math.max(0, last - limit);
    return Array.from({ length: last - first }, (__, index) => rowAt((first + index) * minuteMs));
  };
const ask = { symbol: "BTCUSDT-PERP", interval: "1m" as const, from: 0, to: 0, countback: 0 };

test("intervals have the names of the feed, with and without the one before D, W and M", () => {
  expect(["1", "60", "D", "1D", "1W", "M"].map(intervalOfResolution)).toEqual(["1m", "1h", "1d", "1d", "1w", "1M"]);
  expect(intervalOfResolution("7")).toBeUndefined();
  expect(udfConfig.supported_resolutions).toContain("240");
});

test("a market is described with its step, also where it is no power of ten", () => {
  const entry = { symbol: "BTC/USDT", kind: "SPOT", base: "BTC", quote: "USDT", tickSize: "0.50", lotSize: "0.00001" };
  expect(udfSymbol(entry as MarketEntry)).toMatchObject({ pricescale: 10, minmov: 5, volume_precision: 5 });
});

test("a range has its first candle and not its end", async () => {
  expect(await udfHistory(market(100), { ...ask, from: 60, to: 240 })).toEqual({
    s: "ok",
    t: [60, 120, 180],
    o: [10, 10, 10],
    h: [12.5, 12.5, 12.5],
    l: [9, 9, 9],
    c: [11, 11, 11],
    v: [3, 3, 3],
  });
});

test("a poll of the last candles asks for no more than it needs, in one question", async () => {
  const limits: number[] = [];
  const counted: CandlePage = (of, before, limit) => {
    limits.push(limit);
    return market(10_000)(of, before, limit);
  };
  const poll = { ...ask, from: 599_870, to: 600_000, countback: 2 };
  expect(await udfHistory(counted, poll)).toMatchObject({ t: [599_880, 599_940] });
  expect(limits).toEqual([4]);
  await udfHistory(counted, { ...poll, from: 599_940, countback: 300 });
  expect(limits).toEqual([4, 300]);
});

test("countback reaches beyond the range, over several pages", async () => {
  const { t } = await udfHistory(market(3_000), { ...ask, from: 179_940, to: 180_000, countback: 2_500 });
  expect(t).toHaveLength(2_500);
  expect((t as number[])[0]).toBe(500 * 60);
});

test("a range without candles names the time of the last one before it, and an empty market none", async () => {
  expect(await udfHistory(market(10), { ...ask, from: 6_000, to: 9_000 })).toEqual({ s: "no_data", nextTime: 540 });
  expect(await udfHistory(market(0), { ...ask, from: 6_000, to: 9_000 })).toEqual({ s: "no_data" });
});

test("an exchange that does not answer is an error, not a market without candles", async () => {
  expect(await udfHistory(async () => undefined, { ...ask, to: 60 })).toMatchObject({ s: "error" });
});
