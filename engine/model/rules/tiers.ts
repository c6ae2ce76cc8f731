import { type Listed, marginValue } from "./contract.ts";
import { Ratio, rateOf, smallerOf, whole, zero } from "./ratio.ts";

/** A tier is known by its upper border, its rate and its highest leverage; it begins where the one before ends. */
export type Band = { readonly upTo: bigint; readonly mmr: number; readonly maxLeverage: number };

const startOf = (bands: readonly Band[], i: number): bigint => (i === 0 ? 0n : bands[i - 1]!.upTo);

/**
 * read as what it says of the margin: every slice of the value pays the rate of the tier it lies in, like income tax. That is
 * `N · mmr_i − cum_i` without any cum. Above the last border the last rate goes on.
 */
export function exactMaintenance(bands: readonly Band[], value: Ratio): Ratio {
  let sum = zero;
  bands.forEach((band, i) => {
    const start = whole(startOf(bands, i));
    if (value.isAtMost(start)) return;
    const end = i === bands.length - 1 ? value : smallerOf(value, whole(band.upTo));
    sum = sum.plus(end.minus(start).times(rateOf(band.mmr)));
  });
  return sum;
}

/** table 1.2: rounded up. The cums are whole amounts, so rounding before or after them is the same. */
export const maintenance = (bands: readonly Band[], value: bigint): bigint =>
  exactMaintenance(bands, whole(value)).ceil();

/** the amount that a tier takes off so that its rate may be applied to the whole value. */
export function cumOf(bands: readonly Band[], i: number): Ratio {
  const start = whole(startOf(bands, i));
  return start.times(rateOf(bands[i]!.mmr)).minus(exactMaintenance(bands, start));
}

/** the first tier whose border is not below the value; above all of them the last. */
export function bandOf(bands: readonly Band[], value: bigint): number {
  const found = bands.findIndex(({ upTo }) => value <= upTo);
  return found === -1 ? bands.length - 1 : found;
}

/** undefined where no tier allows this leverage. */
export const riskLimit = (bands: readonly Band[], leverage: number): bigint | undefined =>
  bands.findLast(({ maxLeverage }) => maxLeverage >= leverage)?.upTo;

/** step 3: the largest size that fits under the tier below, found by halving; undefined in the first tier. */
export function sizeOfTierBelow(
  contract: Listed,
  bands: readonly Band[],
  qty: bigint,
  mark: bigint,
): bigint | undefined {
  const band = bandOf(bands, marginValue(contract, mark, qty));
  if (band === 0) return undefined;
  let fits = 0n;
  let tooMuch = qty;
  while (tooMuch - fits > 1n) {
    const middle = (fits + tooMuch) / 2n;
    if (marginValue(contract, mark, middle) <= bands[band - 1]!.upTo) fits = middle;
    else tooMuch = middle;
  }
  return fits;
}
