import type { AssetEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type ContractMarket, marketOf } from "../../../lib/markets/market.ts";
import { closableOf, settingsOf } from "./contract-facts.ts";

const assets: readonly AssetEntry[] = [
  { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
  { id: 3, asset: "BTC", scale: 8, displayDecimals: 6 },
];
const market = marketOf(
  {
    id: 12,
    symbol: "BTCUSDT-PERP",
    kind: "LINEAR",
    base: "BTC",
    quote: "USDT",
    product: 4,
    tickSize: "0.1",
    lotSize: "0.0001",
    minQty: "0.0001",
    maxQty: "1000",
    minNotional: "5",
    makerRate: 20_000,
    takerRate: 55_000,
    status: "TRADING",
    contract: { settle: "USDT", maxLeverage: 125, fundingIntervalMs: 1, openInterestCap: "1", tiers: [] },
  },
  assets,
) as ContractMarket;
const order = { symbol: market.symbol, side: "SELL", posSide: "LONG", qty: "0.2000", filledQty: "0.0500" } as const;

test("[R-6.14] resting closes of the same position are taken off, opening orders and other markets are not", () => {
  const positions = [{ symbol: market.symbol, posSide: "LONG", qty: "0.5000" }];
  const orders = [order, { ...order, side: "BUY" as const }, { ...order, symbol: "ETHUSDT-PERP" }];
  expect(closableOf(market, "LONG", positions, orders)).toEqual({ LIMIT: 3_500, MARKET: 5_000 });
  expect(closableOf(market, "SHORT", positions, orders)).toEqual({ LIMIT: 0, MARKET: 0 });
});

test("who has never changed the settings trades cross at 20", () => {
  expect(settingsOf("BTCUSDT-PERP", [])).toEqual({ mode: "CROSS", leverage: { LONG: 20, SHORT: 20 } });
  const row = { symbol: "BTCUSDT-PERP", mode: "ISOLATED", longLeverage: 10, shortLeverage: 5 } as const;
  expect(settingsOf("BTCUSDT-PERP", [row])).toEqual({ mode: "ISOLATED", leverage: { LONG: 10, SHORT: 5 } });
});
