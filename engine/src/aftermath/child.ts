import { eventCode } from "../events.ts";
import { closeToOrders } from "../markets/configure.ts";
import type { State } from "../state.ts";

/** In place of a command's number: what happened by itself. */
const noCommand = -1;

/**
 * A4.9: what a command or a time brings about is a child of its own, and so is the unit that is taken back: a child that fails leaves no
 * trace, its market takes only cancels, and everything else goes on. True: it did not fail.
 */
export function asChild(state: State, marketId: number, work: () => void): boolean {
  const { memory, events } = state;
  // A preview keeps its whole log and makes no room in tables: it must leave no trace.
  if (state.previewing) memory.makeRoom();
  else {
    memory.cut();
    state.makeRoom();
  }
  const mark = memory.mark;
  const rows = events.length;
  try {
    work();
    return true;
  } catch (error) {
    state.fault = error;
    memory.rollback(mark);
    events.length = rows;
    state.forget();
    closeToOrders(state, marketId);
    events.two(eventCode.poisoned, noCommand, marketId);
    return false;
  }
}
