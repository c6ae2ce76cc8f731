const one = 100_000_000n;

/** A ratio's part of an amount, rounded down; both in 1e-8. */
export const partOf = (amount: bigint, ratio: bigint): bigint => (amount * ratio) / one;

export const least = (first: bigint, ...others: readonly bigint[]): bigint =>
  others.reduce((low, each) => (each < low ? each : low), first);
