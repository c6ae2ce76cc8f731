import { earnCauses, type EarnChange } from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import type { Database, FeedBatch, FeedConsumer, FeedEvent } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { sql } from "kysely";
import { dayOf } from "../module/utc-days.ts";
import { brokenBy } from "./rules.ts";
import { termStore } from "./term-store.ts";

type Changed = FeedEvent<"earn_changed">;
const interest = earnCauses.indexOf("INTEREST");
const amountOf = (event: Changed): bigint => joinMoney(event.amountHigh, event.amountLow);

/** Subscribed or redeemed: the balance follows, and a redemption may break terms. */
async function moveBalance(tx: Database, event: Changed, seq: number, at: number): Promise<void> {
  const { uid, asset, cause } = event;
  const isIn = cause === earnCauses.indexOf("SUBSCRIBE");
  // A term that is being joined has read a balance of before: it must be seen here, or it would outlive its money.
  if (!isIn) await termStore.lock(tx, uid);
  const amount = amountOf(event);
  const { rows } = await sql<{ balance: string }>`
    insert into earn.balances as kept (uid, asset_id, balance, changed_day)
    values (${uid}, ${asset}, ${isIn ? amount : -amount}, ${dayOf(at)})
    on conflict (uid, asset_id) do update
      set balance = kept.balance + excluded.balance, changed_day = excluded.changed_day
    returning balance::text as balance`.execute(tx);
  const balance = BigInt(rows[0]!.balance);
  await sql`
    insert into earn.changes (uid, asset_id, cause, amount, balance, day, at)
    values (${uid}, ${asset}, ${cause}, ${amount}, ${balance}, 0, ${at})`.execute(tx);
  if (isIn) return;
  const broken = brokenBy(balance, await termStore.holding(tx, { uid, assetId: asset, at, before: seq }));
  if (broken.length > 0)
    await termStore.end(
      tx,
      broken.map(({ id }) => id),
      "BROKEN",
      at,
    );
}

/** Interest of many users at once: a midnight pays everybody. */
async function keepInterest(tx: Database, paid: readonly Changed[], at: number): Promise<void> {
  if (paid.length === 0) return;
  await sql`
    insert into earn.changes (uid, asset_id, cause, amount, balance, day, at)
    select row.uid, row.asset_id, ${interest}, row.amount, coalesce(b.balance, 0), row.day, ${at}
    from unnest(${paid.map(({ uid }) => uid)}::bigint[], ${paid.map(({ asset }) => asset)}::int[],
      ${paid.map(amountOf)}::bigint[], ${paid.map(({ day }) => day)}::int[]) with ordinality as row(uid, asset_id, amount, day, place)
    left join earn.balances b on b.uid = row.uid and b.asset_id = row.asset_id order by row.place`.execute(tx);
}

/** Balances, history and broken terms, from the core's events. */
export const feedConsumer: FeedConsumer = {
  events: ["earn_changed"],
  async handle(tx, batches) {
    for (const { place, at, events } of batches as readonly FeedBatch<"earn_changed">[]) {
      for (const event of events) if (event.cause !== interest) await moveBalance(tx, event, place.seq, at);
      await keepInterest(
        tx,
        events.filter(({ cause }) => cause === interest),
        at,
      );
    }
  },
};

type ChangeRow = Omit<EarnChange, "amount" | "asset" | "cause"> & { amount: string; assetId: number; cause: number };

/** SQL of the history. */
export const changes = {
  async list(db: Database, uid: number, before: number | undefined, size: number) {
    const { rows } = await sql<ChangeRow>`
      select id::float8 as id, at::float8 as at, asset_id as "assetId", cause, amount::text as amount, day from earn.changes
      where uid = ${uid} and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${size + 1}`.execute(db);
    return rows.map(({ amount, cause, ...row }) => ({
      ...row,
      cause: earnCauses[cause]!,
      amount: printUnits(BigInt(amount)),
    }));
  },
  /** Interest of a user by day and asset since a day, the oldest first. */
  async interestDays(db: Database, uid: number, sinceDay: number) {
    const { rows } = await sql<{ day: number; assetId: number; amount: string }>`
      select day, asset_id as "assetId", sum(amount)::text as amount from earn.changes
      where uid = ${uid} and cause = ${interest} and day >= ${sinceDay}
      group by day, asset_id order by day, asset_id`.execute(db);
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  },
  async earned(db: Database, uid: number): Promise<ReadonlyMap<number, bigint>> {
    const { rows } = await sql<{ assetId: number; amount: string }>`
      select asset_id as "assetId", sum(amount)::text as amount from earn.changes
      where uid = ${uid} and cause = ${interest} group by asset_id`.execute(db);
    return new Map(rows.map(({ assetId, amount }) => [assetId, BigInt(amount)]));
  },
};
