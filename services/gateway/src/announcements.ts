import { type Announcement, DecodeError, type Seal, unpackAnnouncement } from "@tidemark/contracts/codec";
import { type Bus, type Log, subjects } from "@tidemark/kit-node";

export type Batch = { readonly seq: number; readonly at: number; readonly parts: readonly Float64Array[] };
export type AnnouncementEars = {
  /** Every announcement of the newest epoch that fits, before anything else is made of it. */
  leader(epoch: number): void;
  batch(batch: Batch): void;
  /** Something before `seq` was missed: whatever is shown must be taken again, from `seq` on at least. */
  hole(seq: number): void;
};
export type Announcements = {
  /** The newest epoch heard of, undefined before the first. */
  readonly epoch: number | undefined;
  readonly seq: number;
  /** Announcements that were not believed: wrong seal, lower epoch, seen before. */
  readonly dropped: number;
  close(): void;
};

type Partial = { seq: number; batchId: string; at: number; parts: Float64Array[]; missing: number };

/**
 * The core's numbered story. Lower epochs are a paused old leader and are never believed; numbers that do not follow each other mean
 * that the bus lost something. Inside an epoch they only grow; a new epoch that begins below what was heard says that the journal was
 * set back.
 */
export function hearAnnouncements(bus: Bus, core: string, seal: Seal, ears: AnnouncementEars, log: Log): Announcements {
  let epoch: number | undefined;
  let seq = 0;
  let dropped = 0;
  let partial: Partial | undefined;
  // The first batch heard is a hole too: nobody knows what was before it.
  let isHole = true;

  function accept(heard: Announcement): void {
    const isNews = epoch === undefined || heard.epoch > epoch || (heard.epoch === epoch && heard.seq > seq);
    if (!isNews) {
      dropped += 1;
      return;
    }
    if (epoch === undefined || heard.epoch > epoch) {
      epoch = heard.epoch;
      if (partial !== undefined || heard.seq <= seq) isHole = true;
      partial = undefined;
      seq = Math.min(seq, heard.seq - 1);
    }
    ears.leader(epoch);
    if (partial === undefined || partial.seq !== heard.seq || partial.batchId !== heard.batchId) {
      if (partial !== undefined || heard.seq !== seq + 1) isHole = true;
      partial = { seq: heard.seq, batchId: heard.batchId, at: heard.at, parts: [], missing: heard.parts };
    }
    if (heard.part >= heard.parts || partial.parts[heard.part] !== undefined) {
      dropped += 1;
      return;
    }
    partial.parts[heard.part] = heard.events;
    partial.missing -= 1;
    if (partial.missing === 0) complete(partial);
  }

  function complete(batch: Partial): void {
    partial = undefined;
    const isFirst = seq === 0;
    seq = batch.seq;
    if (isHole) {
      isHole = false;
      if (isFirst) log.info({ seq }, "hears the core");
      else log.warn({ seq }, "announcements do not follow each other; views are taken again");
      ears.hole(seq);
    } else ears.batch(batch);
  }

  const end = bus.subscribe(subjects(core).announcements, (bytes) => {
    try {
      accept(unpackAnnouncement(bytes, seal));
    } catch (error) {
      dropped += 1;
      // A surprise of our own must not end the bus connection with it, and must not leave a wrong view behind either.
      if (!(error instanceof DecodeError)) isHole = true;
      log.error({ problem: error instanceof Error ? error.message : "unknown" }, "an announcement was thrown away");
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
    close: end,
  };
}
