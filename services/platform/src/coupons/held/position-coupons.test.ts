import { couponOptions } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Close, effectOf, type PositionTerms, takerOf } from "./position-coupons.ts";

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
  free: 50n * unit,
  holdHours: 0,
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
  // What is not built cannot be promised.
  for (const option of ["isTotal", "isPaidAsBonus", "maxLeverage"])
    expect(couponOptions.LOSS_DEDUCTION.safeParse({ [option]: true }).success).toBe(false);
});

test("[C.14] an end of a position is paid by one coupon, the oldest; over any of them none pays more than its face", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-80n * unit, 80n * unit), { maxLength: 20 }), (ends) => {
      let list = [1, 2, 3].map((id) => ({ ...double, id }));
      let added = 0n;
      for (const realised of ends) {
        const taker = takerOf(list, { ...close, realised });
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
