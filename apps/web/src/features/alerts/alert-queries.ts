import type { AlertRow } from "@tidemark/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";

/** Every list of alerts is loaded anew when one changes. */
export const alertsKey = ["own", "alerts"] as const;

const none: readonly AlertRow[] = [];

/** The price alerts of a market that wait. `version` changes with every message of the user, as an alert that goes off makes one. */
export function useWaitingAlerts(symbol: string, version: string, isWanted: boolean): readonly AlertRow[] {
  const { data } = useQuery({
    queryKey: [...alertsKey, version],
    queryFn: ({ signal }) => answerOf("alertList", {}, signal),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    meta: { isQuiet: true },
    select: ({ list }) => list.filter((row) => row.measure === "PRICE" && row.symbol === symbol && row.firedAt === 0),
  });
  return isWanted ? (data ?? none) : none;
}
