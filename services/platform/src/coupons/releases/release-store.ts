import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { dayOf } from "../../module/utc-days.ts";
import { coupons, type StoredCoupon } from "../coupon-store.ts";
import { fills } from "../volume/fill-store.ts";
import type { Payment } from "../payments.ts";
import { type Release, releaseOf } from "./release-rules.ts";
import { dueAt, stepCauses } from "../rules.ts";

/** A streamed cash bonus as its fills and payments have it now. `payments`: how many it has had, refused ones among them. */
export type Releasing = Release & { readonly promised: bigint; readonly payments: number };

/** SQL of cash bonuses that are released by volume. */
export const releases = {
  async of(db: Database, list: readonly StoredCoupon[], now: number): Promise<ReadonlyMap<number, Releasing>> {
    const streamed = list.filter(({ isStreamed }) => isStreamed);
    if (streamed.length === 0) return new Map();
    const ids = streamed.map(({ id }) => id);
    const days = await fills.byDay(db, ids);
    const { rows } = await sql<{ id: number; promised: string; payments: number }>`
      select coupon_id::float8 as id, coalesce(sum(amount) filter (where state <> 'REFUSED'), 0)::text as promised,
        count(*)::int as payments
      from coupons.payments where coupon_id = any(${ids}::bigint[]) group by coupon_id`.execute(db);
    const paid = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      streamed.map((coupon) => {
        const { promised: text = "0", payments = 0 } = paid.get(coupon.id) ?? {};
        const promised = BigInt(text);
        const release = releaseOf(coupon, days.get(coupon.id) ?? [], promised, dayOf(now));
        return [coupon.id, { ...release, promised, payments }];
      }),
    );
  },
  /** A part arrived in the wallet account: the rest is released on, or all of the face is used. */
  async paid(tx: Database, coupon: StoredCoupon, amount: bigint, at: number): Promise<void> {
    await coupons.addPaid(tx, coupon.id, amount);
    const left = coupon.remaining - amount;
    const paid = (await coupons.step(tx, coupon, "pay", stepCauses.pay, at, left)) ?? coupon;
    if (left === 0n) {
      await coupons.step(tx, paid, "useUp", stepCauses.useUp, at, 0n);
      return;
    }
    const facts = { ...paid, isPaymentSent: false };
    await sql`
      update coupons.coupons
      set remaining = ${left}, is_payment_sent = false, due_at = ${dueAt(facts, facts) ?? null}
      where id = ${coupon.id}`.execute(tx);
  },
};

/** All that is released and not promised yet, as the next payment of a locked coupon. */
export const releasePayment = (coupon: StoredCoupon, { claimable, payments }: Releasing): Payment => ({
  coupon,
  item: `claim ${payments + 1}`,
  amount: claimable,
});
