import { expect, test } from "vitest";
import { tickPrice } from "./tick-price.ts";

test("a place on the scale becomes the nearest tick, with the decimals of the market", () => {
  const market = { tick: 50_000_000n, tickSize: "0.5", priceDecimals: 1 };
  expect([102_019.81, 102_019.7, 0.1].map((price) => tickPrice(market, price))).toEqual([
    "102020.0",
    "102019.5",
    "0.5",
  ]);
});
