import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { defineRecord, sizeOf, word } from "../memory/record.ts";

/**
 * What a trailing stop has beyond a trigger: its callback, its best price, and its place in a group. While it belongs to one, the
 * group knows its best price; `best` is what it had when it left, 0: it was never active.
 */
export const Trail = defineRecord("trailing stop", {
  trigger: word,
  unit: word,
  callback: word,
  group: word,
  best: word,
  /** Its place in the group's heap: two below it, one above, and the shortest way down to where nothing is. */
  left: word,
  right: word,
  above: word,
  depth: word,
});
export const callbackUnit = { basisPoints: 0, ticks: 1 } as const;

/**
 * Stops of one line (a contract's source, side and unit) that share a best price, the smallest callback first: it fires first, so the price
 * is compared with it alone. A group that another has taken in is `into` that one, and stays for as long as something names it.
 */
export const Group = defineRecord("trailing group", {
  line: word,
  best: word,
  head: word,
  /** At the trigger price of its head. */
  alarm: word,
  into: word,
  /** Stops and groups that name it. */
  names: word,
  /** How many groups one may have to pass from a stop on: at most the logarithm of how many there were. */
  rank: word,
});

/** The trees of a line: its groups by best price, and alarms at their trigger prices. */
export const Line = { bests: 0, alarms: 2 } as const;
const lineWords = 4;
/** For a source and a side: the tree of those that wait for their activation price, and a line for each unit of callbacks. */
const linesAt = 2;
const wordsPerSide = linesAt + lineWords * 2;
const wordsPerSource = wordsPerSide * 2;
/** LAST and MARK. */
export const trailingWords: number = wordsPerSource * 2;

export const activationsOf = (trailing: number, which: number, positionSide: number): number =>
  trailing + which * wordsPerSource + (positionSide - 1) * wordsPerSide;
export const lineOf = (activations: number, unit: number): number => activations + linesAt + unit * lineWords;

/**
 * Heaps that can be put together (leftist): joining two, and taking any stop out, cost the logarithm of their size. Equal callbacks stand in
 * no order that means anything: triggers fire by id.
 */
export class Trails {
  declare readonly stops: Pool;
  declare readonly groups: Pool;
  declare private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
    this.stops = new Pool(memory, sizeOf(Trail));
    this.groups = new Pool(memory, sizeOf(Group));
  }

  newStop(trigger: number, unit: number, callback: number): number {
    const { memory } = this;
    const trail = this.stops.alloc();
    for (let word = 0; word < sizeOf(Trail); word += 1) memory.set(trail + word, 0);
    memory.set(trail + Trail.trigger, trigger);
    memory.set(trail + Trail.unit, unit);
    memory.set(trail + Trail.callback, callback);
    return trail;
  }

  newGroup(line: number, best: number): number {
    const { memory } = this;
    const group = this.groups.alloc();
    for (let word = 0; word < sizeOf(Group); word += 1) memory.set(group + word, 0);
    memory.set(group + Group.line, line);
    memory.set(group + Group.best, best);
    return group;
  }

  /** The group that a stop of this one belongs to now. */
  living(group: number): number {
    const { w } = this.memory;
    let at = group;
    while (w[at + Group.into] !== 0) at = w[at + Group.into]!;
    return at;
  }

  /** Two heaps become one. Only right-hand sides are gone down, which are as long as the logarithm of their size. */
  join(one: number, other: number): number {
    const { memory } = this;
    const { w } = memory;
    if (one === 0 || other === 0) return one || other;
    const isFirst = w[one + Trail.callback]! <= w[other + Trail.callback]!;
    const top = isFirst ? one : other;
    const below = this.join(w[top + Trail.right]!, isFirst ? other : one);
    memory.set(below + Trail.above, top);
    memory.set(top + Trail.right, below);
    this.lean(top);
    return top;
  }

  /** The longer way down is to the left. True: the shortest way down has changed. */
  private lean(trail: number): boolean {
    const { memory } = this;
    const { w } = memory;
    const left = w[trail + Trail.left]!;
    const right = w[trail + Trail.right]!;
    if (this.depthOf(left) < this.depthOf(right)) {
      memory.set(trail + Trail.left, right);
      memory.set(trail + Trail.right, left);
    }
    const depth = Math.min(this.depthOf(left), this.depthOf(right)) + 1;
    if (w[trail + Trail.depth] === depth) return false;
    memory.set(trail + Trail.depth, depth);
    return true;
  }

  private depthOf(trail: number): number {
    return trail === 0 ? 0 : this.memory.w[trail + Trail.depth]!;
  }

  /** Takes a stop out of the heap of its group. */
  takeOut(group: number, trail: number): void {
    const { memory } = this;
    const { w } = memory;
    const above = w[trail + Trail.above]!;
    const below = this.join(w[trail + Trail.left]!, w[trail + Trail.right]!);
    if (below !== 0) memory.set(below + Trail.above, above);
    if (above === 0) memory.set(group + Group.head, below);
    else memory.set(above + (w[above + Trail.left] === trail ? Trail.left : Trail.right), below);
    for (const field of [Trail.left, Trail.right, Trail.above, Trail.depth]) memory.set(trail + field, 0);
    for (let at = above; at !== 0 && this.lean(at);) at = w[at + Trail.above]!;
  }

  /** A stop that belongs to no heap joins the group's. */
  putIn(group: number, trail: number): void {
    const { memory } = this;
    const { w } = memory;
    memory.set(trail + Trail.depth, 1);
    memory.set(group + Group.head, this.join(w[group + Group.head]!, trail));
    memory.set(trail + Trail.group, group);
    memory.set(group + Group.names, w[group + Group.names]! + 1);
  }

  /** Two groups of one best price become one, which is returned; the other goes on to it. */
  unite(one: number, other: number): number {
    const { memory } = this;
    const { w } = memory;
    const into = w[one + Group.rank]! >= w[other + Group.rank]! ? one : other;
    const from = into === one ? other : one;
    if (w[one + Group.rank] === w[other + Group.rank]) memory.set(into + Group.rank, w[into + Group.rank]! + 1);
    memory.set(into + Group.head, this.join(w[one + Group.head]!, w[other + Group.head]!));
    memory.set(into + Group.names, w[into + Group.names]! + 1);
    memory.set(from + Group.into, into);
    memory.set(from + Group.head, 0);
    return into;
  }

  /** A stop or a group no longer names this group; those that nobody names are forgotten. A living one that is: true. */
  letGo(group: number): boolean {
    const { memory } = this;
    const { w } = memory;
    for (let at = group; ;) {
      const names = w[at + Group.names]! - 1;
      memory.set(at + Group.names, names);
      if (names > 0) return false;
      const into = w[at + Group.into]!;
      if (into === 0) return true;
      this.groups.free(at);
      at = into;
    }
  }
}
