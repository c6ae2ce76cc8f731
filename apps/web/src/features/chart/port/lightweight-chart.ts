import {
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  LineStyle,
  type Logical,
  type MouseEventParams,
  PriceScaleMode,
  type UTCTimestamp,
} from "lightweight-charts";
import { currentLang, printTagOf } from "../../../lib/i18n/languages.ts";
import { type Candle, indexAt, placeOf } from "../candles.ts";
import type { createDrawingPrimitive } from "./drawing-primitive.ts";
import type { ShownIndicator } from "../indicators/shown-indicators.ts";
import { baseOf, type ChartStyle } from "../styles/chart-styles.ts";
import { createAxisLines } from "./axis-lines.ts";
import type { AxisLine, ChartPort, ChartPortSettings, ChartScale, PaintedDrawings } from "./chart-port.ts";
import { type Colours, readColours } from "./colours.ts";
import { createComparedSeries } from "./compared-series.ts";
import type { IndicatorSeries } from "./indicator-series.ts";
import { addMainSeries, type MainSeries } from "./main-series.ts";
import { createScaleWatch } from "./scale-watch.ts";
import { indexOfTime, timeOfIndex } from "./time-axis.ts";

/** Older candles are loaded when so many are left beyond the edge. */
const candlesAhead = 50;

function optionsOf(box: HTMLElement, settings: ChartPortSettings) {
  const isPhone = box.clientWidth < 520;
  return {
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
  };
}

const themeOf = (colours: Colours) => ({
  layout: {
    background: { color: "transparent" },
    textColor: colours.muted,
    fontFamily: colours.fontFamily,
    fontSize: 11,
    attributionLogo: false,
    panes: { separatorColor: colours.line, separatorHoverColor: colours.hover, enableResize: true },
  },
  grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
  crosshair: {
    vertLine: { color: colours.faint, labelBackgroundColor: colours.lineStrong },
    horzLine: { color: colours.faint, labelBackgroundColor: colours.lineStrong },
  },
});

