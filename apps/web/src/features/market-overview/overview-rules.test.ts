import type { ContractNowRow, DayRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { inverseMarket, linearMarket, spotMarket } from "../../lib/markets/test-markets.ts";
import { compareKnown, figuresOf, heatRowsOf, type Known, rowsOfView, totalsOf } from "./overview-rules.ts";

const day = (symbol: string, change: string, volume = "1"): [string, DayRow] => [
  symbol,
  { symbol, change, volume, quoteVolume: volume, last: "110" } as DayRow,
];
const contract = (symbol: string, openValue: string, openInterest: string): [string, ContractNowRow] => [
  symbol,
  { symbol, figures: { fundingRate: "-0.0001", openValue, openInterest } } as ContractNowRow,
];
const markets = [spotMarket, { ...linearMarket, id: 40 }, inverseMarket];
const known: Known = {
  days: new Map([day("BTC/USDT", "1.85", "100"), day("BTCUSDT-PERP", "-2.10", "200"), day("BTCUSD-PERP", "3", "50")]),
  contracts: new Map([contract("BTCUSDT-PERP", "900", "0.01"), contract("BTCUSD-PERP", "0.02", "1000")]),
  lines: new Map([["BTC/USDT", ["", "100", "105", "109"]]]),
};
const rows = figuresOf(markets, known);
const symbols = (shown: typeof rows) => shown.map(({ market }) => market.symbol);

test("gainers and losers are the moves of their direction, the largest first", () => {
  expect(symbols(rowsOfView(rows, "gainers"))).toEqual(["BTCUSD-PERP", "BTC/USDT"]);
  expect(symbols(rowsOfView(rows, "losers"))).toEqual(["BTCUSDT-PERP"]);
  expect(symbols(rowsOfView(rows, "new"))[0]).toBe("BTCUSDT-PERP");
});

test("totals are in dollars, whatever a market counts in", () => {
  expect(totalsOf(rows)).toEqual({ volume: 35_000_000_000n, openValue: 190_000_000_000n, rising: 2, falling: 1 });
});

test("a sum with an unknown part is not known", () => {
  expect(totalsOf(figuresOf(markets, { ...known, days: new Map(), contracts: new Map() }))).toEqual({
    volume: undefined,
    openValue: undefined,
    rising: 0,
    falling: 0,
  });
});

test("a line begins with the first trade and ends at the last price", () => {
  expect(rows[0]!.points).toEqual([100, 105, 110]);
  expect(rows[0]!.funding).toBeUndefined();
  expect(rows[1]!.funding).toBe(-10_000n);
});

test("what is not known is smaller than everything", () => {
  expect([2n, undefined, -1n].toSorted(compareKnown)).toEqual([-1n, 2n, undefined]);
  expect(compareKnown(undefined, 0n)).toBe(-1);
});

test("a heat map waits for the figures of the day, and then has the markets that traded, the largest first", () => {
  expect(symbols(heatRowsOf(rows)!)).toEqual(["BTCUSDT-PERP", "BTC/USDT", "BTCUSD-PERP"]);
  expect(heatRowsOf(undefined)).toBeUndefined();
  expect(heatRowsOf(figuresOf(markets, { ...known, days: new Map() }))).toBeUndefined();
  const quiet = new Map(markets.map(({ symbol }) => day(symbol, "", "0")));
  expect(heatRowsOf(figuresOf(markets, { ...known, days: quiet }))).toEqual([]);
  expect(heatRowsOf([])).toEqual([]);
});
