import { useInfiniteQuery } from "@tanstack/react-query";
import type { CandleInterval, CandlePrice } from "@tidemark/contracts";
import { answerOf } from "../../lib/client/answer.ts";

const perPage = 500;

export type CandleSource = {
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly price: CandlePrice;
};

/** Past candles by pages, the newest first loaded; the running one is followed. */
export function useCandles({ symbol, interval, price }: CandleSource) {
  return useInfiniteQuery({
    queryKey: ["candles", symbol, interval, price],
    queryFn: ({ signal, pageParam: before }) =>
      answerOf("candles", { symbol, interval, price, limit: perPage, ...(before === 0 ? {} : { before }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ rows }) => (rows.length < perPage ? undefined : rows[0]!.at),
    staleTime: 30_000,
    // Older pages do not change, and the running candle is followed.
    refetchOnWindowFocus: false,
    select: ({ pages }) => pages.toReversed().flatMap(({ rows }) => rows),
  });
}
