import { expect, test } from "vitest";
import { linearMarket as market } from "../../../lib/markets/test-markets.ts";
import { closableOf } from "./contract-facts.ts";

const order = { symbol: market.symbol, side: "SELL", posSide: "LONG", qty: "0.2000", filledQty: "0.0500" } as const;

test("[R-6.14] resting closes of the same position are taken off, opening orders and other markets are not", () => {
  const positions = [{ symbol: market.symbol, posSide: "LONG", qty: "0.5000" }];
  const orders = [order, { ...order, side: "BUY" as const }, { ...order, symbol: "ETHUSDT-PERP" }];
  expect(closableOf(market, "LONG", positions, orders)).toEqual({ LIMIT: 3_500, MARKET: 5_000 });
  expect(closableOf(market, "SHORT", positions, orders)).toEqual({ LIMIT: 0, MARKET: 0 });
});
