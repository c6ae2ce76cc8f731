import { expect, test } from "vitest";
import { tideLayout, type TidePrice } from "./tide-layout.ts";

const price = (id: string, ticks: number, more: Partial<TidePrice> = {}): TidePrice => ({
  id,
  label: id,
  text: String(ticks),
  ticks,
  tone: "plain",
  ...more,
});

test("prices lie on the line by their distance, the lowest first in every language", () => {
  const { marks } = tideLayout([price("mark", 150), price("liq", 100), price("tp", 200)])!;
  expect(marks.toSorted((a, b) => a.at - b.at).map(({ id, at }) => [id, Math.round(at)])).toEqual([
    ["liq", 4],
    ["mark", 50],
    ["tp", 96],
  ]);
});

test("labels alternate above and below, stay inside and never overlap", () => {
  const near = ["a", "b", "c", "d", "e", "f"].map((id, i) =>
    price(id, 104_000 + i, { label: "Price", text: "104,000.0" }),
  );
  const { marks } = tideLayout(near)!;
  for (const isAbove of [true, false]) {
    const row = marks.filter((mark) => mark.isAbove === isAbove);
    expect(row).toHaveLength(3);
    for (const [i, mark] of row.entries()) {
      expect(mark.labelAt).toBeGreaterThanOrEqual(0);
      expect(mark.labelAt).toBeLessThan(100);
      if (i > 0) expect(mark.labelAt).toBeGreaterThan(row[i - 1]!.labelAt + 25);
    }
  }
});

test("what a change moves is a stretch from where it was", () => {
  const { marks, stretches } = tideLayout([
    price("liq", 120, { tone: "liquidation", from: { ticks: 100, text: "100" } }),
    price("mark", 200),
  ])!;
  expect(marks.filter(({ isOld }) => isOld).map(({ id, text }) => [id, text])).toEqual([["liq-from", "100"]]);
  expect(stretches).toHaveLength(1);
  expect(stretches[0]!.from).toBeLessThan(stretches[0]!.to);
});

test("a price that has not moved has no second tick, and a line needs two prices", () => {
  expect(
    tideLayout([price("liq", 100, { from: { ticks: 100, text: "100" } }), price("mark", 200)])!.marks,
  ).toHaveLength(2);
  expect(tideLayout([price("mark", 200)])).toBeUndefined();
  expect(tideLayout([price("mark", 200), price("entry", 200)])).toBeUndefined();
});

test("the seventh price is left out", () => {
  const many = Array.from({ length: 7 }, (_, i) => price(String(i), i));
  expect(tideLayout(many)!.marks).toHaveLength(6);
});
