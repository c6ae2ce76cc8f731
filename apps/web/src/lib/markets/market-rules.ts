import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../client/answer.ts";

/** Rules change by an operator's command, which is rare. */
const rulesFreshMs = 60_000;

/** The rules of one market, or of all, as the engine has them. */
export function useMarketRules(symbol?: string) {
  return useQuery({
    queryKey: ["market-rules", symbol ?? "all"],
    queryFn: ({ signal }) => answerOf("marketRules", symbol === undefined ? {} : { symbol }, signal),
    staleTime: rulesFreshMs,
    meta: { isQuiet: true },
  });
}
