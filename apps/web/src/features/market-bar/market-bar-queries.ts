import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";

/** The last 24 hours, polled every few seconds, because they change slowly. */
export function useDayStats(symbol: string) {
  return useQuery({
    queryKey: ["day-stats", symbol],
    queryFn: ({ signal }) => answerOf("dayStats", { symbol }, signal),
    refetchInterval: 5_000,
    staleTime: 4_000,
  });
}
