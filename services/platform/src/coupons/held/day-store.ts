import type { Database } from "@tidemark/kit-node";
import { couponKinds } from "@tidemark/contracts";
import { sql } from "kysely";
import { settleMs } from "../rules.ts";

const cashback = couponKinds.indexOf("CASHBACK") + 1;
/** In the words of the index, so that a page is found without reading coupons of other kinds. */
const isInForce = sql`status = 'SUCCESS' and kind = ${sql.lit(cashback)}`;

/** A cashback coupon in force; all fees of before `settledTo` are settled. */
export type DayCoupon = {
  readonly id: number;
  readonly uid: number;
  readonly settledTo: number;
  readonly endAt: number;
};
/** How far a coupon is settled, and when it is looked at next; null: never. */
export type DayMark = { readonly id: number; readonly settledTo: number; readonly lookAt: number | null };
export type Owed = { readonly couponId: number; readonly amount: bigint };

type Row = { readonly [K in keyof DayCoupon]: string };
const columns = sql`id, uid, settled_to as "settledTo", end_at as "endAt"`;
const couponOf = ({ id, uid, settledTo, endAt }: Row): DayCoupon => ({
  id: Number(id),
  uid: Number(uid),
  settledTo: Number(settledTo),
  endAt: Number(endAt),
});

/** SQL of cashback coupons by the page: a statement for all of them, whatever their number. */
export const dayCoupons = {
  /** Those to look at, who waits longest first. */
  async due(tx: Database, now: number, max: number): Promise<readonly DayCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where ${isInForce} and look_at <= ${now} order by look_at, id limit ${max}`.execute(tx);
    return rows.map(couponOf);
  },
  /** All of some users, the oldest first, locked: what follows in the transaction reads them as they stay. */
  async lock(tx: Database, uids: readonly number[]): Promise<readonly DayCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where ${isInForce} and uid = any(${uids}::bigint[]) order by id for update`.execute(tx);
    return rows.map(couponOf);
  },
  /** The core did not answer: others come first. */
  async lookLater(tx: Database, uids: readonly number[], at: number): Promise<void> {
    await sql`
      update coupons.coupons set look_at = ${at}
      where ${isInForce} and uid = any(${uids}::bigint[]) and look_at < ${at}`.execute(tx);
  },
  /** An item twice is a fault of ours: the database refuses it. */
  async owe(tx: Database, item: string, list: readonly Owed[], payAt: number): Promise<void> {
    if (list.length === 0) return;
    await sql`
      insert into coupons.payments (coupon_id, item, amount, state, pay_at)
      select owed.coupon_id, ${item}, owed.amount, 'WAITING', ${payAt}
      from unnest(${list.map(({ couponId }) => couponId)}::bigint[], ${list.map(({ amount }) => amount)}::bigint[])
        as owed(coupon_id, amount)`.execute(tx);
  },
  async mark(tx: Database, list: readonly DayMark[]): Promise<void> {
    if (list.length === 0) return;
    // A coupon whose end waited for this is looked at again.
    await sql`
      update coupons.coupons c
      set settled_to = mark.settled_to, look_at = mark.look_at, due_at = c.end_at + ${settleMs}
      from unnest(${list.map(({ id }) => id)}::bigint[], ${list.map(({ settledTo }) => settledTo)}::bigint[],
        ${list.map(({ lookAt }) => lookAt)}::bigint[]) as mark(id, settled_to, look_at)
      where c.id = mark.id`.execute(tx);
  },
};
