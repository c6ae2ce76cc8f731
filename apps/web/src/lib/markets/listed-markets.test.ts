import type { DayRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import type { Market } from "./market.ts";
import { listedMarkets, type ListQuestion, nextListSort, shownTabs } from "./listed-markets.ts";

const market = (symbol: string, base: string, kind: Market["kind"] = "SPOT"): Market =>
  ({ symbol, base, kind, title: kind === "SPOT" ? `${base}/USDT` : `${base}USDT` }) as Market;
const markets = [
  market("BTC_USDT", "BTC"),
  market("ETH_USDT", "ETH"),
  market("XRP_USDT", "XRP"),
  market("ETHUSDT-PERP", "ETH", "LINEAR"),
];
const day = (symbol: string, quoteVolume: string, change: string): [string, DayRow] => [
  symbol,
  { symbol, quoteVolume, change, last: "1" } as DayRow,
];
const days = new Map([day("BTC_USDT", "900", "-1.22"), day("ETH_USDT", "1000", "+0.50")]);
const question: ListQuestion = { tab: "SPOT", text: "", favourites: ["XRP_USDT", "ETHUSDT-PERP"], sort: undefined };
const symbols = (change: Partial<ListQuestion>) =>
  listedMarkets(markets, days, { ...question, ...change }).map(({ symbol }) => symbol);

test("a tab has the markets of its kind, or the favourites of all kinds", () => {
  expect(symbols({})).toEqual(["BTC_USDT", "ETH_USDT", "XRP_USDT"]);
  expect(symbols({ tab: "favourites" })).toEqual(["XRP_USDT", "ETHUSDT-PERP"]);
});

test("a kind without a market has no tab", () => {
  expect(shownTabs(markets)).toEqual(["favourites", "SPOT", "LINEAR"]);
});

test("a margin pair stands in its own tab, and its symbol's star lists the spot market once", () => {
  const pairs = [...markets, { ...market("BTC_USDT", "BTC"), product: 5 } as Market];
  const count = (tab: ListQuestion["tab"]) =>
    listedMarkets(pairs, days, { ...question, tab, favourites: ["BTC_USDT"] }).length;
  expect([count("MARGIN"), count("SPOT"), count("favourites")]).toEqual([1, 3, 1]);
});

test("a search covers all kinds, and the tab's own market is its first hit", () => {
  expect(symbols({ text: " eth " })).toEqual(["ETH_USDT", "ETHUSDT-PERP"]);
  expect(symbols({ text: "eth", tab: "LINEAR" })).toEqual(["ETHUSDT-PERP", "ETH_USDT"]);
});

test("numbers are sorted as numbers, and unknown ones stay at the end", () => {
  const by = (isDescending: boolean) => symbols({ sort: { column: "volume", isDescending } });
  expect(by(true)).toEqual(["ETH_USDT", "BTC_USDT", "XRP_USDT"]);
  expect(by(false)).toEqual(["BTC_USDT", "ETH_USDT", "XRP_USDT"]);
  expect(symbols({ sort: { column: "change", isDescending: false } })[0]).toBe("BTC_USDT");
});

test("a heading sorts, turns round and returns to the original order", () => {
  const first = nextListSort(undefined, "volume");
  expect(first).toEqual({ column: "volume", isDescending: true });
  expect(nextListSort(first, "volume")).toEqual({ column: "volume", isDescending: false });
  expect(nextListSort(nextListSort(first, "volume"), "volume")).toBeUndefined();
  expect(nextListSort(first, "market")).toEqual({ column: "market", isDescending: false });
});
