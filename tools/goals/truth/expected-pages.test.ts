import { expect, test } from "vitest";
import { expectedOn } from "./expected-pages.ts";
import type { Ledger } from "./ledger.ts";

const balance = (product: number, asset: string, bucket: string, amount: string, sub = "") => ({
  product,
  sub,
  asset,
  bucket,
  amount,
});
const margin = { availOut: "90", initialMargin: "7", orderMargin: "1", marginRatio: "3.5", grants: [] as object[] };

/** Only what the pages are counted from. */
const ledger = {
  balances: {
    rows: [
      balance(1, "USDT", "avail", "100"),
      balance(1, "USDT", "hold", "20"),
      balance(1, "USDT", "earn", "5"),
      balance(2, "BTC", "avail", "0.00000003"),
      balance(4, "USDT", "cash", "50"),
      balance(4, "USDT", "bonus", "8"),
      balance(4, "USDT", "fundbonus", "6"),
      balance(4, "USDT", "iso", "2", "ETHUSDT-PERP"),
      balance(5, "USDT", "avail", "30", "BTC/USDT"),
      balance(5, "USDT", "loan", "-10", "BTC/USDT"),
      balance(5, "USDT", "avail", "1", "ETH/USDT"),
    ],
  },
  positions: {
    rows: [{ product: 4, symbol: "BTCUSDT-PERP", posSide: "LONG", qty: "1", figures: { uPnl: "-3" } }],
  },
  margins: { rows: [{ product: 4, asset: "USDT", figures: { ...margin, grants: [{ remaining: "8" }] } }] },
  pairs: { rows: [{ symbol: "BTC/USDT", base: { asset: "BTC" }, quote: { asset: "USDT", transferable: "12" } }] },
  tickers: { rows: [{ symbol: "BTC/USDT", index: "50000.5", last: "1" }] },
} as unknown as Ledger;

test("the figures of the asset pages are counted from buckets, marks and indexes, and every sum is one of cut rows", () => {
  const { holdings, chart } = expectedOn("overview", ledger);
  expect(holdings.get("1 USDT ")).toEqual({ total: "125", available: "100", locked: "25", value: "125" });
  // 0.0015000150 is cut to eight decimals before it is added.
  expect(holdings.get("2 BTC ")).toMatchObject({ value: "0.00150001" });
  expect(holdings.get("4 USDT ")).toMatchObject({ total: "57", available: "90", locked: "2", uPnl: "-3" });
  expect(holdings.get("5 USDT BTC/USDT")).toMatchObject({ total: "20", available: "12", owed: "10" });
  expect(holdings.get("5 USDT ETH/USDT")).toMatchObject({ total: "1", owed: "0" });
  expect(holdings.get("account derivatives")).toEqual({ value: "57", bonus: "8" });
  expect(holdings.get("account margin")).toEqual({ value: "21" });
  expect(holdings.get("total")).toEqual({ value: "203.00150001", fiat: "203.00150001" });
  // Without what the position would come to.
  expect(chart.get("value")).toEqual({ now: "206.00150001" });
});

test("the page of a contract account has its equity as a sum, what is bound, its positions and its bonus; funding bonus is in none of them", () => {
  const { holdings, margins, positions } = expectedOn("derivatives", ledger);
  expect(holdings.get("equity USDT")).toEqual({ cash: "52", upnl: "-3", bonus: "8", total: "57" });
  expect(margins.get("margin USDT")).toEqual({ use: "10", leave: "90", ratio: "3.5" });
  expect(margins.get("bonus 0")).toEqual({ remaining: "8" });
  expect([...positions.keys()]).toEqual(["BTCUSDT Long"]);
  expect([...expectedOn("margin", ledger).holdings.keys()]).toEqual(["total", "5 USDT BTC/USDT", "5 USDT ETH/USDT"]);
});
