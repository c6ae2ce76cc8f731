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
