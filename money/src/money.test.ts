import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bandMax,
  bandMin,
  ceilDiv,
  divExact,
  feeOf,
  floorDiv,
  group,
  minus,
  parseUnits,
  plus,
  printUnits,
  roundHalfUp,
} from "./index.ts";
import { spotMaxLots, spotReserve, spotValue } from "./index.ts";

describe("divisions", () => {
  test("[R-1.4 V002] floor and ceil are right for negatives", () => {
    expect(floorDiv(-7n, 2n)).toBe(-4n);
    expect(ceilDiv(-7n, 2n)).toBe(-3n);
    expect(roundHalfUp(5n, 2n)).toBe(3n);
    expect(roundHalfUp(-5n, 2n)).toBe(-2n);
    expect(() => divExact(7n, 2n)).toThrow(RangeError);
  });

  test("[R-1.4] floor and ceil enclose the quotient for all integers", () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt().filter((b) => b !== 0n),
        (a, b) => {
          const low = floorDiv(a, b);
          const high = ceilDiv(a, b);
          expect(high - low).toBe(a % b === 0n ? 0n : 1n);
          expect(b > 0n ? low * b <= a && a <= high * b : low * b >= a && a >= high * b).toBe(true);
        },
      ),
    );
  });
});

describe("decimal text", () => {
  test.each([
    "-0",
    "1e400",
    "NaN",
    "1e-9",
    "٣",
    "01",
    ".5",
    "5.",
    "+1",
    "0.123456789",
    "1234567890123456789",
    "",
    " 1",
  ])("[R-1.3] %j is refused", (text) => expect(parseUnits(text)).toBeUndefined());

  test("[D.76 R-1.3] what the grammar accepts comes back as it went in", () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
    const fraction = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(whole, fraction, (a, b) => {
        const text = b === 0 ? `${a}` : `${a}.${b.toString().padStart(8, "0").replace(/0+$/, "")}`;
        expect(printUnits(parseUnits(text)!)).toBe(text);
      }),
    );
  });

  test("[R-1.3] more decimals than allowed are refused, not cut", () => {
    expect(parseUnits("1.23", 1)).toBeUndefined();
    expect(parseUnits("1.2", 1)).toBe(12n);
    expect(printUnits(-1_50000000n, 8, 2)).toBe("-1.50");
    expect(group("1234567.89")).toBe("1,234,567.89");
  });
});

describe("spot formulas", () => {
  test("[R-2.3 V005] a limit buy locks price times size and pays what it filled at", () => {
    expect(spotReserve("buy", 6_000_000, 50_000, { unit: 10n, lotUnits: 1_000n })).toBe(3_000_000_000_000n);
    expect(spotValue(5_999_050, 50_000, 10n)).toBe(2_999_525_000_000n);
    expect(feeOf(50_000_000n, 100_000)).toBe(50_000n);
  });

  test("[R-13.1 V006 V087] fees round up, rebates round down", () => {
    expect(feeOf(7_380_001_230n, 67_500)).toBe(4_981_501n);
    expect(feeOf(1_234_567_891_000n, -5_000)).toBe(-61_728_394n);
  });

  test("[R-5.6 V080] bands are rounded inward", () => {
    expect([bandMax(500_000, 5_000_000), bandMin(500_000, 5_000_000)]).toEqual([525_000, 475_000]);
    expect([bandMax(500_000, 3_000_000), bandMin(500_000, 3_000_000)]).toEqual([515_000, 485_000]);
    expect(bandMax(4_949_999, 5_000_000)).toBe(5_197_498);
    expect(bandMin(4_949_999, 5_000_000)).toBe(4_702_500);
  });

  test("[R-2.3] the largest order always fits, one lot more never does", () => {
    const measure = { unit: 10n, lotUnits: 1_000n };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (ticks, available) => {
          const lots = spotMaxLots("buy", ticks, available, measure);
          expect(spotReserve("buy", ticks, lots, measure) <= available).toBe(true);
          expect(spotReserve("buy", ticks, lots + 1, measure) > available).toBe(true);
        },
      ),
    );
  });
});

test("amounts of two assets do not add up", () => {
  const usdt = { asset: "USDT", units: 5n };
  expect(plus(usdt, { asset: "USDT", units: 2n }).units).toBe(7n);
  expect(minus(usdt, { asset: "USDT", units: 2n }).units).toBe(3n);
  expect(() => plus(usdt, { asset: "BTC", units: 1n })).toThrow(TypeError);
});
