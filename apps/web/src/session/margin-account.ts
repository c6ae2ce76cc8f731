import type { MarginAccountNowRow } from "@tidemark/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf } from "../lib/client/answer.ts";
import { userLive } from "../lib/client/live.ts";
import type { ContractMarket } from "../lib/markets/market.ts";

/** Equity moves with the marks of all positions, which change every second. */
const askEveryMs = 3_000;

/** The accounts that margin of contracts comes from, at the current marks. Undefined until loaded and for signed-out users. */
export function useMarginAccounts(userId: string | undefined): readonly MarginAccountNowRow[] | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["own", "margin", userId],
    queryFn: ({ signal }) => answerOf("marginAccounts", {}, signal),
    enabled: userId !== undefined,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  // What an order or a transfer moves is shown at once and not with the next question.
  useEffect(
    () =>
      userId === undefined
        ? undefined
        : userLive("marginAccounts", userId).subscribe(
            () => void queries.invalidateQueries({ queryKey: ["own", "margin", userId] }),
          ),
    [queries, userId],
  );
  return data?.rows;
}

/** The one of them that a contract's margin comes from. */
export const useMarginAccount = (
  market: Pick<ContractMarket, "product" | "settleAsset">,
  userId: string | undefined,
): MarginAccountNowRow | undefined =>
  useMarginAccounts(userId)?.find(
    ({ product, asset }) => product === market.product && asset === market.settleAsset.asset,
  );
