import {
  ADX,
  ATR,
  BollingerBands,
  CCI,
  EMA,
  MACD,
  MFI,
  OBV,
  PSAR,
  ROC,
  RSI,
  SMA,
  StochasticOscillator,
  VWAP,
  WilliamsR,
  WMA,
} from "trading-signals";
import type { Candle } from "../candles.ts";
import type { IndicatorName } from "./indicator-kinds.ts";

/** The values of an indicator's lines at one candle, in their order; undefined where there are not enough candles yet. */
export type Values = readonly (number | undefined)[];
/** Takes candles one by one; a candle that replaces the one before is the running one, so only it is calculated again. */
export type Calculation = (candle: Candle, isReplaced: boolean) => Values;

type Inputs = Readonly<Record<string, number>>;
type Updated<Input, Result> = { update(input: Input, replace: boolean): Result | null };

const plain = (value: number | null): number | undefined => value ?? undefined;
const ofClose =
  (...made: readonly Updated<number, number>[]): Calculation =>
  ({ close }, isReplaced) =>
    made.map((indicator) => plain(indicator.update(close, isReplaced)));
const ofCandle =
  (indicator: Updated<Candle, number>): Calculation =>
  (candle, isReplaced) => [plain(indicator.update(candle, isReplaced))];

/** An exponential average has a value from its first close on; it means something once it has seen its period. */
function settled(length: number): Updated<number, number> {
  const average = new EMA(length);
  let count = 0;
  return {
    update(price, isReplaced) {
      if (!isReplaced) count += 1;
      const value = average.update(price, isReplaced);
      return count < length ? null : value;
    },
  };
}

/** For an indicator of the library that takes a replaced first candle for a second one: it begins again. */
function renewed(make: () => Updated<Candle, number>): Updated<Candle, number> {
  let [made, count] = [make(), 0];
  return {
    update(candle, isReplaced) {
      if (!isReplaced) count += 1;
      const isFirst = isReplaced && count === 1;
      if (isFirst) made = make();
      return made.update(candle, isReplaced && !isFirst);
    },
  };
}

function bands({ period = 20, deviations = 2 }: Inputs): Calculation {
  const made = new BollingerBands(period, deviations);
  return ({ close }, isReplaced) => {
    const value = made.update(close, isReplaced);
    return value === null ? [undefined, undefined, undefined] : [value.upper, value.middle, value.lower];
  };
}

function macd({ fast = 12, slow = 26, signal = 9 }: Inputs): Calculation {
  const made = new MACD(new EMA(fast), new EMA(Math.max(fast + 1, slow)), new EMA(signal));
  return ({ close }, isReplaced) => {
    const value = made.update(close, isReplaced);
    return value === null ? [undefined, undefined, undefined] : [value.histogram, value.macd, value.signal];
  };
}

function stochastic({ period = 14, smoothing = 3, average = 3 }: Inputs): Calculation {
  const made = new StochasticOscillator({ kPeriod: period, kSlowingPeriod: smoothing, dPeriod: average });
  return (candle, isReplaced) => {
    const value = made.update(candle, isReplaced);
    return value === null ? [undefined, undefined] : [value.stochK, value.stochD];
  };
}

const daySeconds = 86_400;

/** Of the day in UTC, as traders compare their fills with it. A candle without volume changes nothing. */
function dayVwap(): Calculation {
  let made = new VWAP();
  let day = Number.NaN;
  // The library removes the candle that it counted last, which is an older one if the running candle had no volume.
  let isCounted = false;
  return (candle, isReplaced) => {
    const today = Math.floor(candle.time / daySeconds);
    if (today !== day) {
      made = new VWAP();
      day = today;
      isCounted = false;
    }
    const replaces = isReplaced && isCounted;
    if (candle.volume > 0) made.update(candle, replaces);
    if (!isReplaced || candle.volume > 0) isCounted = candle.volume > 0;
    return [plain(made.getResult())];
  };
}

const makers: Readonly<Record<IndicatorName, (inputs: Inputs) => Calculation>> = {
  MA: ({ first = 7, second = 25, last = 99 }) => ofClose(new SMA(first), new SMA(second), new SMA(last)),
  EMA: ({ first = 7, second = 25, last = 99 }) => ofClose(settled(first), settled(second), settled(last)),
  WMA: ({ period = 20 }) => ofClose(new WMA(period)),
  BOLL: bands,
  SAR: ({ step = 0.02, max = 0.2 }) =>
    ofCandle(new PSAR({ accelerationStep: step, accelerationMax: Math.max(step, max) })),
  ADX: ({ period = 14 }) => ofCandle(renewed(() => new ADX(period))),
  RSI: ({ period = 14 }) => ofClose(new RSI(period)),
  MACD: macd,
  STOCH: stochastic,
  CCI: ({ period = 20 }) => ofCandle(new CCI(period)),
  WR: ({ period = 14 }) => ofCandle(new WilliamsR(period)),
  ROC: ({ period = 12 }) => {
    const made = new ROC(period);
    return ({ close }, isReplaced) => [percent(made.update(close, isReplaced))];
  },
  ATR: ({ period = 14 }) => ofCandle(new ATR(period)),
  MFI: ({ period = 14 }) => ofCandle(new MFI(period)),
  // Its argument is how many candles it keeps: it compares two.
  OBV: () => ofCandle(new OBV(2)),
  VWAP: dayVwap,
};
const percent = (value: number | null): number | undefined => (value === null ? undefined : value * 100);

export const calculationOf = (name: IndicatorName, inputs: Inputs): Calculation => makers[name](inputs);
