import { expect, test } from "vitest";
import { bestPricesOf } from "./best-prices.ts";

test("the highest bid and the lowest ask, as they were written", () => {
  expect(
    bestPricesOf([
      { side: "BUY", price: "99.90", qty: "1" },
      { side: "BUY", price: "100.00", qty: "1" },
      { side: "SELL", price: "1000.00", qty: "1" },
      { side: "SELL", price: "100.10", qty: "1" },
    ]),
  ).toEqual({ bestBid: "100.00", bestAsk: "100.10" });
  expect(bestPricesOf([])).toEqual({ bestBid: undefined, bestAsk: undefined });
});
