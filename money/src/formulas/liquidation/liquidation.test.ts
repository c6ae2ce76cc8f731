import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measures, sides, ticks } from "../../../testing/generators.ts";
import {
  bankruptcyLimitTicks,
  bankruptcyValue,
  bankruptcyValueOfPart,
  ceilOf,
  closeFill,
  compareUrgency,
  type ContractMeasure,
  floorOf,
  gainsWithValue,
  initialMargin,
  isLiquidatable,
  positionHealth,
  liquidationPriceOf,
  type LiquidationRoot,
  liquidationRoots,
  liquidationTicksShown,
  partialLiquidationFees,
  type PositionSide,
  takeoverEquity,
  type TakeoverPosition,
  takeoverOf,
  type TieredPosition,
  tierStep,
  tradeValue,
  valueCeil,
} from "../../index.ts";
import { btcUsd, btcUsdt, btcUsdTiers, btcUsdtTiers } from "../vectors/vectors-support.ts";

const markets = fc.constantFrom(
  { measure: btcUsdt.measure, tiers: btcUsdtTiers },
  { measure: btcUsd.measure, tiers: btcUsdTiers },
);
const qty = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 20_000_000 }));
const leverage = fc.integer({ min: 2, max: 125 });

/** Equity less maintenance margin at a price, and by how many units rounding may understate it. */
function spareAt(measure: ContractMeasure, wallet: bigint, positions: readonly TieredPosition[], mark: number): bigint {
  let spare = wallet;
  for (const { side, position, tiers } of positions) {
    const health = positionHealth(measure, tiers, side, position, mark);
    spare += health.uPnl - health.maintenanceMargin;
  }
  return spare;
}

/** confirmed by the trigger itself, never by the formula that is under test. */
function expectRoot(
  measure: ContractMeasure,
  wallet: bigint,
  positions: readonly TieredPosition[],
  root: LiquidationRoot,
): void {
  const isDown = root.direction === "down";
  const sick = Number(isDown ? floorOf(root.ticks) : ceilOf(root.ticks));
  const sound = isDown ? sick + 1 : sick - 1;
  if (sick < 1 || sound < 1 || sound > 2_147_483_647) return;
  expect(isLiquidatable(spareAt(measure, wallet, positions, sick), 0n)).toBe(true);
  // Linear values of these contracts have whole maintenance margins; an inverse position may lose a unit each to value and margin.
  const lost = measure.kind === "linear" ? 0n : 3n * BigInt(positions.length);
  expect(spareAt(measure, wallet, positions, sound) > -lost).toBe(true);
  if (measure.kind === "linear") expect(isLiquidatable(spareAt(measure, wallet, positions, sound), 0n)).toBe(false);
}

