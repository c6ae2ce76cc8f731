import type { AssetEntry, MarketEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { linearEntry, testAssets } from "../../../lib/markets/test-markets.ts";
import { longExampleOf } from "./long-example.ts";

const [usdt] = testAssets as [AssetEntry];
const market: MarketEntry = {
  ...linearEntry,
  contract: {
    ...linearEntry.contract!,
    openInterestCap: "500000000",
    tiers: [
      { cap: "50000", maxLeverage: 125, mmr: 400_000, cum: "0" },
      { cap: "250000", maxLeverage: 100, mmr: 500_000, cum: "50" },
    ],
  },
};

test("a thousand at ten times buys what ten thousand buy, and is told by the engine's formulas", () => {
  // 0.1 BTC at 100,000 with 1,000 of margin: (1,000 − 10,000) / (0.1 · (0.4 % − 1)) = 90,361.4457…, shown one tick up.
  expect(longExampleOf(market, usdt, { entry: "100000", mark: "101500.5", lowSince: "99000" })).toEqual({
    leverage: 10,
    entry: "100000",
    liquidation: "90361.5",
    pnl: "150.05",
    isGain: true,
    isOver: false,
  });
});

test("a loss is told with its sign", () => {
  expect(longExampleOf(market, usdt, { entry: "100000", mark: "99000", lowSince: "99000" })).toMatchObject({
    pnl: "-100",
    isGain: false,
  });
});

test("an example that was liquidated on the way says so", () => {
  expect(longExampleOf(market, usdt, { entry: "100000", mark: "99000", lowSince: "90361.5" })?.isOver).toBe(true);
  expect(longExampleOf(market, usdt, { entry: "100000", mark: "99000", lowSince: "90361.6" })?.isOver).toBe(false);
});

test("a contract that allows less leverage is shown with less", () => {
  const tame = { ...market, contract: { ...market.contract!, maxLeverage: 5 } };
  expect(longExampleOf(tame, usdt, { entry: "100000", mark: "100000", lowSince: "100000" })).toMatchObject({
    leverage: 5,
    pnl: "0",
    isGain: true,
  });
});

test("without a price there is no example", () => {
  expect(longExampleOf(market, usdt, { entry: "", mark: "1", lowSince: "1" })).toBeUndefined();
  expect(longExampleOf(market, usdt, { entry: "1", mark: "", lowSince: "1" })).toBeUndefined();
});
