import { candlePart } from "@tidemark/contracts";
import { useEffect } from "react";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { type Candle, candleOf, placeOf } from "./candles.ts";
import { type CandleSource, useCandles } from "./chart-queries.ts";

type ComparedFeedProps = CandleSource & { onCandles: (symbol: string, candles: readonly Candle[]) => void };

/** Follows one compared market; it renders nothing. */
export function ComparedFeed({ onCandles, ...source }: ComparedFeedProps) {
  const { data } = useCandles(source);
  const running = marketLive("candles", source.symbol, candlePart(source.price, source.interval));
  const draw = () => {
    if (data === undefined) return;
    const candles = data.map(candleOf);
    for (const row of running.change.rows) {
      const candle = candleOf(row);
      const index = placeOf(candles, candle);
      if (index !== undefined) candles[index] = candle;
    }
    onCandles(source.symbol, candles);
  };
  useDrawing([running], draw);
  // oxlint-disable-next-line react/exhaustive-deps -- the running candle is drawn by its own stream
  useEffect(draw, [data]);
  return null;
}
