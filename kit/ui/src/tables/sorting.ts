export type Sort = { columnId: string; direction: "ascending" | "descending" };

/** A press on a heading: the largest first, then the smallest first, then the order in which the rows came. */
export function nextSort(sort: Sort | undefined, columnId: string): Sort | undefined {
  if (sort?.columnId !== columnId) return { columnId, direction: "descending" };
  return sort.direction === "descending" ? { columnId, direction: "ascending" } : undefined;
}

/** The rows in order. Equal rows keep the order in which they came, in both directions. */
export function sortedRows<Item>(
  rows: readonly Item[],
  compare: ((a: Item, b: Item) => number) | undefined,
  direction: Sort["direction"],
): readonly Item[] {
  if (compare === undefined) return rows;
  return rows.toSorted(direction === "ascending" ? compare : (a, b) => compare(b, a));
}
