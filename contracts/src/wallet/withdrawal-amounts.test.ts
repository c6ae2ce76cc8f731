import { expect, test } from "vitest";
import { assetNetworkOf } from "./asset-networks.ts";
import type { TickerRow } from "../market/calls.ts";
import {
  withdrawalAmountsOf,
  withdrawalDayLimitOf,
  withdrawalPriceOf,
  withdrawalValueOf,
} from "./withdrawal-amounts.ts";

const scale = 8;
const local = assetNetworkOf("USDT", "LOCAL_EVM")!;

test("an amount has no more decimals than ledger and network, and is at least the smallest; the refusal says both", () => {
  expect(withdrawalAmountsOf("10.5", local, scale)).toEqual({ amount: 1_050_000_000n, fee: 100_000_000n });
  expect(withdrawalAmountsOf("10.1234567", local, scale)).toMatchObject({ refusal: "AMOUNT_INVALID" });
  expect(withdrawalAmountsOf("0", local, scale)).toMatchObject({ refusal: "AMOUNT_INVALID" });
  expect(withdrawalAmountsOf("9.999999", local, scale)).toEqual({
    refusal: "WITHDRAWAL_TOO_SMALL",
    facts: { needed: "10", given: "9.999999", asset: "USDT" },
  });
});

test("worth is rounded up, and without a price there is none", () => {
  expect(withdrawalValueOf(1n, scale, "60000.00000001")).toBe(60_001n);
  expect(withdrawalValueOf(100_000_000n, scale, "60000")).toBe(6_000_000_000_000n);
  for (const price of ["", "0"]) expect(withdrawalValueOf(1n, scale, price)).toBeUndefined();
});

test("limits count by the index while it is fresh; USDT is worth itself, and what has no market has no price", () => {
  const rows = [
    { symbol: "BTC/USDT", index: "60000", last: "61000", indexStale: false },
    { symbol: "ETH/USDT", index: "3000", last: "3100", indexStale: true },
  ] as unknown as TickerRow[];
  expect(["USDT", "BTC", "ETH", "XRP"].map((asset) => withdrawalPriceOf(rows, asset))).toEqual(["1", "60000", "", ""]);
});

test("the limit of a level in 1e-8 USDT; a level that is not in the table has none", () => {
  expect([0, 1, 2, 3].map(withdrawalDayLimitOf)).toEqual([0n, 2_000_000_000_000n, 200_000_000_000_000n, 0n]);
});
