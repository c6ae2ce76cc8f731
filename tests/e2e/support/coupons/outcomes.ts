import { setTimeout as sleep } from "node:timers/promises";

export { good } from "../../../load/outcome.ts";

const waitMaxMs = 90_000;
const againAfterMs = 200;

/** Asks until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined>, what = String(ask)): Promise<T> {
  const giveUpAt = Date.now() + waitMaxMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error(`not within ${waitMaxMs / 1_000} s: ${what}`);
    await sleep(againAfterMs);
  }
}
