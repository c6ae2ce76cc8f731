import { refusals, success } from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import type { Database, FeedEvent, Log, OutboxAnswer } from "@tidemark/kit-node";
import { campaigns } from "../campaigns/campaign-store.ts";
import { coupons, type StoredCoupon } from "../coupon-store.ts";
import { stepCauses } from "../rules.ts";
import { closeAtOf } from "./voucher-rules.ts";
import { voucherOpens } from "./voucher-store.ts";

/** A book that took nothing, or not all, is asked again. */
const closeAgainAfterMs = 10_000;

/** Tools may have opened one under the same number: such a voucher is no coupon's. */
async function couponOf(tx: Database, uid: number, voucher: number): Promise<StoredCoupon | undefined> {
  const coupon = (await coupons.lock(tx, [voucher])).get(voucher);
  return coupon?.uid === uid && coupon.kind === "CONTRACT_VOUCHER" ? coupon : undefined;
}

/** Its position is open, and what of the face it does not use is the campaign's again; where nothing filled, the voucher is as it was. */
export async function voucherOpened(tx: Database, event: FeedEvent<"voucher_opened">, at: number): Promise<void> {
  const coupon = await couponOf(tx, event.uid, event.voucher);
  if (coupon === undefined || coupon.campaignId !== event.campaign) return;
  if (!(await voucherOpens.move(tx, coupon.id, "SENT", event.qty === 0 ? "NOT_FILLED" : "OPEN"))) return;
  if (event.qty === 0) return voucherOpens.setInUse(tx, coupon, false);
  const used = joinMoney(event.usedHigh, event.usedLow);
  await campaigns.giveBack(tx, [{ campaignId: coupon.campaignId, amount: coupon.remaining - used }]);
  await coupons.setRemaining(tx, coupon.id, used);
  const closeAt = closeAtOf(coupon.options, at);
  if (closeAt !== undefined) await voucherOpens.setCloseAt(tx, coupon.id, closeAt);
}

/** Its position is at zero: the profit is the user's, what came back of the face the campaign's. */
export async function voucherEnded(tx: Database, event: FeedEvent<"voucher_ended">, at: number): Promise<void> {
  const coupon = await couponOf(tx, event.uid, event.voucher);
  if (coupon === undefined || !(await voucherOpens.move(tx, coupon.id, "OPEN", "ENDED"))) return;
  await campaigns.giveBack(tx, [{ campaignId: coupon.campaignId, amount: joinMoney(event.promoHigh, event.promoLow) }]);
  await coupons.addPaid(tx, coupon.id, joinMoney(event.cashHigh, event.cashLow));
  await coupons.step(tx, coupon, "useUp", stepCauses.useUp, at, 0n);
}

/** A refused order leaves the voucher as it was. One that was taken is followed by its event, in the order of the journal. */
export async function storeVoucherAnswers(
  { log, now }: { readonly log: Log; readonly now: () => number },
  tx: Database,
  answers: readonly OutboxAnswer[],
): Promise<void> {
  for (const { number, command, result } of answers) {
    if (command.type === "close_voucher") await voucherOpens.closeAnswered(tx, number, now() + closeAgainAfterMs);
    if (command.type !== "open_voucher" || result.code === success) continue;
    const id = await voucherOpens.refused(tx, number, result.code, result.facts);
    const coupon = id === undefined ? undefined : (await coupons.lock(tx, [id])).get(id);
    if (coupon === undefined) continue;
    await voucherOpens.setInUse(tx, coupon, false);
    if (result.code === refusals.INSUFFICIENT_TRANSFERABLE.code)
      log.error({ coupon: coupon.id, campaign: coupon.campaignId }, "coupons: campaign account is empty");
  }
}
