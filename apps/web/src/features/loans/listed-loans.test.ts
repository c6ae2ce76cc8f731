import type { BalanceRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { marginMarket } from "../../lib/markets/test-markets.ts";
import { loansIn, yearRate } from "./listed-loans.ts";

const row = (bucket: BalanceRow["bucket"], asset: string, amount: string): BalanceRow => ({
  product: 5,
  sub: "BTC/USDT",
  asset,
  bucket,
  amount,
});

test("each asset that is owed is a row, interest alone as well, and what was repaid is none", () => {
  const rows = [row("loan", "USDT", "-1000"), row("interest", "USDT", "-0.01"), row("interest", "BTC", "-0.00000001")];
  expect(loansIn([marginMarket], rows).map(({ asset, side }) => [asset, side])).toEqual([
    ["USDT", "BUY"],
    ["BTC", "SELL"],
  ]);
  expect(loansIn([marginMarket], [row("loan", "USDT", "0"), row("avail", "USDT", "5")])).toEqual([]);
});

test("a year is 8,760 hours of the same principal", () => {
  expect(yearRate(1_000)).toBe(8_760_000);
});
