import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { answerOf } from "../client/answer.ts";
import { askOf, itemsOf, listKeyOf, listStart, nextList, type Sort } from "./list-model.ts";

type Listed = { readonly list: readonly unknown[]; readonly total: number };
/** Calls that answer in pages. */
export type ListCall = { [N in CallName]: AnswerOf<N> extends Listed ? N : never }[CallName];
type ItemOf<N extends ListCall> = AnswerOf<N> extends { readonly list: readonly (infer Item)[] } ? Item : never;
export type FiltersOf<N extends ListCall> = Omit<AskOf<N>, "pageNum" | "pageSize">;

export type ListOptions<N extends ListCall> = {
  readonly owner?: "own" | "public";
  /** How the sort order is passed to the call; a call without it cannot be sorted. */
  readonly sortedBy?: (sort: Sort) => Partial<FiltersOf<N>>;
};

/** A list on a screen: its state, its rows, and functions to change the request. Every change sends a new request. */
export function useList<N extends ListCall>(name: N, filters: FiltersOf<N>, options: ListOptions<N> = {}) {
  const { owner = "own", sortedBy } = options;
  const [state, step] = useReducer(nextList<FiltersOf<N>>, filters, (first) => listStart(first));
  // New filters from outside are applied during render, so that the first page of the new list is requested, never a page of the old one.
  if (JSON.stringify(filters) !== JSON.stringify(state.filters)) step({ kind: "filters", filters });
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: listKeyOf(owner, name, state),
    queryFn: async ({ signal }) => {
      const answer = (await answerOf(name, askOf(state, sortedBy) as unknown as AskOf<N>, signal)) as Listed;
      return { items: itemsOf(name, answer), total: answer.total };
    },
    placeholderData: keepPreviousData,
  });
  return {
    ...state,
    isLoading: isFetching,
    items: (data?.items ?? []) as readonly ItemOf<N>[],
    total: data?.total ?? 0,
    setPage: (page: number) => step({ kind: "page", page }),
    setSort: (sort: Sort | undefined) => step({ kind: "sort", sort }),
    isFailed: error !== null && data === undefined,
    isEmpty: data?.total === 0,
    isKnown: data !== undefined,
    refetch: () => void refetch(),
  } as const;
}
