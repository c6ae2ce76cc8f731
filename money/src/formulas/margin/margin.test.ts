import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measures, sides } from "../../../testing/generators.ts";
import {
  assumedLimitTicks,
  assumedMarketTicks,
  availableOf,
  availableWhileFrozen,
  bankruptcyLimitInNumbers,
  bankruptcyLimitTicks,
  bankruptcyValue,
  carriesMargin,
  closeIsolated,
  feeInNumbers,
  feeOf,
  initialMargin,
  initialMarginInNumbers,
  isLiquidatable,
  isolatedFill,
  isWithinRiskLimit,
  maintenanceMargin,
  maintenanceMarginInNumbers,
  marginRatioBasisPoints,
  marginRatioWarnBasisPoints,
  openLoss,
  type OpeningOrder,
  orderReserve,
  orderReserveInNumbers,
  overdraftPayers,
  remainingReserve,
  remainingReserveNumber,
  referralShare,
  riskLimitOf,
  tierFaultOf,
  tierNumbersOf,
  tradeValue,
  tradeValueInNumbers,
  tradeValueNumber,
  unrealisedPnl,
  unrealisedPnlInNumbers,
  valueCeil,
  valueCeilInNumbers,
  valueCeilNumber,
} from "../../index.ts";
import { btcUsd, btcUsdt, btcUsdTiers, btcUsdtTiers, minor } from "../vectors/vectors-support.ts";

const ticks = fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.integer({ min: 100_000, max: 1_000_000 }));
const qty = fc.oneof(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 20_000 }));
const leverage = fc.integer({ min: 1, max: 125 });
const safe = fc.oneof(fc.maxSafeNat(), fc.integer({ min: 0, max: 2_000_000_000 }));

/** Exact or not there at all: NaN is the only other answer that plain numbers may give. */
function expectEqualOrAbsent(fast: number, exact: bigint): void {
  if (Number.isNaN(fast)) expect(exact > 0n).toBe(true);
  else expect([BigInt(fast), Number.isSafeInteger(fast)]).toEqual([exact, true]);
}

