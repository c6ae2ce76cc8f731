import { Reader, Writer } from "@tidemark/contracts/codec";
import { createState } from "../src/state/logic-version.ts";
import type { State } from "../src/state/state.ts";
import type { Batch } from "./story.ts";
import { PerpStory } from "./perp-story.ts";
import { readBatch, writeBatch } from "./log.ts";
import { play } from "./run.ts";

/**
 * Golden journals: the commands of a story as bytes, one file per released logic version, replayed in CI for ever. What must not change is
 * what comes out of them (the event rows), not how the state is laid out in memory.
 */
export function recordGolden(seed: number, batches: number, version: number): Uint8Array {
  const state = createState(version);
  const story = new PerpStory(seed);
  const out = new Writer(1 << 16);
  out.u32(batches);
  for (let i = 0; i < batches; i += 1) {
    const batch = story.next(state);
    writeBatch(out, batch);
    play(state, batch);
  }
  return out.done();
}

function* batchesOf(bytes: Uint8Array): Generator<Batch> {
  const reader = new Reader(bytes);
  for (let left = reader.u32(); left > 0; left -= 1) yield readBatch(reader, bytes);
}

/** Replays a golden journal and hands over the event bytes of each batch. */
export function replayGolden(
  bytes: Uint8Array,
  version: number,
  read: (events: Uint8Array) => void,
): { commands: number; events: number; state: State } {
  const state = createState(version);
  let commands = 0;
  let events = 0;
  for (const batch of batchesOf(bytes)) {
    play(state, batch);
    commands += batch.commands.length;
    events += state.events.length;
    read(new Uint8Array(state.events.a.buffer, 0, state.events.length * 8));
  }
  return { commands, events, state };
}
