import type { Chance } from "../src/deps.ts";
import type { Time } from "@tidemark/kit-node";

/** The day on which every run begins. */
export const dawnMs = 1_800_000_000_000;

/** Numbers from a seed, the same on every machine. */
export function chanceOf(
  seed: number,
): Chance & { whole(below: number): number; between(low: number, high: number): number; is(share: number): boolean } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (length: number): string => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
  return {
    next,
    uuid: () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
    whole: (below) => Math.floor(next() * below),
    between: (low, high) => low + next() * (high - low),
    is: (share) => next() < share,
  };
}

/** A process: what was to happen to it is put off while it is paused and never happens once it is dead. */
export class Actor {
  readonly name: string;
  isDead = false;
  isPaused = false;
  /** How far its wall clock is off. */
  clockAheadMs = 0;
  /** What one slice of its work takes, before its event loop turns. */
  sliceMs = 0.01;
  readonly putOff: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }
}

type Happening = {
  readonly at: number;
  readonly order: number;
  readonly actor: Actor | undefined;
  run: (() => void) | undefined;
};

const isBefore = (a: Happening, b: Happening): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Virtual time: a list of what happens when. Between two happenings every promise that can settle does. */
export class Stage {
  now = 0;
  readonly #heap: Happening[] = [];
  #order = 0;
  /** Called behind every happening of an actor. */
  watch: (actor: Actor) => void = () => undefined;

  after(ms: number, run: () => void, actor?: Actor): () => void {
    this.#order += 1;
    const happening: Happening = { at: this.now + Math.max(0, ms), order: this.#order, actor, run };
    this.#push(happening);
    return () => (happening.run = undefined);
  }

  async play(untilMs: number): Promise<void> {
    for (;;) {
      const next = this.#heap[0];
      if (next === undefined || next.at > untilMs) break;
      this.#pop();
      const { run, actor } = next;
      if (run === undefined || actor?.isDead === true) continue;
      this.now = next.at;
      if (actor?.isPaused === true) {
        actor.putOff.push(run);
        continue;
      }
      run();
      await new Promise(setImmediate);
      if (actor !== undefined) this.watch(actor);
    }
    this.now = untilMs;
  }

  resume(actor: Actor): void {
    actor.isPaused = false;
    for (const run of actor.putOff.splice(0)) this.after(0, run, actor);
  }

  /** Time as one process sees it: its wall clock may be wrong, its steady clock is not. */
  timeOf(actor: Actor): Time {
    const wallMs = (): number => dawnMs + this.now + actor.clockAheadMs;
    return {
      now: () => Math.floor(wallMs()),
      nowUs: () => Math.floor(wallMs() * 1000),
      steady: () => this.now,
      sleep: (ms) => new Promise((resolve) => void this.after(ms, resolve, actor)),
      after: (ms, run) => this.after(ms, run, actor),
      soon: (run) => void this.after(actor.sliceMs, run, actor),
    };
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    heap.push(happening);
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const child = left + 1 < heap.length && isBefore(heap[left + 1]!, heap[left]!) ? left + 1 : left;
      if (!isBefore(heap[child]!, heap[at]!)) return;
      [heap[at], heap[child]] = [heap[child]!, heap[at]!];
      at = child;
    }
  }
}
