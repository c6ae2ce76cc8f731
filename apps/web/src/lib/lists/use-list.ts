import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { answerOf } from "../client/answer.ts";
import { askOf, itemsOf, listKeyOf, listStart, nextList, type Sort } from "./list-model.ts";

type Listed = {
  readonly list: readonly unknown[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isMore?: boolean;
  /** The end of this page, behind which the next one begins. */
  readonly next?: string | undefined;
};
/** Calls that answer in pages. */
export type ListCall = { [N in CallName]: AnswerOf<N> extends Listed ? N : never }[CallName];
type ItemOf<N extends ListCall> = AnswerOf<N> extends { readonly list: readonly (infer Item)[] } ? Item : never;
export type FiltersOf<N extends ListCall> = Omit<AskOf<N>, "pageNum" | "pageSize" | "before">;

export type ListOptions<N extends ListCall> = {
  readonly owner?: "own" | "public";
  /** How the sort order is passed to the call; a call without it cannot be sorted. */
  readonly sortedBy?: (sort: Sort) => Partial<FiltersOf<N>>;
  /** For rows that no stream reports: the shown page is asked for again so often. */
  readonly refreshMs?: number;
};

/** A list on a screen: its state, its rows, and functions to change the request. Every change sends a new request. */
export function useList<N extends ListCall>(name: N, filters: FiltersOf<N>, options: ListOptions<N> = {}) {
  const { owner = "own", sortedBy, refreshMs = false } = options;
  const [state, step] = useReducer(nextList<FiltersOf<N>>, filters, (first) => listStart(first));
  // New filters from outside are applied during render, so that the first page of the new list is requested, never a page of the old one.
  if (JSON.stringify(filters) !== JSON.stringify(state.filters)) step({ kind: "filters", filters });
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: listKeyOf(owner, name, state),
    queryFn: async ({ signal }) => {
      const answer = (await answerOf(name, askOf(state, sortedBy) as unknown as AskOf<N>, signal)) as Listed;
      const { total, isMore = false, next } = answer;
      return { items: itemsOf(name, answer), total, isMore, next };
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const setPage = (page: number): void => {
    if (page !== state.page + 1) return step({ kind: "page", page });
    // While a page loads, the rows and their end are those of the page before: the one behind it is not known yet.
    if (!isPlaceholderData || data?.next === undefined) step({ kind: "page", page, before: data?.next });
  };
  return {
    ...state,
    isLoading: isFetching,
    items: (data?.items ?? []) as readonly ItemOf<N>[],
    total: data?.total ?? 0,
    isMore: data?.isMore ?? false,
    hasNext: data?.next !== undefined || state.page * state.pageSize < (data?.total ?? 0),
    setPage,
    setSort: (sort: Sort | undefined) => step({ kind: "sort", sort }),
    isFailed: error !== null && data === undefined,
    isEmpty: data?.total === 0,
    isKnown: data !== undefined,
    refetch: () => void refetch(),
  } as const;
}
