import { toast } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { answerOf, RefusedError } from "../../lib/client/answer.ts";
import { nameInExchange } from "../../lib/client/page-hosts.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { isContract } from "../../lib/markets/market.ts";
import { storedByTrader } from "../../lib/storage/by-trader.ts";
import { bookingLookMs, refillMoves, refillToMove } from "./refill-moves.ts";
import { m } from "./simulated-messages.ts";

const keyOf = (userId: string | undefined) => ["own", "simulatedFunds", userId] as const;

/** What a refill brings and when the next one is possible. Only the simulated exchange answers it. */
export const useSimulatedFunds = (userId: string | undefined) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => answerOf("simulatedFunds", {}, signal),
    enabled: userId !== undefined,
    refetchInterval: ({ state: { status, data } }) =>
      status === "error" ? 3_000 : data === undefined ? false : bookingLookMs(data, Date.now()),
    meta: { isQuiet: true },
  });

/** The refill before the one that was asked for here and is not moved yet; null where there is none. It outlives the page. */
const awaited = storedByTrader<{ readonly since: number | null }>(nameInExchange("awaitedRefill"), { since: null });

/** Moves a refill on to the accounts of contracts as soon as it is booked, also one that an earlier page asked for. */
function useRefillMoves(userId: string): void {
  const { data: listed } = useMarkets();
  const { data: funds } = useSimulatedFunds(userId);
  const { since } = awaited.use(userId);
  const contracts = listed?.all.filter(isContract);
  const due = contracts === undefined ? undefined : refillToMove(funds, since);
  const { mutate } = useMutation({
    async mutationFn() {
      for (const move of refillMoves(due!, contracts!))
        await answerOf("transfer", move).catch((error: unknown) => {
          // Refused: the trader has moved the money already. Without an answer the record stays, and the next page tries again.
          if (!(error instanceof RefusedError) || error.problem.code === 0) throw error;
        });
    },
    onSuccess: () => awaited.change(userId, { since: null }),
  });
  const movedAt = useRef(0);
  const dueAt = due?.lastAt ?? 0;
  useEffect(() => {
    if (dueAt === 0 || movedAt.current === dueAt) return;
    movedAt.current = dueAt;
    mutate();
  }, [dueAt, mutate]);
}

export type Refill = { readonly refill: () => void; readonly isPending: boolean };

/** Refills the accounts; a user who never had a refill gets the first one without asking. */
export function useRefill(userId: string): Refill {
  const t = useTexts();
  const queries = useQueryClient();
  const { data: funds } = useSimulatedFunds(userId);
  useRefillMoves(userId);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // Before the call: a page that is closed while it waits must not lose the moves.
      const before = awaited.get(userId).since;
      awaited.change(userId, { since: before ?? funds?.lastAt ?? 0 });
      const answer = await answerOf("refillSimulated", {});
      if (before === null && answer.given.length === 0) awaited.change(userId, { since: null });
      return answer;
    },
    onSuccess({ given, isBooked }) {
      const amounts = given.map(({ asset, amount }) => `${shown(amount, 2)} ${assetText(asset)}`).join(", ");
      if (given.length === 0) toast.success(t(m.full));
      else toast.success(isBooked ? t(m.refilled, { amounts }) : t(m.later));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
  });
  const isStarted = useRef(false);
  const isFirst = funds?.lastAt === 0;
  useEffect(() => {
    if (!isFirst || isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [isFirst, mutate]);
  return { refill: mutate, isPending };
}
