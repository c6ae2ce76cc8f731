import { expect, test } from "vitest";
import { historyAsk, passes } from "./order-filter.ts";

const filter = { side: "SELL", posSide: "LONG", kind: "SL", from: 5, to: 9, orderId: "7" } as const;
const scope = { product: 4, only: "BTCUSDT-PERP", filter };

test("a history is asked with the parts of a filter that it has", () => {
  expect(historyAsk("orders", scope)).toEqual({ product: 4, symbol: "BTCUSDT-PERP", ...filter });
  expect(historyAsk("fills", scope)).not.toHaveProperty("kind");
  expect(historyAsk("positions", scope)).toEqual({
    product: 4,
    symbol: "BTCUSDT-PERP",
    posSide: "LONG",
    from: 5,
    to: 9,
  });
  expect(historyAsk("fills", { product: 2, only: undefined })).toEqual({ product: 2 });
});

test("a followed row passes by side, position, kind and number", () => {
  const row = { symbol: "BTCUSDT-PERP", side: "SELL", posSide: "LONG", type: "MARKET_TRIGGER", role: "SL" } as const;
  expect(passes(filter, { ...row, orderId: "7" })).toBe(true);
  expect(passes(filter, { ...row, orderId: "8" })).toBe(false);
  expect(passes({ kind: "MARKET_TRIGGER" }, row)).toBe(false);
  expect(passes({ kind: "MARKET_TRIGGER" }, { ...row, role: "ORDER" })).toBe(true);
  expect(passes({ posSide: "SHORT" }, row)).toBe(false);
  expect(passes(undefined, row)).toBe(true);
});
