import { productIds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { minutesUntil, refillMoves } from "./refill-moves.ts";

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
  expect(refillMoves(given, contracts)).toEqual([
    { fromProduct: productIds.wallet, toProduct: productIds.futures_usdt, asset: "USDT", amount: "40000.5" },
    { fromProduct: productIds.wallet, toProduct: productIds.futures_btc, asset: "BTC", amount: "1" },
  ]);
});

test("a part of a minute is a minute, and what has come is none", () => {
  expect([minutesUntil(60_001, 0), minutesUntil(60_000, 0), minutesUntil(1, 0), minutesUntil(5, 9)]).toEqual([
    2, 1, 1, 0,
  ]);
});
