import { type Database, enqueueCommand } from "@tidemark/kit-node";
import { couponKinds, type CouponKind } from "@tidemark/contracts";
import { sql } from "kysely";
import { dayOf, startOf } from "../../module/utc-days.ts";
import type { InForce } from "./cashback.ts";
import { campaigns } from "../campaigns/campaign-store.ts";
import { coupons, schema, type StoredCoupon } from "../coupon-store.ts";
import { settleMs, stepCauses } from "../rules.ts";

const numberOf = (kind: CouponKind): number => couponKinds.indexOf(kind) + 1;
/** Kinds that owe what fees or ended positions bring. */
const owingKinds: readonly CouponKind[] = ["CASHBACK", "LOSS_DEDUCTION", "PROFIT_DOUBLE"];
export const isOwing = (kind: CouponKind): boolean => owingKinds.includes(kind);
const owing = owingKinds.map(numberOf);
const ofPositions = owing.slice(1);
/** In the words of the index. */
const inForceByPositions = sql`status = 'SUCCESS' and kind in (${sql.join(ofPositions.map((kind) => sql.lit(kind)))})`;

/** A coupon in force with what of its face is neither paid nor owed. */
export type Held = StoredCoupon & InForce & { readonly settledTo: number };

/** From when on what the user does counts: the claim or grant, or where a volume had to be met, when it was seen to be. */
const inForceFrom = ({ volumeReq, claimedAt, startAt, distributionAt }: StoredCoupon, now: number): number =>
  volumeReq > 0n ? now : Math.max(claimedAt ?? startAt, distributionAt);

