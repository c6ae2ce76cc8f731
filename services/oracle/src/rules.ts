/** What the rules need to judge a price of one venue and symbol. All prices are in 1e-8, all times in ms. */
export type Judged = {
  readonly price: bigint;
  readonly at: number;
  readonly now: number;
  /** The newest prices of all venues that are not stale, this one and refused ones included: in a crash all of them jump. */
  readonly newest: readonly bigint[];
  /** The last price of this venue that was accepted. */
  readonly previous: bigint | undefined;
  /** Since when this venue's prices have followed each other without a jump. */
  readonly steadySince: number;
};

export type PriceLimits = { readonly ageMaxMs: number; readonly jumpMaxPercent: number };
export type Verdict = "accepted" | "stale" | "absurd";

/** The largest that the command carries. */
const priceMax = BigInt(Number.MAX_SAFE_INTEGER);
/** With fewer venues there is no majority, and the venue's own past decides. */
const majorityMin = 3;
/** A jump that nobody can confirm is believed after this, or a venue alone could never follow a crash. */
const believedAfterMs = 10_000;

export const isJump = (from: bigint, to: bigint, maxPercent: number): boolean => {
  const distance = from > to ? from - to : to - from;
  return distance * 100n > from * BigInt(maxPercent);
};

export function medianOf(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

export const isStale = (at: number, now: number, { ageMaxMs }: PriceLimits): boolean => Math.abs(now - at) > ageMaxMs;

/**
 * Whether a price may be sent to the engine. Its median and clamp bound what a wrong source can do; this keeps out what no market
 * does, such as a price with its decimal point in the wrong place.
 */
export function verdictOf({ price, at, now, newest, previous, steadySince }: Judged, limits: PriceLimits): Verdict {
  if (price <= 0n || price > priceMax) return "absurd";
  if (isStale(at, now, limits)) return "stale";
  if (newest.length >= majorityMin)
    return isJump(medianOf(newest), price, limits.jumpMaxPercent) ? "absurd" : "accepted";
  if (previous === undefined || !isJump(previous, price, limits.jumpMaxPercent)) return "accepted";
  return now - steadySince >= believedAfterMs ? "accepted" : "absurd";
}
