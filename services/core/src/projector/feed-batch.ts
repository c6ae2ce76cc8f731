import { feedEvents, journalEvents } from "@tidemark/contracts/journal";
import { Columns } from "./columns.ts";

const feedCodes: ReadonlySet<number> = new Set(feedEvents.map((name) => journalEvents[name].code));

/** Bytes of events in one part: with its envelope it fits into one message of the bus. */
const feedPartBytesMax = 256 * 1024;

/** Collects what a run of batches leaves in the feed: the event rows that other services may act on, as they stand in the journal. */
export class FeedBatch {
  readonly rows = new Columns({ seq: "bigint", part: "int", at: "bigint", events: "bytea" });
  #open: Buffer[] = [];
  #openBytes = 0;
  #part = 0;

  /** One event row of the running batch. */
  add(code: number, numbers: Float64Array, from: number, to: number, seq: number, at: number): void {
    if (!feedCodes.has(code)) return;
    const bytes = (to - from) * Float64Array.BYTES_PER_ELEMENT;
    if (this.#openBytes + bytes > feedPartBytesMax) this.#close(seq, at);
    // A copy: the machine's events are written over by its next batch.
    this.#open.push(Buffer.from(numbers.slice(from, to).buffer));
    this.#openBytes += bytes;
  }

  endBatch(seq: number, at: number): void {
    if (this.#openBytes > 0) this.#close(seq, at);
    this.#part = 0;
  }

  #close(seq: number, at: number): void {
    this.rows.add({ seq, part: this.#part, at, events: Buffer.concat(this.#open) });
    this.#part += 1;
    this.#open = [];
    this.#openBytes = 0;
  }
}
