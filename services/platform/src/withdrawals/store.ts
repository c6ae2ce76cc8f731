import {
  type NetworkId,
  success,
  type TimelineEntry,
  undoneWithdrawals,
  type WithdrawalRisk,
  type WithdrawalState,
} from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { sql } from "kysely";
import { shortAddress } from "../module/timeline.ts";

export type Withdrawal = {
  readonly id: string;
  readonly uid: number;
  readonly requestId: string;
  readonly asset: string;
  readonly assetId: number;
  readonly scale: number;
  readonly network: NetworkId;
  readonly addressId: string;
  readonly address: string;
  readonly memo: string;
  readonly label: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly value: bigint;
  readonly receiver: string;
  readonly state: WithdrawalState;
  readonly isReviewed: boolean;
  readonly codeHash: Buffer;
  readonly triesLeft: number;
  readonly madeAt: number;
  readonly confirmBy: number;
  readonly changedAt: number;
  readonly refusalCode: number | null;
};
/** The session and factor that asked for it. */
export type Proof = { readonly session: string; readonly factorAt: number };

type Row = Omit<Withdrawal, "amount" | "fee" | "value"> & Readonly<Record<"amount" | "fee" | "value", string>>;

const columns = sql`id, uid::float8 as uid, request_id as "requestId", asset, asset_id as "assetId", scale, network,
  address_id as "addressId", address, memo, label, amount::text as amount, fee::text as fee, value::text as value, receiver, state,
  is_reviewed as "isReviewed", code_hash as "codeHash", tries_left as "triesLeft", made_at::float8 as "madeAt",
  confirm_by::float8 as "confirmBy", changed_at::float8 as "changedAt", refusal_code as "refusalCode"`;

const read = (row: Row): Withdrawal => ({
  ...row,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
  value: BigInt(row.value),
});
const first = (rows: readonly Row[]): Withdrawal | undefined => (rows[0] === undefined ? undefined : read(rows[0]));

