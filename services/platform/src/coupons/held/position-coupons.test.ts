import { couponOptions } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Close, effectOf, owedByTotal, type PositionTerms, takersOf } from "./position-coupons.ts";

const unit = 100_000_000n;
const hour = 3_600_000;
const double: PositionTerms = {
  id: 1,
  kind: "PROFIT_DOUBLE",
  inForceAt: 10 * hour,
  endAt: 100 * hour,
  products: [4],
  symbols: [],
  ratio: unit,
  face: 50n * unit,
  free: 50n * unit,
  holdHours: 0,
  maxLeverage: 0,
  profitReq: 0n,
  options: couponOptions.PROFIT_DOUBLE.parse({}),
};
const deduction: PositionTerms = {
  ...double,
  kind: "LOSS_DEDUCTION",
  ratio: unit / 2n,
  options: couponOptions.LOSS_DEDUCTION.parse({}),
};
const close: Close = {
  product: 4,
  symbol: "BTCUSDT-PERP",
  openedAt: 10 * hour,
  closedAt: 12 * hour,
  realised: 20n * unit,
  fees: 0n,
  funding: 0n,
  isLiquidated: false,
  isVoucher: false,
  hadOpposite: false,
  isCash: true,
  leverage: 20,
  lowestLeverage: 20,
  openedValue: 1_000n * unit,
};
const loss = (amount: bigint): Close => ({ ...close, realised: -amount });

test("[C.50] 6: profit double with 50 adds 20 to a profit of 20, then 30 to one of 60, and is used", () => {
  expect(effectOf(double, close)).toEqual({ owes: 20n * unit });
  const left = { ...double, free: 30n * unit };
  expect(effectOf(left, { ...close, realised: 60n * unit })).toEqual({ owes: 30n * unit });
  expect(effectOf({ ...double, free: 0n }, close)).toBeUndefined();
});

test("[C.38] profit is what is left after fees and funding, and counts from its requirement on; a multiple adds more", () => {
  const net = { ...close, fees: 3n * unit, funding: -2n * unit };
  expect(effectOf({ ...double, profitReq: 15n * unit }, net)).toEqual({ owes: 15n * unit });
  expect(effectOf({ ...double, profitReq: 15n * unit + 1n }, net)).toBeUndefined();
  expect(effectOf({ ...double, options: { multiple: 3 } }, net)).toEqual({ owes: 30n * unit });
  expect(effectOf(double, { ...close, fees: 20n * unit })).toBeUndefined();
  expect(effectOf(double, loss(unit))).toBeUndefined();
});

test("[C.60] a profit may have to reach a return on the opening margin, counted as the ROE of a position", () => {
  const of = (minRoePercent: number): PositionTerms => ({ ...double, options: { multiple: 2, minRoePercent } });
  // 1,000 USDT at 20×: a margin of 50, of which a profit of 20 is 40 %.
  expect(effectOf(of(40), close)).toEqual({ owes: 20n * unit });
  expect(effectOf(of(41), close)).toBeUndefined();
  expect(effectOf(of(40), { ...close, realised: 20n * unit - 1n })).toBeUndefined();
  expect(effectOf(of(40), { ...close, fees: 1n })).toBeUndefined();
  expect(effectOf({ ...of(40), profitReq: 21n * unit }, close)).toBeUndefined();
  // Opened at 10× and raised to 20× before the close.
  expect(effectOf(of(40), { ...close, lowestLeverage: 10 })).toBeUndefined();
  expect(effectOf(of(20), { ...close, lowestLeverage: 10 })).toEqual({ owes: 20n * unit });
  // An end below the requirement would not be paid and so cannot make the coupon invalid.
  expect(effectOf(of(41), { ...close, hadOpposite: true })).toBeUndefined();
});

test("[C.39] a profit beside an opposite position makes profit double invalid; a loss beside one does not touch it", () => {
  expect(effectOf(double, { ...close, hadOpposite: true })).toEqual({ invalidBy: "OPPOSITE_POSITION" });
  expect(effectOf(double, { ...loss(unit), hadOpposite: true })).toBeUndefined();
});

test("[C.36] a loss above 1 USDT of price is paid by its ratio, at most the face; fees and funding are not", () => {
  const costly = { ...loss(20n * unit), fees: 9n * unit, funding: -9n * unit };
  expect(effectOf(deduction, costly)).toEqual({ owes: 10n * unit });
  expect(effectOf(deduction, loss(200n * unit))).toEqual({ owes: 50n * unit });
  expect(effectOf(deduction, loss(unit))).toBeUndefined();
  expect(effectOf(deduction, loss(unit + 2n))).toEqual({ owes: unit / 2n + 1n });
  expect(effectOf(deduction, close)).toBeUndefined();
});

test("[C.36] only a position that was opened in its time with own money counts", () => {
  for (const other of [
    { openedAt: 10 * hour - 1 },
    { closedAt: 100 * hour },
    { isVoucher: true },
    { isCash: false },
    { product: 3 },
    { isLiquidated: true },
  ])
    expect(effectOf(deduction, { ...loss(20n * unit), ...other })).toBeUndefined();
});

test("[C.37] by flag a liquidation counts, a profit voids the coupon, and the smallest loss and hold differ", () => {
  const of = (options: object) => ({ ...deduction, options: couponOptions.LOSS_DEDUCTION.parse(options) });
  const liquidated = { ...loss(20n * unit), isLiquidated: true };
  expect(effectOf(of({ isLiquidationCounted: true }), liquidated)).toEqual({ owes: 10n * unit });
  expect(effectOf(of({ isVoidedByProfit: true }), close)).toEqual({ invalidBy: "PROFIT_MADE" });
  expect(effectOf(of({ minLoss: "20" }), loss(20n * unit))).toBeUndefined();
  expect(effectOf({ ...deduction, holdHours: 3 }, loss(20n * unit))).toBeUndefined();
  expect(effectOf({ ...deduction, holdHours: 2 }, loss(20n * unit))).toEqual({ owes: 10n * unit });
});

