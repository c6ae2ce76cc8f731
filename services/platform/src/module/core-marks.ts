import { calls, type InstrumentList, type Instruments, instrumentsOf, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** The core had reached this batch at this moment, or before it. */
type Mark = { readonly seq: number; readonly at: number };

const marksMax = 120;
const markEveryMs = 1_000;

/** The core's newest batch and what it lists then, and what is remembered of earlier ones. */
export type CoreMarks = {
  /** Asks the core; undefined where it does not answer. */
  ask(at: number): Promise<{ readonly seq: number; readonly instruments: Instruments } | undefined>;
  /** The oldest remembered batch that the core had reached at this moment or later; undefined where none is. */
  seqSince(at: number): number | undefined;
  /** The newest remembered moment of which a history that has reached this batch holds everything; 0 where none is. */
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
      const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
      if (reply?.code !== success) return undefined;
      const { seq } = reply;
      if (at - (marks.at(-1)?.at ?? 0) >= markEveryMs) marks = [...marks.slice(1 - marksMax), { seq, at }];
      return { seq, instruments: instrumentsOf(reply.data as InstrumentList) };
    },
    seqSince: (since) => marks.find(({ at }) => at >= since)?.seq,
    atOf: (reached) => marks.findLast(({ seq }) => seq <= reached)?.at ?? 0,
  };
}
