import { expect, test } from "vitest";
import {
  moved,
  renamed,
  turned,
  type WatchList,
  watchListsMax,
  withList,
  withoutList,
  withSymbols,
} from "./watch-lists.ts";

const lists: readonly WatchList[] = [
  { id: "1", name: "Majors", symbols: ["BTC/USDT", "ETH/USDT", "BTCUSDT-PERP"] },
  { id: "3", name: "Weekend", symbols: [] },
];

test("a new list is empty, last, and has a number that no other has", () => {
  expect(withList(lists, "Low funding").at(-1)).toEqual({ id: "2", name: "Low funding", symbols: [] });
  const full = Array.from({ length: watchListsMax }, (_, at) => ({ id: String(at), name: "", symbols: [] }));
  expect(withList(full, "one more")).toBe(full);
});

test("a list can be renamed and removed, and the others stay as they are", () => {
  expect(renamed(lists, "3", "Sunday").map(({ name }) => name)).toEqual(["Majors", "Sunday"]);
  expect(withoutList(lists, "1")).toEqual([lists[1]]);
});

test("a market is added at the end and removed by the same press", () => {
  expect(turned(["A", "B"], "C")).toEqual(["A", "B", "C"]);
  expect(turned(["A", "B"], "A")).toEqual(["B"]);
  expect(withSymbols(lists, "3", (symbols) => turned(symbols, "A"))[1]!.symbols).toEqual(["A"]);
});

test("a market moves by one place and stops at the ends", () => {
  expect(moved(["A", "B", "C"], "B", -1)).toEqual(["B", "A", "C"]);
  expect(moved(["A", "B", "C"], "B", 1)).toEqual(["A", "C", "B"]);
  expect(moved(["A", "B"], "A", -1)).toEqual(["A", "B"]);
  expect(moved(["A", "B"], "Z", 1)).toEqual(["A", "B"]);
});
