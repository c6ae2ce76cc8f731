import { expect, test } from "vitest";
import { nextSort, type Sort, sortedRows } from "./sorting.ts";

test("a heading goes through largest first, smallest first and unsorted", () => {
  const seen: (Sort["direction"] | undefined)[] = [];
  let sort: Sort | undefined;
  for (let press = 0; press < 4; press++) {
    sort = nextSort(sort, "price");
    seen.push(sort?.direction);
  }
  expect(seen).toEqual(["descending", "ascending", undefined, "descending"]);
});

test("another heading begins anew", () => {
  expect(nextSort({ columnId: "price", direction: "descending" }, "volume")).toEqual({
    columnId: "volume",
    direction: "descending",
  });
});

test("equal rows keep their order in both directions", () => {
  const rows = [
    { id: "a", value: 1 },
    { id: "b", value: 2 },
    { id: "c", value: 1 },
  ];
  const ids = (direction: Sort["direction"]) =>
    sortedRows(rows, (a, b) => a.value - b.value, direction).map(({ id }) => id);
  expect(ids("ascending")).toEqual(["a", "c", "b"]);
  expect(ids("descending")).toEqual(["b", "a", "c"]);
});

test("a column that cannot be sorted leaves the rows alone", () => {
  const rows = [2, 1];
  expect(sortedRows(rows, undefined, "ascending")).toBe(rows);
});
