import { success } from "@tidemark/contracts";
import {
  type AttributableProfit,
  type AttributableProfitAsk,
  attributableProfitCall,
} from "@tidemark/contracts/journal";
import type { CoreClient, Log, OutboxAnswer } from "@tidemark/kit-node";
import type { StoredCoupon } from "../coupon-store.ts";
import { futuresNow } from "../deposits/futures-now.ts";
import { grantsOf, type PaymentRow } from "./invalidation-rules.ts";

/** Of 20,000 lines of the ledger each. */
const pagesMax = 50;

/** What invalidating would take back of the profit that a coupon's bonus made, and what would be lacking. */
export type Clawback = { readonly profit: bigint; readonly takes: bigint };
const nothing: Clawback = { profit: 0n, takes: 0n };

/** What the bonus of these grants made by closes up to a batch; undefined where the history does not answer. */
async function profitOf(core: CoreClient, uid: number, grants: readonly number[], seq: number) {
  let [sum, from] = [0n, 0];
  for (let page = 0; page < pagesMax; page += 1) {
    const ask: AttributableProfitAsk = { uid, grants, from };
    const reply = await core.ask("history", { call: attributableProfitCall, uid: 0, ask, minSeq: seq });
    if (reply?.code !== success || reply.stale === true) return undefined;
    const data = reply.data as AttributableProfit;
    sum += BigInt(data.sum);
    from = data.next;
    // Losses may outweigh what was earned: then nothing was earned.
    if (from === 0) return sum > 0n ? sum : 0n;
  }
  return undefined;
}

/**
 * As of now: the core says how far it is, and the history answers from there. What would be taken is what may leave the account before the recall, which may
 * cancel orders and so free more. Undefined where the core does not answer.
 */
export async function clawbackOf(
  core: CoreClient | undefined,
  coupon: StoredCoupon,
  payments: readonly PaymentRow[],
): Promise<Clawback | undefined> {
  const grants = coupon.status === "SUCCESS" ? grantsOf(coupon, payments) : [];
  if (grants.length === 0) return nothing;
  const account = core === undefined ? undefined : await futuresNow(core, coupon.uid);
  if (core === undefined || account === undefined) return undefined;
  const profit = await profitOf(core, coupon.uid, grants, account.seq);
  if (profit === undefined) return undefined;
  const free = account.availOut > 0n ? account.availOut : 0n;
  return { profit, takes: free < profit ? free : profit };
}

/** What is never refused for lack of money was refused: nothing was taken, and somebody has to look. */
export function logRefusedClawbacks(log: Log, answers: readonly OutboxAnswer[]): void {
  for (const { command, result } of answers)
    if (command.type === "reverse_profit" && result.code !== success)
      log.error({ coupon: command.coupon, uid: command.uid, code: result.code }, "coupons: clawback of profit refused");
}
