import { ceilDiv, floorDiv, roundHalfUp } from "../../decimal.ts";
import { type Fraction } from "../../fraction.ts";
import { rateOneBig } from "../../rate.ts";
import { bandMax, bandMin } from "./spot.ts";

/** fewer one-second samples than this in 30 s leave the basis unknown. */
const basisSamplesMin = 10;
const markStaleMs = 60_000;
const markFrozenMs = 300_000;

export type IndexSource = { readonly ticks: number; readonly weight: number };

export type IndexPrice = {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly index: number;
};

/**
 * the weighted mean of the sources that count, each clamped into the median ± `cap`, rounded half up; the clamp itself is rounded
 * outward (V056, V057). Two sources give their mean if they agree within 1 %. Undefined: STALE.
 */
export function indexOf(sources: readonly IndexSource[], cap: number): IndexPrice | undefined {
  const prices = sources.map(({ ticks }) => ticks).toSorted((a, b) => a - b);
  if (prices.length < 2) return undefined;
  const median = medianOf(prices);
  const lowest = Number(floorDiv(BigInt(median) * (rateOneBig - BigInt(cap)), rateOneBig));
  const highest = Number(ceilDiv(BigInt(median) * (rateOneBig + BigInt(cap)), rateOneBig));
  if (prices.length === 2) {
    const isClose = (prices[1]! - prices[0]!) * 100 <= prices[0]!;
    return isClose ? { median, lowest, highest, index: median } : undefined;
  }
  let sum = 0n;
  let weights = 0n;
  for (const { ticks, weight } of sources) {
    sum += BigInt(Math.max(lowest, Math.min(highest, ticks))) * BigInt(weight);
    weights += BigInt(weight);
  }
  return { median, lowest, highest, index: Number(roundHalfUp(sum, weights)) };
}

function medianOf(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return Number(roundHalfUp(BigInt(sorted[middle - 1]!) + BigInt(sorted[middle]!), 2n));
}

/** a pair quoted through another: both indices as exact prices, divided by the tick, rounded half up once. */
export function chainedIndex(first: Fraction, second: Fraction, tickSize: Fraction): number {
  const numerator = first.numerator * second.numerator * tickSize.denominator;
  return Number(roundHalfUp(numerator, first.denominator * second.denominator * tickSize.numerator));
}

/** the mean of prices weighted by how long they stood, rounded half up; undefined without any time (V113). */
export function timeWeightedMean(
  segments: readonly { readonly ticks: number; readonly ms: number }[],
): number | undefined {
  let sum = 0n;
  let total = 0n;
  for (const { ticks, ms } of segments) {
    sum += BigInt(ticks) * BigInt(ms);
    total += BigInt(ms);
  }
  return total === 0n ? undefined : Number(roundHalfUp(sum, total));
}

/** P1: `index · (1 + F·t/T)`, rounded half up (V058, V059). */
export function fundingBasisPrice(index: number, rate: number, untilMs: number, intervalMs: number): number {
  const whole = rateOneBig * BigInt(intervalMs);
  return Number(roundHalfUp(BigInt(index) * (whole + BigInt(rate) * BigInt(untilMs)), whole));
}

/** one sample of the basis in half ticks; undefined in M1: a side is empty or the spread above 2 % of the middle. */
export function basisSampleOf(bid: number | undefined, ask: number | undefined, index: number): number | undefined {
  if (bid === undefined || ask === undefined || (ask - bid) * 100 > bid + ask) return undefined;
  return bid + ask - 2 * index;
}

/** P2: the index and the mean of its samples, rounded half up; undefined with too few of them (V060). */
export function bookBasisPrice(index: number, basisSum: number, samples: number): number | undefined {
  if (samples < basisSamplesMin) return undefined;
  return index + Number(roundHalfUp(BigInt(basisSum), 2n * BigInt(samples)));
}

/** the middle one of P1, P2 and last; P1 alone where one of them is missing. Not yet clamped. */
export function markMedian(p1: number, p2: number | undefined, last: number | undefined): number {
  if (p2 === undefined || last === undefined) return p1;
  return Math.max(Math.min(p1, p2), Math.min(Math.max(p1, p2), last));
}

/** the mark stays within index ± `clampRate`; both borders are rounded inward. */
export const markClamped = (mark: number, index: number, clampRate: number): number =>
  Math.max(bandMin(index, clampRate), Math.min(bandMax(index, clampRate), mark));

/** M4: one second's step from the previous mark toward last, at most 0.1 %, floored. */
export function markTowardLast(previous: number, last: number): number {
  const step = Math.floor(previous / 1_000);
  return Math.max(previous - step, Math.min(previous + step, last));
}

export type IndexState = "FRESH" | "M3" | "M4" | "M5";

/** which rung of the ladder the age of a stale index stands on; undefined age: the index is not stale. */
export function indexStateOf(staleMs: number | undefined): IndexState {
  if (staleMs === undefined) return "FRESH";
  if (staleMs <= markStaleMs) return "M3";
  return staleMs <= markFrozenMs ? "M4" : "M5";
}
