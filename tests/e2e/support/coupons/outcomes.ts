import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "@tidemark/kit-client";

const waitMaxMs = 90_000;
const againAfterMs = 200;

/** The value of an outcome that must be good; a refusal fails the test with its own sentence. */
export function good<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

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
