import { productIds } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countOf, type CountingTerms, isOfCoupon, type SeenFill } from "./counted-volume.ts";

// The figures of V142.
const fill: SeenFill = {
  uid: 1,
  counterUid: 2,
  at: 1_000,
  product: productIds.futures_usdt,
  symbol: "BTCUSDT-PERP",
  volume: 5_000_000_000_000n,
  margin: "CROSS",
  isVoucher: false,
  isLinked: false,
  cash: 30_000_000_000n,
  bonus: 10_000_000_000n,
};
const terms: CountingTerms = { startAt: 1_000, endAt: 2_000, products: [productIds.futures_usdt], symbols: [] };

test("[C.15] fills count from the grant until the end, in the products and symbols that are listed", () => {
  expect(isOfCoupon(terms, fill)).toBe(true);
  expect([999, 1_000, 1_999, 2_000].map((at) => isOfCoupon(terms, { ...fill, at }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isOfCoupon(terms, { ...fill, product: productIds.spot })).toBe(false);
  expect(isOfCoupon({ ...terms, symbols: ["ETHUSDT-PERP"] }, fill)).toBe(false);
  expect(isOfCoupon({ ...terms, symbols: ["ETHUSDT-PERP", "BTCUSDT-PERP"] }, fill)).toBe(true);
});

test("[C.16] V142: a cross fill counts by the share of cash right before it, an isolated one in full, a voucher's not at all", () => {
  expect(countOf(fill)).toEqual({ counted: 3_750_000_000_000n, by: "CROSS" });
  expect(countOf({ ...fill, cash: -1n })).toEqual({ counted: 0n, by: "CROSS" });
  expect(countOf({ ...fill, margin: "ISOLATED" })).toEqual({ counted: fill.volume, by: "ISOLATED" });
  expect(countOf({ ...fill, margin: "ISOLATED", isVoucher: true })).toEqual({ counted: 0n, by: "VOUCHER" });
  expect(countOf({ ...fill, margin: "SPOT", cash: 0n, bonus: 0n })).toEqual({ counted: fill.volume, by: "SPOT" });
  expect(countOf({ ...fill, cash: 0n, bonus: 0n })).toEqual({ counted: fill.volume, by: "CROSS" });
});

test("[C.17] what meets an own order or an order of a linked account counts nothing", () => {
  expect(countOf({ ...fill, counterUid: 1 })).toEqual({ counted: 0n, by: "OWN" });
  expect(countOf({ ...fill, isLinked: true })).toEqual({ counted: 0n, by: "LINKED" });
});

test("a fill never counts less than nothing or more than itself, and more bonus never counts more", () => {
  const amount = fc.bigInt(0n, 10n ** 15n);
  fc.assert(
    fc.property(amount, fc.bigInt(-(10n ** 15n), 10n ** 15n), amount, amount, (volume, cash, bonus, more) => {
      const { counted } = countOf({ ...fill, volume, cash, bonus });
      expect(counted >= 0n && counted <= volume).toBe(true);
      expect(countOf({ ...fill, volume, cash, bonus: bonus + more }).counted <= counted).toBe(true);
    }),
  );
});
