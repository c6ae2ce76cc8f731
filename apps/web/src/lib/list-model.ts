export const pageFirst = 1;
export const pageSizeDefault = 10;

export type Sort = { readonly field: string; readonly isDescending: boolean };
/** What a list is asked by. */
export type ListState<F> = {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort | undefined;
  readonly filters: F;
};
export type ListStep<F> =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "sort"; readonly sort: Sort | undefined }
  | { readonly kind: "filters"; readonly filters: F };

export const listStart = <F>(filters: F, pageSize = pageSizeDefault): ListState<F> => ({
  page: pageFirst,
  pageSize,
  sort: undefined,
  filters,
});

/** What a list is known by: whatever changes in it asks anew. */
export const listKeyOf = <F>(owner: "own" | "public", name: string, state: ListState<F>) =>
  [owner, name, state] as const;

/** What the call is asked: the filters, the order of rows where one is chosen, and the page. */
export const askOf = <F extends object>(
  { filters, sort, page, pageSize }: ListState<F>,
  sortedBy: ((sort: Sort) => object) | undefined,
): object => ({
  ...filters,
  ...(sort === undefined ? {} : sortedBy?.(sort)),
  pageNum: page,
  pageSize,
});

/** The rows of an answer. That there are none is nothing that went wrong: it is only told on the console. */
export function itemsOf(
  name: string,
  answer: { readonly list?: readonly unknown[] },
  warn: (words: string) => void = (words) => console.warn(words),
): readonly unknown[] {
  const items = answer.list ?? [];
  if (items.length === 0) warn(`${name}: a list without items`);
  return items;
}

/** Other filters are another list: it begins at its first page. A page or an order of rows is another look at the same one. */
export function nextList<F>(state: ListState<F>, step: ListStep<F>): ListState<F> {
  switch (step.kind) {
    case "page":
      return { ...state, page: Math.max(pageFirst, step.page) };
    case "sort":
      return { ...state, sort: step.sort };
    case "filters":
      return { ...state, filters: step.filters, page: pageFirst };
  }
}
