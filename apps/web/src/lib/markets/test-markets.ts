import type { AssetEntry, MarketEntry } from "@tidemark/contracts";
import { type ContractMarket, marginMarketOf, marketOf, type SpotMarket } from "./market.ts";

// Markets of unit tests, with the steps that the exchange lists them with.

export const testAssets: readonly AssetEntry[] = [
  { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
  { id: 3, asset: "BTC", scale: 8, displayDecimals: 6 },
];

export const linearEntry: MarketEntry = {
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
  contract: { settle: "USDT", maxLeverage: 125, fundingIntervalMs: 28_800_000, openInterestCap: "1", tiers: [] },
};
export const spotEntry: MarketEntry = {
  id: 1,
  symbol: "BTC/USDT",
  kind: "SPOT",
  base: "BTC",
  quote: "USDT",
  product: 2,
  tickSize: "0.10",
  lotSize: "0.00001",
  minQty: "0.00001",
  maxQty: "100",
  minNotional: "5",
  makerRate: 80_000,
  takerRate: 100_000,
  status: "TRADING",
  marginPair: { leverage: 3, baseRate: 500, quoteRate: 1_000 },
};

/** What a coin contract has other than the perpetual in USDT. */
const inverseEntry: MarketEntry = {
  ...linearEntry,
  symbol: "BTCUSD-PERP",
  kind: "INVERSE",
  product: 3,
  lotSize: "1",
  minQty: "1",
  maxQty: "100000000",
  minNotional: "0.00001",
  contract: { ...linearEntry.contract!, settle: "BTC" },
};

export const spotMarket = marketOf(spotEntry, testAssets) as SpotMarket;
export const marginMarket = marginMarketOf(spotMarket)!;
export const linearMarket = marketOf(linearEntry, testAssets) as ContractMarket;
export const inverseMarket = marketOf(inverseEntry, testAssets) as ContractMarket;
