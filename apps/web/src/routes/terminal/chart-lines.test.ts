import type { OrderRow, TriggerRow } from "@tidemark/contracts";
import { expect, test, vi } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import {
  type ChartPosition,
  exitLine,
  exitLimits,
  exitRoleAt,
  type LineTexts,
  openingAt,
  orderLine,
  positionLines,
  triggerLine,
} from "./chart-lines.ts";

/** Each text is its own name. */
const texts = new Proxy({} as LineTexts, { get: (_, name) => String(name) });
const position: ChartPosition = {
  posSide: "LONG",
  qty: "0.4",
  entryPrice: "50000",
  entryValue: "20000",
  leverage: 10,
  liquidationPrice: "46000.0",
};
const stop = {
  orderId: "9",
  symbol: linearMarket.symbol,
  side: "SELL",
  posSide: "LONG",
  role: "SL",
  phase: "ARMED",
  triggerPrice: "49000.0",
  triggerBy: "MARK",
  qty: "0",
} as TriggerRow;
const order = { ...stop, orderId: "7", side: "BUY", price: "48000.0", qty: "0.1" } as unknown as OrderRow;
const prices = (MARK: string, LAST = "", INDEX = "") => ({ MARK, LAST, INDEX });
const acts = () => ({
  onAmend: vi.fn<(orderId: string, change: object) => void>(),
  onCancel: vi.fn<(orderId: string) => void>(),
});

test("a dragged stop loss says what it brings before and after, and amends its trigger price", () => {
  const done = acts();
  const line = exitLine(texts, linearMarket, stop, position, prices("50100"), done);
  expect(line).toMatchObject({ kind: "stopLoss", value: "−400.00" });
  expect(line.move?.rows("49500.0")).toEqual([
    { label: "pnlIfFires", before: "−400.00", after: "−200.00" },
    { label: "roi", before: "−20.00%", after: "−10.00%" },
    { label: "fromLiquidation", before: "+6.52%", after: "+7.60%" },
  ]);
  line.onDragEnd?.("49500.0");
  expect(done.onAmend).toHaveBeenCalledWith("9", { triggerPrice: "49500.0" });
});

test("exits stop at the price they wait for, on the side where they do not fire at once", () => {
  expect(exitLimits(linearMarket, "SL", "LONG", "50000")).toHaveProperty("priceMax");
  expect(exitLimits(linearMarket, "TP", "LONG", "50000")).toHaveProperty("priceMin");
  expect(exitLimits(linearMarket, "SL", "SHORT", "50000")).toHaveProperty("priceMin");
  expect(exitLimits(linearMarket, "SL", "SHORT", "")).toEqual({});
});

test("a dragged order amends its price, and one that trails or sleeps cannot be dragged", () => {
  const done = acts();
  const line = orderLine(texts, linearMarket, order, prices("50000"), done);
  line.onDragEnd?.("48500.0");
  line.onCancel?.();
  expect(done.onAmend).toHaveBeenCalledWith("7", { price: "48500.0" });
  expect(done.onCancel).toHaveBeenCalledWith("7");
  expect(triggerLine(texts, linearMarket, { ...stop, role: "TRAILING" }, prices("50000"), done).move).toBeUndefined();
  expect(
    exitLine(texts, linearMarket, { ...stop, phase: "SLEEPING" }, undefined, prices(""), done).move,
  ).toBeUndefined();
});

test("a position stands at its entry with its PNL, and its liquidation price with the distance to it", () => {
  const [entry, liquidation] = positionLines(texts, linearMarket, position, prices("51000"), { pnlBy: "MARK" });
  expect(entry).toMatchObject({ kind: "position", value: "+400.00", valueTone: "rise" });
  expect(liquidation).toMatchObject({ kind: "liquidation", tone: "warn", value: "46,000.0 −9.80%" });
  expect(
    positionLines(texts, linearMarket, { ...position, liquidationPrice: "" }, prices(""), { pnlBy: "MARK" }),
  ).toHaveLength(1);
});

test("the PNL of a position is measured by the price that the trader chose, its liquidation always by the mark", () => {
  const [entry, liquidation] = positionLines(texts, linearMarket, position, prices("51000", "50500"), {
    pnlBy: "LAST",
  });
  expect(entry?.value).toBe("+200.00");
  expect(liquidation?.value).toBe("46,000.0 −9.80%");
  // Without a trade there is no last price, and nothing to measure by.
  expect(positionLines(texts, linearMarket, position, prices("51000"), { pnlBy: "LAST" })[0]?.value).toBe("");
});

test("a TP/SL is limited by the price that it waits for", () => {
  const at = prices("50100", "48900.0", "50000");
  const move = (row: TriggerRow) => exitLine(texts, linearMarket, row, position, at, acts()).move;
  expect(move(stop)?.priceMax).toBeCloseTo(50_099.9);
  expect(move({ ...stop, triggerBy: "LAST" })?.priceMax).toBeCloseTo(48_899.9);
});

test("a TP/SL that sleeps says nothing about the position that is held now", () => {
  const sleeping = exitLine(texts, linearMarket, { ...stop, phase: "SLEEPING" }, position, prices("50100"), acts());
  expect([sleeping.value, sleeping.move]).toEqual(["", undefined]);
});

test("a distance is named by the price that it is measured from", () => {
  const label = (row: TriggerRow) =>
    triggerLine(texts, linearMarket, row, prices("50000", "50100", "50200"), acts()).move?.rows("49500")[0]?.label;
  const waiting = { ...stop, role: "ENTRY" } as unknown as TriggerRow;
  expect(label(waiting)).toBe("fromMark");
  expect(label({ ...waiting, triggerBy: "LAST" })).toBe("fromLast");
  expect(label({ ...waiting, triggerBy: "INDEX" })).toBe("fromIndex");
  const ofOrder = orderLine(texts, linearMarket, order, prices("50000", "51000"), acts()).move?.rows("48500.0");
  expect(ofOrder?.at(-1)).toMatchObject({ label: "fromMark", before: "−4.00%" });
});

test("the plus button offers the exit that lies on the right side of its own price", () => {
  const at = prices("50000", "51000");
  expect(exitRoleAt("LONG", "50500", at, { TP: "MARK", SL: "MARK" })).toBe("TP");
  expect(exitRoleAt("LONG", "50500", at, { TP: "LAST", SL: "LAST" })).toBe("SL");
  expect(exitRoleAt("SHORT", "50500", at, { TP: "MARK", SL: "MARK" })).toBe("SL");
});

test("below the market a long is opened by a limit and a short by a trigger, above it the other way round", () => {
  expect([openingAt("LONG", "49000", "50000"), openingAt("SHORT", "49000", "50000")]).toEqual([
    "LIMIT",
    "MARKET_TRIGGER",
  ]);
  expect([openingAt("LONG", "51000", "50000"), openingAt("SHORT", "51000", "50000")]).toEqual([
    "MARKET_TRIGGER",
    "LIMIT",
  ]);
});
