import type { MarketEntry } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { contractQuoteOf, listKindOf, marginMarketOf, marketOf } from "./market.ts";
import { averageOf, valueOfTexts } from "./market-value.ts";
import { marginMarket, spotEntry, spotMarket, testAssets } from "./test-markets.ts";

const entry = (kind: MarketEntry["kind"], symbol: string, more: Partial<MarketEntry>): MarketEntry => ({
  ...spotEntry,
  kind,
  symbol,
  ...more,
});
const terms = (settle: string): NonNullable<MarketEntry["contract"]> => ({
  settle,
  maxLeverage: 125,
  fundingIntervalMs: 28_800_000,
  openInterestCap: "1",
  tiers: [],
});
const spot = marketOf(entry("SPOT", "BTC/USDT", {}), testAssets);
const linear = marketOf(entry("LINEAR", "BTCUSDT-PERP", { lotSize: "0.0001", contract: terms("USDT") }), testAssets);
const inverse = marketOf(entry("INVERSE", "BTCUSD-PERP", { lotSize: "1", contract: terms("BTC") }), testAssets);

describe("each kind has its title, path and units", () => {
  test("spot", () => {
    expect(spot).toMatchObject({ title: "BTC/USDT", segment: "BTC_USDT", path: "/spot/BTC_USDT" });
    expect([spot.priceUnit, spot.sizeUnit, spot.valueUnit]).toEqual(["USDT", "BTC", "USDT"]);
  });
  test("a margin pair is its spot market under another path and product, where the exchange lends", () => {
    expect(marginMarket).toMatchObject({ title: "BTC/USDT", symbol: "BTC/USDT", path: "/margin/BTC_USDT", product: 5 });
    expect([listKindOf(marginMarket), listKindOf(spotMarket)]).toEqual(["MARGIN", "SPOT"]);
    expect(marginMarketOf({ ...spotMarket, marginPair: undefined })).toBeUndefined();
  });
  test("a USDT perpetual", () => {
    expect(linear).toMatchObject({ title: "BTCUSDT", segment: "BTCUSDT-PERP", path: "/contract/usdt/BTCUSDT-PERP" });
    expect([linear.priceUnit, linear.sizeUnit, linear.valueUnit]).toEqual(["USDT", "BTC", "USDT"]);
    expect(linear).toMatchObject({ contractSize: "0.0001", settleAsset: { asset: "USDT" } });
  });
  test("a coin contract counts in dollars and is worth coins", () => {
    expect(inverse).toMatchObject({ title: "BTCUSD", path: "/contract/coin/BTCUSD-PERP", contractSize: "1" });
    expect([inverse.priceUnit, inverse.sizeUnit, inverse.valueUnit]).toEqual(["USD", "USD", "BTC"]);
    expect([inverse.sizeDecimals, inverse.valueDecimals]).toEqual([0, 6]);
  });
  test("the quote of a contract is the rest of its symbol", () => {
    expect(contractQuoteOf({ base: "ETH", symbol: "ETHUSD-PERP" })).toBe("USD");
    expect(contractQuoteOf({ base: "ETH", symbol: "OTHER" })).toBeUndefined();
  });
});

describe("values by the formulas of the engine", () => {
  test("price times size, of a coin contract dollars over price", () => {
    expect(valueOfTexts(spot, "100000.0", "0.5")).toBe(5_000_000_000_000n);
    expect(valueOfTexts(linear, "100000.0", "0.5")).toBe(5_000_000_000_000n);
    expect(valueOfTexts(inverse, "50000.0", "1000")).toBe(2_000_000n);
  });
  test("an order without a price has no value yet", () => {
    expect(valueOfTexts(linear, "", "0.5")).toBeUndefined();
  });
  test("the average price goes back the same way, and nothing filled has none", () => {
    expect(averageOf(spot, "50000", "0.5")).toBe(10_000_000_000_000n);
    expect(averageOf(inverse, "0.02", "1000")).toBe(5_000_000_000_000n);
    expect(averageOf(linear, "0", "0")).toBeUndefined();
  });
});

test("a contract without terms and an asset that is not listed are errors, not zeros", () => {
  expect(() => marketOf(entry("LINEAR", "BTCUSDT-PERP", {}), testAssets)).toThrow("without contract terms");
  expect(() => marketOf(entry("SPOT", "XYZ/USDT", { base: "XYZ" }), testAssets)).toThrow("XYZ is not among");
});
