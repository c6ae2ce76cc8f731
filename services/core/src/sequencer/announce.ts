import { eventWidth, messageBytesMax, packAnnouncement, type Seal } from "@tidemark/contracts/codec";

/** Numbers of one part: what is left of a message beside its head and seal. */
const numbersMax = Math.floor((messageBytesMax - 256) / 8);

/** Ends of the parts that a batch's events are cut into, whole rows in each. No events are one empty part. */
export function partEnds(events: Float64Array, numbersPerPart: number = numbersMax): number[] {
  const ends: number[] = [];
  let from = 0;
  for (let at = 0; at < events.length;) {
    const next = at + eventWidth(events[at]!);
    if (next - from > numbersPerPart) {
      ends.push(at);
      from = at;
    }
    at = next;
  }
  ends.push(events.length);
  return ends;
}

export type AnnouncedBatch = {
  readonly epoch: number;
  readonly seq: number;
  readonly batchId: string;
  readonly at: number;
};

/** Says a batch to the world, once, after its clean commit and its last slice; also when nothing happened in it. */
export function announce(
  batch: AnnouncedBatch,
  events: Float64Array,
  seal: Seal,
  send: (message: Uint8Array) => void,
): void {
  const ends = events.length <= numbersMax ? [events.length] : partEnds(events);
  for (let part = 0; part < ends.length; part += 1) {
    const from = part === 0 ? 0 : ends[part - 1]!;
    const rows = events.subarray(from, ends[part]);
    send(packAnnouncement({ ...batch, part, parts: ends.length, events: rows }, seal));
  }
}
