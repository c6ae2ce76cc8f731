import { type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from "lightweight-charts";
import { alignedCloses, type Candle, indexAt, placeOf } from "../candles.ts";
import type { Colours } from "./colours.ts";

const comparedColours = ["info", "warn", "muted", "ink"] as const;

export type Compared = { readonly symbol: string; readonly candles: readonly Candle[] };

/** Other markets as lines of two pixels on the scale of the first, which is in percent while there are any. */
export function createComparedSeries(chart: IChartApi) {
  let drawn: ISeriesApi<"Line">[] = [];
  let compared: { readonly symbol: string; readonly candles: Candle[] }[] = [];

  function draw(times: readonly Candle[]): void {
    for (const [index, { candles }] of compared.entries())
      drawn[index]?.setData(
        alignedCloses(times, candles).map(({ time, value }) => ({ time: time as UTCTimestamp, value })),
      );
  }
  /** The point at the last time of the chart's own market: the others stay as they are. */
  function drawLast(times: readonly Candle[]): void {
    const last = times.at(-1);
    if (last === undefined) return;
    for (const [index, { candles }] of compared.entries()) {
      const close = candles[indexAt(candles, last.time)]?.close;
      if (close !== undefined) drawn[index]?.update({ time: last.time as UTCTimestamp, value: close });
    }
  }
  return {
    set(next: readonly Compared[], times: readonly Candle[], colours: Colours): void {
      while (drawn.length > next.length) chart.removeSeries(drawn.pop()!);
      while (drawn.length < next.length)
        drawn.push(chart.addSeries(LineSeries, { lineWidth: 2, priceLineVisible: false, lastValueVisible: true }));
      compared = next.map(({ symbol, candles }) => ({ symbol, candles: [...candles] }));
      this.paint(colours);
      draw(times);
    },
    draw,
    drawLast,
    /** The running candle of one of them. */
    update(symbol: string, candle: Candle, times: readonly Candle[]): void {
      const candles = compared.find((each) => each.symbol === symbol)?.candles;
      const index = candles === undefined ? undefined : placeOf(candles, candle);
      if (candles === undefined || index === undefined) return;
      candles[index] = candle;
      drawLast(times);
    },
    paint(colours: Colours): void {
      for (const [index, series] of drawn.entries()) series.applyOptions({ color: colours[comparedColours[index]!] });
    },
    get isEmpty(): boolean {
      return drawn.length === 0;
    },
  };
}
