import { expect, test } from "vitest";
import { usdtValueOf } from "./usdt-value.ts";

const pairs = [{ symbol: "BTC/USDT", base: "BTC", quote: "USDT" }];
const lastOf = (symbol: string) => (symbol === "BTC/USDT" ? "100000.5" : undefined);

test("a coin is valued at the last price of its USDT pair, and USDT at itself", () => {
  expect(usdtValueOf("BTC", 50_000_000n, pairs, lastOf)).toBe(5_000_025_000_000n);
  expect(usdtValueOf("USDT", 7n, pairs, lastOf)).toBe(7n);
});

test("without a pair or a price the value is unknown, not zero", () => {
  expect(usdtValueOf("DOGE", 1n, pairs, lastOf)).toBeUndefined();
  expect(usdtValueOf("BTC", 1n, pairs, () => undefined)).toBeUndefined();
  expect(usdtValueOf("BTC", 1n, pairs, () => "")).toBeUndefined();
});
