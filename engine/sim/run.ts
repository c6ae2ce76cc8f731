import { apply, beginBatch, resume } from "../src/apply.ts";
import { checkAll } from "../src/check/invariants.ts";
import { checkTouched } from "./touched.ts";
import { workPerSlice } from "../src/memory/slices.ts";
import { createState } from "../src/state/logic-version.ts";
import { restore, snapshot, type State } from "../src/state/state.ts";
import { HarshStory } from "./harsh-story.ts";
import { StoryLog } from "./log.ts";
import type { Batch } from "./story.ts";
import { Watcher } from "./watch.ts";

export type Onlooker = {
  /** The events of the start of the batch, and then of each command as it ends. */
  readonly after: (events: Float64Array, isStart: boolean) => void;
  /** How much work each slice counted. */
  readonly slice: (work: number) => void;
};

/** Applies a batch. */
export function play(state: State, batch: Batch, onlooker?: Onlooker): void {
  const toTheEnd = (begin: () => boolean): void => {
    for (let step = begin; ; step = () => resume(state)) {
      const before = state.memory.work;
      const isDone = step();
      onlooker?.slice(state.memory.work - before);
      if (isDone) return;
    }
  };
  toTheEnd(() => beginBatch(state, batch.at));
  onlooker?.after(state.events.a.subarray(0, state.events.length), true);
  batch.commands.forEach((command, index) => {
    const from = state.events.length;
    toTheEnd(() => apply(state, command, index));
    onlooker?.after(state.events.a.subarray(from, state.events.length), false);
  });
}

export type SimReport = {
  commands: number;
  batches: number;
  broken: string[];
  counts: Record<string, number>;
  refusals: Record<number, number>;
};

const fullCheckEvery = 1_000;
/** A slice looks at its count between steps: the last one may take it beyond, but not far. */
const sliceFactor = 3;

/** A story with every command watched, all invariants every thousand commands, and at the end the same log told again (I18). */
export function simulate(seed: number, commands: number, progress?: (done: number) => void): SimReport {
  const state = createState();
  const story = new HarshStory(seed);
  const watcher = new Watcher();
  const log = new StoryLog();
  let done = 0;
  let checked = 0;
  let events = 0;
  while (done < commands && watcher.broken.length === 0) {
    const batch = story.next(state);
    log.add(batch);
    play(state, batch, {
      after: (rows, isStart) => {
        watcher.look(state, rows, isStart);
        watcher.broken.push(...checkTouched(state, rows));
      },
      slice: (work) => {
        if (work > sliceFactor * workPerSlice) watcher.broken.push(`A-22 a slice counted ${work}`);
      },
    });
    events = digest(events, state);
    done += batch.commands.length;
    if (done - checked >= fullCheckEvery) {
      checked = done;
      watcher.broken.push(...checkAll(state));
      watcher.compare(state);
      progress?.(done);
    }
  }
  watcher.broken.push(...checkAll(state));
  watcher.compare(state);
  watcher.broken.push(...retell(log, state, events));
  // A story that lost its money or its markets would keep every invariant.
  if (watcher.counts["order_filled"] === undefined) watcher.broken.push("nobody has traded");
  return {
    commands: done,
    batches: log.length,
    broken: watcher.broken,
    counts: watcher.counts,
    refusals: watcher.refusals,
  };
}

/** I18: the log from the empty state gives the same events and the same bytes. */
function retell(log: Iterable<Batch>, state: State, events: number): string[] {
  const again = createState();
  let sum = 0;
  for (const batch of log) {
    play(again, batch);
    sum = digest(sum, again);
  }
  const broken: string[] = [];
  if (sum !== events) broken.push("I18 the events of the replay differ");
  if (!sameBytes(snapshot(again), snapshot(state))) broken.push("I18 the state of the replay differs");
  return broken;
}

/** A running sum over the bytes of a batch's events: enough to notice any difference between two tellings. */
function digest(before: number, state: State): number {
  const words = new Int32Array(state.events.a.buffer, 0, state.events.length * 2);
  let sum = before;
  for (let i = 0; i < words.length; i += 1) sum = Math.imul(sum ^ words[i]!, 0x01000193);
  return sum;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** A process that dies in the middle of a batch, between two commands or two slices of one: whatever it had done is gone with it. */
function dieInside(state: State, batch: Batch, at: number): void {
  beginBatch(state, batch.at);
  const last = batch.commands.length === 0 ? 0 : at % batch.commands.length;
  for (let i = 0; i <= last && i < batch.commands.length; i += 1) {
    let ended = apply(state, batch.commands[i]!, i);
    while (!ended && i < last) ended = resume(state);
  }
}

export type CrashReport = { batches: number; crashes: number; toTheEnd: number; broken: string[] };

/**
 * A crash at every batch boundary, and one inside the batch that follows: the snapshot taken there is restored, plays the next ten batches, and must be byte for byte the state
 * that never crashed; some of the restored states play to the end.
 */
export function crashEverywhere(seed: number, batches: number, toTheEnd: number): CrashReport {
  const state = createState();
  const story = new HarshStory(seed);
  const log: Batch[] = [];
  const bytes: Uint8Array[] = [];
  for (let i = 0; i < batches; i += 1) {
    bytes.push(snapshot(state));
    const batch = story.next(state);
    log.push(batch);
    play(state, batch);
  }
  bytes.push(snapshot(state));
  const broken: string[] = [];
  const long = Math.max(1, Math.floor(batches / toTheEnd));
  let ends = 0;
  for (let from = 0; from < batches; from += 1) {
    const runs = from % long === 0;
    if (runs) ends += 1;
    dieInside(restore(bytes[from]!), log[from]!, from);
    const again = restore(bytes[from]!);
    const until = runs ? batches : Math.min(batches, from + 10);
    for (let i = from; i < until; i += 1) play(again, log[i]!);
    if (!sameBytes(snapshot(again), bytes[until]!))
      broken.push(`the state restored at batch ${from} differs at batch ${until}`);
  }
  return { batches, crashes: batches, toTheEnd: ends, broken };
}
