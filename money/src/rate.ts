/** Rates are integers in 1e-8: 100_000_000 is 100 %. */
export const rateOne = 100_000_000;
export const rateOneBig: bigint = 100_000_000n;

/** A rate must be an integer of at most 100 % either way. */
export const isRate = (rate: number): boolean => Number.isSafeInteger(rate) && Math.abs(rate) <= rateOne;
