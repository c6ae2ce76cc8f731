import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { answerOf } from "./answer.ts";
import { askOf, itemsOf, listKeyOf, listStart, nextList, type Sort } from "./list-model.ts";

type Listed = { readonly list: readonly unknown[]; readonly total: number };
/** Calls that answer in pages. */
export type ListCall = { [N in CallName]: AnswerOf<N> extends Listed ? N : never }[CallName];
type ItemOf<N extends ListCall> = AnswerOf<N> extends { readonly list: readonly (infer Item)[] } ? Item : never;
export type FiltersOf<N extends ListCall> = Omit<AskOf<N>, "pageNum" | "pageSize">;

export type ListWish<N extends ListCall> = {
  readonly owner?: "own" | "public";
  /** How the call is told the order of rows; a call that can be told none has none to choose. */
  readonly sortedBy?: (sort: Sort) => Partial<FiltersOf<N>>;
};

/** A list on a screen: its state, its rows, and the ways to change what is asked. Every change asks anew. */
export function useList<N extends ListCall>(name: N, filters: FiltersOf<N>, wish: ListWish<N> = {}) {
  const { owner = "own", sortedBy } = wish;
  const [state, step] = useReducer(nextList<FiltersOf<N>>, filters, (first) => listStart(first));
  // Other filters from outside are taken over while drawing: the first page of the new list is what is asked, never a page of the old.
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
