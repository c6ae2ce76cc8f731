import { expect, test } from "vitest";
import { inverseMarket, linearMarket } from "../../lib/markets/test-markets.ts";
import { averageOfFills, liquidationOf, pnlOf } from "./calculations.ts";

const tiers = [
  { cap: "50000", mmr: 400_000, maxLeverage: 125, cum: "0" },
  { cap: "250000", mmr: 500_000, maxLeverage: 100, cum: "50" },
  { cap: "1000000", mmr: 1_000_000, maxLeverage: 50, cum: "1300" },
];
const linear = { ...linearMarket, contract: { ...linearMarket.contract, tiers } };
/** 1 BTC at 100,000. */
const long = { posSide: "LONG", lots: 10_000, entryTicks: 1_000_000, leverage: 25 } as const;

test("[R-7.4 R-7.5] profit, return on margin, and what the fees leave of it", () => {
  expect(pnlOf(linear, long, 1_010_000)).toEqual({
    pnl: 100_000_000_000n,
    roeBasisPoints: 2_500n,
    margin: 400_000_000_000n,
    entryValue: 10_000_000_000_000n,
    exitValue: 10_100_000_000_000n,
    fees: 11_055_000_000n,
    net: 88_945_000_000n,
  });
  expect(pnlOf(linear, { ...long, posSide: "SHORT" }, 1_010_000).pnl).toBe(-100_000_000_000n);
});

test("[R-8.11] a long is liquidated where its equity meets the maintenance of its tier there", () => {
  const result = liquidationOf(linear, long, 0n)!;
  // (100,000 − 4,000 − 50) ÷ (1 − 0.005) = 96,432.16…, shown rounded up for a fall.
  expect(result.ticks).toBe(964_322);
  expect(result.tierNumber).toBe(2);
  expect(result.margin + result.lossThere >= result.maintenance).toBe(true);
  const below = pnlOf(linear, long, result.ticks - 1).pnl;
  expect(result.margin + below < result.maintenance).toBe(true);
  expect(result.bankruptcyPrice).toBe("96000.0");
});

test("[R-8.11] more margin moves the price away, and a short lies above its entry", () => {
  const near = liquidationOf(linear, long, 0n)!.ticks;
  expect(liquidationOf(linear, long, 100_000_000_000n)!.ticks).toBeLessThan(near);
  expect(liquidationOf(linear, { ...long, posSide: "SHORT" }, 0n)!.ticks).toBeGreaterThan(1_000_000);
});

test("a long without leverage that can only lose its margin at zero has no liquidation price", () => {
  expect(liquidationOf(linear, { ...long, leverage: 1 }, 100_000_000_000n)).toBeUndefined();
});

test("[R-7.1] the average of fills is weighted by size, of a coin contract harmonically", () => {
  const fills = [
    { ticks: 1_000_000, lots: 1 },
    { ticks: 1_100_000, lots: 3 },
  ];
  expect(averageOfFills(linear, fills)?.price).toBe("107500.0");
  const inverse = [
    { ticks: 400_000, lots: 1_000 },
    { ticks: 600_000, lots: 1_000 },
  ];
  expect(averageOfFills(inverseMarket, inverse)?.price).toMatch(/^48000\.0|^47999\.9/);
  expect(averageOfFills(linear, [])).toBeUndefined();
});
