/** When what was not sent is tried again, and when nobody waits for it any more. Pure. */
const waitGrows = 4;
const waitMaxMs = 60 * 60_000;

export type Retries = { readonly firstWaitMs: number; readonly triesMax: number };

/** Undefined when it was tried often enough. */
export function waitAfter(tries: number, { firstWaitMs, triesMax }: Retries): number | undefined {
  if (tries >= triesMax) return undefined;
  return Math.min(waitMaxMs, firstWaitMs * waitGrows ** (tries - 1));
}

/** A code that arrives after its time only makes people type what no longer works. */
export function isTooLate(facts: Readonly<Record<string, string>>, madeAt: number, now: number): boolean {
  const minutes = Number(facts.minutes);
  return Number.isInteger(minutes) && minutes > 0 && now - madeAt >= minutes * 60_000;
}
