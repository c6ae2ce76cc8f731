import type { FundDay } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { dayMs } from "../../lib/format/utc-days.ts";
import { inverseMarket, linearMarket, spotMarket } from "../../lib/markets/test-markets.ts";
import { csvOf, dayLineOf, deleveragingsOf, fundsOf } from "./fund-rules.ts";

const day = (at: number, balance: string, deleveragings = 0): FundDay => ({
  at,
  gained: "3",
  covered: "-1",
  funding: "0",
  added: "0",
  change: "2",
  balance,
  deleveragings,
});

test("[R-12.1] there is one fund for each product and settle asset, and none for spot", () => {
  const ether = { ...inverseMarket, settleAsset: { ...inverseMarket.settleAsset, asset: "ETH" } };
  expect(fundsOf([spotMarket, inverseMarket, ether, inverseMarket, linearMarket]).map(({ id }) => id)).toEqual([
    "4-USDT",
    "3-BTC",
    "3-ETH",
  ]);
});

test("amounts of a fund have the decimals of its asset, whatever is promised", () => {
  const { settleAsset } = linearMarket;
  const exact = { ...linearMarket, settleAsset: { ...settleAsset, displayDecimals: 4 } };
  expect(fundsOf([exact, inverseMarket]).map(({ decimals }) => decimals)).toEqual([
    4,
    inverseMarket.settleAsset.displayDecimals,
  ]);
});

test("the balance of a day stands at its end, and today's stands now", () => {
  const line = dayLineOf([day(2 * dayMs, "120", 2), day(dayMs, "100")], 2 * dayMs + 5)!;
  expect(line.readings[0]).toEqual({ at: 2 * dayMs, level: 100 });
  expect(line.readings.at(-1)).toEqual({ at: 2 * dayMs + 5, level: 120 });
  expect(line.highest.balance).toBe("120");
  expect(dayLineOf([], 0)).toBeUndefined();
});

test("deleveragings of a time are counted over its days", () => {
  expect(deleveragingsOf([day(0, "1", 2), day(dayMs, "1", 1)])).toBe(3);
});

test("a file of days has the ledger's own numbers", () => {
  expect(csvOf([day(dayMs, "100.5")])).toBe(
    "day,gained,covered,funding,added,change,balance,deleveragings\r\n1970-01-02,3,-1,0,0,2,100.5,0\r\n",
  );
});