/** SQL of withdrawals. */
export const withdrawals = {
  /** Requests of one user follow each other: each sees what the one before it has used of the limits. */
  async lockUser(tx: Database, uid: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals of ${uid}`}, 0))`.execute(tx);
  },
  async ofRequest(tx: Database, uid: number, requestId: string): Promise<Withdrawal | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals where uid = ${uid} and request_id = ${requestId}`.execute(tx);
    return first(rows);
  },
  async get(db: Database, id: string): Promise<Withdrawal | undefined> {
    const { rows } = await sql<Row>`select ${columns} from withdrawals.withdrawals where id = ${id}`.execute(db);
    return first(rows);
  },
  async lock(tx: Database, id: string): Promise<Withdrawal | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals where id = ${id} for update`.execute(tx);
    return first(rows);
  },
  async lockByNumber(tx: Database, number: number): Promise<Withdrawal | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals where number = ${number} for update`.execute(tx);
    return first(rows);
  },
  async lockByCoreId(tx: Database, coreId: number): Promise<Withdrawal | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals where core_id = ${coreId} for update`.execute(tx);
    return first(rows);
  },
  /** A page behind `before`, the newest first, and one row more where there is another page. */
  async list(
    db: Database,
    uid: number,
    wish: { asset?: string | undefined; before?: { at: number; id: string } | undefined; size: number },
  ): Promise<Withdrawal[]> {
    const { asset = null, before, size } = wish;
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals
      where uid = ${uid} and (${asset}::text is null or asset = ${asset})
        and (${before === undefined} or (made_at, id) < (${before?.at ?? 0}, ${before?.id ?? null}::uuid))
      order by made_at desc, id desc limit ${size + 1}`.execute(db);
    return rows.map(read);
  },
  /** Each request, and its last step. */
  async timeline(db: Database, uid: number, before: number, count: number): Promise<TimelineEntry[]> {
    type Line = { readonly at: number; readonly kind: string; amount: string; scale: number } & Readonly<
      Record<"asset" | "network" | "address" | "id", string>
    >;
    const { rows } = await sql<Line>`
      select * from (
        select made_at::float8 as at, 'ASKED' as kind, amount::text as amount, scale, asset, network, address, id::text as id
        from withdrawals.withdrawals where uid = ${uid}
        union all
        select changed_at::float8, state, amount::text, scale, asset, network, address, id::text
        from withdrawals.withdrawals where uid = ${uid} and changed_at > made_at
      ) as line where at < ${before} order by at desc, kind limit ${count}`.execute(db);
    return rows.map(({ at, kind, amount, scale, asset, network, address, id }) => ({
      at,
      source: "withdrawals",
      kind,
      facts: { amount: `${printUnits(BigInt(amount), scale)} ${asset}`, network, address: shortAddress(address), id },
    }));
  },
  /** What the user's withdrawals since then are worth; those that were undone do not count. */
  async usedSince(db: Database, uid: number, since: number): Promise<bigint> {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(value), 0)::text as sum from withdrawals.withdrawals
      where uid = ${uid} and made_at > ${since} and state <> all(${undoneWithdrawals})`.execute(db);
    return BigInt(rows[0]!.sum);
  },
  async madeSince(tx: Database, uid: number, since: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from withdrawals.withdrawals
      where uid = ${uid} and made_at > ${since}`.execute(tx);
    return rows[0]!.count;
  },
  async unconfirmed(tx: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from withdrawals.withdrawals
      where uid = ${uid} and state = 'UNCONFIRMED'`.execute(tx);
    return rows[0]!.count;
  },
  /** What was approved for all users without an operator since then. */
  async approvedSince(tx: Database, since: number): Promise<bigint> {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(value), 0)::text as sum from withdrawals.withdrawals
      where approved_at > ${since} and not is_reviewed and state <> all(${undoneWithdrawals})`.execute(tx);
    return BigInt(rows[0]!.sum);
  },
  async add(tx: Database, one: Withdrawal, proof: Proof): Promise<void> {
    await sql`
      insert into withdrawals.withdrawals (id, uid, request_id, asset, asset_id, scale, network, address_id, address, memo, label,
        amount, fee, value, receiver, state, session_id, factor_at, code_hash, tries_left, made_at, confirm_by, changed_at)
      values (${one.id}, ${one.uid}, ${one.requestId}, ${one.asset}, ${one.assetId}, ${one.scale}, ${one.network}, ${one.addressId},
        ${one.address}, ${one.memo}, ${one.label}, ${one.amount.toString()}, ${one.fee.toString()}, ${one.value.toString()},
        ${one.receiver}, ${one.state}, ${proof.session}, ${proof.factorAt}, ${one.codeHash}, ${one.triesLeft}, ${one.madeAt},
        ${one.confirmBy}, ${one.changedAt})`.execute(tx);
  },
  async miss(tx: Database, id: string): Promise<void> {
    await sql`update withdrawals.withdrawals set tries_left = tries_left - 1 where id = ${id}`.execute(tx);
  },
  async setState(tx: Database, id: string, state: WithdrawalState, at: number): Promise<void> {
    await sql`update withdrawals.withdrawals set state = ${state}, changed_at = ${at} where id = ${id}`.execute(tx);
  },
  /** After its command was added in the same transaction, which holds the counter. */
  async setNumber(tx: Database, id: string): Promise<void> {
    await sql`
      update withdrawals.withdrawals set number = (select last_number from withdrawals.outbox_counter)
      where id = ${id}`.execute(tx);
  },
  /** With reasons it waits for operators. */
  async setHeld(
    tx: Database,
    id: string,
    coreId: number,
    reasons: readonly WithdrawalRisk[],
    at: number,
  ): Promise<void> {
    const isReviewed = reasons.length > 0;
    await sql`
      update withdrawals.withdrawals set core_id = ${coreId}, is_reviewed = ${isReviewed}, review_reasons = ${reasons},
        approved_at = ${isReviewed ? null : at} where id = ${id}`.execute(tx);
  },
  async setRefusal(tx: Database, id: string, code: number): Promise<void> {
    await sql`update withdrawals.withdrawals set refusal_code = ${code} where id = ${id}`.execute(tx);
  },
  async expire(tx: Database, now: number): Promise<void> {
    await sql`
      update withdrawals.withdrawals set state = 'EXPIRED', changed_at = ${now}
      where state = 'UNCONFIRMED' and confirm_by <= ${now}`.execute(tx);
  },
  async inState(db: Database, state: WithdrawalState): Promise<Withdrawal[]> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals where state = ${state} order by made_at, id`.execute(db);
    return rows.map(read);
  },
  /** Those that the core holds or has ended, by their last step. */
  async decidedLast(db: Database, max: number): Promise<Withdrawal[]> {
    const { rows } = await sql<Row>`
      select ${columns} from withdrawals.withdrawals
      where state in ('APPROVED', 'RETURNING', 'SENT', 'RETURNED') and core_id is not null
      order by changed_at desc, id limit ${max}`.execute(db);
    return rows.map(read);
  },
  /** Those of a list that are to be paid or given back, by what the core calls them. */
  async decided(db: Database, coreIds: readonly number[]): Promise<(Withdrawal & { readonly coreId: number })[]> {
    const { rows } = await sql<Row & { coreId: number }>`
      select ${columns}, core_id::float8 as "coreId" from withdrawals.withdrawals
      where core_id = any(${coreIds}::bigint[]) and state in ('APPROVED', 'RETURNING') order by core_id`.execute(db);
    return rows.map((row) => ({ ...read(row), coreId: row.coreId }));
  },
};

