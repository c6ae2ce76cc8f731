import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  type UTCTimestamp,
} from "lightweight-charts";
import { type Candle, movingAverage } from "./candles.ts";
import { type ChipSettings, createOrderChips, type OrderLine } from "./order-chips.ts";
import { printTagOf, currentLang } from "../../lib/i18n/languages.ts";

export type ChartSettings = {
  readonly priceDecimals: number;
  readonly minMove: number;
  readonly printPrice: (price: number) => string;
  /** The candle under the pointer, or the last one. */
  readonly onLook: (candle: Candle | undefined) => void;
  /** The first candle comes into sight: older ones are wanted. */
  readonly onStart: () => void;
};

const averages = [
  { length: 7, color: "--warn" },
  { length: 25, color: "--info" },
  { length: 99, color: "--muted" },
] as const;

/** Older candles are loaded when so many are left beyond the edge. */
const candlesAhead = 50;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const at = (candle: Candle) => ({ ...candle, time: candle.time as UTCTimestamp });

/** A small interface to the chart library: candles and lines in, the candle under the pointer out. */
export function createChartDrawing(box: HTMLElement, settings: ChartSettings) {
  const isPhone = box.clientWidth < 520;
  const chart: IChartApi = createChart(box, {
    autoSize: true,
    // The page's language, not the browser's; days of the calendar that the rest of the page counts by.
    localization: {
      locale: new Intl.Locale(printTagOf(currentLang()), { calendar: "gregory" }).toString(),
      priceFormatter: settings.printPrice,
    },
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: isPhone ? 0.14 : 0.12, bottom: isPhone ? 0.2 : 0.16 },
      minimumWidth: isPhone ? 56 : 68,
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffset: isPhone ? 4 : 8,
      barSpacing: isPhone ? 4.4 : 5.8,
    },
    crosshair: { mode: 0 },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  const lines = averages.map(() =>
    chart.addSeries(LineSeries, {
      lineWidth: 1,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    }),
  );
  const series: ISeriesApi<"Candlestick"> = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: "price", precision: settings.priceDecimals, minMove: settings.minMove },
    priceLineStyle: LineStyle.Dotted,
  });
  let candles: Candle[] = [];
  const own = new Map<string, { line: IPriceLine; drawnText: string }>();

  const volumeOf = (candle: Candle) => ({
    time: candle.time as UTCTimestamp,
    value: candle.volume,
    color: token(candle.close >= candle.open ? "--vol-rise" : "--vol-fall"),
  });
  const drawAverages = () => {
    for (const [index, line] of lines.entries())
      line.setData(
        movingAverage(candles, averages[index]!.length).map(({ time, value }) => ({
          time: time as UTCTimestamp,
          value,
        })),
      );
  };
  function paint(): void {
    const [rise, fall, grid, faint, label] = [
      token("--rise"),
      token("--fall"),
      token("--grid"),
      token("--faint"),
      token("--line-strong"),
    ];
    chart.applyOptions({
      layout: {
        background: { color: "transparent" },
        textColor: token("--muted"),
        fontFamily: getComputedStyle(document.body).fontFamily,
        fontSize: 11,
        attributionLogo: false,
      },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      crosshair: {
        vertLine: { color: faint, labelBackgroundColor: label },
        horzLine: { color: faint, labelBackgroundColor: label },
      },
    });
    series.applyOptions({ upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall });
    for (const [index, line] of lines.entries()) line.applyOptions({ color: token(averages[index]!.color) });
    volume.setData(candles.map(volumeOf));
    for (const { line } of own.values())
      line.applyOptions({
        color: token("--brand-ink"),
        axisLabelColor: token("--brand-solid"),
        axisLabelTextColor: token("--on-brand"),
      });
  }
  const look = (event: MouseEventParams) => {
    const found = event.time === undefined ? undefined : candles.find(({ time }) => time === event.time);
    settings.onLook(found ?? candles.at(-1));
  };
  chart.subscribeCrosshairMove(look);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < candlesAhead && candles.length > 0) settings.onStart();
  });
  paint();

  return {
    setCandles(next: readonly Candle[]): void {
      candles = [...next];
      series.setData(candles.map(at));
      volume.setData(candles.map(volumeOf));
      drawAverages();
      settings.onLook(candles.at(-1));
    },
    update(candle: Candle): void {
      const last = candles.at(-1);
      // An older candle is in the history already.
      if (last !== undefined && candle.time < last.time) return;
      if (last?.time === candle.time) candles[candles.length - 1] = candle;
      else candles.push(candle);
      series.update(at(candle));
      volume.update(volumeOf(candle));
      for (const [index, line] of lines.entries()) {
        const { length } = averages[index]!;
        const point = movingAverage(candles.slice(-length), length).at(-1);
        if (point !== undefined) line.update({ time: point.time as UTCTimestamp, value: point.value });
      }
      settings.onLook(candles.at(-1));
    },
    /** The user's orders have the brand colour, never green or red, which mean up and down. */
    setOrderLines(wanted: readonly OrderLine[]): void {
      const ids = new Set(wanted.map(({ id }) => id));
      for (const [id, { line }] of own)
        if (!ids.has(id)) {
          series.removePriceLine(line);
          own.delete(id);
        }
      for (const { id, price } of wanted) {
        const drawnText = String(price);
        const known = own.get(id);
        if (known?.drawnText === drawnText) continue;
        if (known !== undefined) series.removePriceLine(known.line);
        const line = series.createPriceLine({
          price,
          title: "",
          color: token("--brand-ink"),
          axisLabelColor: token("--brand-solid"),
          axisLabelTextColor: token("--on-brand"),
          lineWidth: 1,
          lineStyle: LineStyle.Dotted,
          axisLabelVisible: true,
        });
        own.set(id, { line, drawnText });
      }
    },
    averages(): { length: number; color: string; value: number | undefined }[] {
      return averages.map(({ length, color }) => ({
        length,
        color,
        value: movingAverage(candles.slice(-length), length).at(-1)?.value,
      }));
    },
    hangChips: (layer: HTMLElement, chips: ChipSettings) =>
      createOrderChips(layer, (price) => series.priceToCoordinate(price), chips),
    paint,
    remove: () => chart.remove(),
  };
}

export type ChartDrawing = ReturnType<typeof createChartDrawing>;
