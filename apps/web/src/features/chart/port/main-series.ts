import {
  AreaSeries,
  BarSeries,
  BaselineSeries,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesType,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Candle } from "../candles.ts";
import { type ChartStyle, heikinAshi, heikinAshiAfter, hollowLook } from "../styles/chart-styles.ts";
import { type Colours, withAlpha } from "./colours.ts";

type Api = ISeriesApi<SeriesType>;
type Format = { readonly precision: number; readonly minMove: number };

/** The series of the market itself, in one of the styles. */
export type MainSeries = {
  readonly api: Api;
  set(candles: readonly Candle[]): void;
  /** The candle at an index of the candles, which is the last one. */
  update(candles: readonly Candle[], index: number): void;
  paint(colours: Colours): void;
  /** What a baseline compares with; the other styles have none. */
  setBase(price: number): void;
};

const at = (candle: Candle) => ({ ...candle, time: candle.time as UTCTimestamp });
const closeAt = ({ time, close }: Candle) => ({ time: time as UTCTimestamp, value: close });
const nothing = (): void => undefined;
/** The last price is a line of its own, because the last value of averaged candles is no traded price. */
const shared = (format: Format) => ({
  priceFormat: { type: "price" as const, ...format },
  priceLineVisible: false,
  lastValueVisible: false,
});

/** A style that draws each candle by itself. */
function plain(api: Api, point: (candle: Candle) => object, paint: (colours: Colours) => void): MainSeries {
  return {
    api,
    set: (candles) => api.setData(candles.map(point) as never),
    update: (candles, index) => api.update(point(candles[index]!) as never),
    paint,
    setBase: nothing,
  };
}

function candlesIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(CandlestickSeries, { ...shared(format), borderVisible: false });
  return plain(api, at, ({ rise, fall }) =>
    api.applyOptions({ upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall }),
  );
}

function heikinAshiIn(chart: IChartApi, format: Format): MainSeries {
  const series = candlesIn(chart, format);
  let averaged: Candle[] = [];
  return {
    ...series,
    set(candles) {
      averaged = heikinAshi(candles);
      series.set(averaged);
    },
    update(candles, index) {
      averaged[index] = heikinAshiAfter(averaged[index - 1], candles[index]!);
      series.update(averaged, index);
    },
  };
}

function hollowIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(CandlestickSeries, { ...shared(format), borderVisible: true });
  let colours: Colours | undefined;
  let drawn: readonly Candle[] = [];
  const point = (candles: readonly Candle[], index: number) => {
    const candle = candles[index]!;
    const { isHollow, isRise } = hollowLook(candle, candles[index - 1]?.close);
    const ink = colours === undefined ? "" : isRise ? colours.rise : colours.fall;
    return { ...at(candle), color: isHollow ? "transparent" : ink, borderColor: ink, wickColor: ink };
  };
  const set = (candles: readonly Candle[]) => {
    drawn = candles;
    api.setData(candles.map((_, index) => point(candles, index)));
  };
  return {
    api,
    set,
    update: (candles, index) => api.update(point(candles, index)),
    paint(next) {
      colours = next;
      set(drawn);
    },
    setBase: nothing,
  };
}

function barsIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(BarSeries, { ...shared(format), thinBars: true });
  return plain(api, at, ({ rise, fall }) => api.applyOptions({ upColor: rise, downColor: fall }));
}

function lineIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(LineSeries, { ...shared(format), lineWidth: 2 });
  return plain(api, closeAt, ({ brand }) => api.applyOptions({ color: brand }));
}

function areaIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(AreaSeries, { ...shared(format), lineWidth: 2 });
  return plain(api, closeAt, ({ brand }) =>
    api.applyOptions({ lineColor: brand, topColor: withAlpha(brand, "38"), bottomColor: withAlpha(brand, "00") }),
  );
}

function baselineIn(chart: IChartApi, format: Format): MainSeries {
  const api = chart.addSeries(BaselineSeries, { ...shared(format), lineWidth: 2 });
  const series = plain(api, closeAt, ({ rise, fall }) =>
    api.applyOptions({
      topLineColor: rise,
      bottomLineColor: fall,
      topFillColor1: withAlpha(rise, "38"),
      topFillColor2: withAlpha(rise, "08"),
      bottomFillColor1: withAlpha(fall, "08"),
      bottomFillColor2: withAlpha(fall, "38"),
    }),
  );
  return { ...series, setBase: (price) => api.applyOptions({ baseValue: { type: "price", price } }) };
}

const makers: Readonly<Record<ChartStyle, (chart: IChartApi, format: Format) => MainSeries>> = {
  bars: barsIn,
  candles: candlesIn,
  hollow: hollowIn,
  line: lineIn,
  area: areaIn,
  baseline: baselineIn,
  heikinAshi: heikinAshiIn,
};

export const addMainSeries = (chart: IChartApi, style: ChartStyle, format: Format): MainSeries =>
  makers[style](chart, format);