/** The chart of Lightweight Charts. */
export function createLightweightChart(box: HTMLElement, settings: ChartPortSettings): ChartPort {
  const chart: IChartApi = createChart(box, optionsOf(box, settings));
  const format = { precision: settings.priceDecimals, minMove: 10 ** -settings.priceDecimals };
  let colours = readColours();
  let [candles, stepSeconds]: [Candle[], number] = [[], 60];
  let style: ChartStyle = "candles";
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  let main: MainSeries = addMainSeries(chart, style, format);
  let lastLine: IPriceLine | undefined;
  const axisLines = createAxisLines();
  const compared = createComparedSeries(chart);
  let indicators: IndicatorSeries | undefined;
  let [shown, isComparing]: [readonly ShownIndicator[], boolean] = [[], false];
  let drawings: ReturnType<typeof createDrawingPrimitive> | undefined;
  let isGone = false;
  /** The time under the pointer, in seconds. */
  let pointedTime: number | undefined;
  const scaleWatch = createScaleWatch();
  main.api.attachPrimitive(scaleWatch.primitive);

  const volumeOf = ({ time, volume: value, close, open }: Candle) => ({
    time: time as UTCTimestamp,
    value,
    color: close >= open ? colours.volumeRise : colours.volumeFall,
  });
  const scale: ChartScale = {
    xOf(time) {
      const index = indexOfTime(candles, stepSeconds, time);
      const x = index === undefined ? null : chart.timeScale().logicalToCoordinate(index as Logical);
      return x ?? undefined;
    },
    yOf: (price) => main.api.priceToCoordinate(price) ?? undefined,
    timeAt(x) {
      const index = chart.timeScale().coordinateToLogical(x);
      return index === null ? undefined : timeOfIndex(candles, stepSeconds, index);
    },
    priceAt: (y) => main.api.coordinateToPrice(y) ?? undefined,
    size: () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 }),
  };

  /** The traded price, also where the style draws averaged ones. */
  function drawLast(): void {
    const last = candles.at(-1);
    if (last === undefined) return;
    const color = last.close >= last.open ? colours.rise : colours.fall;
    const options = {
      price: last.close,
      color,
      axisLabelColor: color,
      axisLabelTextColor: colours.surface,
      lineWidth: 1 as const,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: true,
      title: "",
    };
    if (lastLine === undefined) lastLine = main.api.createPriceLine(options);
    else lastLine.applyOptions(options);
  }
  function drawBase(): void {
    const first = chart.timeScale().getVisibleLogicalRange()?.from ?? 0;
    const base = style === "baseline" ? baseOf(candles, first) : undefined;
    if (base !== undefined) main.setBase(base);
  }
  function look(index: number): void {
    settings.onLook({ candle: candles[index], values: indicators?.valuesAt(index) ?? {} });
  }
  /** At the candle under the pointer, else at the last one: new prices do not take the legend away from what is being read. */
  function lookNow(): void {
    const index = pointedTime === undefined ? -1 : indexAt(candles, pointedTime);
    look(index < 0 ? candles.length - 1 : index);
  }
  function drawIndicators(): void {
    // Averages of prices have no place on a scale in percent.
    indicators?.set(isComparing ? [] : shown);
    lookNow();
  }
  function paint(): void {
    colours = readColours();
    chart.applyOptions(themeOf(colours));
    main.paint(colours);
    volume.setData(candles.map(volumeOf));
    axisLines.paint(colours);
    compared.paint(colours);
    indicators?.paint(colours);
    drawings?.paint(colours);
    drawLast();
  }

  const point = (event: MouseEventParams) => {
    pointedTime = event.time as number | undefined;
    lookNow();
    const isOverPrices = event.point !== undefined && (event.paneIndex ?? 0) === 0;
    const price = isOverPrices && !isComparing ? scale.priceAt(event.point!.y) : undefined;
    settings.onPointer(price === undefined ? undefined : { y: event.point!.y, price });
  };
  chart.subscribeCrosshairMove(point);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    drawBase();
    if (range !== null && range.from < candlesAhead && candles.length > 0) settings.onStart();
  });
  paint();

  return {
    scale,
    candles: () => candles,
    setStyle(next) {
      if (next === style) return;
      style = next;
      if (drawings !== undefined) main.api.detachPrimitive(drawings.primitive);
      main.api.detachPrimitive(scaleWatch.primitive);
      const before = main;
      main = addMainSeries(chart, style, format);
      chart.removeSeries(before.api);
      main.paint(colours);
      main.set(candles);
      lastLine = undefined;
      drawLast();
      drawBase();
      axisLines.moveTo(main.api, colours);
      if (drawings !== undefined) main.api.attachPrimitive(drawings.primitive);
      main.api.attachPrimitive(scaleWatch.primitive);
    },
    setVolumeShown: (isShown) => volume.applyOptions({ visible: isShown }),
    setCandles(next, step) {
      [candles, stepSeconds] = [[...next], step];
      main.set(candles);
      volume.setData(candles.map(volumeOf));
      indicators?.setCandles(candles);
      compared.draw(candles);
      drawLast();
      drawBase();
      lookNow();
    },
    update(candle) {
      const index = placeOf(candles, candle);
      if (index === undefined) return;
      const isNew = index === candles.length;
      candles[index] = candle;
      main.update(candles, index);
      volume.update(volumeOf(candle));
      indicators?.update(candles, index);
      if (isNew) compared.drawLast(candles);
      drawLast();
      lookNow();
    },
    async setIndicators(next) {
      shown = next;
      if (indicators === undefined && next.length > 0) {
        const { createIndicatorSeries } = await import("./indicator-series.ts");
        if (isGone) return;
        if (indicators === undefined) {
          indicators = createIndicatorSeries(chart, settings.priceDecimals);
          indicators.paint(colours);
          indicators.setCandles(candles);
        }
      }
      drawIndicators();
    },
    paneTops() {
      const top = box.getBoundingClientRect().top;
      const panes = chart.panes();
      return Object.fromEntries(
        (indicators?.paneIds() ?? []).flatMap((id, index) => {
          const element = panes[index + 1]?.getHTMLElement();
          return element === null || element === undefined ? [] : [[id, element.getBoundingClientRect().top - top]];
        }),
      );
    },
    setCompared(series) {
      // A part of the page that ends with the chart clears what it drew, and the chart may be gone first.
      if (isGone) return;
      const wasComparing = isComparing;
      isComparing = series.length > 0;
      compared.set(series, candles, colours);
      if (wasComparing === isComparing) return;
      chart.priceScale("right").applyOptions({
        mode: isComparing ? PriceScaleMode.Percentage : PriceScaleMode.Normal,
      });
      drawIndicators();
    },
    updateCompared(symbol, candle) {
      if (!isGone) compared.update(symbol, candle, candles);
    },
    setAxisLines(lines: readonly AxisLine[]) {
      if (!isGone) axisLines.set(main.api, lines, colours);
    },
    async setDrawings(drawn: PaintedDrawings) {
      if (isGone) return;
      if (drawings === undefined) {
        if (drawn.drawings.length === 0) return;
        const { createDrawingPrimitive: create } = await import("./drawing-primitive.ts");
        if (isGone) return;
        if (drawings === undefined) {
          drawings = create(scale, settings.printPrice);
          drawings.paint(colours);
          main.api.attachPrimitive(drawings.primitive);
        }
      }
      drawings.set(drawn);
    },
    setPannable(isPannable) {
      if (!isGone) chart.applyOptions({ handleScroll: isPannable, handleScale: isPannable });
    },
    onScaleChange: (listener) => scaleWatch.add(listener),
    screenshot: () => chart.takeScreenshot(true),
    paint,
    remove() {
      isGone = true;
      scaleWatch.end();
      chart.remove();
    },
  };
}
