import { expect, test } from "vitest";
import { leverageBounds, usableVouchers } from "./voucher-form.ts";

const voucher = {
  kind: "CONTRACT_VOUCHER",
  status: "SUCCESS",
  use: undefined,
  products: [4],
  symbols: ["BTCUSDT-PERP"],
  endAt: 1_000,
  minLeverage: 0,
  maxLeverage: 20,
} as const;
const market = { symbol: "BTCUSDT-PERP", product: 4 };

test("[U.18] the ticket offers the vouchers that open a position in its contract, the one that ends first before the others", () => {
  const later = { ...voucher, endAt: 2_000, symbols: [] };
  const inUse = {
    ...voucher,
    use: { state: "OPEN", symbol: market.symbol, posSide: "LONG", leverage: 20 },
  } as const;
  const others = [
    inUse,
    { ...voucher, status: "PENDING" } as const,
    { ...voucher, kind: "TRADING_BONUS" } as const,
    { ...voucher, symbols: ["ETHUSDT-PERP"] },
    { ...voucher, products: [5] },
    { ...voucher, endAt: 500 },
  ];
  expect(usableVouchers([later, ...others, voucher], market, 500)).toEqual([voucher, later]);
});

test("the leverage of a voucher is bounded by it and by the contract", () => {
  expect(leverageBounds(voucher, 125)).toEqual({ min: 1, max: 20 });
  expect(leverageBounds({ minLeverage: 5, maxLeverage: 0 }, 125)).toEqual({ min: 5, max: 125 });
  expect(leverageBounds({ minLeverage: 0, maxLeverage: 50 }, 25)).toEqual({ min: 1, max: 25 });
});