test("[C.37] a loss at more leverage than the terms allow does not count, whatever else it has", () => {
  const bounded = { ...deduction, maxLeverage: 20 };
  expect(effectOf(bounded, loss(20n * unit))).toEqual({ owes: 10n * unit });
  expect(effectOf(bounded, { ...loss(20n * unit), leverage: 21 })).toBeUndefined();
  expect(effectOf(deduction, { ...loss(20n * unit), leverage: 125 })).toEqual({ owes: 10n * unit });
});

const total: PositionTerms = { ...deduction, options: couponOptions.LOSS_DEDUCTION.parse({ isTotal: true }) };
const counts = (result: bigint, invested: bigint) => ({ counts: { result, invested } });

test("[C.37] by flag the total of the window counts: losses at the user's own risk, and profits in any case", () => {
  expect(effectOf(total, loss(20n * unit))).toEqual(counts(-20n * unit, 50n * unit));
  expect(effectOf(total, close)).toEqual(counts(20n * unit, 50n * unit));
  const bounded = { ...total, maxLeverage: 10, holdHours: 3 };
  for (const risk of [{ isCash: false }, { isLiquidated: true }])
    expect(effectOf(total, { ...loss(20n * unit), ...risk })).toBeUndefined();
  expect(effectOf(bounded, loss(20n * unit))).toBeUndefined();
  // Bonus that carried a profit was no investment of the user's.
  expect(effectOf(bounded, { ...close, isCash: false })).toEqual(counts(20n * unit, 0n));
  for (const other of [{ openedAt: 10 * hour - 1 }, { closedAt: 100 * hour }, { isVoucher: true }, { product: 3 }])
    expect(effectOf(total, { ...close, ...other })).toBeUndefined();
  expect(effectOf({ ...total, free: 0n }, loss(20n * unit))).toBeUndefined();
});

test("[C.37] a total below zero is paid by its ratio, at most the face, where as much as the face was invested", () => {
  const invested = 50n * unit;
  expect(owedByTotal(total, { result: -20n * unit, invested })).toBe(10n * unit);
  expect(owedByTotal(total, { result: -20n * unit, invested: invested - 1n })).toBe(0n);
  expect(owedByTotal(total, { result: -400n * unit, invested })).toBe(50n * unit);
  // As with one position, 1 USDT is too little, and the campaign may ask for more.
  for (const result of [20n * unit, 0n, -unit]) expect(owedByTotal(total, { result, invested })).toBe(0n);
  const options = couponOptions.LOSS_DEDUCTION.parse({ isTotal: true, minLoss: "20" });
  expect(owedByTotal({ ...total, options }, { result: -20n * unit, invested })).toBe(0n);
});

test("[C.37] a loss is counted by the oldest coupon only, and a profit by every total that sees it", () => {
  const [first, second] = [total, { ...total, id: 2 }];
  const others = [
    { ...double, id: 3 },
    { ...double, id: 4 },
  ];
  const idsOf = (realised: bigint, isTaken = false) =>
    takersOf([first, second, ...others], { ...close, realised }, isTaken).map(({ coupon }) => coupon.id);
  expect(idsOf(-20n * unit)).toEqual([1]);
  expect(idsOf(20n * unit)).toEqual([1, 2, 3]);
  expect([idsOf(-20n * unit, true), idsOf(20n * unit, true)]).toEqual([[], [1, 2]]);
});

test("[C.37] over any ends of positions, two totals pay no more together than the losses that were made", () => {
  const ends = fc.array(fc.bigInt(-80n * unit, 80n * unit), { maxLength: 20 });
  fc.assert(
    fc.property(ends, fc.bigInt(1n, unit), (results, ratio) => {
      const list = [1, 2].map((id) => ({ ...total, id, ratio }));
      const sums = new Map(list.map(({ id }) => [id, { result: 0n, invested: 0n }]));
      for (const realised of results)
        for (const { coupon, effect } of takersOf(list, { ...close, realised })) {
          const before = sums.get(coupon.id)!;
          if (!("counts" in effect)) throw new Error("a total owes nothing before its end");
          const { result, invested } = effect.counts;
          sums.set(coupon.id, { result: before.result + result, invested: before.invested + invested });
        }
      const owed = list.reduce((sum, one) => sum + owedByTotal(one, sums.get(one.id)!), 0n);
      const all = results.reduce((sum, one) => sum + one, 0n);
      expect(owed * unit <= (all < 0n ? -all : 0n) * ratio).toBe(true);
    }),
  );
});

test("[C.14] an end of a position is paid by one coupon, the oldest; over any of them none pays more than its face", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-80n * unit, 80n * unit), { maxLength: 20 }), (ends) => {
      let list = [1, 2, 3].map((id) => ({ ...double, id }));
      let added = 0n;
      for (const realised of ends) {
        const [taker] = takersOf(list, { ...close, realised });
        if (taker === undefined) continue;
        const owes = "owes" in taker.effect ? taker.effect.owes : 0n;
        expect(owes > 0n && owes <= realised).toBe(true);
        expect(list.filter(({ id, free }) => id < taker.coupon.id && free > 0n)).toEqual([]);
        list = list.map((one) => (one.id === taker.coupon.id ? { ...one, free: one.free - owes } : one));
        added += owes;
      }
      for (const { free } of list) expect(free >= 0n && free <= double.free).toBe(true);
      expect(added).toBe(list.reduce((sum, { free }) => sum + double.free - free, 0n));
    }),
  );
});
