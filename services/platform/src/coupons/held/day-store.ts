import type { Database } from "@tidemark/kit-node";
import { couponKinds } from "@tidemark/contracts";
import { sql } from "kysely";
import { settleMs } from "../rules.ts";

const cashback = couponKinds.indexOf("CASHBACK") + 1;
/** In the words of the index, so that a page is found without reading coupons of other kinds. */
const isInForce = sql`status = 'SUCCESS' and kind = ${sql.lit(cashback)}`;

/** A cashback coupon in force; for it all fees of before `settledTo` are settled. */
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
  /** The users of those to look at, by the day that they have open: who waits longest first. */
  async dueUsers(
    tx: Database,
    now: number,
    max: number,
  ): Promise<{ readonly uids: readonly number[]; readonly count: number }> {
    const { rows } = await sql<{ uid: string }>`
      select uid from coupons.coupons
      where ${isInForce} and look_at <= ${now} order by look_at, id limit ${max}`.execute(tx);
    return { uids: [...new Set(rows.map(({ uid }) => Number(uid)))], count: rows.length };
  },
  /** All of some users, the oldest first. */
  async ofUsers(tx: Database, uids: readonly number[]): Promise<readonly DayCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where ${isInForce} and uid = any(${uids}::bigint[]) order by id`.execute(tx);
    return rows.map(couponOf);
  },
  /** Which of some users have a coupon that will be in force from before a moment, once its step is taken. Where a volume is required it begins when that is met. */
  async beginning(tx: Database, uids: readonly number[], before: number): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ uid: string }>`
      select distinct uid from coupons.coupons
      where status = 'PENDING' and kind = ${sql.lit(cashback)} and uid = any(${uids}::bigint[]) and volume_req = 0
        and (claim_by = 0 or claimed_at is not null)
        and greatest(coalesce(claimed_at, start_at), distribution_at) < ${before}`.execute(tx);
    return new Set(rows.map(({ uid }) => Number(uid)));
  },
  /** All of some users, the oldest first, locked: what follows in the transaction reads them as they stay. */
  async lock(tx: Database, uids: readonly number[]): Promise<readonly DayCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where ${isInForce} and uid = any(${uids}::bigint[]) order by id for update`.execute(tx);
    return rows.map(couponOf);
  },
  /** Others come first. */
  async lookLater(tx: Database, uids: readonly number[], at: number): Promise<void> {
    if (uids.length === 0) return;
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
