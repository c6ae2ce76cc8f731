import type { AssetEntry, MarketEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type ContractMarket, marketOf } from "../../lib/markets/market.ts";
import { figuresOf, signed } from "./position-figures.ts";

const assets: readonly AssetEntry[] = [
  { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
  { id: 3, asset: "BTC", scale: 8, displayDecimals: 6 },
];
const entry: MarketEntry = {
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
};
const linear = marketOf(entry, assets) as ContractMarket;
const inverse = marketOf(
  { ...entry, symbol: "BTCUSD-PERP", kind: "INVERSE", lotSize: "1", contract: { ...entry.contract!, settle: "BTC" } },
  assets,
) as ContractMarket;

test("[R-7.4 R-7.5] a long of a USDT perpetual gains with the mark, a short loses", () => {
  const long = { posSide: "LONG", qty: "0.1000", entryValue: "10000" };
  expect(figuresOf(linear, long, "101000.0", 20)).toEqual({
    value: "10,100.00",
    pnl: "+100.00",
    roe: "+20.00%",
    isGain: true,
    crossMargin: "505.00",
  });
  expect(figuresOf(linear, { ...long, posSide: "SHORT" }, "101000.0", 20)).toMatchObject({
    pnl: "−100.00",
    roe: "−20.00%",
    isGain: false,
  });
});

test("[R-7.4] a coin contract counts in its coin", () => {
  const long = { posSide: "LONG", qty: "1000", entryValue: "0.02" };
  expect(figuresOf(inverse, long, "62500.0", 10)).toMatchObject({ value: "0.016000", pnl: "+0.004000" });
});

test("without a mark there are no figures, and nothing has no sign", () => {
  expect(figuresOf(linear, { posSide: "LONG", qty: "1", entryValue: "1" }, "", 20)).toBeUndefined();
  expect(signed(0n, 2, 8)).toBe("0.00");
});
