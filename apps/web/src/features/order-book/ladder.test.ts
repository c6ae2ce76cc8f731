import type { LevelRow } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { fittedSize, ladderOf, rowsThatFit, stepReader, stepsFor } from "./ladder.ts";

const ticks = stepReader("0.10");
const lots = stepReader("0.00001");
const level = (side: "BUY" | "SELL", price: string, qty: string): LevelRow => ({ side, price, qty });
const rows = [
  level("BUY", "99.90", "1.00000"),
  level("SELL", "100.30", "0.50000"),
  level("BUY", "100.00", "2.00000"),
  level("SELL", "100.10", "0.25000"),
  level("BUY", "98.00", "4.00000"),
];
const settings = {
  step: 1,
  asksMax: 10,
  bidsMax: 10,
  userAsks: new Set<number>(),
  userBids: new Set<number>(),
  valueOf: (price: number, size: number) => price * size,
};

test("texts are read as whole steps", () => {
  expect([ticks("104286.40"), ticks("0.1"), ticks("7"), lots("0.00001")]).toEqual([1_042_864, 1, 70, 1]);
});

describe("the ladder", () => {
  test("stands best first on both sides, with running totals", () => {
    const ladder = ladderOf(rows, ticks, lots, settings);
    expect(ladder.bids.map(({ price, total }) => [price, total])).toEqual([
      [1000, 200_000],
      [999, 300_000],
      [980, 700_000],
    ]);
    expect(ladder.asks.map(({ price, size }) => [price, size])).toEqual([
      [1001, 25_000],
      [1003, 50_000],
    ]);
    expect([ladder.spread, ladder.bestBid, ladder.bestAsk]).toEqual([1, 1000, 1001]);
  });
  test("[D.86] groups bids downwards and asks upwards: a row never promises a better price", () => {
    const ladder = ladderOf(rows, ticks, lots, { ...settings, step: 10 });
    expect(ladder.bids.map(({ price, size }) => [price, size])).toEqual([
      [1000, 200_000],
      [990, 100_000],
      [980, 400_000],
    ]);
    expect(ladder.asks).toMatchObject([{ price: 1010, size: 75_000, total: 75_000 }]);
  });
  test("adds up values as the market counts them", () => {
    const coins = { ...settings, valueOf: (price: number, size: number) => Math.floor(size / price) };
    expect(ladderOf(rows, ticks, lots, coins).bids.map(({ value, totalValue }) => [value, totalValue])).toEqual([
      [200, 200],
      [100, 300],
      [408, 708],
    ]);
  });
  test("marks the row of an own order and cuts at what fits", () => {
    const ladder = ladderOf(rows, ticks, lots, { ...settings, bidsMax: 2, userBids: new Set([999]) });
    expect(ladder.bids.map(({ isOwn }) => isOwn)).toEqual([false, true]);
  });
  test("says the share of bids in what it shows, and nothing of an empty book", () => {
    expect(ladderOf(rows, ticks, lots, settings).bidShare).toBe(903);
    expect(ladderOf([], ticks, lots, settings)).toMatchObject({ spread: undefined, bidShare: undefined });
  });
});

test("only whole rows fit", () => {
  expect([179, 180, -5].map((height) => rowsThatFit(height, 18, 1).rows)).toEqual([9, 10, 0]);
  expect(rowsThatFit(370, 18, 2).rows).toBe(10);
});
test("rows fill the space, and their height does not follow the number of levels", () => {
  expect(rowsThatFit(380, 18, 2).height).toBe(19);
  expect(rowsThatFit(35, 18, 1).height).toBe(22);
});
test("a size that is too long for its row loses decimals, but never becomes zero", () => {
  expect(fittedSize("0.03827", 7)).toBe("0.03827");
  expect(fittedSize("12.03827", 6)).toBe("12.038");
  expect(fittedSize("1,234.56789", 6)).toBe("1,234");
  expect(fittedSize("0.00052", 5)).toBe("<0.01");
  expect(fittedSize("1,234,567", 5)).toBe("1,234,567");
});
test("grouping stays far below the price", () => {
  expect(stepsFor(1_042_864)).toEqual([1, 10, 50, 100, 500, 1_000]);
  expect(stepsFor(300)).toEqual([1]);
});
