/** When a notice is retried and when it has expired. Pure. */
const waitGrows = 4;
const waitMaxMs = 60 * 60_000;

export type Retries = { readonly firstWaitMs: number; readonly triesMax: number };

/** Undefined after the last try. */
export function waitAfter(tries: number, { firstWaitMs, triesMax }: Retries): number | undefined {
  if (tries >= triesMax) return undefined;
  return Math.min(waitMaxMs, firstWaitMs * waitGrows ** (tries - 1));
}

/** An expired code is not sent: it would not work. */
export function isTooLate(facts: Readonly<Record<string, string>>, madeAt: number, now: number): boolean {
  const minutes = Number(facts.minutes);
  return Number.isInteger(minutes) && minutes > 0 && now - madeAt >= minutes * 60_000;
}
