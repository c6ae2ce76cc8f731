/** Colours of indicators and drawings, by the tokens of the theme, so that they are readable in dark and light. */
export const lineColours = ["warn", "info", "muted", "brand", "ink", "rise", "fall"] as const;
export type LineColour = (typeof lineColours)[number];

export const indicatorGroups = ["trend", "momentum", "volatility", "volume"] as const;
type IndicatorGroup = (typeof indicatorGroups)[number];

export type IndicatorInput = {
  readonly id: string;
  /** Which text names it in the settings. */
  readonly label: "period" | "fast" | "slow" | "signal" | "deviations" | "smoothing" | "average" | "step" | "max";
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
};
export type IndicatorLine = {
  readonly id: string;
  /** In the legend; the period of `input` follows it. */
  readonly short: string;
  readonly input?: string;
  readonly colour: LineColour;
  readonly look?: "line" | "columns" | "dots";
};
export type IndicatorKind = {
  readonly group: IndicatorGroup;
  /** On the prices, or below them in a pane of its own. */
  readonly pane: "price" | "own";
  readonly inputs: readonly IndicatorInput[];
  readonly lines: readonly IndicatorLine[];
  /** Dashed lines that divide its pane. */
  readonly levels?: readonly number[];
  /** Decimals of its values; those of the price without it. */
  readonly decimals?: number;
};

const period = (value: number, id = "period"): IndicatorInput => ({ id, label: "period", value, min: 1, max: 500 });
const whole = (id: string, label: IndicatorInput["label"], value: number): IndicatorInput => ({
  id,
  label,
  value,
  min: 1,
  max: 500,
});
const one = (short: string, colour: LineColour): readonly IndicatorLine[] => [
  { id: "value", short, input: "period", colour },
];
const threeAverages = (short: string): Pick<IndicatorKind, "inputs" | "lines"> => ({
  inputs: [period(7, "first"), period(25, "second"), period(99, "last")],
  lines: [
    { id: "first", short, input: "first", colour: "warn" },
    { id: "second", short, input: "second", colour: "info" },
    { id: "last", short, input: "last", colour: "muted" },
  ],
});

/** What can be drawn. How it is calculated is in `calculations.ts`, which is loaded with the first indicator. */
export const indicatorKinds = {
  MA: { group: "trend", pane: "price", ...threeAverages("MA") },
  EMA: { group: "trend", pane: "price", ...threeAverages("EMA") },
  WMA: { group: "trend", pane: "price", inputs: [period(20)], lines: one("WMA", "brand") },
  BOLL: {
    group: "trend",
    pane: "price",
    inputs: [period(20), { id: "deviations", label: "deviations", value: 2, min: 0.1, max: 10, decimals: 1 }],
    lines: [
      { id: "upper", short: "UP", colour: "info" },
      { id: "middle", short: "MB", colour: "muted" },
      { id: "lower", short: "DN", colour: "info" },
    ],
  },
  SAR: {
    group: "trend",
    pane: "price",
    inputs: [
      { id: "step", label: "step", value: 0.02, min: 0.001, max: 1, decimals: 3 },
      { id: "max", label: "max", value: 0.2, min: 0.01, max: 1, decimals: 2 },
    ],
    lines: [{ id: "value", short: "SAR", colour: "info", look: "dots" }],
  },
  ADX: {
    group: "trend",
    pane: "own",
    inputs: [period(14)],
    lines: one("ADX", "warn"),
    levels: [25],
    decimals: 2,
  },
  RSI: {
    group: "momentum",
    pane: "own",
    inputs: [period(14)],
    lines: one("RSI", "info"),
    levels: [30, 70],
    decimals: 1,
  },
  MACD: {
    group: "momentum",
    pane: "own",
    inputs: [whole("fast", "fast", 12), whole("slow", "slow", 26), whole("signal", "signal", 9)],
    lines: [
      { id: "histogram", short: "MACD", colour: "muted", look: "columns" },
      { id: "macd", short: "DIF", colour: "warn" },
      { id: "signal", short: "DEA", colour: "info" },
    ],
  },
  STOCH: {
    group: "momentum",
    pane: "own",
    inputs: [period(14), whole("smoothing", "smoothing", 3), whole("average", "average", 3)],
    lines: [
      { id: "k", short: "K", colour: "warn" },
      { id: "d", short: "D", colour: "info" },
    ],
    levels: [20, 80],
    decimals: 1,
  },
  CCI: {
    group: "momentum",
    pane: "own",
    inputs: [period(20)],
    lines: one("CCI", "info"),
    levels: [-100, 100],
    decimals: 1,
  },
  WR: {
    group: "momentum",
    pane: "own",
    inputs: [period(14)],
    lines: one("WR", "info"),
    levels: [-80, -20],
    decimals: 1,
  },
  ROC: { group: "momentum", pane: "own", inputs: [period(12)], lines: one("ROC", "info"), levels: [0], decimals: 2 },
  ATR: { group: "volatility", pane: "own", inputs: [period(14)], lines: one("ATR", "warn") },
  MFI: {
    group: "volume",
    pane: "own",
    inputs: [period(14)],
    lines: one("MFI", "info"),
    levels: [20, 80],
    decimals: 1,
  },
  OBV: {
    group: "volume",
    pane: "own",
    inputs: [],
    lines: [{ id: "value", short: "OBV", colour: "info" }],
    decimals: 2,
  },
  VWAP: { group: "volume", pane: "price", inputs: [], lines: [{ id: "value", short: "VWAP", colour: "brand" }] },
} as const satisfies Record<string, IndicatorKind>;

export type IndicatorName = keyof typeof indicatorKinds;
export const indicatorNames = Object.keys(indicatorKinds) as readonly IndicatorName[];
export const kindOf = (name: IndicatorName): IndicatorKind => indicatorKinds[name];
