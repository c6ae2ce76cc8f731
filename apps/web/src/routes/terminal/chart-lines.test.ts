import type { OrderRow, TriggerRow } from "@tidemark/contracts";
import { expect, test, vi } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import {
  type ChartPosition,
  distanceText,
  exitLine,
  exitLimits,
  type LineTexts,
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
  qty: "0",
} as TriggerRow;
const order = { ...stop, orderId: "7", side: "BUY", price: "48000.0", qty: "0.1" } as unknown as OrderRow;
const acts = () => ({
  onAmend: vi.fn<(orderId: string, change: object) => void>(),
  onCancel: vi.fn<(orderId: string) => void>(),
});

test("a dragged stop loss says what it brings before and after, and amends its trigger price", () => {
  const done = acts();
  const line = exitLine(texts, linearMarket, stop, position, "50100", done);
  expect(line).toMatchObject({ kind: "stopLoss", value: "−400.00" });
  expect(line.move?.rows("49500.0")).toEqual([
    { label: "pnlIfFires", before: "−400.00", after: "−200.00" },
    { label: "roi", before: "−20.00%", after: "−10.00%" },
    { label: "fromLiquidation", before: "+6.52%", after: "+7.61%" },
  ]);
  line.onDragEnd?.("49500.0");
  expect(done.onAmend).toHaveBeenCalledWith("9", { triggerPrice: "49500.0" });
});

test("exits stop at the mark, on the side where they do not fire at once", () => {
  expect(exitLimits(linearMarket, "SL", "LONG", "50000")).toHaveProperty("priceMax");
  expect(exitLimits(linearMarket, "TP", "LONG", "50000")).toHaveProperty("priceMin");
  expect(exitLimits(linearMarket, "SL", "SHORT", "50000")).toHaveProperty("priceMin");
  expect(exitLimits(linearMarket, "SL", "SHORT", "")).toEqual({});
});

test("a dragged order amends its price, and one that trails or sleeps cannot be dragged", () => {
  const done = acts();
  const line = orderLine(texts, linearMarket, order, "50000", done);
  line.onDragEnd?.("48500.0");
  line.onCancel?.();
  expect(done.onAmend).toHaveBeenCalledWith("7", { price: "48500.0" });
  expect(done.onCancel).toHaveBeenCalledWith("7");
  expect(triggerLine(texts, linearMarket, { ...stop, role: "TRAILING" }, "50000", done).move).toBeUndefined();
  expect(exitLine(texts, linearMarket, { ...stop, phase: "SLEEPING" }, undefined, "", done).move).toBeUndefined();
});

test("a position stands at its entry with its PNL, and its liquidation price with the distance to it", () => {
  const [entry, liquidation] = positionLines(texts, linearMarket, position, "51000");
  expect(entry).toMatchObject({ kind: "position", value: "+400.00", valueTone: "rise" });
  expect(liquidation).toMatchObject({ kind: "liquidation", tone: "warn", value: "46,000.0 −9.80%" });
  expect(positionLines(texts, linearMarket, { ...position, liquidationPrice: "" }, "")).toHaveLength(1);
});

test("a distance has its sign", () => {
  expect([distanceText("100", "101"), distanceText("100", "99.5"), distanceText("100", "100")]).toEqual([
    "+1.00%",
    "−0.50%",
    "0.00%",
  ]);
});
