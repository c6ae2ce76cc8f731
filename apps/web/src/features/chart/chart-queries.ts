import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/answer.ts";
import type { Interval } from "./candles.ts";

/** Past candles; asked again now and then, because the live ones are grown on the screen. */
export function useCandles(symbol: string, interval: Interval) {
  return useQuery({
    queryKey: ["candles", symbol, interval],
    queryFn: ({ signal }) => answerOf("candles", { symbol, interval, limit: 500 }, signal),
    refetchInterval: 60_000,
    staleTime: 30_000,
  });
}
