import { useInfiniteQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import type { Interval } from "./candles.ts";

const perPage = 500;

/** Past candles by pages, the newest first loaded; the running one is followed. */
export function useCandles(symbol: string, interval: Interval) {
  return useInfiniteQuery({
    queryKey: ["candles", symbol, interval],
    queryFn: ({ signal, pageParam: before }) =>
      answerOf("candles", { symbol, interval, limit: perPage, ...(before === 0 ? {} : { before }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ rows }) => (rows.length < perPage ? undefined : rows[0]!.at),
    staleTime: 30_000,
    // Older pages do not change, and the running candle is followed.
    refetchOnWindowFocus: false,
    select: ({ pages }) => pages.toReversed().flatMap(({ rows }) => rows),
  });
}
