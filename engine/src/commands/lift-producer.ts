import type { CommandOf } from "@tidemark/contracts/journal";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";

/**
 * A stopped producer continues with the number that the core expects. The operator names that number: a producer whose rows were not numbered
 * anew from there would only be stopped again.
 */
export function liftProducer(state: State, c: CommandOf<"lift_producer">): void {
  const { producers } = state;
  if (!producers.isStopped(c.stopped)) return state.refuse(refuse.CONFIG_INVALID);
  const expected = producers.last(c.stopped) + 1;
  // Not as a gap: an outbox takes a gap for a number that was not taken, and would send its lift for ever.
  if (c.next !== expected) return state.refuse(refuse.CONFIG_INVALID, BigInt(expected));
  producers.lift(c.stopped);
  state.events.emit("producer_lifted", { producer: c.stopped, expected });
}
