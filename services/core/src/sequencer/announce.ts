import { eventWidth, messageBytesMax, packAnnouncement, type Seal } from "@tidemark/contracts/codec";

/** Numbers of one part: what is left of a message beside its head and seal. */
const numbersMax = Math.floor((messageBytesMax - 256) / 8);
/** What one slice may do: look at this many rows of events, or seal and send this many parts, each about two milliseconds. */
const rowsPerSlice = 100_000;
const partsPerSlice = 16;

export type AnnouncedBatch = {
  readonly epoch: number;
  readonly seq: number;
  readonly batchId: string;
  readonly at: number;
};

/**
 * Says a batch to the world, once, after its clean commit and its last slice; also when nothing happened in it. A batch may have told
 * hundreds of megabytes, so it is said in slices; the parts of one batch all go out before those of the next.
 */
export class Announcing {
  readonly #batch: AnnouncedBatch;
  readonly #events: Float64Array;
  readonly #seal: Seal;
  readonly #send: (message: Uint8Array) => void;
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
    seal: Seal,
    send: (message: Uint8Array) => void,
    numbersPerPart: number = numbersMax,
  ) {
    this.#batch = batch;
    this.#events = events;
    this.#seal = seal;
    this.#send = send;
    this.#numbersPerPart = numbersPerPart;
  }

  /** One slice; true when all is said. */
  run(): boolean {
    if (!this.#isCut && !this.#cut()) return false;
    const until = Math.min(this.#ends.length, this.#sent + partsPerSlice);
    for (; this.#sent < until; this.#sent += 1) this.#sendPart(this.#sent);
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

  #sendPart(part: number): void {
    const events = this.#events.subarray(part === 0 ? 0 : this.#ends[part - 1]!, this.#ends[part]);
    this.#send(packAnnouncement({ ...this.#batch, part, parts: this.#ends.length, events }, this.#seal));
  }
}
