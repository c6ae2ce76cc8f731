import type { MarketEntry } from "@tidemark/contracts";
import { expect, test, vi } from "vitest";
import { priceCode } from "./candles.ts";
import * as decimals from "../decimals.ts";
import { MarketDays } from "./market-days.ts";

vi.mock("../decimals.ts", { spy: true });

const minuteMs = 60_000;
const now = 1_700_000_000_000 - (1_700_000_000_000 % minuteMs);
const market = { id: 1, symbol: "BTC/USDT", tickSize: "0.01", lotSize: "0.00001" } as MarketEntry;
const minute = (at: number, price: number) => {
  const close = BigInt(price) * 100_000_000n;
  const prices = { open: close, high: close, low: close, close };
  return { market: 1, price: priceCode("LAST"), at, ...prices, volume: 1n, quoteVolume: close };
};

test("a day that traded every minute has 48 prices, each the last of its half hour, and prints no more", () => {
  const days = new MarketDays();
  const first = now - 1_439 * minuteMs;
  days.take(
    Array.from({ length: 1_440 }, (_, at) => minute(first + at * minuteMs, 100 + at)),
    now,
  );
  vi.mocked(decimals.fixed).mockClear();
  const closes = days.closes(market, now);
  expect(decimals.fixed).toHaveBeenCalledTimes(48);
  expect(closes).toHaveLength(48);
  expect([closes[0], closes[1], closes[47]]).toEqual(["129.00", "159.00", "1539.00"]);
});

test("a half hour without a trade has the price before it, and nothing stands before the first trade", () => {
  const days = new MarketDays();
  days.take([minute(now - 100 * minuteMs, 7), minute(now, 9)], now);
  const closes = days.closes(market, now);
  expect(closes.slice(-5)).toEqual(["", "7.00", "7.00", "7.00", "9.00"]);
  expect(closes[0]).toBe("");
});
