import { expect, test } from "vitest";
import { priceProbeOf } from "./price-probe.ts";
import { emptySpotForm, nextSpotForm, type SpotStep } from "./spot-form.ts";
import { facts, market } from "./test-form.ts";

const probe = (...steps: SpotStep[]) => priceProbeOf(steps.reduce(nextSpotForm, emptySpotForm), market, facts);

test("a price far from the market is asked about with the smallest order, before a size is typed", () => {
  expect(probe({ type: "price", text: "150000" })).toEqual({
    symbol: "BTC_USDT",
    side: "BUY",
    type: "LIMIT",
    price: "150000",
    qty: "0.00004",
  });
});

test("a price near the market, none, and a market order are not asked about", () => {
  expect(probe({ type: "price", text: "104000" })).toBeUndefined();
  expect(probe()).toBeUndefined();
  expect(probe({ type: "price", text: "150000" }, { type: "order_type", orderType: "MARKET" })).toBeUndefined();
});
