import type { Memory } from "./memory.ts";

/** What is left of some work when its slice is over: each step of the generator is one slice. */
export type SlicedWork = Generator<void, void>;

/**
 * Words written, put back or looked at in one slice: about a millisecond of work once the code is warm. The bound is on counted work
 * and not on time, so that all nodes do the same, and also holds for what is taken back.
 */
export const workPerSlice = 4_000;

/** Puts back what was written since the mark, a slice at a time. */
export function* rollbackInSlices(memory: Memory, mark: number): SlicedWork {
  while (!memory.rollback(mark, workPerSlice)) yield;
}
