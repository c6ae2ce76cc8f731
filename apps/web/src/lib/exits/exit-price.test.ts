import { expect, test } from "vitest";
import { type EnteredPosition, exitFigures, exitTicks } from "./exit-price.ts";
import { inverseMarket as inverse, linearMarket as linear } from "../markets/test-markets.ts";

/** 0.1 BTC at 100,000 with a margin of 500 USDT. */
const long: EnteredPosition = { posSide: "LONG", lots: 1_000, entryValue: 1_000_000_000_000n, leverage: 20 };
const short: EnteredPosition = { ...long, posSide: "SHORT" };

test("[U.17] a profit, a return and a price are the same exit", () => {
  expect(exitTicks(linear, long, "PRICE", "101000")).toBe(1_010_000);
  expect(exitTicks(linear, long, "PNL", "100")).toBe(1_010_000);
  expect(exitTicks(linear, long, "ROE", "20")).toBe(1_010_000);
  expect(exitFigures(linear, long, 1_010_000)).toEqual({ pnl: 10_000_000_000n, roeBasisPoints: 2_000n });
});

test("of a short the same profit lies below the entry, and a loss is typed with its sign", () => {
  expect(exitTicks(linear, short, "PNL", "100")).toBe(990_000);
  expect(exitTicks(linear, short, "ROE", "−25")).toBe(1_012_500);
  expect(exitTicks(linear, long, "ROE", "-25")).toBe(987_500);
});

test("a coin contract's exit follows from the worth in its coin", () => {
  // 5,000 contracts of a dollar at 50,000 are 0.1 BTC; at 62,500 they are worth 0.08.
  const position = { posSide: "LONG", lots: 5_000, entryValue: 10_000_000n, leverage: 10 } as const;
  expect(exitTicks(inverse, position, "PNL", "0.02")).toBe(625_000);
  expect(exitFigures(inverse, position, 625_000)).toEqual({ pnl: 2_000_000n, roeBasisPoints: 20_000n });
});

test("what is no number, no tick or cannot be lost has no price", () => {
  expect(exitTicks(linear, long, "PRICE", "")).toBeUndefined();
  expect(exitTicks(linear, long, "PRICE", "100000.05")).toBeUndefined();
  expect(exitTicks(linear, long, "PNL", "−20000")).toBeUndefined();
  expect(exitTicks(linear, { ...long, lots: 0, entryValue: 0n }, "PNL", "5")).toBeUndefined();
});
