import { type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from "lightweight-charts";
import { alignedCloses, type Candle } from "../candles.ts";
import type { Colours } from "./colours.ts";

const comparedColours = ["info", "warn", "muted", "ink"] as const;

export type Compared = { readonly symbol: string; readonly candles: readonly Candle[] };

/** Other markets as lines of two pixels on the scale of the first, which is in percent while there are any. */
export function createComparedSeries(chart: IChartApi) {
  let drawn: ISeriesApi<"Line">[] = [];
  let compared: readonly Compared[] = [];

  function draw(times: readonly Candle[]): void {
    for (const [index, { candles }] of compared.entries())
      drawn[index]?.setData(
        alignedCloses(times, candles).map(({ time, value }) => ({ time: time as UTCTimestamp, value })),
      );
  }
  return {
    set(next: readonly Compared[], times: readonly Candle[], colours: Colours): void {
      while (drawn.length > next.length) chart.removeSeries(drawn.pop()!);
      while (drawn.length < next.length)
        drawn.push(chart.addSeries(LineSeries, { lineWidth: 2, priceLineVisible: false, lastValueVisible: true }));
      compared = next;
      this.paint(colours);
      draw(times);
    },
    draw,
    paint(colours: Colours): void {
      for (const [index, series] of drawn.entries()) series.applyOptions({ color: colours[comparedColours[index]!] });
    },
    get isEmpty(): boolean {
      return drawn.length === 0;
    },
  };
}
