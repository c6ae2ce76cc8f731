import type { LiquidationRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import { liquidationValuesOf } from "./liquidation-values.ts";

const row = {
  symbol: linearMarket.symbol,
  qty: "1.5",
  bankruptcyPrice: "49196.80000000",
  equity: "-1234.56789",
  maintenanceMargin: "196.7872",
} as LiquidationRow;

test("a notice prints its figures as the page does, with their unit", () => {
  expect(liquidationValuesOf(row, linearMarket)).toEqual({
    contract: linearMarket.title,
    size: "1.5000 BTC",
    price: "49,196.8",
    equity: "−1,234.56",
    maintenance: "196.78",
    asset: "USDT",
  });
  expect(liquidationValuesOf({ ...row, equity: "20" }, linearMarket).equity).toBe("20.00");
});

test("a market that is not listed any more leaves the figures as they came", () => {
  expect(liquidationValuesOf(row, undefined)).toMatchObject({ contract: row.symbol, size: "1.5", asset: "" });
});
