import { calls, success } from "@tidemark/contracts";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { dayOf, isSettled } from "./utc-days.ts";

type PastDay = { readonly day: number; readonly endedAt: number | null };

/** Days that a module works through once they are over, each over any number of transactions. */
export type PastDays<D extends PastDay> = {
  last(tx: Database): Promise<D | undefined>;
  /** `minSeq`: the batch that the core had reached when the day was over; the history must hold it. */
  start(tx: Database, day: number, minSeq: number, at: number): Promise<D>;
  end(tx: Database, day: number, at: number): Promise<unknown>;
};

/** The day that is worked on now; undefined where there is nothing to do, or not yet. No day is left out, also after days without this process. */
export async function openPastDay<D extends PastDay>(
  days: PastDays<D>,
  { core, now }: { readonly core: CoreClient; readonly now: () => number },
  tx: Database,
): Promise<D | undefined> {
  const at = now();
  const yesterday = dayOf(at) - 1;
  const last = await days.last(tx);
  if (last === undefined) {
    // A first start: the day that runs is the first.
    await days.start(tx, yesterday, 0, at);
    await days.end(tx, yesterday, at);
    return undefined;
  }
  if (last.endedAt === null) return last;
  if (last.day >= yesterday || !isSettled(at)) return undefined;
  const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reply?.code === success ? days.start(tx, last.day + 1, reply.seq, at) : undefined;
}
