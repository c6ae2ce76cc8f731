import { announcedNumbersMax, announcementBody, eventWidth, signedTogetherMax } from "@tidemark/contracts/codec";

/** What one slice may do: look at this many rows of events, or sign and send this many parts, each about two milliseconds. */
const rowsPerSlice = 100_000;
const partsPerSlice = signedTogetherMax;

export type AnnouncedBatch = {
  readonly epoch: number;
  readonly seq: number;
  readonly batchId: string;
  readonly at: number;
};

/**
 * Publishes a batch once, after its clean commit and its last slice; also when nothing happened in it. A batch may have hundreds of
 * megabytes of events, so it is published in slices; the parts of one batch all go out before those of the next.
 */
export class Announcing {
  readonly #batch: AnnouncedBatch;
  readonly #events: Float64Array;
  readonly #say: (parts: readonly Uint8Array[]) => void;
  readonly #numbersPerPart: number;
  /** Ends of the parts that the events are cut into, whole rows in each. No events are one empty part. */
  readonly #ends: number[] = [];
  #cutTo = 0;
  #partFrom = 0;
  #isCut = false;
  #sent = 0;

  constructor(
    batch: AnnouncedBatch,
    /** Must stay as they are until the last slice. */
    events: Float64Array,
    /** Signs these together and sends them; at most `signedTogetherMax`. */
    say: (parts: readonly Uint8Array[]) => void,
    numbersPerPart: number = announcedNumbersMax,
  ) {
    this.#batch = batch;
    this.#events = events;
    this.#say = say;
    this.#numbersPerPart = numbersPerPart;
  }

  /** One slice; true when all is said. */
  run(): boolean {
    if (!this.#isCut && !this.#cut()) return false;
    const until = Math.min(this.#ends.length, this.#sent + partsPerSlice);
    const parts: Uint8Array[] = [];
    for (; this.#sent < until; this.#sent += 1) parts.push(this.#part(this.#sent));
    this.#say(parts);
    return this.#sent === this.#ends.length;
  }

  /** Every part says how many there are, so the cuts are made first. False: there are more rows than one slice may look at. */
  #cut(): boolean {
    const events = this.#events;
    const isWhole = events.length <= this.#numbersPerPart;
    for (let rows = 0; !isWhole && this.#cutTo < events.length; rows += 1) {
      if (rows === rowsPerSlice) return false;
      const next = this.#cutTo + eventWidth(events[this.#cutTo]!);
      if (next - this.#partFrom > this.#numbersPerPart) {
        this.#ends.push(this.#cutTo);
        this.#partFrom = this.#cutTo;
      }
      this.#cutTo = next;
    }
    this.#ends.push(events.length);
    this.#isCut = true;
    return true;
  }

  #part(part: number): Uint8Array {
    const events = this.#events.subarray(part === 0 ? 0 : this.#ends[part - 1]!, this.#ends[part]);
    return announcementBody({ ...this.#batch, part, parts: this.#ends.length, events });
  }
}
