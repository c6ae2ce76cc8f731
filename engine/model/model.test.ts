import { liquidationRoots, liquidationTicksShown } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { Chance } from "./compare/chance.ts";
import { asPosition, btcUsdPerp, btcUsdtPerp, randomPosition, randomMarket, ticksMax } from "./compare/scene.ts";
import { chapters, compareWithModel } from "./index.ts";
import { exactValue, fillValue } from "./rules/contract.ts";
import { type Exposure, isLiquidated, spareAt } from "./rules/liquidation.ts";
import { Ratio, whole } from "./rules/ratio.ts";
import { marginOf } from "./rules/reserve.ts";

const freshSeed = (): number => Math.floor(Math.random() * 1_000_000_000);

describe("the model in exact fractions", () => {
  test("[R-1.4] floor and ceil enclose a fraction on both sides of zero", () => {
    for (const [top, bottom, floor, ceil] of [
      [7n, 2n, 3n, 4n],
      [-7n, 2n, -4n, -3n],
      [7n, -2n, -4n, -3n],
      [6n, 2n, 3n, 3n],
      [0n, 5n, 0n, 0n],
    ] as const)
      expect([new Ratio(top, bottom).floor(), new Ratio(top, bottom).ceil()]).toEqual([floor, ceil]);
    expect(new Ratio(12n, -18n).reduced()).toEqual(new Ratio(-2n, 3n));
    expect(() => new Ratio(1n, 0n)).toThrow(RangeError);
  });

  const seed = freshSeed();
  test.each(chapters)(
    `[$rules] and money's formulas agree about $name, figure for figure, seed ${seed}`,
    ({ name }) => {
      for (const told of [20_260_301, seed]) {
        const report = compareWithModel({ seed: told, scenarios: 200, only: name });
        expect(report.differences).toEqual([]);
        expect(report.compared).toBeGreaterThanOrEqual(400);
      }
    },
  );

  test("a scenario is told again alone", () => {
    const together = compareWithModel({ seed: 7, scenarios: 32 }).compared;
    let alone = 0;
    for (let i = 0; i < 32; i += 1) alone += compareWithModel({ seed: 7, scenarios: 1, first: i }).compared;
    expect(alone).toBe(together);
  });
});

/** How far to each side of a shown price the ticks are walked. */
const walked = 12n;

/** The first tick at which the trigger of is true, coming from the safe side; undefined where the walk meets the end of prices. */
function firstLiquidated(
  isLiquidatable: (tick: bigint) => boolean,
  shown: bigint,
  direction: "down" | "up",
): bigint | undefined {
  const step = direction === "down" ? -1n : 1n;
  for (let away = -walked; away <= walked; away += 1n) {
    const tick = shown + away * step;
    if (tick < 1n || tick > ticksMax) return undefined;
    if (isLiquidatable(tick)) return tick;
  }
  return undefined;
}

