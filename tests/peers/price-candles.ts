import { chance } from "./price-noise.ts";
import type { PricePaths } from "./price-paths.ts";

const minuteMs = 60_000;

export type PathCandle = {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** What was traded, in the quote asset. */
  readonly worth: number;
};

/** Worth of the trades of a usual minute, in USDT: what the development bots trade. */
const minuteWorth = { major: 26_000, minor: 7_000 } as const;

export type CandleSpan = { readonly at: number; readonly until: number; readonly samples: number };

/** One candle of a path, from so many samples; it begins where the one before it ends. A running one ends now. */
export function candleOf(paths: PricePaths, symbol: string, { at, until, samples }: CandleSpan): PathCandle {
  const step = (until - at) / samples;
  const prices = Array.from({ length: samples + 1 }, (_, i) => paths.price(symbol, at + step * i)!);
  return {
    at,
    open: prices[0]!,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices[samples]!,
    worth: worthOf(paths, symbol, at, until - at),
  };
}

/** More is traded when more moves. */
function worthOf(paths: PricePaths, symbol: string, at: number, ms: number): number {
  const base = /^(BTC|ETH)\/USDT/.test(symbol) ? minuteWorth.major : minuteWorth.minor;
  const lot = 0.4 + 1.2 * chance(31 + symbol.length, at / minuteMs);
  const [, quote = ""] = symbol.split("/");
  const worth = base * (ms / minuteMs) * lot * paths.activity(at + ms / 2);
  return worth / (paths.price(`${quote}/USDT`, at) ?? 1);
}
