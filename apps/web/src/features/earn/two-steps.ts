import type { Outcome, Problem } from "@tidemark/kit-client";
import { isUnknownOutcome } from "../../lib/client/unknown-outcome.ts";

/**
 * Two calls of one submission, the second on what the first has done. Where only the second is refused, `onHalf` gets its refusal, because the money
 * stays where the first has put it. An outcome that is not known is returned as it is: both are sent again under the same key, and do nothing twice.
 */
export async function inTwoSteps<T>(
  first: () => Promise<Outcome<unknown>>,
  second: () => Promise<Outcome<T>>,
  onHalf: (problem: Problem) => void,
): Promise<Outcome<T> | undefined> {
  const prepared = await first();
  if (!prepared.ok) return prepared;
  const done = await second();
  if (done.ok || isUnknownOutcome(done)) return done;
  onHalf(done);
  return undefined;
}
