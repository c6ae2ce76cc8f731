import type { Outcome } from "@tidemark/kit-client";

/** Whether it is not known if something was done: it may only be sent again under the same key. */
export const isUnknownOutcome = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && (outcome.code === 0 || outcome.refusal === "UNKNOWN_RESULT");
