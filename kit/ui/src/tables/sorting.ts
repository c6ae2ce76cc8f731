export type Sort = { columnId: string; direction: "ascending" | "descending" };

/** The next sort order of a heading: descending, then ascending, then the original order. */
export function nextSort(sort: Sort | undefined, columnId: string): Sort | undefined {
  if (sort?.columnId !== columnId) return { columnId, direction: "descending" };
  return sort.direction === "descending" ? { columnId, direction: "ascending" } : undefined;
}

/** The sorted rows. Equal rows keep their original order, in both directions. */
export function sortedRows<Item>(
  rows: readonly Item[],
  compare: ((a: Item, b: Item) => number) | undefined,
  direction: Sort["direction"],
): readonly Item[] {
  if (compare === undefined) return rows;
  return rows.toSorted(direction === "ascending" ? compare : (a, b) => compare(b, a));
}
