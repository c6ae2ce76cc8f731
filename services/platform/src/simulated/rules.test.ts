import type { BalanceRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { missingOf, nextAtOf, printed, targetOf } from "./rules.ts";

const row = (asset: string, bucket: BalanceRow["bucket"], amount: string, product = 1): BalanceRow => ({
  product,
  sub: "",
  asset,
  bucket,
  amount,
});
const target = targetOf("USDT=100000,BTC=1");

test("a user without accounts is given the whole target", () => {
  expect(printed(missingOf(target, []))).toEqual([
    { asset: "USDT", amount: "100000" },
    { asset: "BTC", amount: "1" },
  ]);
});

test("a refill counts the money of all accounts, held and margined alike, and gives only what is missing", () => {
  const rows = [row("USDT", "avail", "20000"), row("USDT", "cash", "30000.5", 4), row("USDT", "iso", "9999.5", 4)];
  expect(printed(missingOf(target, [...rows, row("BTC", "avail", "1.2")]))).toEqual([
    { asset: "USDT", amount: "40000" },
  ]);
});

test("a negative balance is missing too; bonus money and loans do not count", () => {
  const rows = [row("USDT", "cash", "-50", 4), row("USDT", "bonus", "1000", 4), row("USDT", "loan", "1000", 5)];
  expect(printed(missingOf(target, rows))[0]).toEqual({ asset: "USDT", amount: "100050" });
});

test("the next refill waits for its interval, the first for nothing", () => {
  expect(nextAtOf(0, 1_000, 5_000)).toBe(0);
  expect(nextAtOf(4_500, 1_000, 5_000)).toBe(5_500);
  expect(nextAtOf(4_000, 1_000, 5_000)).toBe(0);
});

test.each(["USDT", "USDT=", "USDT=-1", "usdt=1", "USDT=1;BTC=1"])("a target of %s stops the start", (text) => {
  expect(() => targetOf(text)).toThrow("SIMULATED_FUNDS");
});
