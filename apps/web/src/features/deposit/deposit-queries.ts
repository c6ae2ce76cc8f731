import type { DepositRow, NetworkId } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { appendedOf } from "../../lib/lists/use-appended.ts";

const key = ["own", "deposit"] as const;
/** No topic reports deposits: confirmations are asked for, more often while something is on its way. */
const openEveryMs = 2_000;
const restEveryMs = 10_000;
const networksEveryMs = 30_000;
const pageSize = 20;

export type DepositNetwork = AnswerOf<"depositNetworks">["list"][number];

export const isOnItsWay = ({ state }: DepositRow): boolean =>
  state === "SEEN" || state === "SHOWN" || state === "FINAL";

export const useDepositNetworks = (asset: string) =>
  useQuery({
    queryKey: [...key, "networks", asset],
    queryFn: async ({ signal }) => (await answerOf("depositNetworks", { asset }, signal)).list,
    refetchInterval: networksEveryMs,
    meta: { isQuiet: true },
  });

/** The same address every time, so it is asked for once. */
export const useDepositAddress = (asset: string, network: NetworkId) =>
  useQuery({
    queryKey: [...key, "address", asset, network],
    queryFn: ({ signal }) => answerOf("depositAddress", { asset, network }, signal),
    staleTime: Infinity,
    meta: { isQuiet: true },
  });

export function useDeposits() {
  const query = useInfiniteQuery({
    queryKey: [...key, "list"],
    queryFn: ({ signal, pageParam }) =>
      answerOf("depositList", { pageSize, ...(pageParam === "" ? {} : { before: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isOnItsWay)) === true ? openEveryMs : restEveryMs,
    meta: { isQuiet: true },
  });
  const { data, isError, failureCount } = query;
  return {
    ...appendedOf(query),
    /** The last answer came: what is shown is as it is now. */
    isLive: data !== undefined && !isError && failureCount === 0,
  };
}
