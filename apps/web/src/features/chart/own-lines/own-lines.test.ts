import { expect, test } from "vitest";
import { chipHeights, chipPlaces } from "./chip-places.ts";
import { boundedPrice } from "./own-line.ts";

test("chips at the same height stand side by side, the position first and the liquidation price last", () => {
  const places = chipPlaces([
    { id: "liq", kind: "liquidation", y: 104, width: 80 },
    { id: "sl", kind: "stopLoss", y: 96, width: 60 },
    { id: "position", kind: "position", y: 100, width: 120 },
    { id: "tp", kind: "takeProfit", y: 20, width: 60 },
  ]);
  expect(Object.fromEntries(places)).toEqual({ position: 0, sl: 126, liq: 192, tp: 0 });
});

test("a chip takes the room that is left between others", () => {
  const places = chipPlaces([
    { id: "a", kind: "position", y: 0, width: 50 },
    { id: "b", kind: "order", y: 30, width: 200 },
    { id: "c", kind: "trigger", y: 15, width: 40 },
  ]);
  expect(places.get("c")).toBe(206);
});

test("a dragged line stops at its limits", () => {
  const move = { title: "", rows: () => [], priceMax: 100 };
  expect([50, 120].map((price) => boundedPrice(move, price))).toEqual([50, 100]);
  expect(boundedPrice({ ...move, priceMin: 60 }, 50)).toBe(60);
});

test("a chip out of sight is hidden, but a liquidation price stays at the edge", () => {
  const lines = [
    { id: "order", kind: "order", price: "110" },
    { id: "liq", kind: "liquidation", price: "20" },
    { id: "sl", kind: "stopLoss", price: "60" },
  ] as const;
  const yOf = (price: number) => 100 - price;
  expect(chipHeights(lines, undefined, yOf, 50)).toEqual([
    { id: "order", y: undefined, isPinned: false },
    { id: "liq", y: 38, isPinned: true },
    { id: "sl", y: 38, isPinned: false },
  ]);
});

test("a line that is moved has its chip at the new price", () => {
  const lines = [{ id: "sl", kind: "stopLoss", price: "60" }] as const;
  expect(chipHeights(lines, { id: "sl", price: "80" }, (price) => 100 - price, 50)[0]?.y).toBe(20);
  expect(chipHeights(lines, undefined, () => undefined, 50)[0]?.y).toBeUndefined();
});
