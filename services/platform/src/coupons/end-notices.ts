import type { Database } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { Messages } from "../module/messages.ts";
import type { StoredCoupon } from "./coupon-store.ts";
import { noticeDue, noticeHours } from "./deposits/deposit-rules.ts";
import { depositCoupons } from "./deposits/deposit-store.ts";

const hourMs = 3_600_000;
const noticesPerRun = 500;

/** Notifies owners of bonus that ends soon, once for each of its moments: the mark on the coupon is committed with the message. */
export async function sendEndNotices(
  { now, messages }: { readonly now: () => number; readonly messages: Messages },
  tx: Database,
): Promise<void> {
  const at = now();
  // One question for each notice: those that have had it are not read again and again.
  const ending: StoredCoupon[] = [];
  for (const [place, hours] of noticeHours.entries()) {
    const after = at + (noticeHours[place + 1] ?? 0) * hourMs;
    ending.push(
      ...(await depositCoupons.ending(tx, { after, before: at + hours * hourMs, hours, max: noticesPerRun })),
    );
  }
  // In the order of users: two processes that lock streams of the same users do not wait for each other.
  for (const { id, uid, endAt, noticedHours, remaining, asset } of ending.toSorted((a, b) => a.uid - b.uid)) {
    const hours = noticeDue(endAt, noticedHours, at);
    if (hours === undefined) continue;
    const facts = { amount: printUnits(remaining), asset };
    const kind = hours === 1 ? "bonus-ends-hour" : "bonus-ends-day";
    await messages.add(tx, { uid, kind, facts, at, source: `coupon ${id} ends ${hours}` });
    await depositCoupons.setNoticed(tx, id, hours);
  }
}
