import { expect, test } from "vitest";
import { linearMarket as market } from "../markets/test-markets.ts";
import { callbackBpsOf, firesAt, trailingAskOf, usualTrailing } from "./trailing-entry.ts";

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
  expect(firesAt(market, "LONG", usualTrailing, "100000.0")).toBe("99000.0");
  expect(firesAt(market, "SHORT", usualTrailing, "100000.0")).toBe("101000.0");
  expect(firesAt(market, "LONG", usualTrailing, "")).toBeUndefined();
});
