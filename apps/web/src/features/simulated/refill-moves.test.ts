import { productIds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { bookingLookMs, minutesUntil, refillMoves, refillToMove } from "./refill-moves.ts";

const contracts = [
  { product: productIds.futures_usdt, settleAsset: { asset: "USDT" } },
  { product: productIds.futures_btc, settleAsset: { asset: "BTC" } },
];

test("what a refill brings moves on to the account whose contracts settle in it, the rest stays in the wallet", () => {
  const given = [
    { asset: "USDT", amount: "40000.5" },
    { asset: "BTC", amount: "1" },
    { asset: "DOGE", amount: "5" },
  ];
  expect(refillMoves({ lastAt: 1_763_330_000_000, given, isBooked: true }, contracts)).toEqual([
    {
      fromProduct: productIds.wallet,
      toProduct: productIds.futures_usdt,
      asset: "USDT",
      amount: "40000.5",
      requestId: "refill-1763330000000-USDT",
    },
    {
      fromProduct: productIds.wallet,
      toProduct: productIds.futures_btc,
      asset: "BTC",
      amount: "1",
      requestId: "refill-1763330000000-BTC",
    },
  ]);
});

test("a refill that was booked after the page had stopped waiting is moved later, once, and an older one never", () => {
  const last = { lastAt: 5_000, given: [{ asset: "USDT", amount: "1" }], isBooked: true };
  expect(refillToMove(last, 0)).toBe(last);
  expect(refillToMove({ ...last, isBooked: false }, 0)).toBeUndefined();
  expect(refillToMove(last, 5_000)).toBeUndefined();
  expect(refillToMove(last, null)).toBeUndefined();
  expect(refillToMove(undefined, 0)).toBeUndefined();
});

test("what is not booked is asked for again, but not for ever", () => {
  const last = { lastAt: 5_000, given: [], isBooked: false };
  expect(bookingLookMs(last, 6_000)).toBe(1_000);
  expect(bookingLookMs({ ...last, isBooked: true }, 6_000)).toBe(false);
  expect(bookingLookMs(last, 5_000 + 600_000)).toBe(false);
});

test("a part of a minute is a minute, and what has come is none", () => {
  expect([minutesUntil(60_001, 0), minutesUntil(60_000, 0), minutesUntil(1, 0), minutesUntil(5, 9)]).toEqual([
    2, 1, 1, 0,
  ]);
});
