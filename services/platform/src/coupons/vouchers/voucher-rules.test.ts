import { expect, test } from "vitest";
import { closeAtOf, voucherProblem } from "./voucher-rules.ts";

const voucher = {
  status: "SUCCESS",
  isPaymentSent: false,
  endAt: 1_000,
  products: [4],
  symbols: ["BTCUSDT-PERP"],
  minLeverage: 0,
  maxLeverage: 20,
} as const;
const market = { product: 4, symbol: "BTCUSDT-PERP", maxLeverage: 125 };

test("[C.40] a voucher opens in the symbols that it lists, up to its leverage, before its end, and once at a time", () => {
  expect(voucherProblem(voucher, market, 20, 999)).toBeUndefined();
  expect(voucherProblem({ ...voucher, symbols: [] }, market, 1, 0)).toBeUndefined();
  const unusable = { refusal: "VOUCHER_NOT_USABLE", facts: {} };
  expect(voucherProblem(voucher, market, 20, 1_000)).toEqual(unusable);
  expect(voucherProblem({ ...voucher, isPaymentSent: true }, market, 20, 0)).toEqual(unusable);
  for (const status of ["PENDING", "USED_OFF", "EXPIRED"] as const)
    expect(voucherProblem({ ...voucher, status }, market, 20, 0)).toEqual(unusable);
  expect(voucherProblem(voucher, { ...market, symbol: "ETHUSDT-PERP" }, 20, 0)).toEqual(unusable);
  expect(voucherProblem(voucher, { ...market, product: 5 }, 20, 0)).toEqual(unusable);
});

test("its leverage is bounded by the voucher and by the contract, whichever is lower", () => {
  const range = (min: string, max: string) => ({ refusal: "LEVERAGE_RANGE", facts: { min, max } });
  expect(voucherProblem(voucher, market, 21, 0)).toEqual(range("1", "20"));
  expect(voucherProblem({ ...voucher, minLeverage: 5 }, market, 4, 0)).toEqual(range("5", "20"));
  expect(voucherProblem({ ...voucher, maxLeverage: 0 }, market, 126, 0)).toEqual(range("1", "125"));
  expect(voucherProblem(voucher, { ...market, maxLeverage: 10 }, 11, 0)).toEqual(range("1", "10"));
});

test("[C.43] a position is closed once it was held for as long as its campaign says, and never where it says nothing", () => {
  expect(closeAtOf({}, 1_000)).toBeUndefined();
  expect(closeAtOf({ maxHoldHours: 24 }, 1_000)).toBe(86_401_000);
});
