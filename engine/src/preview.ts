import type { Command } from "@tidemark/contracts/journal";
import { apply, resume } from "./apply.ts";
import type { State } from "./state/state.ts";

const writesMax = 20_000;

export type Preview = { code: number; ref: number; first: bigint; second: bigint; events: Float64Array };

/**
 * What a command would do now, from the function that does it: applied between batches and taken back. Undefined when it would be too
 * large.
 */
export function preview(state: State, command: Command): Preview | undefined {
  const eventsBefore = state.events.length;
  state.memory.cut();
  state.previewing = true;
  let ended = apply(state, command, 0);
  while (!ended && state.memory.writes <= writesMax) ended = resume(state);
  const { code, ref, first, second } = state.result;
  const events = state.events.a.slice(eventsBefore, state.events.length);
  const tooLarge = !ended || state.memory.writes > writesMax;
  state.memory.rollback();
  state.events.length = eventsBefore;
  state.previewing = false;
  state.command = undefined;
  state.work = undefined;
  state.pending.clear();
  state.forget();
  return tooLarge ? undefined : { code, ref, first, second, events };
}
