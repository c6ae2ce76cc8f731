import { type Command, decodeCommand, encodeCommand, Reader, Writer } from "@tidemark/contracts/codec";
import { createState } from "../src/state.ts";
import type { Batch } from "./story.ts";
import { PerpStory } from "./perp-story.ts";
import { play } from "./run.ts";

/**
 * Golden journals: the commands of a story as bytes, one file per released logic version, replayed in CI for ever. What must not change is
 * what comes out of them (the event rows), not how the state is laid out in memory.
 */
export function recordGolden(seed: number, batches: number): Uint8Array {
  const state = createState();
  const story = new PerpStory(seed);
  const out = new Writer(1 << 16);
  out.u32(batches);
  for (let i = 0; i < batches; i += 1) {
    const batch = story.next(state);
    out.f64(batch.at);
    out.u16(batch.commands.length);
    for (const command of batch.commands) writeCommand(out, command);
    play(state, batch);
  }
  return out.done();
}

function writeCommand(out: Writer, command: Command): void {
  const one = new Writer(128);
  encodeCommand(command, one);
  out.u16(one.length);
  out.raw(one.done());
}

function* batchesOf(bytes: Uint8Array): Generator<Batch> {
  const reader = new Reader(bytes);
  for (let left = reader.u32(); left > 0; left -= 1) {
    const at = reader.f64();
    const commands: Command[] = [];
    for (let count = reader.u16(); count > 0; count -= 1) {
      const length = reader.u16();
      commands.push(decodeCommand(bytes, reader.take(length), length));
    }
    yield { at, commands };
  }
}

/** Replays a golden journal and hands over the event bytes of each batch. */
export function replayGolden(
  bytes: Uint8Array,
  heard: (events: Uint8Array) => void,
): { commands: number; events: number } {
  const state = createState();
  let commands = 0;
  let events = 0;
  for (const batch of batchesOf(bytes)) {
    play(state, batch);
    commands += batch.commands.length;
    events += state.events.length;
    heard(new Uint8Array(state.events.a.buffer, 0, state.events.length * 8));
  }
  return { commands, events };
}
