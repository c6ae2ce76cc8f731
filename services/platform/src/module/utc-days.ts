export const dayMs = 86_400_000;
/** Days of UTC since 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);
export const startOf = (day: number): number => day * dayMs;

/** Rows of before midnight may still be on their way to the journal, and clocks of processes differ a little. */
const settleMs = 5_000;
export const isSettled = (at: number): boolean => at - startOf(dayOf(at)) >= settleMs;
