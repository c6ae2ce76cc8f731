import { expect, test } from "vitest";
import { inverseMarket as coin, spotMarket as spot } from "../markets/test-markets.ts";
import { isInScope } from "./order-scope.ts";
import { averageText, intentOf, priceText, sizeText, valueText } from "./order-texts.ts";

const row = { symbol: "BTC/USDT", side: "BUY", posSide: "NONE", price: "100000.0", qty: "0.5" } as const;

test("side and position side say what an order of a contract does", () => {
  expect([intentOf("BUY", "NONE"), intentOf("SELL", "NONE")]).toEqual(["buy", "sell"]);
  expect([intentOf("BUY", "LONG"), intentOf("SELL", "LONG")]).toEqual(["openLong", "closeLong"]);
  expect([intentOf("SELL", "SHORT"), intentOf("BUY", "SHORT")]).toEqual(["openShort", "closeShort"]);
});

test("values are in what the market settles in", () => {
  expect(valueText(spot, row)).toBe("50,000.00");
  expect(valueText(coin, { ...row, price: "50000.0", qty: "1000" })).toBe("0.020000");
  expect(valueText(spot, { ...row, price: "" })).toBeUndefined();
});

test("the average of a coin contract is harmonic, and nothing filled has none", () => {
  expect(averageText(spot, { filledQty: "0.5", filledValue: "50000" })).toBe("100,000.0");
  expect(averageText(coin, { filledQty: "1000", filledValue: "0.02" })).toBe("50,000.0");
  expect(averageText(spot, { filledQty: "0", filledValue: "0" })).toBeUndefined();
});

test("rows of a market that is not listed any more are shown with all their digits", () => {
  expect([priceText(undefined, "1.5"), sizeText(undefined, "2"), valueText(undefined, row)]).toEqual([
    "1.50000000",
    "2.00000000",
    undefined,
  ]);
});

test("a terminal lists the orders of its product, and only those of its market where others are hidden", () => {
  const scope = { product: 2, markets: [spot], only: undefined };
  expect(isInScope(scope, { symbol: "BTC/USDT", product: 2 })).toBe(true);
  expect(isInScope(scope, { symbol: "BTC/USDT", product: 5 })).toBe(false);
  expect(isInScope(scope, { symbol: "BTCUSD-PERP" })).toBe(false);
  expect(isInScope({ ...scope, only: "ETH/USDT" }, { symbol: "BTC/USDT", product: 2 })).toBe(false);
});