describe("the liquidation price shown", () => {
  test.each([20_260_302, freshSeed()])(
    "[R-8.11 R-11.1] where a tick is worth more than rounding takes, the first liquidated one is the next beyond the shown, or the shown one itself where equity meets the margin there exactly, seed %i",
    (seed) => {
      let proved = 0;
      for (let i = 0; i < 2_000; i += 1) {
        const chance = new Chance(seed, i);
        const market = randomMarket(chance);
        const mark = BigInt(chance.between(100_000, 900_000));
        const position = randomPosition(chance, market, mark);
        if (position === undefined) continue;
        const margin = chance.size(position.held.entry);
        const positions: readonly Exposure[] = [position];
        const [root] = liquidationRoots(market.measure, margin, [
          { side: position.side, position: asPosition(position.held), tiers: market.tiers },
        ]);
        if (root === undefined) continue;
        const shown = BigInt(liquidationTicksShown(root));
        if (shown <= walked || shown > ticksMax - walked) continue;
        // Only where one tick is worth clearly more than the units that rounding takes; elsewhere rounding liquidates some ticks early.
        const oneTick = exactValue(market.contract, whole(shown + walked), position.held.qty).minus(
          exactValue(market.contract, whole(shown + walked - 1n), position.held.qty),
        );
        const spare = (tick: bigint): Ratio => spareAt(market.contract, market.bands, margin, positions, whole(tick));
        const isWorth = whole(400n).isAtMost(oneTick) || oneTick.isAtMost(whole(-400n));
        const atShown = spare(shown);
        const isClose = atShown.top !== 0n && atShown.isBelow(whole(4n));
        if (!isWorth || isClose) continue;
        const isLiquidatable = (tick: bigint): boolean =>
          isLiquidated(market.contract, market.bands, margin, positions, tick);
        const beyond = root.direction === "down" ? shown - 1n : shown + 1n;
        const isExact = atShown.top === 0n;
        expect({ i, first: firstLiquidated(isLiquidatable, shown, root.direction) }).toEqual({
          i,
          first: isExact ? shown : beyond,
        });
        proved += 1;
      }
      expect(proved).toBeGreaterThan(300);
    },
  );

  test("[R-8.11 R-11.1 V070] long 1 BTC at 50 000, isolated 50×: shown 49 196.8, liquidated at 49 196.7 and not before", () => {
    const market = btcUsdtPerp();
    const held = { qty: 10_000n, entry: 5_000_000_000_000n };
    const margin = 100_000_000_000n;
    const [root] = liquidationRoots(market.measure, margin, [
      { side: "long", position: asPosition(held), tiers: market.tiers },
    ]);
    expect(liquidationTicksShown(root!)).toBe(491_968);
    const isLiquidatable = (tick: bigint): boolean =>
      isLiquidated(market.contract, market.bands, margin, [{ side: "long", held }], tick);
    expect([491_969n, 491_968n, 491_967n, 491_966n].map(isLiquidatable)).toEqual([false, false, true, true]);
  });

  test("[R-8.11] a whole root is shown as itself and is itself the first liquidated tick", () => {
    const market = btcUsdtPerp();
    // (V − M − cum) / (Q · (1 − mmr)) with V − M = 996 · n · worth is n · 1 000 ticks in the first tier.
    const worth = market.contract.worth.top;
    const held = { qty: 1n, entry: 2_000_000n * worth };
    const margin = held.entry - 996n * 1_000n * worth;
    const [root] = liquidationRoots(market.measure, margin, [
      { side: "long", position: asPosition(held), tiers: market.tiers },
    ]);
    expect(liquidationTicksShown(root!)).toBe(1_000_000);
    const isLiquidatable = (tick: bigint): boolean =>
      isLiquidated(market.contract, market.bands, margin, [{ side: "long", held }], tick);
    expect([1_000_001n, 1_000_000n, 999_999n].map(isLiquidatable)).toEqual([false, true, true]);
  });

  test.each([
    ["long", 1n, 456_364, 456_621n],
    ["long", 100n, 456_364, 456_366n],
    ["long", 1_000n, 456_364, 456_363n],
    ["short", 1n, 553_333, 552_792n],
    ["short", 100n, 553_333, 553_330n],
    ["short", 1_000n, 553_333, 553_334n],
  ] as const)(
    "[R-8.11 R-7.4] an inverse position so small that a tick is worth less than the units of rounding goes earlier, never later: %s %i at 50 000, 10×, shown %i, liquidated from %i on",
    (side, qty, shown, first) => {
      const market = btcUsdPerp();
      const held = { qty, entry: fillValue(market.contract, 500_000n, qty) };
      const margin = marginOf(held.entry, 10n);
      const [root] = liquidationRoots(market.measure, margin, [
        { side, position: asPosition(held), tiers: market.tiers },
      ]);
      expect(liquidationTicksShown(root!)).toBe(shown);
      const isLiquidatable = (tick: bigint): boolean =>
        isLiquidated(market.contract, market.bands, margin, [{ side, held }], tick);
      let tick = 500_000n;
      while (!isLiquidatable(tick)) tick += side === "long" ? -1n : 1n;
      expect(tick).toBe(first);
    },
  );
});
