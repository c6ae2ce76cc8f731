import type { DayRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { dollarVolumeOf } from "./dollar-value.ts";
import { inverseMarket, linearMarket, spotMarket } from "./test-markets.ts";

const day = (symbol: string, volume: string, quoteVolume: string, last = "50000"): [string, DayRow] => [
  symbol,
  { symbol, volume, quoteVolume, last } as DayRow,
];
const coinPair = { ...spotMarket, symbol: "ETH/BTC", base: "ETH", quote: "BTC", valueUnit: "BTC" };
const markets = [spotMarket, linearMarket, inverseMarket, coinPair];

test("volumes of all kinds are in dollars: as they are, as a coin's size, and by the price of the quote", () => {
  const days = new Map([
    day(spotMarket.symbol, "2", "100000"),
    day(inverseMarket.symbol, "7000", "0.14"),
    day("ETH/BTC", "30", "1.5", "0.05"),
  ]);
  expect(dollarVolumeOf(spotMarket, markets, days)).toBe(10_000_000_000_000n);
  expect(dollarVolumeOf(inverseMarket, markets, days)).toBe(700_000_000_000n);
  expect(dollarVolumeOf(coinPair, markets, days)).toBe(7_500_000_000_000n);
});

test("what is not known stays unknown, and a market that has not traded has no volume", () => {
  expect(dollarVolumeOf(linearMarket, markets, new Map())).toBeUndefined();
  expect(dollarVolumeOf(coinPair, markets, new Map([day("ETH/BTC", "30", "1.5")]))).toBeUndefined();
  expect(dollarVolumeOf(linearMarket, markets, new Map([day(linearMarket.symbol, "", "", "")]))).toBe(0n);
});
