import { type Listed, marginValue } from "./contract.ts";
import { Ratio, rateOf, whole } from "./ratio.ts";

const spread = (reference: bigint, rate: number): Ratio => whole(reference).times(rateOf(rate));

/** table 1.2: both limits of a band are rounded inward. */
export const highestOf = (reference: bigint, rate: number): bigint =>
  whole(reference).plus(spread(reference, rate)).floor();
export const lowestOf = (reference: bigint, rate: number): bigint =>
  whole(reference).minus(spread(reference, rate)).ceil();

/** P1: `index·(1 + F·t/T)`, not rounded yet. */
export const byFunding = (index: bigint, rate: number, untilMs: bigint, intervalMs: bigint): Ratio =>
  whole(index).plus(spread(index, rate).times(new Ratio(untilMs, intervalMs)));

/** P2, R-9.3 M1: the index plus the mean of (bid + ask)/2 − index over the samples; unknown with fewer than ten. */
export function byBook(index: bigint, middles: readonly (readonly [bid: bigint, ask: bigint])[]): Ratio | undefined {
  if (middles.length < 10) return undefined;
  let sum = 0n;
  for (const [bid, ask] of middles) sum += bid + ask - 2n * index;
  return whole(index).plus(new Ratio(sum, 2n * BigInt(middles.length)));
}

/** M1: a spread above 2 % of the middle, or an empty side, gives no sample. */
export const isSampled = (bid: bigint | undefined, ask: bigint | undefined): boolean =>
  bid !== undefined &&
  ask !== undefined &&
  new Ratio(ask - bid).isAtMost(new Ratio(bid + ask, 2n).times(new Ratio(2n, 100n)));

/** the middle one of three, rounded half up, then inside index ± clamp; P1 alone where another is missing. */
export function markOf(
  index: bigint,
  p1: Ratio,
  p2: Ratio | undefined,
  last: bigint | undefined,
  clamp: number,
): bigint {
  const sorted =
    p2 === undefined || last === undefined ? [p1] : [p1, p2, whole(last)].sort((a, b) => (a.isBelow(b) ? -1 : 1));
  const mark = sorted[Math.floor(sorted.length / 2)]!.nearest();
  const [low, high] = [lowestOf(index, clamp), highestOf(index, clamp)];
  if (mark < low) return low;
  return mark > high ? high : mark;
}

/** M4: toward last, by at most 0.1 % of the previous mark. */
export function protectedStep(previous: bigint, last: bigint): bigint {
  const reach = new Ratio(previous, 1_000n).floor();
  if (last > previous) return last - previous > reach ? previous + reach : last;
  return previous - last > reach ? previous - reach : last;
}

/** the mean of last, weighted by ms, half up. */
export function meanOverTime(stood: readonly { readonly ticks: bigint; readonly ms: bigint }[]): bigint | undefined {
  let [sum, time] = [0n, 0n];
  for (const { ticks, ms } of stood) [sum, time] = [sum + ticks * ms, time + ms];
  return time === 0n ? undefined : new Ratio(sum, time).nearest();
}

/** more than this part of what it was. */
export const isBroken = (now: bigint, then: bigint, rate: number): boolean =>
  whole(then)
    .times(rateOf(rate))
    .isBelow(whole(now > then ? now - then : then - now));

/** open interest at mark and the order at its assumed price; inverse counts contracts. */
export function fitsOpenInterest(
  contract: Listed,
  open: bigint,
  mark: bigint,
  qty: bigint,
  assumed: bigint,
  cap: bigint,
): boolean {
  const counted =
    contract.kind === "inverse" ? open + qty : marginValue(contract, mark, open) + marginValue(contract, assumed, qty);
  return counted <= cap;
}
