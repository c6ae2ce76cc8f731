import type { MarketEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { contractTitleOf, offerOf } from "./offer.ts";

const spot: MarketEntry = {
  id: 1,
  symbol: "BTC/USDT",
  kind: "SPOT",
  base: "BTC",
  quote: "USDT",
  product: 2,
  tickSize: "0.01",
  lotSize: "0.00001",
  minQty: "0.00001",
  maxQty: "500",
  minNotional: "5",
  makerRate: 100_000,
  takerRate: 100_000,
  status: "TRADING",
};
const inverse = (base: string, maxLeverage: number): MarketEntry => ({
  ...spot,
  symbol: `${base}USD-PERP`,
  kind: "INVERSE",
  base,
  product: 3,
  makerRate: 20_000,
  takerRate: 55_000,
  contract: { settle: base, maxLeverage, fundingIntervalMs: 1, openInterestCap: "1", tiers: [] },
});

test("an offer counts what is listed and tells the fees and the highest leverage", () => {
  const markets = [spot, inverse("BTC", 125), inverse("ETH", 100)];
  expect(offerOf({ markets }, "INVERSE")).toEqual({
    fees: "0.02% / 0.055%",
    count: 2,
    leverageMax: 125,
    titles: ["BTC/USD", "ETH/USD"],
    least: { amount: "5", asset: "USDT" },
  });
  expect(offerOf({ markets }, "SPOT")).toEqual({
    fees: "0.10% / 0.10%",
    count: 1,
    leverageMax: 0,
    titles: ["BTC/USDT"],
    least: { amount: "5", asset: "USDT" },
  });
});

test("what is not listed is not offered", () => {
  expect(offerOf({ markets: [spot] }, "LINEAR")).toBeUndefined();
});

test("a contract is called by its coin and what it is priced in", () => {
  expect(contractTitleOf({ base: "ETH", symbol: "ETHUSD-PERP" })).toBe("ETH/USD");
  expect(contractTitleOf({ base: "ETH", symbol: "ODD" })).toBe("ODD");
});
