import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { coupons, type StoredCoupon } from "../coupon-store.ts";

const open = sql`kind in (2, 3) and status in ('PENDING', 'SUCCESS')`;

/** SQL of coupons that weigh transfers and deposits. */
export const depositCoupons = {
  /** Those of a user that are not over, locked, the oldest first. */
  lock: (tx: Database, uid: number): Promise<readonly StoredCoupon[]> =>
    coupons.where(tx, sql`uid = ${uid} and ${open} order by id for update`),
  list: (db: Database, uid: number): Promise<readonly StoredCoupon[]> =>
    coupons.where(db, sql`uid = ${uid} and ${open} order by id`),
  async setPrior(tx: Database, id: number, net: bigint, hadIn: boolean): Promise<void> {
    await sql`update coupons.coupons set prior_net = ${net}, had_transfer_in = ${hadIn} where id = ${id}`.execute(tx);
  },
  /** The bonus of a reward has an end of its own. */
  async setEnd(tx: Database, id: number, endAt: number): Promise<void> {
    await sql`update coupons.coupons set end_at = ${endAt} where id = ${id}`.execute(tx);
  },
  /** Bonus that ends between two moments, with something left of it, whose owner has had no notice of so many hours before it or fewer; locked. */
  ending: (
    tx: Database,
    { after, before, hours, max }: Readonly<Record<"after" | "before" | "hours" | "max", number>>,
  ): Promise<readonly StoredCoupon[]> =>
    coupons.where(
      tx,
      sql`status = 'SUCCESS' and (kind in (2, 3, 8, 9) or kind = 5 and given > 0) and remaining > 0 and end_at > ${after} and end_at <= ${before}
        and (noticed_hours is null or noticed_hours > ${hours})
        order by end_at, id limit ${max} for update skip locked`,
    ),
  async setNoticed(tx: Database, id: number, hours: number): Promise<void> {
    await sql`update coupons.coupons set noticed_hours = ${hours} where id = ${id}`.execute(tx);
  },
};

export type MoveSource = "TRANSFER" | "DEPOSIT" | "REVERSAL" | "WITHDRAWAL" | "RETURN";

/** SQL of the moves that a coupon weighs. */
export const moves = {
  async add(
    tx: Database,
    couponId: number,
    one: { readonly source: MoveSource; readonly ref: number; readonly at: number; readonly amount: bigint },
  ): Promise<void> {
    await sql`
      insert into coupons.moves (coupon_id, source, ref, at, amount)
      values (${couponId}, ${one.source}, ${one.ref}, ${one.at}, ${one.amount})
      on conflict (coupon_id, source, ref) do nothing`.execute(tx);
  },
  /** Takes back a move that was counted; one that was not, because it was made before the coupon, changes nothing. */
  async undo(
    tx: Database,
    couponId: number,
    {
      of,
      by,
      ref,
      at,
    }: { readonly of: MoveSource; readonly by: MoveSource; readonly ref: number; readonly at: number },
  ): Promise<void> {
    await sql`
      insert into coupons.moves (coupon_id, source, ref, at, amount)
      select coupon_id, ${by}, ref, ${at}, -amount from coupons.moves
      where coupon_id = ${couponId} and source = ${of} and ref = ${ref}
      on conflict (coupon_id, source, ref) do nothing`.execute(tx);
  },
  /** What came in less what went out, whether anything came in, and the first deposit that still stands. */
  async sums(db: Database, couponId: number) {
    const { rows } = await sql<{ net: string; hadIn: boolean; first: string }>`
      select coalesce(sum(amount), 0)::text as net, coalesce(bool_or(amount > 0), false) as "hadIn",
        coalesce((select amount from coupons.moves d
          where d.coupon_id = ${couponId} and d.source = 'DEPOSIT' and not exists (
            select from coupons.moves r where r.coupon_id = ${couponId} and r.source = 'REVERSAL' and r.ref = d.ref)
          order by d.id limit 1), 0)::text as first
      from coupons.moves where coupon_id = ${couponId}`.execute(db);
    const { net, hadIn, first } = rows[0]!;
    return { net: BigInt(net), hadIn, firstDeposit: BigInt(first) };
  },
};

export type GrantRow = {
  readonly number: number;
  readonly couponId: number;
  readonly amount: bigint;
  readonly remaining: bigint;
  readonly isRecalled: boolean;
};
type StoredGrant = Omit<GrantRow, "amount" | "remaining"> & { amount: string; remaining: string };
const grantColumns = sql`number::float8 as number, coupon_id::float8 as "couponId", amount::text as amount,
  remaining::text as remaining, is_recalled as "isRecalled"`;
const grantOf = (row: StoredGrant): GrantRow => ({
  ...row,
  amount: BigInt(row.amount),
  remaining: BigInt(row.remaining),
});

/** SQL of grants that have a number of their own. Their coupon is locked before any of them is changed. */
export const grants = {
  async add(tx: Database, couponId: number, amount: bigint): Promise<number> {
    const { rows } = await sql<{ number: number }>`
      insert into coupons.grants (coupon_id, amount, remaining, state) values (${couponId}, ${amount}, ${amount}, 'SENT')
      returning number::float8 as number`.execute(tx);
    return rows[0]!.number;
  },
  async find(tx: Database, number: number): Promise<GrantRow | undefined> {
    const { rows } = await sql<StoredGrant>`
      select ${grantColumns} from coupons.grants where number = ${number}`.execute(tx);
    return rows.map(grantOf)[0];
  },
  /** What has been granted and is about to be. */
  async promised(db: Database, couponId: number): Promise<bigint> {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from coupons.grants
      where coupon_id = ${couponId} and state <> 'REFUSED'`.execute(db);
    return BigInt(rows[0]!.sum);
  },
  async set(tx: Database, number: number, state: "SENT" | "GRANTED"): Promise<void> {
    await sql`update coupons.grants set state = ${state} where number = ${number}`.execute(tx);
  },
  /** What the account cannot take now waits, unless its money has left again. */
  async refused(tx: Database, number: number, isBarred: boolean): Promise<void> {
    await sql`
      update coupons.grants set state = case when ${isBarred} and not is_recalled then 'WAITING' else 'REFUSED' end
      where number = ${number}`.execute(tx);
  },
  async setRemaining(tx: Database, number: number, remaining: bigint): Promise<void> {
    await sql`update coupons.grants set remaining = ${remaining} where number = ${number}`.execute(tx);
  },
  /** What is left of all that the core has granted. */
  async left(tx: Database, couponId: number): Promise<bigint> {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(remaining), 0)::text as sum from coupons.grants
      where coupon_id = ${couponId} and state = 'GRANTED'`.execute(tx);
    return BigInt(rows[0]!.sum);
  },
  /** Those that the core has not granted yet: they are taken back as soon as it has. Those that wait are not sent any more. */
  async recallOnArrival(tx: Database, couponId: number): Promise<void> {
    await sql`
      update coupons.grants
      set is_recalled = true, state = case state when 'WAITING' then 'REFUSED' else state end
      where coupon_id = ${couponId} and state in ('SENT', 'WAITING')`.execute(tx);
  },
  async waiting(tx: Database, couponIds: readonly number[]): Promise<readonly GrantRow[]> {
    const { rows } = await sql<StoredGrant>`
      select ${grantColumns} from coupons.grants
      where coupon_id = any(${couponIds}::bigint[]) and state = 'WAITING' order by number`.execute(tx);
    return rows.map(grantOf);
  },
};
