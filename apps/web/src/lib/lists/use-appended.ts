import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { answerOf } from "../client/answer.ts";

type Page<Row> = { readonly list: readonly Row[] };
type Pages<Row> = { readonly pages: readonly Page<Row>[] };

/** A list to whose end older rows are appended, as screens show it. */
export function appendedOf<Row>(query: UseInfiniteQueryResult<Pages<Row>>) {
  const { data, errorUpdateCount, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return {
    rows: data?.pages.flatMap(({ list }) => list),
    /** Nothing was ever loaded. It stays while the next attempt runs, so that the note does not blink. */
    isFailed: data === undefined && errorUpdateCount > 0,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
  };
}

type OlderPage = Page<unknown> & { readonly next?: number | undefined };
/** Calls that answer the newest rows, and with `before` older ones. */
type AppendedCall = {
  [N in CallName]: AnswerOf<N> extends OlderPage ? ({ before: number } extends AskOf<N> ? N : never) : never;
}[CallName];
type RowOf<N extends AppendedCall> = AnswerOf<N> extends Page<infer Row> ? Row : never;

/** Own rows, the newest first. */
export function useAppended<N extends AppendedCall>(name: N, userId: string) {
  return appendedOf<RowOf<N>>(
    useInfiniteQuery({
      queryKey: ["own", name, userId],
      queryFn: async ({ signal, pageParam }) => {
        const ask = pageParam === 0 ? {} : { before: pageParam };
        return (await answerOf(name, ask as AskOf<N>, signal)) as Page<RowOf<N>> & OlderPage;
      },
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      meta: { isQuiet: true },
    }),
  );
}
