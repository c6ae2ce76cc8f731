import { type Announcement, DecodeError, unpackAnnouncement, type Verifier } from "@tidemark/contracts/codec";
import { type Bus, type Log, subjects } from "@tidemark/kit-node";

export type Batch = { readonly seq: number; readonly at: number; readonly parts: readonly Float64Array[] };
export type AnnouncementCallbacks = {
  /** Called first for every valid announcement of the newest epoch. */
  leader(epoch: number): void;
  batch(batch: Batch): void;
  /** Batches before `seq` were missed: every view needs a new snapshot at `seq` or later. */
  gap(seq: number): void;
};
export type Announcements = {
  /** The newest epoch received; undefined before the first announcement. */
  readonly epoch: number | undefined;
  readonly seq: number;
  /** Announcements dropped for a wrong signature, a lower epoch or a repeated number. */
  readonly dropped: number;
  close(): void;
};

type Partial = { seq: number; batchId: string; at: number; parts: Float64Array[]; missing: number };

/**
 * Subscribes to the core's numbered batches. Lower epochs come from a paused old leader and are dropped. A gap in the numbers means that
 * the bus lost messages. Numbers grow within an epoch; a new epoch that begins at a lower number means that the journal was rolled back.
 */
export function subscribeAnnouncements(
  bus: Bus,
  core: string,
  coreKeys: Verifier,
  callbacks: AnnouncementCallbacks,
  log: Log,
): Announcements {
  let epoch: number | undefined;
  let seq = 0;
  let dropped = 0;
  let partial: Partial | undefined;
  // The first batch received counts as a gap: the batches before it are unknown.
  let isGap = true;

  function accept(announcement: Announcement): void {
    const isNew =
      epoch === undefined || announcement.epoch > epoch || (announcement.epoch === epoch && announcement.seq > seq);
    if (!isNew) {
      dropped += 1;
      return;
    }
    if (epoch === undefined || announcement.epoch > epoch) {
      epoch = announcement.epoch;
      if (partial !== undefined || announcement.seq <= seq) isGap = true;
      partial = undefined;
      seq = Math.min(seq, announcement.seq - 1);
    }
    callbacks.leader(epoch);
    if (partial === undefined || partial.seq !== announcement.seq || partial.batchId !== announcement.batchId) {
      if (partial !== undefined || announcement.seq !== seq + 1) isGap = true;
      partial = {
        seq: announcement.seq,
        batchId: announcement.batchId,
        at: announcement.at,
        parts: [],
        missing: announcement.parts,
      };
    }
    if (announcement.part >= announcement.parts || partial.parts[announcement.part] !== undefined) {
      dropped += 1;
      return;
    }
    partial.parts[announcement.part] = announcement.events;
    partial.missing -= 1;
    if (partial.missing === 0) complete(partial);
  }

  function complete(batch: Partial): void {
    partial = undefined;
    const isFirst = seq === 0;
    seq = batch.seq;
    if (isGap) {
      isGap = false;
      if (isFirst) log.info({ seq }, "core: subscribed");
      else log.warn({ seq }, "core: gap in announcements, views start again");
      callbacks.gap(seq);
    } else callbacks.batch(batch);
  }

  const unsubscribe = bus.subscribe(subjects(core).announcements, (bytes) => {
    try {
      accept(unpackAnnouncement(bytes, coreKeys));
    } catch (error) {
      dropped += 1;
      // An error of ours must neither close the bus connection nor leave a wrong view behind.
      const isOurs = !(error instanceof DecodeError);
      if (isOurs) isGap = true;
      // Forged ones are logged at powers of two, so that an attack cannot flood the log.
      if (isOurs || Number.isInteger(Math.log2(dropped)))
        log.error(
          { dropped, problem: error instanceof Error ? error.message : "unknown" },
          "core: announcement dropped",
        );
    }
  });
  return {
    get epoch() {
      return epoch;
    },
    get seq() {
      return seq;
    },
    get dropped() {
      return dropped;
    },
    close: unsubscribe,
  };
}