describe("liquidation prices", () => {
  test("[R-8.11] one isolated position: liquidated at the price, not one tick on the safe side; the shown tick is the safer one", () => {
    fc.assert(
      fc.property(markets, sides, ticks, qty, leverage, ({ measure, tiers }, side, entry, size, lev) => {
        const position = { qty: size, entryValue: tradeValue(measure, entry, size) };
        const positions = [{ side, position, tiers }];
        const margin = initialMargin(position.entryValue, lev);
        const roots = liquidationRoots(measure, margin, positions);
        expect(roots.length <= 1).toBe(true);
        for (const root of roots) {
          expect(root.direction).toBe(side === "long" ? "down" : "up");
          expectRoot(measure, margin, positions, root);
          const shown = BigInt(liquidationTicksShown(root));
          expect(side === "long" ? shown >= floorOf(root.ticks) : shown <= ceilOf(root.ticks)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("[R-8.11 R-8.12] two cross positions: at most two roots, each confirmed by the trigger", () => {
    fc.assert(
      fc.property(markets, ticks, ticks, qty, qty, leverage, ({ measure, tiers }, a, b, long, short, lev) => {
        const positions: TieredPosition[] = [
          { side: "long", position: { qty: long, entryValue: tradeValue(measure, a, long) }, tiers },
          { side: "short", position: { qty: short, entryValue: tradeValue(measure, b, short) }, tiers },
        ];
        const wallet = initialMargin(positions[0]!.position.entryValue + positions[1]!.position.entryValue, lev);
        const roots = liquidationRoots(measure, wallet, positions);
        expect(roots.length <= 2).toBe(true);
        // Between two roots that are neighbours there is no tick left that could be sound.
        if (roots.length === 2 && ceilOf(roots[1]!.ticks) - floorOf(roots[0]!.ticks) <= 2n) return;
        for (const root of roots) expectRoot(measure, wallet, positions, root);
      }),
      { numRuns: 500 },
    );
  });

  test("[R-8.11] the last tier has no end: a short worth less than its cap is shown the price that lies above it", () => {
    // Short 8,000 BTC at 50,000 with all of its value as margin: (400 M + 400 M + 100.0163 M) / 1.5 is 600.01 M, and the cap 500 M.
    const position = { qty: 80_000_000, entryValue: tradeValue(btcUsdt.measure, 500_000, 80_000_000) };
    const positions: TieredPosition[] = [{ side: "short", position, tiers: btcUsdtTiers }];
    const [root] = liquidationRoots(btcUsdt.measure, position.entryValue, positions);
    expect(liquidationTicksShown(root!)).toBe(750_013);
    expectRoot(btcUsdt.measure, position.entryValue, positions, root!);
  });

  test("[R-8.11] of two roots the one nearest to the mark is shown", () => {
    const down: LiquidationRoot = { ticks: { numerator: 400n, denominator: 3n }, direction: "down" };
    const up: LiquidationRoot = { ticks: { numerator: 900n, denominator: 3n }, direction: "up" };
    expect(liquidationPriceOf([down, up], 200)).toBe(down);
    expect(liquidationPriceOf([down, up], 250)).toBe(up);
    expect([liquidationTicksShown(down), liquidationTicksShown(up)]).toEqual([134, 300]);
    expect(liquidationPriceOf([], 250)).toBeUndefined();
  });
});

describe("bankruptcy", () => {
  test("[R-8.10] a close at the bankruptcy value loses the margin to the unit", () => {
    fc.assert(
      fc.property(measures, sides, ticks, qty, leverage, (measure, side, entry, size, lev) => {
        const position = { qty: size, entryValue: tradeValue(measure, entry, size) };
        const margin = initialMargin(position.entryValue, lev);
        const value = bankruptcyValue(measure.kind, side, position.entryValue, margin);
        expect(closeFill(measure.kind, side, position, size, value).pnl).toBe(-margin);
      }),
    );
  });

  test("[R-5.9] one fill at the bankruptcy limit never overdraws the margin", () => {
    fc.assert(
      fc.property(measures, sides, ticks, qty, leverage, (measure, side, entry, size, lev) => {
        const position = { qty: size, entryValue: tradeValue(measure, entry, size) };
        const margin = initialMargin(position.entryValue, lev);
        const value = bankruptcyValue(measure.kind, side, position.entryValue, margin);
        const limit = bankruptcyLimitTicks(measure, side, value, size);
        if (limit === undefined || limit < 1) return;
        const { pnl } = closeFill(measure.kind, side, position, size, tradeValue(measure, limit, size));
        expect(margin + pnl >= 0n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(bankruptcyLimitTicks(btcUsd.measure, "short", 0n, 5)).toBeUndefined();
  });

  test("[R-12.6] the bankruptcy value of a part is rounded in the holder's favour", () => {
    fc.assert(
      fc.property(
        measures,
        sides,
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        qty,
        fc.nat(),
        ({ kind }, side, value, size, n) => {
          const part = 1 + (n % size);
          const own = bankruptcyValueOfPart(kind, side, value, part, size) * BigInt(size) - value * BigInt(part);
          expect(gainsWithValue(kind, side) ? own >= 0n : own <= 0n).toBe(true);
        },
      ),
    );
  });
});

describe("takeover", () => {
  const positions = fc.array(
    fc.record<TakeoverPosition>({
      kind: fc.constant("linear"),
      side: sides,
      entryValue: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      markValue: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    }),
    { minLength: 1, maxLength: 5 },
  );

  test("[R-11.4] cash ends at zero exactly and no takeover value is below 1", () => {
    fc.assert(
      fc.property(positions, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 13n }), (held, cash) => {
        const equity = takeoverEquity(cash, held);
        const total = held.reduce((sum, position) => sum + position.markValue, 0n);
        // Each position keeps a value of 1 at least: so much more than that can be shared out.
        const most = total - BigInt(held.length);
        fc.pre(equity <= most && equity >= -most);
        const taken = takeoverOf(equity, held);
        expect(cash + taken.reduce((sum, { pnl }) => sum + pnl, 0n)).toBe(0n);
        expect(taken.every(({ value }) => value > 0n)).toBe(true);
      }),
    );
  });

  test("[R-11.4] a value that would be zero or less becomes 1 and the other position takes the difference", () => {
    const position = (side: PositionSide, markValue: bigint): TakeoverPosition => ({
      kind: "linear",
      side,
      entryValue: 100n,
      markValue,
    });
    const taken = takeoverOf(-120n, [position("short", 50n), position("short", 50n), position("long", 1n)]);
    expect(taken.map(({ value }) => value)).toEqual([1n, 1n, 23n]);
    expect(taken.reduce((sum, { share }) => sum + share, 0n)).toBe(-120n);
    expect(() => takeoverOf(-60n, [position("short", 50n)])).toThrow(RangeError);
  });
});

describe("the procedure", () => {
  test("[R-11.2] a tier step leaves the largest size under the cap of the tier below", () => {
    fc.assert(
      fc.property(markets, ticks, fc.integer({ min: 1, max: 1_000_000_000 }), ({ measure, tiers }, mark, size) => {
        const step = tierStep(measure, tiers, size, mark);
        if (step === undefined) {
          expect(valueCeil(measure, mark, size) <= tiers[0]!.cap).toBe(true);
          return;
        }
        const { cap } = tiers[step.tier - 1]!;
        expect(step.targetQty + step.closeQty).toBe(size);
        expect(valueCeil(measure, mark, step.targetQty) <= cap).toBe(true);
        expect(valueCeil(measure, mark, step.targetQty + 1) > cap).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("[R-11.2] the sickest account goes first, then the lowest uid", () => {
    const accounts = [
      { equity: 5n, maintenanceMargin: 10n, uid: 3 },
      { equity: -1n, maintenanceMargin: 10n, uid: 9 },
      { equity: 1n, maintenanceMargin: 2n, uid: 1 },
    ];
    expect(accounts.toSorted(compareUrgency).map(({ uid }) => uid)).toEqual([9, 1, 3]);
  });

  test("[R-8.9] the fees of a partial liquidation together take at most what is left", () => {
    expect(partialLiquidationFees(1_000_000n, 55_000, 50_000, 2_000n)).toEqual({
      takerFee: 550n,
      liquidationFee: 500n,
    });
    expect(partialLiquidationFees(1_000_000n, 55_000, 50_000, 700n)).toEqual({ takerFee: 550n, liquidationFee: 150n });
    expect(partialLiquidationFees(1_000_000n, 55_000, 50_000, -1n)).toEqual({ takerFee: 0n, liquidationFee: 0n });
  });
});
