const waitGrows = 4;
const waitMaxMs = 60 * 60_000;

export type Retries = { readonly firstWaitMs: number; readonly triesMax: number };

/** How long to wait before the next try; undefined after the last one. */
export function waitAfter(tries: number, { firstWaitMs, triesMax }: Retries): number | undefined {
  if (tries >= triesMax) return undefined;
  return Math.min(waitMaxMs, firstWaitMs * waitGrows ** (tries - 1));
}
