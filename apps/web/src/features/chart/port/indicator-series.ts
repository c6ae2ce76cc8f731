import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesType,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Candle } from "../candles.ts";
import { type Calculation, calculationOf, type Values } from "../indicators/calculations.ts";
import { kindOf } from "../indicators/indicator-kinds.ts";
import type { ShownIndicator } from "../indicators/shown-indicators.ts";
import { type Colours, lineColourOf, withAlpha } from "./colours.ts";

type Made = {
  readonly shown: ShownIndicator;
  readonly series: readonly ISeriesApi<SeriesType>[];
  calculation: Calculation;
  /** By candle. */
  values: Values[];
};

/** The share of a pane of an indicator beside the prices, which have 1. */
const ownPaneShare = 0.24;

/** Large values, such as a volume, are written short on the axis. */
const axisText = (decimals: number) => {
  const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
  return (value: number): string => (Math.abs(value) >= 100_000 ? compact.format(value) : value.toFixed(decimals));
};

/** All indicators on a chart. Only the last candle is calculated again when it changes. */
export function createIndicatorSeries(chart: IChartApi, priceDecimals: number) {
  let made: Made[] = [];
  let candles: readonly Candle[] = [];
  let colours: Colours | undefined;

  function seriesOf(shown: ShownIndicator, paneIndex: number): ISeriesApi<SeriesType>[] {
    const { lines, pane, decimals = priceDecimals, levels = [] } = kindOf(shown.name);
    const common = {
      lastValueVisible: false,
      priceLineVisible: false,
      ...(pane === "own"
        ? { priceFormat: { type: "custom" as const, formatter: axisText(decimals), minMove: 10 ** -decimals } }
        : {}),
    };
    const line = { ...common, lineWidth: 1 as const, crosshairMarkerVisible: false };
    const series = lines.map(({ look = "line" }): ISeriesApi<SeriesType> => {
      if (look === "columns") return chart.addSeries(HistogramSeries, common, paneIndex);
      if (look === "dots")
        return chart.addSeries(
          LineSeries,
          {
            ...line,
            lineVisible: false,
            pointMarkersVisible: true,
            pointMarkersRadius: 1.5,
            lineType: LineType.Simple,
          },
          paneIndex,
        );
      return chart.addSeries(LineSeries, line, paneIndex);
    });
    for (const price of levels)
      series[0]?.createPriceLine({
        price,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
        title: "",
      });
    return series;
  }

  function pointOf(one: Made, lineIndex: number, index: number) {
    const value = one.values[index]?.[lineIndex];
    const time = candles[index]!.time as UTCTimestamp;
    // A place without a value is kept, so that all series have the same times.
    if (value === undefined) return { time };
    const isColumn = kindOf(one.shown.name).lines[lineIndex]!.look === "columns";
    if (!isColumn || colours === undefined) return { time, value };
    return { time, value, color: withAlpha(value >= 0 ? colours.rise : colours.fall, "8c") };
  }

  function calculate(one: Made): void {
    one.calculation = calculationOf(one.shown.name, one.shown.inputs);
    one.values = candles.map((candle) => one.calculation(candle, false));
    for (const [lineIndex, series] of one.series.entries())
      series.setData(candles.map((_, index) => pointOf(one, lineIndex, index)) as never);
  }

  function paintOne(one: Made): void {
    if (colours === undefined) return;
    for (const [index, line] of kindOf(one.shown.name).lines.entries()) {
      const series = one.series[index]!;
      series.applyOptions({ color: lineColourOf(colours, one.shown.colours[line.id] ?? line.colour) });
      for (const level of series.priceLines()) level.applyOptions({ color: colours.lineStrong });
    }
  }

  function removeAll(): void {
    for (const { series } of made) for (const each of series) chart.removeSeries(each);
    made = [];
  }

  return {
    set(shown: readonly ShownIndicator[]): void {
      removeAll();
      let panes = 1;
      for (const each of shown) {
        if (each.isHidden) continue;
        const paneIndex = kindOf(each.name).pane === "own" ? panes++ : 0;
        const one: Made = {
          shown: each,
          series: seriesOf(each, paneIndex),
          calculation: calculationOf(each.name, each.inputs),
          values: [],
        };
        made.push(one);
        paintOne(one);
        calculate(one);
      }
      for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(index === 0 ? 1 : ownPaneShare);
    },
    setCandles(next: readonly Candle[]): void {
      candles = next;
      for (const one of made) calculate(one);
    },
    /** The last candle has changed, or there is one more. */
    update(next: readonly Candle[], index: number): void {
      candles = next;
      for (const one of made) {
        one.values[index] = one.calculation(next[index]!, index < one.values.length);
        for (const [lineIndex, series] of one.series.entries()) series.update(pointOf(one, lineIndex, index) as never);
      }
    },
    valuesAt: (index: number): Record<string, Values> =>
      Object.fromEntries(made.map(({ shown, values }) => [shown.id, values[index] ?? []])),
    /** The indicators of the panes below the prices, by the pane's index. */
    paneIds: (): readonly string[] =>
      made.filter(({ shown }) => kindOf(shown.name).pane === "own").map(({ shown }) => shown.id),
    paint(next: Colours): void {
      colours = next;
      for (const one of made) {
        paintOne(one);
        if (kindOf(one.shown.name).lines.some(({ look }) => look === "columns")) calculate(one);
      }
    },
    removeAll,
  };
}

export type IndicatorSeries = ReturnType<typeof createIndicatorSeries>;
