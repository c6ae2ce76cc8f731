import { decodeCommand, encodeCommand, Reader, Writer } from "@tidemark/contracts/codec";
import type { Command } from "@tidemark/contracts/journal";
import type { Batch } from "./story.ts";

/** A batch as bytes, through the real codec: its time, and each command with its length. */
export function writeBatch(out: Writer, batch: Batch): void {
  out.f64(batch.at);
  out.u16(batch.commands.length);
  for (const command of batch.commands) {
    const one = new Writer(128);
    encodeCommand(command, one);
    out.u16(one.length);
    out.raw(one.done());
  }
}

export function readBatch(reader: Reader, bytes: Uint8Array): Batch {
  const at = reader.f64();
  const commands: Command[] = [];
  for (let count = reader.u16(); count > 0; count -= 1) {
    const length = reader.u16();
    commands.push(decodeCommand(bytes, reader.take(length), length));
  }
  return { at, commands };
}

/** The log of a story, kept as bytes: a long one would not fit as objects. */
export class StoryLog {
  private readonly batches: Uint8Array[] = [];

  add(batch: Batch): void {
    const out = new Writer(2_048);
    writeBatch(out, batch);
    this.batches.push(out.done());
  }

  get length(): number {
    return this.batches.length;
  }

  *[Symbol.iterator](): Generator<Batch> {
    for (const bytes of this.batches) yield readBatch(new Reader(bytes), bytes);
  }
}
