import fc from "fast-check";
import { expect, test } from "vitest";
import { cashbackOf, type Fee, type InForce } from "./cashback.ts";

const unit = 100_000_000n;
const end = 1_000;
const coupon: InForce = {
  id: 1,
  inForceAt: 100,
  endAt: end,
  products: [4],
  symbols: [],
  ratio: unit / 2n,
  free: 50n * unit,
};
const fee: Fee = { at: 100, product: 4, symbol: "BTCUSDT-PERP", worth: 10n * unit };

test("[C.48] 4: of a fee of 10 a cashback coupon of 50 at half gives 5 back, and 45 remain", () => {
  const back = cashbackOf([coupon], [fee]).get(1)!;
  expect([back, coupon.free - back]).toEqual([5n * unit, 45n * unit]);
});

test("[C.34] a day's fees bring a share of their sum, rounded down, and at most what remains", () => {
  expect(cashbackOf([coupon], [fee, { ...fee, worth: 3n }]).get(1)).toBe(5n * unit + 1n);
  expect(cashbackOf([{ ...coupon, free: 7n }], [fee, fee]).get(1)).toBe(7n);
  expect(cashbackOf([coupon], []).get(1)).toBe(0n);
});

test("[C.35] only fees from its first moment until its end count, in markets that it lists", () => {
  const outside = [
    { ...fee, at: 99 },
    { ...fee, at: end },
    { ...fee, product: 2 },
  ];
  expect(cashbackOf([coupon], outside).get(1)).toBe(0n);
  expect(cashbackOf([{ ...coupon, symbols: ["ETHUSDT-PERP"] }], [fee]).get(1)).toBe(0n);
});

test("[C.35] the oldest coupon takes a fee, the next one only what comes when nothing is left of it", () => {
  const younger = { ...coupon, id: 2, ratio: unit };
  const older = { ...coupon, free: 4n * unit };
  // The first fee uses the older one up; it is not divided, and the younger takes the second.
  expect([...cashbackOf([older, younger], [fee, { ...fee, worth: unit }])]).toEqual([
    [1, 4n * unit],
    [2, unit],
  ]);
});

test("[C.14] over any days, a coupon pays between nothing and its face, and a fee never brings more than its ratio", () => {
  const fees = fc.array(fc.bigInt(1n, 40n * unit), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fees, { maxLength: 6 }), fc.bigInt(1n, unit), (days, ratio) => {
      let list = [1, 2].map((id) => ({ ...coupon, id, ratio }));
      let [given, paid] = [0n, 0n];
      for (const day of days) {
        const back = cashbackOf(
          list,
          day.map((worth) => ({ ...fee, worth })),
        );
        list = list.map((one) => ({ ...one, free: one.free - back.get(one.id)! }));
        for (const { free } of list) expect(free >= 0n && free <= coupon.free).toBe(true);
        given += [...back.values()].reduce((sum, one) => sum + one, 0n);
        paid += day.reduce((sum, one) => sum + one, 0n);
      }
      expect(given * unit <= paid * ratio).toBe(true);
    }),
  );
});
