import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measures, sides, ticks } from "../../../testing/generators.ts";
import {
  addPremium,
  averagePremium,
  basisSampleOf,
  bookBasisPrice,
  capitalisedEntryValue,
  chainedIndex,
  fraction,
  fundingAmount,
  fundingRate,
  impactPrice,
  indexOf,
  indexStateOf,
  isWithinOpenInterestCap,
  markClamped,
  markMedian,
  markTowardLast,
  openInterestOf,
  premiumRate,
  timeWeightedMean,
  tradeValue,
  unrealisedPnl,
} from "../../index.ts";
import { btcUsd, btcUsdt } from "../vectors/vectors-support.ts";

const size = fc.integer({ min: 1, max: 50_000 });

describe("index and mark", () => {
  test("[R-9.1] two sources must agree within 1 %, one is none", () => {
    const two = (a: number, b: number) =>
      indexOf(
        [
          { ticks: a, weight: 1 },
          { ticks: b, weight: 9 },
        ],
        3_000_000,
      )?.index;
    expect(two(100_000, 101_000)).toBe(100_500);
    expect(two(100_000, 101_001)).toBeUndefined();
    expect(indexOf([{ ticks: 5, weight: 1 }], 0)).toBeUndefined();
  });

  test("[R-9.1] a chained index is rounded once", () => {
    expect(chainedIndex(fraction(500_001n, 10n), fraction(9_999n, 10_000n), fraction(1n, 10n))).toBe(499_951);
  });

  test("[R-9.2] the mark is the middle one, and P1 where one is missing", () => {
    fc.assert(
      fc.property(ticks, ticks, ticks, (a, b, c) => {
        expect(markMedian(a, b, c)).toBe([a, b, c].toSorted((x, y) => x - y)[1]);
        expect([markMedian(a, undefined, c), markMedian(a, b, undefined)]).toEqual([a, a]);
      }),
    );
    expect([markClamped(600_000, 500_000, 5_000_000), markClamped(1, 500_000, 5_000_000)]).toEqual([525_000, 475_000]);
  });

  test("[R-9.3] M1: no sample from an empty side or a spread above 2 %, and ten samples are needed", () => {
    expect(basisSampleOf(99, 101, 100)).toBe(0);
    expect(basisSampleOf(9_899, 10_101, 10_000)).toBeUndefined();
    expect(basisSampleOf(undefined, 101, 100)).toBeUndefined();
    expect([bookBasisPrice(100, 90, 9), bookBasisPrice(100, 100, 10)]).toEqual([undefined, 105]);
  });

  test("[R-9.3] the ladder of a stale index, and one protected second", () => {
    expect([undefined, 0, 60_000, 60_001, 300_000, 300_001].map(indexStateOf)).toEqual([
      "FRESH",
      "M3",
      "M3",
      "M4",
      "M4",
      "M5",
    ]);
    expect([markTowardLast(500_000, 600_000), markTowardLast(500_000, 1), markTowardLast(500_000, 500_100)]).toEqual([
      500_500, 499_500, 500_100,
    ]);
  });

  test("[R-5.6] a mean over no time is unknown", () => {
    expect(timeWeightedMean([])).toBeUndefined();
  });
});

describe("funding", () => {
  test("[R-10.4 I12] payers pay up, receivers receive down, and the residue stays in its bounds", () => {
    const sizes = fc.array(size, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(measures, sizes, ticks, fc.integer({ min: -300_000, max: 300_000 }), (measure, longs, mark, rate) => {
        const total = longs.reduce((sum, qty) => sum + qty, 0);
        let residue = -fundingAmount(measure, "short", total, mark, rate);
        for (const qty of longs) residue -= fundingAmount(measure, "long", qty, mark, rate);
        expect(residue >= 0n && residue <= BigInt(Math.ceil((101 * (longs.length + 1)) / 100))).toBe(true);
      }),
    );
  });

  test("[R-10.5] a capitalised shortfall lowers uPnL by exactly itself", () => {
    fc.assert(
      fc.property(
        measures,
        sides,
        ticks,
        ticks,
        size,
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        (measure, side, entry, mark, qty, x) => {
          const entryValue = tradeValue(measure, entry, qty);
          const after = capitalisedEntryValue(measure.kind, side, entryValue, x);
          const uPnl = (value: bigint) => unrealisedPnl(measure, side, { qty, entryValue: value }, mark);
          expect(uPnl(after)).toBe(uPnl(entryValue) - x);
        },
      ),
    );
  });

  test("[R-10.2 R-10.3] too few samples leave interest, and a shorter interval its part", () => {
    const terms = { interest: 10_000, intervalMs: 28_800_000, cap: 300_000 };
    const few = Array.from({ length: 143 }, () => 900_000).reduce(addPremium, { samples: 0, weighted: 0 });
    expect(fundingRate(few, terms)).toBe(10_000);
    expect(fundingRate(addPremium(few, 900_000), terms)).toBe(300_000);
    expect(fundingRate({ samples: 0, weighted: 0 }, { ...terms, intervalMs: 3_600_000 })).toBe(1_250);
    expect(averagePremium({ samples: 0, weighted: 0 })).toBeUndefined();
  });

  test("[R-10.1] a side too thin counts as nothing, and an inverse impact lies between its levels", () => {
    expect(impactPrice(btcUsdt.measure, [{ ticks: 500_000, qty: 1 }], 10n ** 12n)).toBeUndefined();
    expect(premiumRate(500_000, undefined, undefined)).toBe(0);
    expect(premiumRate(500_000, undefined, fraction(499_000n, 1n))).toBe(-200_000);
    const levels = [
      { ticks: 500_000, qty: 100 },
      { ticks: 600_000, qty: 10_000 },
    ];
    const { numerator, denominator } = impactPrice(btcUsd.measure, levels, 1_000_000n)!;
    expect(numerator > 500_000n * denominator && numerator < 600_000n * denominator).toBe(true);
    expect(impactPrice(btcUsd.measure, levels, 100_000n)).toEqual(fraction(500_000n * 100_000n, 100_000n));
  });
});

test("[R-2.6] inverse open interest is counted in contracts", () => {
  expect(openInterestOf(btcUsd.measure, 70, 500_000)).toBe(70n);
  expect(isWithinOpenInterestCap(btcUsd.measure, 70n, { qty: 30, assumedTicks: 1 }, 100n)).toBe(true);
  expect(isWithinOpenInterestCap(btcUsd.measure, 70n, { qty: 31, assumedTicks: 1 }, 100n)).toBe(false);
});
