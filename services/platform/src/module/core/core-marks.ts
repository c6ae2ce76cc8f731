import type { Instruments } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";
import { coreNow } from "./core-instruments.ts";

/** The core had reached this batch at this moment, or before it. */
type Mark = { readonly seq: number; readonly at: number };

const marksMax = 120;
const markEveryMs = 1_000;
/** Who answers about now may be two seconds behind the leader, and clocks of processes differ a little: the core was further than a mark says. */
const behindMaxMs = 5_000;

/** The core's newest batch and what it lists then, and what is remembered of earlier ones. */
export type CoreMarks = {
  /** Asks the core; undefined where it does not answer. */
  ask(at: number): Promise<{ readonly seq: number; readonly instruments: Instruments } | undefined>;
  /** The oldest remembered batch that the core had reached at this moment or later; undefined where none is. */
  seqSince(at: number): number | undefined;
  /** The newest moment that is known of which a history that has reached this batch holds everything; 0 where none is. */
  atOf(seq: number): number;
};

/**
 * Remembers which batch the core had reached when. Who needs the past alone, a day that is over or a coupon that has ended, waits for the history to reach
 * a batch of then: it is always a little behind the newest, and under load by more than an answer waits.
 */
export function coreMarks(core: CoreClient): CoreMarks {
  let marks: readonly Mark[] = [];
  return {
    async ask(at) {
      const now = await coreNow(core);
      if (now === undefined) return undefined;
      const last = marks.at(-1) ?? { seq: 0, at: 0 };
      // Another one that answers may be behind the one that answered before; the core is not.
      const reached = { ...now, seq: Math.max(now.seq, last.seq) };
      if (at - last.at >= markEveryMs) marks = [...marks.slice(1 - marksMax), { seq: reached.seq, at }];
      return reached;
    },
    seqSince: (since) => marks.find(({ at }) => at >= since)?.seq,
    atOf: (reached) => Math.max(0, (marks.findLast(({ seq }) => seq <= reached)?.at ?? 0) - behindMaxMs),
  };
}
