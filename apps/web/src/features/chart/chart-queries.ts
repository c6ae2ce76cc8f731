import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import type { Interval } from "./candles.ts";

/** Past candles, refetched at intervals; the screen extends the last one with live trades. */
export function useCandles(symbol: string, interval: Interval) {
  return useQuery({
    queryKey: ["candles", symbol, interval],
    queryFn: ({ signal }) => answerOf("candles", { symbol, interval, limit: 500 }, signal),
    refetchInterval: 60_000,
    staleTime: 30_000,
  });
}
