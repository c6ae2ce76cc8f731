import type { FormMarket, SpotFacts } from "./spot-form.ts";

/** A market and what is available, for tests. */
export const market: FormMarket = {
  symbol: "BTC_USDT",
  product: 2,
  base: "BTC",
  quote: "USDT",
  tick: 10_000_000n, // 0.1
  lot: 1_000n, // 0.00001
  priceDecimals: 1,
  sizeDecimals: 5,
  quoteDecimals: 2,
  measure: { unit: 100n, lotUnits: 1_000n },
  minQty: "0.00001",
  maxQty: "100",
  minNotional: "5",
  makerRate: 80_000,
  takerRate: 100_000,
};
export const facts: SpotFacts = {
  bestBid: "104286.0",
  bestAsk: "104287.0",
  availableBase: 41_820_000n,
  availableQuote: 5_321_480_000_000n,
};
