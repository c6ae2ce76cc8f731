/** Requests beyond the rate are dropped and counted: they cost no line of the audit each, so that nobody can fill the disk. */
export type RateLimit = {
  /** False: over the rate. */
  take(): boolean;
  /** How many were dropped since it was asked last. */
  dropped(): number;
};

export function rateLimit(perSecond: number, monotonicMs: () => number): RateLimit {
  let tokens = perSecond;
  let at = monotonicMs();
  let droppedCount = 0;
  return {
    take() {
      const now = monotonicMs();
      tokens = Math.min(perSecond, tokens + ((now - at) * perSecond) / 1_000);
      at = now;
      if (tokens < 1) {
        droppedCount += 1;
        return false;
      }
      tokens -= 1;
      return true;
    },
    dropped() {
      const count = droppedCount;
      droppedCount = 0;
      return count;
    },
  };
}
