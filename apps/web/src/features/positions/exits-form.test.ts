import type { TriggerRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { linearMarket as market } from "../../lib/markets/test-markets.ts";
import { entriesIn, entriesOf, exitsPlan } from "./exits-form.ts";

const position = { posSide: "LONG", lots: 1_000, entryValue: 1_000_000_000_000n, leverage: 20 } as const;
const none = { TP: undefined, SL: undefined };
const head = { symbol: "BTCUSDT-PERP", posSide: "LONG" };
const tp = { orderId: "7", triggerPrice: "106000.0", triggerBy: "MARK" } as TriggerRow;

test("exits entered as a return become prices, each with its source", () => {
  const entries = { TP: { text: "20", by: "LAST" }, SL: { text: "25", by: "MARK" } } as const;
  expect(exitsPlan(market, position, "ROE", entries, none, undefined)).toEqual({
    set: {
      ...head,
      tp: { triggerPrice: "101000.0", triggerBy: "LAST" },
      sl: { triggerPrice: "98750.0", triggerBy: "MARK" },
    },
    cancel: [],
  });
});

test("[R-6.10] a new stop loss is sent with the take profit that stands, so that they stay siblings", () => {
  const entries = { ...entriesOf(market, { TP: tp, SL: undefined }), SL: { text: "99000", by: "MARK" } as const };
  expect(exitsPlan(market, position, "PRICE", entries, { TP: tp, SL: undefined }, undefined)?.set).toMatchObject({
    tp: { triggerPrice: "106000.0" },
    sl: { triggerPrice: "99000.0" },
  });
});

test("an emptied field cancels its exit, and what stands unchanged is not sent", () => {
  const current = { TP: tp, SL: undefined };
  expect(exitsPlan(market, position, "PRICE", entriesOf(market, current), current, undefined)).toEqual({
    set: undefined,
    cancel: [],
  });
  expect(exitsPlan(market, position, "PRICE", entriesOf(market, none), current, undefined)).toEqual({
    set: undefined,
    cancel: ["7"],
  });
});

test("a part has its size and leaves the exits of the whole position alone", () => {
  const entries = { ...entriesOf(market, none), TP: { text: "106000", by: "MARK" } as const };
  expect(exitsPlan(market, position, "PRICE", entries, { TP: tp, SL: undefined }, "0.05")).toEqual({
    set: { ...head, qty: "0.05", tp: { triggerPrice: "106000.0", triggerBy: "MARK" } },
    cancel: [],
  });
});

test("a price between two ticks is no plan", () => {
  const entries = { ...entriesOf(market, none), TP: { text: "106000.05", by: "MARK" } as const };
  expect(exitsPlan(market, position, "PRICE", entries, none, undefined)).toBeUndefined();
});

test("another unit keeps the price of what is not typed anew, to the tick", () => {
  const current = { TP: { ...tp, triggerPrice: "112345.6" }, SL: undefined };
  const inRoe = entriesIn(market, position, entriesOf(market, current), "PRICE", "ROE")!;
  expect(inRoe.TP.text).toBe("246.91");
  expect(exitsPlan(market, position, "ROE", inRoe, current, undefined)).toEqual({ set: undefined, cancel: [] });
});

test("a stop loss in profit, or a take profit at a loss, can only be said as a price", () => {
  const locked = { TP: undefined, SL: { ...tp, triggerPrice: "105000.0" } };
  expect(entriesIn(market, position, entriesOf(market, locked), "PRICE", "ROE")).toBeUndefined();
  const cut = { TP: { ...tp, triggerPrice: "98000.0" }, SL: undefined };
  expect(entriesIn(market, position, entriesOf(market, cut), "PRICE", "PNL")).toBeUndefined();
});