describe("[R-1.1] plain numbers agree with bigint or say nothing", () => {
  test("values", () => {
    fc.assert(
      fc.property(measures, ticks, qty, (measure, price, size) => {
        const floor = tradeValueInNumbers(measure, price, size);
        expectEqualOrAbsent(floor, tradeValue(measure, price, size));
        expectEqualOrAbsent(valueCeilInNumbers(measure, price, size), valueCeil(measure, price, size));
        const largest = measure.kind === "linear" ? tradeValue(measure, price, size) : BigInt(size) * BigInt(measure.k);
        expect(Number.isNaN(floor)).toBe(largest > BigInt(Number.MAX_SAFE_INTEGER));
      }),
      { numRuns: 5_000 },
    );
  });

  test("fees and margins", () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: -90_000_000, max: 90_000_000 }), leverage, (value, rate, lev) => {
        expect(BigInt(feeInNumbers(value, rate))).toBe(feeOf(BigInt(value), rate));
        expect(BigInt(initialMarginInNumbers(value, lev))).toBe(initialMargin(BigInt(value), lev));
      }),
      { numRuns: 5_000 },
    );
    expect(feeInNumbers(1, 90_000_001)).toBeNaN();
    expect(feeInNumbers(2 ** 53, 1)).toBeNaN();
    expect(initialMarginInNumbers(Number.NaN, 5)).toBeNaN();
  });

  test("what an order is worth and keeps reserved, with bigint where a product on the way is too large", () => {
    fc.assert(
      fc.property(measures, ticks, qty, safe, qty, (measure, price, size, reserve, part) => {
        const exact = tradeValue(measure, price, size);
        if (exact <= BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(BigInt(tradeValueNumber(measure, price, size))).toBe(exact);
          expect(BigInt(valueCeilNumber(measure, price, size))).toBe(valueCeil(measure, price, size));
        }
        const left = part % (size + 1);
        expect(BigInt(remainingReserveNumber(reserve, left, size))).toBe(remainingReserve(BigInt(reserve), left, size));
      }),
      { numRuns: 5_000 },
    );
  });

  test("the bankruptcy price as a limit", () => {
    fc.assert(
      fc.property(measures, sides, safe, safe, qty, (measure, side, entryValue, margin, size) => {
        const fast = bankruptcyLimitInNumbers(measure, side, entryValue, margin, size);
        const value = bankruptcyValue(measure.kind, side, BigInt(entryValue), BigInt(margin));
        if (!Number.isNaN(fast))
          expect(fast || undefined).toBe(bankruptcyLimitTicks(measure, side, value, size) || undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  test("maintenance margins, at every border of every tier too", () => {
    for (const tiers of [btcUsdtTiers, btcUsdTiers]) {
      const numbers = tierNumbersOf(tiers);
      const borders = tiers
        .flatMap(({ cap }) => [cap - 1n, cap, cap + 1n])
        .filter((cap) => cap <= 9_007_199_254_740_991n);
      const notionals = fc.oneof(safe, fc.constantFrom(...borders.map(Number)));
      fc.assert(
        fc.property(notionals, (notional) => {
          expect(BigInt(maintenanceMarginInNumbers(numbers, notional))).toBe(
            maintenanceMargin(tiers, BigInt(notional)),
          );
        }),
        { numRuns: 2_000 },
      );
    }
  });

  test("unrealised PnL", () => {
    fc.assert(
      fc.property(measures, sides, ticks, qty, safe, (measure, side, mark, size, entryValue) => {
        const fast = unrealisedPnlInNumbers(measure, side, size, entryValue, mark);
        const exact = unrealisedPnl(measure, side, { qty: size, entryValue: BigInt(entryValue) }, mark);
        if (Number.isNaN(fast)) expect(tradeValueInNumbers(measure, mark, size)).toBeNaN();
        else expect(BigInt(fast)).toBe(exact);
      }),
      { numRuns: 2_000 },
    );
  });

  test("reserves", () => {
    const orders = fc.record<OpeningOrder>({
      side: fc.constantFrom("buy", "sell"),
      mode: fc.constantFrom("cross", "isolated"),
      qty,
      leverage,
      takerRate: fc.integer({ min: 0, max: 1_000_000 }),
      assumedTicks: ticks,
      limitTicks: ticks,
      mark: ticks,
    });
    fc.assert(
      fc.property(measures, orders, (measure, order) => {
        expectEqualOrAbsent(orderReserveInNumbers(measure, order), orderReserve(measure, order).reserve);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("reserves", () => {
  test("[R-8.5 V104] shares of a hold cover each fee, leave the margin at most two units short and sum to the whole", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        measures,
        fc.integer({ min: 150_000, max: 900_000 }),
        leverage,
        parts,
        (measure, price, lev, sizes) => {
          const total = sizes.reduce((sum, size) => sum + size, 0);
          const value = valueCeil(measure, price, total);
          const reserve = initialMargin(value, lev) + feeOf(value, 55_000);
          let hold = reserve;
          let remaining = total;
          let paid = 0n;
          for (const size of sizes) {
            remaining -= size;
            const keep = remainingReserve(reserve, remaining, total);
            const fill = tradeValue(measure, price, size);
            const fee = feeOf(fill, 55_000);
            const { toMargin, toCash } = isolatedFill(hold - keep, fee, initialMargin(fill, lev));
            expect([toCash >= 0n, initialMargin(fill, lev) - toMargin <= 2n]).toEqual([true, true]);
            paid += fee + toMargin + toCash;
            hold = keep;
          }
          expect([hold, paid]).toEqual([0n, reserve]);
        },
      ),
    );
  });

  test("[R-8.9] an isolated close neither makes nor loses money, and no fee takes what is not there", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const change = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(amount, qty, fc.nat(), change, amount, (isoMargin, size, part, pnl, fee) => {
        const closeQty = 1 + (part % size);
        const closed = closeIsolated({ isoMargin, qty: size, closeQty, pnl, fee });
        expect(closed.toCash + closed.marginLeft + closed.feeCharged).toBe(isoMargin + pnl + closed.overdrawn);
        expect(closed.overdrawn).toBe(isoMargin + pnl < 0n ? -isoMargin - pnl : 0n);
        if (closeQty === size) expect(closed.marginLeft).toBe(0n);
        const payers = overdraftPayers(closed.overdrawn, pnl, false);
        expect(payers.fromCash + payers.left).toBe(closed.overdrawn);
      }),
    );
    expect(overdraftPayers(5n, 100n, true)).toEqual({ fromCash: 0n, left: 5n });
    expect(overdraftPayers(5n, 3n, false)).toEqual({ fromCash: 3n, left: 2n });
  });
});

describe("§8.4 as its tables read", () => {
  test("[R-8.6] the open loss of each kind and side", () => {
    fc.assert(
      fc.property(ticks, ticks, qty, (limit, mark, size) => {
        const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
        const [linear, inverse] = [btcUsdt.measure, btcUsd.measure];
        const worth = BigInt(limit - mark) * BigInt(size) * 1_000n;
        expect(openLoss(linear, "buy", limit, mark, size)).toBe(positive(worth));
        expect(openLoss(linear, "sell", limit, mark, size)).toBe(positive(-worth));
        const long = valueCeil(inverse, mark, size) - tradeValue(inverse, limit, size);
        const short = valueCeil(inverse, limit, size) - tradeValue(inverse, mark, size);
        expect(openLoss(inverse, "buy", limit, mark, size)).toBe(positive(long));
        expect(openLoss(inverse, "sell", limit, mark, size)).toBe(positive(short));
      }),
    );
  });

  test("[R-8.6] the assumed price of limit and market orders", () => {
    expect(assumedLimitTicks("linear", "buy", 100, 90)).toBe(100);
    expect(assumedLimitTicks("linear", "sell", 100, 110)).toBe(110);
    expect(assumedLimitTicks("inverse", "buy", 100, 90)).toBe(90);
    expect(assumedLimitTicks("inverse", "sell", 100, 110)).toBe(100);
    expect(assumedLimitTicks("linear", "sell", 100, undefined)).toBe(100);
    expect(assumedMarketTicks("linear", "buy", 103, 100, 99)).toBe(103);
    expect(assumedMarketTicks("linear", "sell", 97, 100, 101)).toBe(101);
    expect(assumedMarketTicks("inverse", "buy", 103, 100, 99)).toBe(99);
    expect(assumedMarketTicks("inverse", "sell", 97, 100, 101)).toBe(97);
    expect(assumedMarketTicks("linear", "sell", 97, 100, undefined)).toBe(100);
  });
});

describe("accounts", () => {
  const account = { cash: 100n, bonus: 10n, uPnl: -20n, initialMargin: 60n, orderMargin: 30n };

  test("[R-3.4 R-3.5 R-3.6] profit and bonus open cross orders, isolated ones take cash only, and neither leaves", () => {
    const rich = { cash: 100n, bonus: 500n, uPnl: 300n, initialMargin: 40n, orderMargin: 30n };
    expect(availableOf(rich)).toEqual({ open: 830n, isolated: 100n, out: 30n });
    expect(availableOf({ ...rich, cash: -100n })).toEqual({ open: 630n, isolated: 0n, out: 0n });
  });

  test("[R-11.1] equity that is exactly the maintenance margin is liquidated", () => {
    expect([99n, 100n, 101n].map((equity) => isLiquidatable(equity, 100n))).toEqual([true, true, false]);
  });

  test("[R-8.7] equity carries margin up to the last unit", () => {
    expect(carriesMargin(account)).toBe(true);
    expect(carriesMargin({ ...account, orderMargin: 31n })).toBe(false);
  });

  test("[R-11.1] the margin ratio is rounded up and unknown without equity", () => {
    expect(marginRatioBasisPoints(1n, 3n)).toBe(3_334n);
    expect(marginRatioBasisPoints(3n, 3n)).toBe(10_000n);
    expect(marginRatioBasisPoints(1n, 0n)).toBeUndefined();
    expect(marginRatioBasisPoints(4n, 5n)).toBe(marginRatioWarnBasisPoints);
  });

  test("[R-9.5] frozen profits do not count and frozen losses do", () => {
    expect(availableWhileFrozen(account, [50n, -5n])).toEqual({ ...availableOf({ ...account, uPnl: -25n }), out: 0n });
  });
});

describe("tiers", () => {
  test("[R-8.3] the maintenance margin is continuous and never falls, one unit more costs at most one unit more", () => {
    for (const tiers of [btcUsdtTiers, btcUsdTiers])
      for (const { cap } of tiers) {
        const steps = [-2n, -1n, 0n, 1n, 2n].map((step) => maintenanceMargin(tiers, cap + step));
        for (let i = 1; i < steps.length; i += 1) expect([0n, 1n]).toContain(steps[i]! - steps[i - 1]!);
      }
  });

  test("[R-8.4] the risk limit is the cap of the last tier that allows the leverage", () => {
    expect(riskLimitOf(btcUsdtTiers, 100)).toBe(minor("250000"));
    expect(riskLimitOf(btcUsdtTiers, 21)).toBe(minor("1000000"));
    expect(riskLimitOf(btcUsdtTiers, 126)).toBeUndefined();
    expect(isWithinRiskLimit(btcUsdtTiers, 100, minor("250000"))).toBe(true);
    expect(isWithinRiskLimit(btcUsdtTiers, 100, minor("250000.00000001"))).toBe(false);
    expect(isWithinRiskLimit(btcUsdtTiers, 1, minor("500000000.00000001"))).toBe(false);
  });

  test("[R-2.2] unsound tiers are named", () => {
    const row = { cap: minor("5"), mmr: 400_000, maxLeverage: 100 };
    const next = { cap: minor("10"), mmr: 500_000, maxLeverage: 50 };
    expect(tierFaultOf([row, next])).toBeUndefined();
    expect(tierFaultOf([])).toBe("NO_TIERS");
    expect(tierFaultOf([row, { ...next, cap: row.cap }])).toBe("CAP_NOT_RISING");
    expect(tierFaultOf([row, { ...next, mmr: row.mmr }])).toBe("MMR_NOT_RISING");
    expect(tierFaultOf([row, { ...next, maxLeverage: 125 }])).toBe("LEVERAGE_RISING");
    expect(tierFaultOf([{ ...row, maxLeverage: 250 }])).toBe("MMR_ABOVE_LEVERAGE");
    expect(tierFaultOf([{ ...row, cap: row.cap + 1n }, next])).toBe("CUM_NOT_WHOLE");
  });
});

test("[R-13.3] a referral share is floored and a rebate has none", () => {
  expect(referralShare(9n, 50_000_000)).toBe(4n);
  expect(referralShare(-9n, 50_000_000)).toBe(0n);
});
