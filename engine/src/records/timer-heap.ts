import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { defineRecord, number, sizeOf, word } from "../memory/record.ts";

/** Something that happens at a time (A4.7): ordered by when it is due, then by when it was set. */
const Timer = defineRecord("timer", {
  left: word,
  right: word,
  kind: word,
  owner: word,
  due: number,
  number: number,
});

export const timerKind = { grantEnds: 1, deadMan: 2, interest: 3 } as const;

export type DueTimer = { readonly kind: number; readonly owner: number; readonly due: number };

/** A heap of timers, inside the state. A timer that was overtaken is not removed: whoever gets it looks whether it still counts. */
export class TimerHeap {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  /** The word that leads to the first timer, and the number of the last one. */
  declare private readonly root: number;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, sizeOf(Timer));
    this.root = memory.take(4);
  }

  set(due: number, kind: number, owner: number): void {
    const { memory, root } = this;
    const timer = this.pool.alloc();
    const number = memory.number(root + 2) + 1;
    memory.setNumber(root + 2, number);
    memory.set(timer + Timer.left, 0);
    memory.set(timer + Timer.right, 0);
    memory.set(timer + Timer.kind, kind);
    memory.set(timer + Timer.owner, owner);
    memory.setNumber(timer + Timer.due, due);
    memory.setNumber(timer + Timer.number, number);
    this.merge(memory.w[root]!, timer);
  }

  /** Takes out the first timer if it is due. */
  take(now: number): DueTimer | undefined {
    const { memory, root } = this;
    const { w } = memory;
    const first = w[root]!;
    if (first === 0 || memory.number(first + Timer.due) > now) return undefined;
    const due = { kind: w[first + Timer.kind]!, owner: w[first + Timer.owner]!, due: memory.number(first + Timer.due) };
    this.merge(w[first + Timer.left]!, w[first + Timer.right]!);
    this.pool.free(first);
    return due;
  }

  /** Two heaps become one, from the top down; each step swaps sides, which keeps them shallow. */
  private merge(one: number, other: number): void {
    const { memory } = this;
    const { w } = memory;
    let at = this.root;
    let first = one;
    let second = other;
    while (first !== 0 && second !== 0) {
      if (this.isBefore(second, first)) [first, second] = [second, first];
      const right = w[first + Timer.right]!;
      memory.set(at, first);
      memory.set(first + Timer.right, w[first + Timer.left]!);
      at = first + Timer.left;
      first = right;
    }
    memory.set(at, first === 0 ? second : first);
  }

  private isBefore(one: number, other: number): boolean {
    const { memory } = this;
    const difference = memory.number(one + Timer.due) - memory.number(other + Timer.due);
    return (
      difference < 0 || (difference === 0 && memory.number(one + Timer.number) < memory.number(other + Timer.number))
    );
  }
}
