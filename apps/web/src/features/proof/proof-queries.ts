import { refusals } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, RefusedError } from "../../lib/client/answer.ts";
import { appendedOf } from "../../lib/lists/use-appended.ts";

const key = ["funds-proof"] as const;
const listEveryMs = 30_000;
const errorEveryMs = 4_000;
const unsignedEveryMs = 5_000;
const busyEveryMs = 2_000;
/** An older tree takes a while; the lines of a long history may never come in time (see docs/proof-of-funds.md). */
const leafTriesMax = 60;
const linesTriesMax = 5;
const pageSize = 12;
const meta = { isQuiet: true };

export type Head = AnswerOf<"fundsProofList">["list"][number];

/** A publisher that is at work may not answer in time: it is asked again soon. */
const againAfterError = (query: { readonly state: { readonly status: string } }): number | false =>
  query.state.status === "error" && errorEveryMs;

/** All publications, the newest first. */
export function usePublications() {
  const query = useInfiniteQuery({
    queryKey: [...key, "list"],
    queryFn: ({ signal, pageParam }) =>
      answerOf("fundsProofList", { pageSize, ...(pageParam === 0 ? {} : { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < pageSize ? undefined : list.at(-1)!.stateSeq),
    refetchInterval: (query) => againAfterError(query) || listEveryMs,
    meta,
  });
  const { data, dataUpdatedAt, isError } = query;
  const { rows: heads, ...list } = appendedOf(query);
  return {
    ...list,
    heads,
    everyMs: data?.pages[0]?.everyMs,
    isStale: data !== undefined && isError,
    loadedAt: dataUpdatedAt,
  };
}

/** One publication. It never changes but for whether its leaves are kept, and that stands in the list. */
export function usePublication(stateSeq: number | undefined) {
  const { data, errorUpdateCount, refetch } = useQuery({
    queryKey: [...key, "publication", stateSeq],
    queryFn: ({ signal }) => answerOf("fundsProof", { stateSeq: stateSeq! }, signal),
    enabled: stateSeq !== undefined,
    staleTime: Infinity,
    refetchInterval: againAfterError,
    meta,
  });
  return { publication: data, isFailed: data === undefined && errorUpdateCount > 0, retry: () => void refetch() };
}

/** Addresses sign a while after the publication, cold ones by hand: it is asked for again. Undefined while nothing is known. */
export function useReserves(stateSeq: number | undefined) {
  const { data } = useQuery({
    queryKey: [...key, "reserves", stateSeq],
    queryFn: async ({ signal }) => (await answerOf("fundsReserves", { stateSeq: stateSeq! }, signal)).list,
    enabled: stateSeq !== undefined,
    refetchInterval: (query) => (query.state.data?.length === 0 ? unsignedEveryMs : listEveryMs),
    meta,
  });
  return data;
}

type OwnAsk = { readonly userId: string; readonly stateSeq: number; readonly asset: string };

/** The answer, or a value in place of a refusal that is no failure. */
async function orElse<Answer, Else>(
  answer: Promise<Answer>,
  otherwise: readonly (readonly [refusal: { readonly code: number }, value: Else])[],
): Promise<Answer | Else> {
  try {
    return await answer;
  } catch (error) {
    const found = otherwise.find(([{ code }]) => error instanceof RefusedError && error.problem.code === code);
    if (found === undefined) throw error;
    return found[1];
  }
}

/** The own leaf; null where the tree has none, "gone" where its leaves are deleted. While an older tree is built again it is asked for until it is there. */
export function useOwnLeaf({ userId, stateSeq, asset }: OwnAsk) {
  const { data, errorUpdateCount, refetch } = useQuery({
    queryKey: ["own", "funds-proof", userId, stateSeq, asset],
    queryFn: async ({ signal }) => {
      const leaf = await orElse(answerOf("ownLeaf", { stateSeq, asset }, signal), [
        [refusals.NOT_FOUND, null],
        [refusals.BUSY, "building" as const],
      ]);
      if (leaf !== null) return leaf;
      // The refusal is the same where the leaves are deleted: nobody was left out then.
      return (await answerOf("fundsProof", { stateSeq }, signal)).hasLeaves ? null : ("gone" as const);
    },
    staleTime: Infinity,
    refetchInterval: (query) =>
      query.state.data === "building"
        ? query.state.dataUpdateCount < leafTriesMax && busyEveryMs
        : againAfterError(query),
    meta,
  });
  return { leaf: data, isFailed: data === undefined && errorUpdateCount > 0, retry: () => void refetch() };
}

/** The own balances at the same sequence by the ledger's lines, which know nothing of the tree; null where they cannot be read. */
export function useBalancesAt({ userId, stateSeq, asset }: OwnAsk) {
  const { data, errorUpdateCount, refetch } = useQuery({
    queryKey: ["own", "balances-at", userId, stateSeq, asset],
    queryFn: async ({ signal }) => {
      const answer = await orElse(answerOf("balancesAt", { stateSeq, asset }, signal), [[refusals.BUSY, null]]);
      return answer === null ? null : answer.rows;
    },
    staleTime: Infinity,
    refetchInterval: (query) =>
      query.state.data === null ? query.state.dataUpdateCount < linesTriesMax && busyEveryMs : againAfterError(query),
    meta,
  });
  return {
    rows: data ?? undefined,
    isSilent: data === null || (data === undefined && errorUpdateCount > 0),
    retry: () => void refetch(),
  };
}
