import { expect, test } from "vitest";
import { linearMarket as market } from "../markets/test-markets.ts";
import { callbackBpsOf, firstTriggerOf, trailingAskOf, usualTrailing } from "./trailing-entry.ts";

const whole = { posSide: "LONG", lots: 1_000, heldLots: 1_000 } as const;

test("[R-6.19] a callback is from 0.1 to 10 percent, in hundredths", () => {
  const bps = (callback: string) => callbackBpsOf({ ...usualTrailing, callback });
  expect([bps("0.1"), bps("1.5"), bps("10")]).toEqual([10, 150, 1_000]);
  expect([bps(""), bps("0.09"), bps("10.01"), bps("-1")]).toEqual([undefined, undefined, undefined, undefined]);
});

test("[R-6.19] a stop of the whole position is sent without a size, one of a part with it", () => {
  expect(trailingAskOf(market, usualTrailing, whole)).toEqual({
    symbol: "BTCUSDT-PERP",
    posSide: "LONG",
    by: "MARK",
    callbackBps: 100,
  });
  expect(trailingAskOf(market, { ...usualTrailing, activation: "105000." }, { ...whole, lots: 500 })).toMatchObject({
    qty: "0.05",
    activationPrice: "105000",
  });
});

test("without a size or a callback nothing is sent", () => {
  expect(trailingAskOf(market, usualTrailing, { ...whole, lots: 0 })).toBeUndefined();
  expect(trailingAskOf(market, { ...usualTrailing, callback: "" }, whole)).toBeUndefined();
});

test("[R-6.19] a long fires below its best price, a short above it", () => {
  const first = (posSide: "LONG" | "SHORT", source: string) => firstTriggerOf(market, posSide, usualTrailing, source);
  expect(first("LONG", "100000.0")).toEqual({ price: "99000.0", isActive: true });
  expect(first("SHORT", "100000.0")).toEqual({ price: "101000.0", isActive: true });
  expect(first("LONG", "").price).toBeUndefined();
});

test("[R-6.19] before its activation price is reached, it is measured from that price; after, from the price now", () => {
  // The point that still waits for its decimals is no part of the price.
  const entry = { ...usualTrailing, activation: "105000." };
  expect(firstTriggerOf(market, "LONG", entry, "100000.0")).toEqual({ price: "103950.0", isActive: false });
  expect(firstTriggerOf(market, "LONG", entry, "106000.0")).toEqual({ price: "104940.0", isActive: true });
  expect(firstTriggerOf(market, "SHORT", entry, "100000.0")).toEqual({ price: "101000.0", isActive: true });
});