/** SQL of coupons in force that owe by what fees or ended positions bring. */
export const held = {
  async start(tx: Database, coupon: StoredCoupon, now: number): Promise<void> {
    if (!isOwing(coupon.kind)) return;
    const isByDay = coupon.kind === "CASHBACK";
    const from = Math.max(inForceFrom(coupon, now), isByDay ? await this.daysSettled(tx, coupon.uid) : 0);
    const lookAt = isByDay ? startOf(dayOf(from) + 1) + settleMs : now;
    await sql`
      update coupons.coupons
      set in_force_at = ${from}, settled_to = ${isByDay ? startOf(dayOf(from)) : from}, look_at = ${lookAt}
      where id = ${coupon.id}`.execute(tx);
  },
  /** The end of the last day that was settled for a cashback coupon of a user, whatever became of it: fees of before may have been given back by it. */
  async daysSettled(tx: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ at: string | null }>`
      select max(settled_to) as at from coupons.coupons
      where uid = ${uid} and kind = ${numberOf("CASHBACK")} and settled_to > in_force_at`.execute(tx);
    return Number(rows[0]?.at ?? 0);
  },
  /** A position of these users may have ended; of all where none is named. Several users' coupons are always locked in this order. */
  async touch(tx: Database, uids: readonly number[] | undefined, at: number): Promise<void> {
    // Who waits longest is looked at first.
    await sql`
      with touched as materialized (
        select id from coupons.coupons
        where ${inForceByPositions} and given = 0 and (${uids === undefined} or uid = any(${uids ?? []}::bigint[]))
        order by uid, id for update)
      update coupons.coupons c set look_at = least(look_at, ${at}) from touched where c.id = touched.id`.execute(tx);
  },
  /** When a user's coupons that are due, or being looked at, are looked at next. One that another transaction has stays as it is, and is looked at once more. */
  async lookAt(db: Database, uid: number, at: number): Promise<void> {
    await sql`
      with free as materialized (
        select id from coupons.coupons where uid = ${uid} and ${inForceByPositions} and look_at is not null
        order by id for update skip locked)
      update coupons.coupons c set look_at = ${at} from free where c.id = free.id`.execute(db);
  },
  /** Locks those of a user's coupons of positions that no other transaction has: what follows reads them as they stay. */
  async lockFree(tx: Database, uid: number): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ id: number }>`
      select id::float8 as id from coupons.coupons where uid = ${uid} and ${inForceByPositions}
      order by id for update skip locked`.execute(tx);
    return new Set(rows.map(({ id }) => id));
  },
  /** Users whose coupons of positions are to be looked at. */
  async usersOfPositions(tx: Database, now: number, max: number): Promise<readonly number[]> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from coupons.coupons where look_at <= ${now} and ${inForceByPositions}
      group by uid order by min(look_at), uid limit ${max}`.execute(tx);
    return rows.map(({ uid }) => uid);
  },
  /** Those of a user, the oldest first. */
  async ofUser(db: Database, uid: number, kinds: readonly CouponKind[]): Promise<readonly Held[]> {
    return this.withFree(db, await coupons.inForce(db, uid, kinds.map(numberOf)));
  },
  /** By their numbers, the oldest first. */
  async ofCoupons(db: Database, ids: readonly number[]): Promise<readonly Held[]> {
    if (ids.length === 0) return [];
    return this.withFree(db, await coupons.where(db, sql`id = any(${ids}::bigint[]) order by id`));
  },
  /** What is left to be owed. A coupon that pays once is used by its first payment, whatever is left of its face. */
  async withFree(db: Database, list: readonly StoredCoupon[]): Promise<readonly Held[]> {
    const { rows } = await sql<{ id: number; owed: string }>`
      select coupon_id::float8 as id, sum(amount)::text as owed from coupons.payments
      where coupon_id = any(${list.map(({ id }) => id)}::bigint[]) group by coupon_id`.execute(db);
    const owed = new Map(rows.map((row) => [row.id, BigInt(row.owed)]));
    return list.map((coupon) => {
      const inForceAt = coupon.inForceAt ?? coupon.startAt;
      const sum = owed.get(coupon.id);
      const isUsed = sum !== undefined && coupon.kind === "LOSS_DEDUCTION";
      const free = isUsed ? 0n : coupon.face - (sum ?? 0n);
      return { ...coupon, inForceAt, settledTo: coupon.settledTo ?? inForceAt, free };
    });
  },
  /** The items that a user's coupons have paid or owe, and losses that a total has counted. */
  async items(tx: Database, uid: number): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ item: string }>`
      select item from coupons.payments p join coupons.coupons c on c.id = p.coupon_id
      where c.uid = ${uid} and c.kind = any(${owing}::int[])
      union select item from coupons.closes p join coupons.coupons c on c.id = p.coupon_id
      where c.uid = ${uid} and p.result <= 0`.execute(tx);
    return new Set(rows.map(({ item }) => item));
  },
  /** An item twice is a fault of ours: the database refuses it. */
  async owe(tx: Database, couponId: number, item: string, amount: bigint, payAt: number): Promise<void> {
    await sql`
      insert into coupons.payments (coupon_id, item, amount, state, pay_at)
      values (${couponId}, ${item}, ${amount}, 'WAITING', ${payAt})`.execute(tx);
  },
  /** What was looked at. An event brings the next look; one that came meanwhile has set an earlier moment than `lookedUntil`, which stays. */
  async setSettled(
    tx: Database,
    { id, settledTo, closesTo }: Pick<Held, "id" | "settledTo" | "closesTo">,
    lookedUntil: number,
  ): Promise<void> {
    // A coupon whose end waited for this is looked at again.
    await sql`
      update coupons.coupons set settled_to = ${settledTo}, closes_to = ${closesTo}, look_at = nullif(look_at, ${lookedUntil}),
        due_at = case when status = 'SUCCESS' then end_at + ${settleMs} else due_at end
      where id = ${id}`.execute(tx);
  },
  /** Those that may end now: all of before their end is settled, and nothing is owed. The others are looked at, and end behind it. */
  async ending(tx: Database, list: readonly StoredCoupon[]): Promise<readonly StoredCoupon[]> {
    const ids = list.filter(({ kind }) => isOwing(kind)).map(({ id }) => id);
    const { rows } = await sql<{ id: number }>`
      update coupons.coupons c
      set due_at = null,
        look_at = case when kind = any(${ofPositions}::int[]) and settled_to < end_at then 0 else look_at end
      where id = any(${ids}::bigint[]) and (settled_to < end_at
        or paid <> (select coalesce(sum(amount), 0) from coupons.payments p where p.coupon_id = c.id))
      returning id::float8 as id`.execute(tx);
    const waiting = new Set(rows.map(({ id }) => id));
    return list.filter(({ id }) => !waiting.has(id));
  },
  /**
   * Makes a coupon invalid. Cash that it owes by now is paid all the same, and stays put aside until then. Bonus is not: it would stand in a coupon that
   * nobody can take it back from. What of it is on its way is recalled when it arrives.
   */
  async invalidate(tx: Database, coupon: StoredCoupon, cause: string, at: number): Promise<void> {
    await sql`
      delete from coupons.payments
      where coupon_id = ${coupon.id} and item = 'grant' and state = 'WAITING'`.execute(tx);
    const { rows } = await sql<{ owed: string }>`
      select coalesce(sum(amount), 0)::text as owed from coupons.payments
      where coupon_id = ${coupon.id} and item <> 'grant'`.execute(tx);
    const unspent = coupon.face - BigInt(rows[0]!.owed);
    await coupons.step(tx, { ...coupon, remaining: unspent }, "invalidate", cause, at, coupon.remaining);
  },
  /**
   * It was paid as trading bonus, and is that from now on: the core uses it up, ends and recalls it. The rest of its face is the campaign's again. One that
   * was invalidated meanwhile has given its budget back already, and its bonus is taken back.
   */
  async granted(
    tx: Database,
    coupon: StoredCoupon,
    { amount, endAt }: { readonly amount: bigint; readonly endAt: number },
    at: number,
  ): Promise<void> {
    const rest = coupon.remaining - amount;
    if (coupon.isReserved && rest > 0n) await campaigns.giveBack(tx, [{ campaignId: coupon.campaignId, amount: rest }]);
    await sql`
      update coupons.coupons
      set given = ${amount}, remaining = ${amount}, end_at = ${endAt}, due_at = null, look_at = null
      where id = ${coupon.id}`.execute(tx);
    if (coupon.status !== "SUCCESS") await enqueueCommand(tx, schema, { type: "recall_grant", grant: coupon.id }, at);
  },
  /** A payment arrived in the wallet account. One that pays once is used by it: the rest of its face is the campaign's again. */
  async paid(tx: Database, coupon: StoredCoupon, amount: bigint, at: number): Promise<void> {
    await coupons.addPaid(tx, coupon.id, amount);
    const rest = coupon.remaining - amount;
    if (coupon.status === "SUCCESS" && (rest === 0n || coupon.kind === "LOSS_DEDUCTION")) {
      if (rest > 0n && coupon.isReserved)
        await campaigns.giveBack(tx, [{ campaignId: coupon.campaignId, amount: rest }]);
      await coupons.step(tx, coupon, "useUp", stepCauses.useUp, at, 0n);
      return;
    }
    await coupons.setRemaining(tx, coupon.id, rest);
    if (coupon.status === "SUCCESS") await coupons.lookAgain(tx, [coupon.id], coupon.endAt + settleMs);
  },
};
