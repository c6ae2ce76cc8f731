import type { Clock } from "@tidemark/kit-node";

export type RateClass = "trade" | "cancel" | "read" | "log" | "signIn";
export type RateRule = { readonly perSecond: number; readonly burst: number };
export type Limits = {
  /** Takes one token of the owner's allowance, or so many; false when there are not enough. */
  take(owner: number | string, rate: RateClass, tokens?: number): boolean;
  /** Takes tokens for what has already been done: the owner may owe up to one burst. */
  charge(owner: number | string, rate: RateClass, tokens: number): void;
  readonly owners: number;
};

type Bucket = { tokens: number; at: number };

const ownersMax = 100_000;

/**
 * Token buckets in this process's memory: an order must not wait for a shared counter, and a shared counter that is down must not
 * decide about orders.
 */
export function createLimits(rules: Readonly<Record<RateClass, RateRule>>, clock: Pick<Clock, "steady">): Limits {
  const buckets = new Map<number | string, Partial<Record<RateClass, Bucket>>>();

  function forgetIdle(now: number): void {
    for (const [owner, held] of buckets) {
      const isFull = Object.entries(held).every(([name, bucket]) => {
        const rule = rules[name as RateClass];
        return bucket.tokens + ((now - bucket.at) / 1000) * rule.perSecond >= rule.burst;
      });
      if (isFull) buckets.delete(owner);
    }
  }

  /** As full as it is now; undefined when there is no room for one more owner. */
  function bucketOf(owner: number | string, rate: RateClass): Bucket | undefined {
    const now = clock.steady();
    let held = buckets.get(owner);
    if (held === undefined) {
      if (buckets.size >= ownersMax) forgetIdle(now);
      // A flood of owners that all are busy: strangers have to wait, those already known are served.
      if (buckets.size >= ownersMax) return undefined;
      held = {};
      buckets.set(owner, held);
    }
    const { perSecond, burst } = rules[rate];
    const bucket = (held[rate] ??= { tokens: burst, at: now });
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    return bucket;
  }

  return {
    take(owner, rate, tokens = 1) {
      const bucket = bucketOf(owner, rate);
      if (bucket === undefined || bucket.tokens < tokens) return false;
      bucket.tokens -= tokens;
      return true;
    },
    charge(owner, rate, tokens) {
      const bucket = bucketOf(owner, rate);
      if (bucket !== undefined) bucket.tokens = Math.max(-rules[rate].burst, bucket.tokens - tokens);
    },
    get owners() {
      return buckets.size;
    },
  };
}
