import type { Outcome } from "@tidemark/kit-client";

/** What a call answered; throws where it was refused. */
export function good<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
}
