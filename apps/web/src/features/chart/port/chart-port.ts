import type { Candle } from "../candles.ts";
import type { Drawing } from "../drawings/drawing.ts";
import type { ShownIndicator } from "../indicators/shown-indicators.ts";
import type { ChartStyle } from "../styles/chart-styles.ts";

/** Where times and prices are in the plot, in pixels from its top left corner. Undefined before there are candles. */
export type ChartScale = {
  readonly xOf: (time: number) => number | undefined;
  readonly yOf: (price: number) => number | undefined;
  readonly timeAt: (x: number) => number | undefined;
  readonly priceAt: (y: number) => number | undefined;
  /** The plot of the prices, without axes and panes of indicators. */
  readonly size: () => { readonly width: number; readonly height: number };
};

/** The candle under the pointer, or the last one, with the values of the indicators at it, by the indicator's id. */
export type Look = {
  readonly candle: Candle | undefined;
  readonly values: Readonly<Record<string, readonly (number | undefined)[]>>;
};

/** A line of the user's money: its label stands on the price axis. */
export type AxisLine = {
  readonly id: string;
  readonly price: number;
  readonly tone: "brand" | "warn" | "ghost";
  readonly dash: "solid" | "dotted" | "dashed";
};

export type PaintedDrawings = {
  readonly drawings: readonly Drawing[];
  readonly selectedId: string | undefined;
  /** The lines of a measure, from its two points. */
  readonly measureLines: (drawing: Drawing) => readonly string[];
};

export type ChartPortSettings = {
  readonly priceDecimals: number;
  readonly printPrice: (price: number) => string;
  readonly onLook: (look: Look) => void;
  /** The pointer over the prices, or undefined when it left. */
  readonly onPointer: (at: { readonly y: number; readonly price: number } | undefined) => void;
  /** The first candle comes into sight: older ones are wanted. */
  readonly onStart: () => void;
};

/**
 * The chart library behind one interface: the panel gives candles and choices and gets the candle under the pointer. Another library, such as
 * the Advanced Charts of an operator with a licence, is another implementation of it.
 */
export type ChartPort = {
  readonly scale: ChartScale;
  setStyle(style: ChartStyle): void;
  setVolumeShown(isShown: boolean): void;
  /** `stepSeconds` is the width of a candle: times after the last one are counted by it. */
  setCandles(candles: readonly Candle[], stepSeconds: number): void;
  /** The running candle. */
  update(candle: Candle): void;
  /** Resolves when they are drawn: what calculates them is loaded with the first one. */
  setIndicators(shown: readonly ShownIndicator[]): Promise<void>;
  /** The tops of the panes of indicators in pixels, by the indicator's id. */
  paneTops(): Readonly<Record<string, number>>;
  /** Other markets as lines. With at least one the scale is in percent. */
  setCompared(series: readonly { readonly symbol: string; readonly candles: readonly Candle[] }[]): void;
  /** The running candle of a compared market. */
  updateCompared(symbol: string, candle: Candle): void;
  setAxisLines(lines: readonly AxisLine[]): void;
  /** Resolves when they are drawn: what draws them is loaded with the first one. */
  setDrawings(drawn: PaintedDrawings): Promise<void>;
  candles(): readonly Candle[];
  /** Runs `listener` when prices may have moved in the plot, at most once a frame, until it is ended. */
  onScaleChange(listener: () => void): () => void;
  /** Stops or allows moving the chart with the pointer, for drawing on it. */
  setPannable(isPannable: boolean): void;
  screenshot(): HTMLCanvasElement;
  /** Reads the colours of the theme again. */
  paint(): void;
  remove(): void;
};
