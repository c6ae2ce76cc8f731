/** A tree is late when its time has passed by this, beside a sixth of the period: it takes a while to build, and answers are kept for a moment. */
const patienceMs = 60_000;

/** When the tree after one of this time is due. */
export const nextAt = (newestAt: number, everyMs: number): number => newestAt + everyMs;

/** Whether the tree that is due has not come for so long that something is wrong. */
export const isLate = (newestAt: number, everyMs: number, now: number): boolean =>
  now > nextAt(newestAt, everyMs) + everyMs / 6 + patienceMs;
