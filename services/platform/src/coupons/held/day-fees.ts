import type { Instruments } from "@tidemark/contracts";
import { beforePaidFees, type PaidFeesAsk, paidFeesCall, type PaidFeesPage } from "@tidemark/contracts/journal";
import type { CoreClient } from "@tidemark/kit-node";
import { askHistory, isMissing, type Missing, placeOf } from "./ask-history.ts";
import type { Fee } from "./cashback.ts";

/** Of several users: the fees of more than this many answers are not held in memory at once. */
const answersMax = 20;

/**
 * The fees of a day by user, each user's in the order of the trades. Answers come from the highest number down: all of users from `fromUid` on are in it; who is
 * not there paid none.
 */
export type DayFees = { readonly byUid: ReadonlyMap<number, readonly Fee[]>; readonly fromUid: number };

/** What some users paid on a day. Where a later answer is missing, or there are too many, it is complete for the users before its last. */
export async function feesOf(
  core: CoreClient,
  instruments: Instruments,
  uids: readonly number[],
  day: number,
  minSeq?: number,
): Promise<DayFees | Missing> {
  const byUid = new Map<number, Fee[]>();
  let after = beforePaidFees;
  for (let answers = 1; ; answers += 1) {
    const ask: PaidFeesAsk = { day, uids, after };
    const page = await askHistory<PaidFeesPage>(core, paidFeesCall, ask, minSeq);
    if (isMissing(page)) return completeBefore(after[0], uids, byUid) ?? page;
    for (const { uid, market, at, worth } of page.fees ?? []) {
      const fee = { at, worth: BigInt(worth), ...placeOf(instruments, market) };
      const list = byUid.get(uid);
      if (list === undefined) byUid.set(uid, [fee]);
      else list.push(fee);
    }
    if (page.hasMore !== true) return { byUid, fromUid: 0 };
    const { uid, at, tradeId } = page.fees!.at(-1)!;
    const complete = answers < answersMax ? undefined : completeBefore(uid, uids, byUid);
    if (complete !== undefined) return complete;
    after = [uid, at, tradeId];
  }
}

/** What is known of the users before the last of a full answer, who may have more and is asked for again, among fewer; undefined where none is before it. */
function completeBefore(
  last: number,
  uids: readonly number[],
  byUid: Map<number, readonly Fee[]>,
): DayFees | undefined {
  if (!uids.some((uid) => uid > last)) return undefined;
  byUid.delete(last);
  return { byUid, fromUid: last + 1 };
}
