import { expect, test } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import { curveOf, initialText, ownTierOf, tiersOfMarket } from "./tier-rules.ts";

const tier = (cap: string, maxLeverage: number, mmr: number, cum: string) => ({ cap, maxLeverage, mmr, cum });
const market = {
  ...linearMarket,
  contract: {
    ...linearMarket.contract,
    tiers: [
      tier("50000", 125, 400_000, "0"),
      tier("250000", 100, 500_000, "50"),
      tier("1000000", 50, 1_000_000, "1300"),
      tier("10000000", 20, 2_500_000, "16300"),
    ],
  },
};
const one = 100_000_000n;
const tiers = tiersOfMarket(market);

test("[R-8.3] the deductions are those of the engine's own formula", () => {
  expect(tiers.map(({ cum }) => cum / one)).toEqual([0n, 50n, 1_300n, 16_300n]);
});

test("a position stands in the tier of its value, with the margin that the engine keeps for it", () => {
  expect(ownTierOf(tiers, 19_187_870_000_000n)).toEqual({
    index: 1,
    value: 19_187_870_000_000n,
    maintenance: 90_939_350_000n,
  });
  expect(ownTierOf(tiers, 50_000n * one)?.index).toBe(0);
  expect(ownTierOf(tiers, 0n)).toBeUndefined();
  expect(ownTierOf([], 5n)).toBeUndefined();
});

test("the curve begins at nothing, rises to its top and has a corner at each cap", () => {
  const curve = curveOf(tiers, undefined)!;
  expect(curve.top).toBe(1_000_000n * one);
  expect(curve.points[0]).toEqual({ x: 0, y: 0 });
  expect(curve.points.at(-1)).toEqual({ x: 1, y: 1 });
  expect(curve.borders.map(({ x }) => x)).toEqual([0, 0.05, 0.25]);
  expect(curve.own).toBeUndefined();
});

test("a larger position is drawn with all tiers up to its own", () => {
  const curve = curveOf(tiers, ownTierOf(tiers, 5_000_000n * one))!;
  expect([curve.points.length, curve.own?.x]).toEqual([5, 0.5]);
});

test("the initial margin is exact: a percentage where there is one, the ratio where there is none", () => {
  expect([125, 100, 20, 3, 75, 1].map(initialText)).toEqual(["0.80%", "1.00%", "5.00%", "1/3", "1/75", "100.00%"]);
});
