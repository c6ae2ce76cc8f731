import type { Call } from "@tidemark/contracts";
import type { Clock } from "../clock.ts";
import { integer } from "../config.ts";

export type RateClass = NonNullable<Call["rate"]>;
type RateRule = { readonly perSecond: number; readonly burst: number };
export type RateLimits = {
  /** Takes tokens (one by default) from the owner's bucket; false when there are not enough. */
  take(owner: number | string, rate: RateClass, tokens?: number): boolean;
  /** Takes tokens after the fact; the owner may owe up to one burst. */
  charge(owner: number | string, rate: RateClass, tokens: number): void;
  readonly owners: number;
};

const perSecond = (normal: number) => integer({ min: 1, max: 1_000_000, default: normal });

/** Allowances of one caller at one gateway; the same at the gateways and at the owners of calls, who count again. Load tests raise them. */
export const rateSettings = {
  RATE_TRADE_PER_SECOND: perSecond(50),
  RATE_CANCEL_PER_SECOND: perSecond(100),
  RATE_READ_PER_SECOND: perSecond(50),
  RATE_LOG_PER_SECOND: perSecond(5),
  RATE_SIGN_IN_PER_SECOND: perSecond(5),
  RATE_UPLOAD_PER_SECOND: perSecond(1),
} as const;

/** `gateways`: how many gateways may each let one caller's allowance through. */
export function rateRulesOf(
  config: Readonly<Record<keyof typeof rateSettings, number>>,
  gateways = 1,
): Readonly<Record<RateClass, RateRule>> {
  const rule = (normal: number, burstSeconds: number): RateRule => ({
    perSecond: normal * gateways,
    burst: normal * gateways * burstSeconds,
  });
  return {
    trade: rule(config.RATE_TRADE_PER_SECOND, 2),
    cancel: rule(config.RATE_CANCEL_PER_SECOND, 2),
    read: rule(config.RATE_READ_PER_SECOND, 2),
    log: rule(config.RATE_LOG_PER_SECOND, 2),
    signIn: rule(config.RATE_SIGN_IN_PER_SECOND, 20),
    // A verification is at most four pictures, some of them taken again.
    upload: rule(config.RATE_UPLOAD_PER_SECOND, 40),
  };
}

type Bucket = { tokens: number; at: number };

const ownersMax = 100_000;

/**
 * Token buckets in this process's memory: an order must not wait for a shared counter, and a shared counter that is down must not
 * decide about orders.
 */
export function createRateLimits(
  rules: Readonly<Record<RateClass, RateRule>>,
  clock: Pick<Clock, "steady">,
): RateLimits {
  const buckets = new Map<number | string, Partial<Record<RateClass, Bucket>>>();

  function forgetIdle(now: number): void {
    for (const [owner, ownBuckets] of buckets) {
      const isFull = Object.entries(ownBuckets).every(([name, bucket]) => {
        const rule = rules[name as RateClass];
        return bucket.tokens + ((now - bucket.at) / 1000) * rule.perSecond >= rule.burst;
      });
      if (isFull) buckets.delete(owner);
    }
  }

  /** The bucket, refilled to now; undefined when there is no room for one more owner. */
  function bucketOf(owner: number | string, rate: RateClass): Bucket | undefined {
    const now = clock.steady();
    let ownBuckets = buckets.get(owner);
    if (ownBuckets === undefined) {
      if (buckets.size >= ownersMax) forgetIdle(now);
      // When all buckets are in use, new owners wait and known ones are served.
      if (buckets.size >= ownersMax) return undefined;
      ownBuckets = {};
      buckets.set(owner, ownBuckets);
    }
    const { perSecond, burst } = rules[rate];
    const bucket = (ownBuckets[rate] ??= { tokens: burst, at: now });
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