export type Approval = { readonly approver: string; readonly signature: string };

export const intents = {
  async keep(tx: Database, id: string, intent: string, expiresAt: number): Promise<void> {
    await sql`
      insert into withdrawals.intents (withdrawal_id, intent, expires_at) values (${id}, ${intent}, ${expiresAt})
      on conflict (withdrawal_id) do update set intent = excluded.intent, expires_at = excluded.expires_at`.execute(tx);
    // Signatures are of the text that stood before.
    await intents.dropApprovals(tx, id);
  },
  async of(db: Database, id: string): Promise<{ intent: string; expiresAt: number } | undefined> {
    const { rows } = await sql<{ intent: string; expiresAt: number }>`
      select intent, expires_at::float8 as "expiresAt" from withdrawals.intents where withdrawal_id = ${id}`.execute(
      db,
    );
    return rows[0];
  },
  async approvals(db: Database, id: string): Promise<Approval[]> {
    const { rows } = await sql<Approval>`
      select approver, signature from withdrawals.approvals where withdrawal_id = ${id} order by at, approver`.execute(
      db,
    );
    return rows;
  },
  /** Others' signatures would make the signer refuse the whole. */
  async keepOnly(tx: Database, id: string, approvers: readonly string[]): Promise<void> {
    await sql`
      delete from withdrawals.approvals where withdrawal_id = ${id} and approver <> all(${approvers})`.execute(tx);
  },
  /** Nobody pays it any more. */
  async dropApprovals(tx: Database, id: string): Promise<void> {
    await sql`delete from withdrawals.approvals where withdrawal_id = ${id}`.execute(tx);
  },
  async approve(tx: Database, id: string, { approver, signature }: Approval, at: number): Promise<void> {
    await sql`
      insert into withdrawals.approvals (withdrawal_id, approver, signature, at) values (${id}, ${approver}, ${signature}, ${at})
      on conflict (withdrawal_id, approver) do update set signature = excluded.signature, at = excluded.at`.execute(tx);
  },
};

export const levels = {
  async of(db: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ level: number }>`select level from withdrawals.levels where uid = ${uid}`.execute(db);
    return rows[0]?.level ?? 0;
  },
  async keep(tx: Database, uid: number, level: number): Promise<void> {
    await sql`
      insert into withdrawals.levels (uid, level) values (${uid}, ${level})
      on conflict (uid) do update set level = excluded.level`.execute(tx);
  },
  /** Whether a level is what was ordered last, and stands already or is on its way. An order for another level may not have arrived yet. */
  async isOrdered(tx: Database, uid: number, level: number): Promise<boolean> {
    const { rows } = await sql<{ level: number; isOnItsWay: boolean }>`
      select (command ->> 'level')::integer as level, answered_at is null as "isOnItsWay" from withdrawals.outbox
      where command ->> 'type' = 'set_kyc_level' and (command ->> 'uid')::bigint = ${uid}
        and (code is null or code = ${success})
      order by number desc limit 1`.execute(tx);
    const last = rows[0];
    if (last !== undefined && (last.isOnItsWay || last.level !== level)) return last.level === level;
    return (await this.of(tx, uid)) === level;
  },
};
