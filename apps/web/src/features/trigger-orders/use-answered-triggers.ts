import type { TriggerRow } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { needsAnswer, withAnswered } from "./trigger-texts.ts";

/** A trailing stop moves with the price and an exit wakes with a fill; neither is in the stream, so the engine is asked. */
const askEveryMs = 3_000;

export function useAnsweredTriggers(rows: readonly TriggerRow[]): readonly TriggerRow[] {
  const { data } = useQuery({
    queryKey: ["own", "triggerOrders"],
    queryFn: ({ signal }) => answerOf("triggerOrders", {}, signal),
    enabled: rows.some(needsAnswer),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return data === undefined ? rows : withAnswered(rows, data.rows);
}
