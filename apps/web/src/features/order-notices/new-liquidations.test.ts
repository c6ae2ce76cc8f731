import { expect, test } from "vitest";
import { liquidationKey, newRows } from "./new-liquidations.ts";

const row = (seq: number, kind: "STARTED" | "TAKEN_OVER", place = 0) =>
  ({ seq, place, at: 1, kind, symbol: "BTCUSDT-PERP", posSide: "LONG", qty: "0.1000" }) as const;

test("[R-11.6] a liquidation is announced once, and not those that were there when the page was opened", () => {
  const first = [row(5, "STARTED")];
  expect(newRows(first, undefined)).toEqual([]);
  const known = new Set(first.map(liquidationKey));
  const later = [row(9, "TAKEN_OVER"), row(8, "STARTED"), ...first];
  expect(newRows(later, known)).toEqual([row(8, "STARTED"), row(9, "TAKEN_OVER")]);
  expect(newRows(later, new Set(later.map(liquidationKey)))).toEqual([]);
});

test("two equal ones of one batch are both announced", () => {
  const both = [row(9, "STARTED", 1), row(9, "STARTED")];
  expect(newRows(both, new Set())).toEqual([row(9, "STARTED"), row(9, "STARTED", 1)]);
});

test("what belongs to one liquidation is announced in its order, so that its end is the notice in front", () => {
  const rows = [row(8, "TAKEN_OVER", 1), row(8, "STARTED")];
  expect(newRows(rows, new Set())).toEqual([row(8, "STARTED"), row(8, "TAKEN_OVER", 1)]);
});
