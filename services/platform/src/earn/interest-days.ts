import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { startOf } from "../module/utc-days.ts";

/** A day whose interest is paid or was. `endedAt` null: users behind the place are left. */
export type InterestDay = {
  readonly day: number;
  readonly minSeq: number;
  readonly afterUid: number;
  readonly afterAsset: number;
  readonly endedAt: number | null;
};
export type EarningRow = { readonly uid: number; readonly assetId: number; readonly low: bigint };

/** SQL of the days. */
export const days = {
  async last(tx: Database): Promise<InterestDay | undefined> {
    const { rows } = await sql<InterestDay>`
      select day, min_seq::float8 as "minSeq", after_uid::float8 as "afterUid", after_asset as "afterAsset",
        ended_at::float8 as "endedAt" from earn.days order by day desc limit 1`.execute(tx);
    return rows[0];
  },
  async start(tx: Database, day: number, minSeq: number, at: number): Promise<InterestDay> {
    await sql`
      insert into earn.days (day, min_seq, after_uid, after_asset, payments, begun_at)
      values (${day}, ${minSeq}, 0, 0, 0, ${at})`.execute(tx);
    return { day, minSeq, afterUid: 0, afterAsset: 0, endedAt: null };
  },
  async move(tx: Database, day: number, { uid, assetId }: EarningRow, payments: number): Promise<void> {
    await sql`
      update earn.days set after_uid = ${uid}, after_asset = ${assetId}, payments = payments + ${payments}
      where day = ${day}`.execute(tx);
  },
  async end(tx: Database, day: number, at: number): Promise<number> {
    const { rows } = await sql<{ payments: number }>`
      update earn.days set ended_at = ${at} where day = ${day} returning payments::float8 as payments`.execute(tx);
    return rows[0]!.payments;
  },
  /** The next users of a day, with the least that each had on all of it: at its beginning, and behind each of its changes. */
  async lows(tx: Database, { day, afterUid, afterAsset }: InterestDay, size: number): Promise<readonly EarningRow[]> {
    const [start, end] = [startOf(day), startOf(day + 1)];
    const { rows } = await sql<{ uid: number; assetId: number; low: string }>`
      select uid::float8 as uid, asset_id as "assetId", least(
        coalesce((select c.balance from earn.changes c
          where c.uid = b.uid and c.asset_id = b.asset_id and c.cause < 2 and c.at < ${start}
          order by c.at desc, c.id desc limit 1), 0),
        (select min(c.balance) from earn.changes c
          where c.uid = b.uid and c.asset_id = b.asset_id and c.cause < 2 and c.at >= ${start} and c.at < ${end}))::text as low
      from earn.balances b
      where (uid, asset_id) > (${afterUid}, ${afterAsset}) and (balance > 0 or changed_day >= ${day})
      order by uid, asset_id limit ${size}`.execute(tx);
    return rows.map((row) => ({ ...row, low: BigInt(row.low) }));
  },
};

export type Payment = { readonly uid: number; readonly assetId: number; readonly day: number; readonly amount: bigint };

/** SQL of the payments. Each has the number of its newest command. */
export const payments = {
  async add(tx: Database, made: readonly Payment[], numbers: readonly number[]): Promise<void> {
    await sql`
      insert into earn.payments (uid, asset_id, day, amount, number, state)
      select *, 'SENT' from unnest(${made.map(({ uid }) => uid)}::bigint[], ${made.map(({ assetId }) => assetId)}::int[],
        ${made.map(({ day }) => day)}::int[], ${made.map(({ amount }) => amount)}::bigint[], ${numbers}::bigint[])`.execute(
      tx,
    );
  },
  async answered(tx: Database, numbers: readonly number[], state: "PAID" | "REFUSED"): Promise<void> {
    await sql`
      update earn.payments set state = ${state} where number = any(${numbers}::bigint[])`.execute(tx);
  },
  /** Those that were not tried for the longest first: of two pools one may be empty, and what it owes must not stand before the other's for ever. */
  async refused(tx: Database, max: number): Promise<readonly Payment[]> {
    const { rows } = await sql<Omit<Payment, "amount"> & { amount: string }>`
      select uid::float8 as uid, asset_id as "assetId", day, amount::text as amount from earn.payments
      where state = 'REFUSED' order by number limit ${max}`.execute(tx);
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  },
  async sentAgain(tx: Database, again: readonly Payment[], numbers: readonly number[]): Promise<void> {
    await sql`
      update earn.payments p set state = 'SENT', number = row.number
      from unnest(${again.map(({ uid }) => uid)}::bigint[], ${again.map(({ assetId }) => assetId)}::int[],
        ${again.map(({ day }) => day)}::int[], ${numbers}::bigint[]) as row(uid, asset_id, day, number)
      where p.uid = row.uid and p.asset_id = row.asset_id and p.day = row.day`.execute(tx);
  },
};
