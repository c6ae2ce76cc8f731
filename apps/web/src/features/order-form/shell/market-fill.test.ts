import { describe, expect, test } from "vitest";
import { type FillTerms, isFillAsked, levelsFor, marketFillOf } from "./market-fill.ts";

const market = { tick: 10_000_000n, lot: 1_000n, priceDecimals: 1, minQty: "0.00001", maxQty: "100" };
const terms: FillTerms = {
  tick: market.tick,
  valueOf: (ticks, lots) => BigInt(ticks) * BigInt(lots) * 100n,
  isInverse: false,
};
const rows = [
  { side: "BUY", price: "99.0", qty: "0.2" },
  { side: "SELL", price: "102.0", qty: "1" },
  { side: "BUY", price: "100.0", qty: "0.1" },
  { side: "SELL", price: "101.0", qty: "0.5" },
  { side: "BUY", price: "50.0", qty: "9" },
] as const;
const everything = { reference: undefined, protection: 0 };

describe("levels", () => {
  test("a sell takes the bids, the highest first; a buy the asks, the lowest first", () => {
    expect(levelsFor(rows, "SELL", market, everything).map(({ ticks }) => ticks)).toEqual([1_000, 990, 500]);
    expect(levelsFor(rows, "BUY", market, everything)[0]).toEqual({ ticks: 1_010, lots: 50_000 });
  });
  test("those beyond the protection price are not taken", () => {
    const near = { reference: "100.0", protection: 5_000_000 };
    expect(levelsFor(rows, "SELL", market, near).map(({ ticks }) => ticks)).toEqual([1_000, 990]);
  });
});

describe("a market order", () => {
  const bids = levelsFor(rows, "SELL", market, { reference: "100.0", protection: 5_000_000 });
  test("fills at the average of the levels it takes", () => {
    const fill = marketFillOf(bids, { lots: 20_000 }, terms)!;
    expect([fill.lots, fill.isWhole, fill.average, fill.slippage]).toEqual([20_000, true, 9_950_000_000n, 500_000]);
    expect(fill.value).toBe(1_990_000_000n);
  });
  test("larger than the book fills a part, and is asked about", () => {
    const fill = marketFillOf(bids, { lots: 370_000 }, terms)!;
    expect([fill.lots, fill.isWhole, isFillAsked(fill)]).toEqual([30_000, false, true]);
  });
  test("at the best price has no slippage and no question", () => {
    const fill = marketFillOf(bids, { lots: 10_000 }, terms)!;
    expect([fill.slippage, fill.isWhole, isFillAsked(fill)]).toEqual([0, true, false]);
  });
  test("by money buys as many lots as it pays for", () => {
    const asks = levelsFor(rows, "BUY", market, everything);
    // 0.5 at 101.0 is 50.50; the other 10.30 buy 0.10098 at 102.0.
    const fill = marketFillOf(asks, { value: 6_080_000_000n }, terms)!;
    expect([fill.lots, fill.isWhole]).toEqual([60_098, true]);
    expect(marketFillOf(asks, { value: 10n ** 12n }, terms)).toMatchObject({ lots: 150_000, isWhole: false });
  });
  test("finds nothing in an empty book", () => {
    expect(marketFillOf([], { lots: 1 }, terms)).toBeUndefined();
  });
  test("of a coin contract has the harmonic average", () => {
    const levels = [
      { ticks: 1_000, lots: 100 },
      { ticks: 500, lots: 100 },
    ];
    const fill = marketFillOf(levels, { lots: 200 }, { ...terms, isInverse: true })!;
    expect(fill.average / 1_000_000n).toBe(6_666n);
  });
});
