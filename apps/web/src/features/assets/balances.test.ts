import type { BalanceRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { holdingOf, holdingsOf, listedFirst } from "./balances.ts";

const row = (product: number, asset: string, bucket: BalanceRow["bucket"], amount: string): BalanceRow => ({
  product,
  sub: "",
  asset,
  bucket,
  amount,
});
const rows = [
  row(2, "USDT", "avail", "100.5"),
  row(2, "USDT", "hold", "20"),
  row(1, "USDT", "avail", "7"),
  row(2, "BTC", "avail", "0"),
  row(2, "ETH", "earn", "5"),
];

test("[D.89] buckets of one coin in one account stand in one line, wallet first", () => {
  expect(holdingsOf(rows)).toEqual([
    { product: 1, asset: "USDT", avail: 700_000_000n, hold: 0n },
    { product: 2, asset: "USDT", avail: 10_050_000_000n, hold: 2_000_000_000n },
  ]);
});
test("the cash of a contract account is what can be spent there", () => {
  const futures = [row(4, "USDT", "cash", "9"), row(4, "USDT", "hold", "1"), row(4, "USDT", "bonus", "5")];
  expect(holdingsOf(futures)).toEqual([{ product: 4, asset: "USDT", avail: 900_000_000n, hold: 100_000_000n }]);
});
test("a coin that was never there is zero", () => {
  expect(holdingOf(rows, 2, "BTC")).toEqual({ product: 2, asset: "BTC", avail: 0n, hold: 0n });
});
test("the account and the coins that the page trades with are listed first", () => {
  const all = holdingsOf([
    row(1, "BTC", "avail", "1"),
    row(1, "ETH", "avail", "1"),
    row(2, "BTC", "avail", "1"),
    row(2, "BNB", "avail", "1"),
    row(4, "USDT", "cash", "1"),
  ]);
  const listed = listedFirst(all, { product: 2, coins: ["BTC", "USDT"] });
  expect(listed.map(({ product, asset }) => `${product} ${asset}`)).toEqual([
    "2 BTC",
    "2 BNB",
    "1 BTC",
    "4 USDT",
    "1 ETH",
  ]);
});
test("each margin pair has an account of its own, and the one of the page is listed first", () => {
  const inPair = (sub: string, amount: string): BalanceRow => ({ ...row(5, "USDT", "avail", amount), sub });
  const all = holdingsOf([inPair("BTC/USDT", "1"), inPair("ETH/USDT", "2"), row(1, "USDT", "avail", "3")]);
  const listed = listedFirst(all, { product: 5, pair: "ETH/USDT", coins: ["ETH", "USDT"] });
  expect(listed.map(({ product, pair }) => `${product} ${pair ?? ""}`)).toEqual(["5 ETH/USDT", "1 ", "5 BTC/USDT"]);
});
