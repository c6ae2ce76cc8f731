import { closeToOrders } from "./configure.ts";
import { type SlicedWork, rollbackInSlices } from "../memory/slices.ts";
import type { State } from "../state/state.ts";

/** In place of a command's number: what happened by itself. */
const noCommand = -1;

/**
 * A4.9: what a command or a time brings about is a child of its own, and so is the unit that is taken back: a child that fails leaves no
 * trace, its market takes only cancels, and everything else goes on. True: it did not fail.
 */
export function runIsolated(state: State, marketId: number, work: () => void): boolean {
  const mark = begin(state);
  const rows = state.eventsFinal;
  try {
    work();
    return true;
  } catch (error) {
    state.memory.rollback(mark);
    fail(state, marketId, rows, error);
    return false;
  }
}

/** The same for a child that may take several slices, to be taken back in as many. */
export function* runIsolatedInSlices(state: State, marketId: number, work: () => SlicedWork): Generator<void, boolean> {
  const mark = begin(state);
  const rows = state.eventsFinal;
  try {
    yield* work();
    return true;
  } catch (error) {
    yield* rollbackInSlices(state.memory, mark);
    fail(state, marketId, rows, error);
    return false;
  }
}

function begin(state: State): number {
  const { memory } = state;
  // A preview keeps its whole log: it must leave no trace.
  if (!state.previewing) memory.cut();
  state.eventsFinal = state.events.length;
  return memory.mark;
}

function fail(state: State, marketId: number, rows: number, error: unknown): void {
  state.fault = error;
  // What was taken out of a queue of deleveraging is in its place again.
  state.pending.rankings.clear();
  // What it traded is taken back, and what had traded before was gathered before it began.
  state.pending.forgetTraded();
  state.events.length = rows;
  state.forget();
  closeToOrders(state, marketId);
  state.events.emit("command_failed", { index: noCommand, market: marketId });
}
