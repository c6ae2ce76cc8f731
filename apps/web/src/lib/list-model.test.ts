import { expect, test } from "vitest";
import { listStart, nextList, pageFirst, pageSizeDefault } from "./list-model.ts";

test("a list begins at page 1 with ten rows", () => {
  expect(listStart({})).toMatchObject({ page: 1, pageSize: 10 });
  expect([pageFirst, pageSizeDefault]).toEqual([1, 10]);
});

test("other filters begin at the first page again; a page or an order of rows does not", () => {
  const third = nextList(listStart({ symbol: "A" }), { kind: "page", page: 3 });
  expect(third.page).toBe(3);
  expect(nextList(third, { kind: "sort", sort: { field: "time", isDescending: true } }).page).toBe(3);
  expect(nextList(third, { kind: "filters", filters: { symbol: "B" } })).toMatchObject({
    page: 1,
    filters: { symbol: "B" },
  });
  expect(nextList(third, { kind: "page", page: 0 }).page).toBe(1);
});
