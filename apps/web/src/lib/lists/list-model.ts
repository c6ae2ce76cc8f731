export const pageFirst = 1;
export const pageSizeDefault = 10;

export type Sort = { readonly field: string; readonly isDescending: boolean };
/** Everything that a list's request depends on. */
export type ListState<F> = {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort | undefined;
  readonly filters: F;
  /** Where a page begins, by its number: the end of the page before it, for calls that say one. */
  readonly befores: Readonly<Record<number, string>>;
};
export type ListStep<F> =
  | { readonly kind: "page"; readonly page: number; readonly before?: string | undefined }
  | { readonly kind: "sort"; readonly sort: Sort | undefined }
  | { readonly kind: "filters"; readonly filters: F };

export const listStart = <F>(filters: F, pageSize = pageSizeDefault): ListState<F> => ({
  page: pageFirst,
  pageSize,
  sort: undefined,
  filters,
  befores: {},
});

/** The query key of a list: any change of it sends a new request. Where other pages begin is none of it. */
export const listKeyOf = <F>(owner: "own" | "public", name: string, { befores, ...view }: ListState<F>) =>
  [owner, name, { ...view, before: befores[view.page] }] as const;

/** The request: the filters, the sort order if one is chosen, and the page. */
export const askOf = <F extends object>(
  { filters, sort, page, pageSize, befores }: ListState<F>,
  sortedBy: ((sort: Sort) => object) | undefined,
): object => ({
  ...filters,
  ...(sort === undefined ? {} : sortedBy?.(sort)),
  pageNum: page,
  pageSize,
  ...(befores[page] === undefined ? {} : { before: befores[page] }),
});

/** The rows of an answer. An empty list is not an error; it is only logged to the console. */
export function itemsOf(
  name: string,
  answer: { readonly list?: readonly unknown[] },
  warn: (text: string) => void = (text) => console.warn(text),
): readonly unknown[] {
  const items = answer.list ?? [];
  if (items.length === 0) warn(`${name}: a list without items`);
  return items;
}

const turned = <F>(state: ListState<F>, page: number, before: string | undefined): ListState<F> =>
  before === undefined ? { ...state, page } : { ...state, page, befores: { ...state.befores, [page]: before } };

/** Other filters make another list, which starts at its first page. A page or sort order is another view of the same list. */
export function nextList<F>(state: ListState<F>, step: ListStep<F>): ListState<F> {
  switch (step.kind) {
    case "page":
      return turned(state, Math.max(pageFirst, step.page), step.before);
    case "sort":
      return { ...state, sort: step.sort, befores: {} };
    case "filters":
      return { ...state, filters: step.filters, page: pageFirst, befores: {} };
  }
}
