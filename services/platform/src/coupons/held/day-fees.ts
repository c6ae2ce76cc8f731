import type { Instruments } from "@tidemark/contracts";
import { type PaidFeesAsk, paidFeesCall, type PaidFeesPage } from "@tidemark/contracts/journal";
import type { CoreClient } from "@tidemark/kit-node";
import { askHistory, placeOf } from "./ask-history.ts";
import type { Fee } from "./cashback.ts";

/** Of several users: the fees of more than this many answers are not held in memory at once. */
const answersMax = 20;

/** The fees of a day by user, each user's in the order of the trades. All of users up to `toUid` are in it; who is not there paid none. */
export type DayFees = { readonly byUid: ReadonlyMap<number, readonly Fee[]>; readonly toUid: number };

/** What some users paid on a day; undefined where the core does not answer, or its history is behind. */
export async function feesOf(
  core: CoreClient,
  instruments: Instruments,
  uids: readonly number[],
  day: number,
  minSeq?: number,
): Promise<DayFees | undefined> {
  const byUid = new Map<number, Fee[]>();
  let after: PaidFeesAsk["after"] = [0, 0];
  for (let answers = 1; ; answers += 1) {
    const ask: PaidFeesAsk = { day, uids, after };
    const page = await askHistory<PaidFeesPage>(core, paidFeesCall, ask, minSeq);
    if (page?.fees === undefined) return undefined;
    for (const { uid, market, at, worth } of page.fees) {
      const fee = { at, worth: BigInt(worth), ...placeOf(instruments, market) };
      const list = byUid.get(uid);
      if (list === undefined) byUid.set(uid, [fee]);
      else list.push(fee);
    }
    if (page.hasMore !== true) return { byUid, toUid: Number.POSITIVE_INFINITY };
    const { uid, tradeId } = page.fees.at(-1)!;
    if (answers >= answersMax && byUid.size > 1) {
      // The last user of a full answer may have more: it is asked for again, among fewer.
      byUid.delete(uid);
      return { byUid, toUid: uid - 1 };
    }
    after = [uid, tradeId];
  }
}
