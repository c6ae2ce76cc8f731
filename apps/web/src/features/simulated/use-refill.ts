import { toast } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { isContract } from "../../lib/markets/market.ts";
import { refillMoves } from "./refill-moves.ts";
import { m } from "./simulated-messages.ts";

const keyOf = (userId: string | undefined) => ["own", "simulatedFunds", userId] as const;

/** What a refill brings and when the next one is possible. Only the simulated exchange answers it. */
export const useSimulatedFunds = (userId: string | undefined) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => answerOf("simulatedFunds", {}, signal),
    enabled: userId !== undefined,
    refetchInterval: (query) => (query.state.status === "error" ? 3_000 : false),
    meta: { isQuiet: true },
  });

export type Refill = { readonly refill: () => void; readonly isPending: boolean };

/** Refills the accounts; a user who never had a refill gets the first one without asking. */
export function useRefill(userId: string): Refill {
  const t = useTexts();
  const queries = useQueryClient();
  const { data: listed } = useMarkets();
  const { data: funds } = useSimulatedFunds(userId);
  const contracts = listed?.all.filter(isContract);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { given, isBooked } = await answerOf("refillSimulated", {});
      if (isBooked) for (const move of refillMoves(given, contracts ?? [])) await answerOf("transfer", move);
      return { given, isBooked };
    },
    onSuccess({ given, isBooked }) {
      const amounts = given.map(({ asset, amount }) => `${shown(amount, 2)} ${assetText(asset)}`).join(", ");
      if (given.length === 0) toast.success(t(m.full));
      else toast.success(isBooked ? t(m.refilled, { amounts }) : t(m.later));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
  });
  const isStarted = useRef(false);
  const isFirst = funds?.lastAt === 0 && contracts !== undefined;
  useEffect(() => {
    if (!isFirst || isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [isFirst, mutate]);
  return { refill: mutate, isPending };
}
