import { expect, test, vi } from "vitest";
import { askOf, itemsOf, listKeyOf, listStart, nextList, pageFirst, pageSizeDefault } from "./list-model.ts";

test("[S4.50] a list begins at page 1 with ten rows", () => {
  expect(listStart({})).toMatchObject({ page: 1, pageSize: 10 });
  expect([pageFirst, pageSizeDefault]).toEqual([1, 10]);
});

test("[S4.51] other filters begin at the first page again; a page or an order of rows does not", () => {
  const third = nextList(listStart({ symbol: "A" }), { kind: "page", page: 3 });
  expect(third.page).toBe(3);
  expect(nextList(third, { kind: "sort", sort: { field: "time", isDescending: true } }).page).toBe(3);
  expect(nextList(third, { kind: "filters", filters: { symbol: "B" } })).toMatchObject({
    page: 1,
    filters: { symbol: "B" },
  });
  expect(nextList(third, { kind: "page", page: 0 }).page).toBe(1);
});

test("[S4.52] another page, order of rows or filter is another question; the same look is not asked twice", () => {
  const start = listStart({ symbol: "A" });
  const steps = [
    { kind: "page", page: 2 },
    { kind: "sort", sort: { field: "time", isDescending: true } },
    { kind: "filters", filters: { symbol: "B" } },
  ] as const;
  const keys = [start, ...steps.map((step) => nextList(start, step))].map((state) => listKeyOf("own", "fills", state));
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(4);
  expect(listKeyOf("own", "fills", listStart({ symbol: "A" }))).toEqual(keys[0]);
});

test("[S8.5] a list without items is told on the console and nowhere else", () => {
  const warn = vi.fn();
  expect([itemsOf("fills", { list: [] }, warn), itemsOf("fills", {}, warn)]).toEqual([[], []]);
  expect(warn.mock.calls).toEqual([["fills: a list without items"], ["fills: a list without items"]]);
  expect(itemsOf("fills", { list: [1] }, warn)).toEqual([1]);
  expect(warn).toHaveBeenCalledTimes(2);
});

test("a page, the filters and the order of rows are what is asked; a call that cannot be told an order is told none", () => {
  const first = listStart({ symbol: "BTC/USDT" });
  const sorted = nextList(first, { kind: "sort", sort: { field: "price", isDescending: true } });
  const sortedBy = ({ field, isDescending }: { field: string; isDescending: boolean }) => ({
    order: `${field} ${isDescending ? "down" : "up"}`,
  });
  const unsorted = { symbol: "BTC/USDT", pageNum: 1, pageSize: 10 };
  expect(askOf(first, sortedBy)).toEqual(unsorted);
  expect(askOf(sorted, sortedBy)).toEqual({ ...unsorted, order: "price down" });
  expect(askOf(sorted, undefined)).toEqual(unsorted);
});

test("a page begins behind the end of the one before, for as long as the list is the same", () => {
  const second = nextList(listStart({ symbol: "A" }), { kind: "page", page: 2, before: "9:1" });
  const third = nextList(second, { kind: "page", page: 3, before: "7:0" });
  expect([second, third].map((state) => askOf(state, undefined))).toEqual([
    { symbol: "A", pageNum: 2, pageSize: 10, before: "9:1" },
    { symbol: "A", pageNum: 3, pageSize: 10, before: "7:0" },
  ]);
  // Back to a page that was shown is the same question as before.
  const back = nextList(third, { kind: "page", page: 2 });
  expect(listKeyOf("own", "fills", back)).toEqual(listKeyOf("own", "fills", second));
  const first = nextList(back, { kind: "page", page: 1 });
  expect(listKeyOf("own", "fills", first)).toEqual(listKeyOf("own", "fills", listStart({ symbol: "A" })));
  expect(nextList(third, { kind: "filters", filters: { symbol: "B" } }).befores).toEqual({});
});
