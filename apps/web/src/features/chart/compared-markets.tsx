import { candlePart } from "@tidemark/contracts";
import { useEffect } from "react";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { type Candle, candleOf, placeOf } from "./candles.ts";
import { type CandleSource, useCandles } from "./chart-queries.ts";

type ComparedFeedProps = CandleSource & {
  /** The first time of the chart's own market, in ms: the compared one is loaded as far back. Undefined until known. */
  since: number | undefined;
  onCandles: (symbol: string, candles: readonly Candle[]) => void;
  /** The running candle. */
  onUpdate: (symbol: string, candle: Candle) => void;
};

/** Follows one compared market; it renders nothing. */
export function ComparedFeed({ since, onCandles, onUpdate, ...source }: ComparedFeedProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useCandles(source);
  const running = marketLive("candles", source.symbol, candlePart(source.price, source.interval));
  const first = data?.[0]?.at;
  const isShort = first !== undefined && since !== undefined && first > since;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isShort, first, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useDrawing([running], () => {
    if (data !== undefined) for (const row of running.change.rows) onUpdate(source.symbol, candleOf(row));
  });
  useEffect(() => {
    if (data === undefined) return;
    const candles = data.map(candleOf);
    for (const row of running.change.rows) {
      const candle = candleOf(row);
      const index = placeOf(candles, candle);
      if (index !== undefined) candles[index] = candle;
    }
    onCandles(source.symbol, candles);
    // oxlint-disable-next-line react/exhaustive-deps -- the running candle is drawn by its own stream
  }, [data]);
  return null;
}
