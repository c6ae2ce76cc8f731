import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "./state.ts";

const lengthAtFirst = 256;
/** Sorted at once: a fraction of a slice. */
const runLength = 4_096;
const workPerRun = 2_048;

/** Numbers that are gathered, perhaps a million of them, and then sorted in slices: uids, ids. */
export class NumberList {
  a = new Float64Array(lengthAtFirst);
  length = 0;

  push(value: number): void {
    if (this.length === this.a.length) {
      const larger = new Float64Array(this.a.length * 2);
      larger.set(this.a);
      this.a = larger;
    }
    this.a[this.length] = value;
    this.length += 1;
  }

  /** Ascending: short runs first, then runs of twice the length, and so on. */
  *sort(state: State): SlicedWork {
    const { length } = this;
    for (let at = 0; at < length; at += runLength) {
      this.a.subarray(at, Math.min(length, at + runLength)).sort();
      state.memory.countLookups(workPerRun);
      if (state.isSliceOver) yield;
    }
    let from = this.a;
    let to = length > runLength ? new Float64Array(length) : from;
    for (let width = runLength; width < length; width *= 2) {
      for (let at = 0; at < length; at += width * 2) yield* merge(state, from, to, at, width, length);
      [from, to] = [to, from];
    }
    this.a = from;
  }
}

/** Two sorted runs that lie side by side become one. */
function* merge(
  state: State,
  from: Float64Array,
  to: Float64Array,
  at: number,
  width: number,
  length: number,
): SlicedWork {
  const middle = Math.min(length, at + width);
  const end = Math.min(length, at + width * 2);
  let one = at;
  let other = middle;
  for (let into = at; into < end;) {
    const pause = Math.min(end, into + runLength);
    for (; into < pause; into += 1) {
      const takesOne = one < middle && (other >= end || from[one]! <= from[other]!);
      to[into] = takesOne ? from[one]! : from[other]!;
      if (takesOne) one += 1;
      else other += 1;
    }
    state.memory.countLookups(workPerRun);
    if (state.isSliceOver) yield;
  }
}
