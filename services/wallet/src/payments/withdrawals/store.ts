import type { ApprovedWithdrawal, NetworkId, PaymentState, WithdrawalApproval } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** A withdrawal as the core has it. */
export type Held = {
  readonly coreId: number;
  readonly uid: number;
  readonly assetId: number;
  readonly units: bigint;
};
export type HeldEnd = "SENT" | "RETURNED";

/** Amounts: `units` and `fee` in the ledger's minor units, `amount` and `feeCap` in the network's smallest. */
export type Payment = {
  readonly id: string;
  readonly coreId: number;
  readonly uid: number;
  readonly network: NetworkId;
  readonly asset: string;
  readonly scale: number;
  readonly units: bigint;
  readonly fee: bigint;
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
  readonly feeCap: bigint;
  readonly approved: ApprovedWithdrawal;
  readonly state: PaymentState;
  readonly reason: string;
  readonly sendId: string | null;
  /** Of the command that ends it. */
  readonly number: number | null;
  readonly madeAt: number;
  readonly changedAt: number;
};

type Money = "units" | "fee" | "amount" | "feeCap";
type Row = Omit<Payment, Money | "approved"> &
  Readonly<Record<Money, string>> & { readonly intent: string; readonly approvals: WithdrawalApproval[] };
const columns =
  sql.raw(`id, core_id::float8 as "coreId", uid::float8 as uid, network, asset, scale, units::text as units,
  fee::text as fee, token, receiver as "to", amount::text as amount, fee_cap::text as "feeCap", intent, approvals, state, reason,
  send_id as "sendId", number::float8 as number, made_at::float8 as "madeAt", changed_at::float8 as "changedAt"`);
const read = ({ intent, approvals, ...row }: Row): Payment => ({
  ...row,
  units: BigInt(row.units),
  fee: BigInt(row.fee),
  amount: BigInt(row.amount),
  feeCap: BigInt(row.feeCap),
  approved: { intent, approvals },
});
const first = (rows: readonly Row[]): Payment | undefined => (rows[0] === undefined ? undefined : read(rows[0]));

/** SQL of what the core holds. */
export const held = {
  async add(tx: Database, { coreId, uid, assetId, units }: Held, at: number): Promise<void> {
    await sql`
      insert into wallet.held (core_id, uid, asset_id, units, held_at)
      values (${coreId}, ${uid}, ${assetId}, ${units.toString()}, ${at}) on conflict do nothing`.execute(tx);
  },
  /** False: it has ended before. */
  async end(tx: Database, coreId: number, ended: HeldEnd): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update wallet.held set ended = ${ended} where core_id = ${coreId} and ended is null`.execute(tx);
    return numAffectedRows === 1n;
  },
  /** Held, without a payment, and not asked for since: the longest unasked first. */
  async unpaid(db: Database, askedBefore: number, max: number): Promise<Held[]> {
    const { rows } = await sql<Omit<Held, "units"> & { units: string }>`
      select core_id::float8 as "coreId", uid::float8 as uid, asset_id as "assetId", units::text as units
      from wallet.held h where ended is null and asked_at < ${askedBefore}
        and not exists (select 1 from wallet.payments p where p.core_id = h.core_id)
      order by asked_at, core_id limit ${max}`.execute(db);
    return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
  },
  async setAsked(db: Database, ids: readonly number[], at: number): Promise<void> {
    await sql`update wallet.held set asked_at = ${at} where core_id = any(${ids}::bigint[])`.execute(db);
  },
  async setProblem(db: Database, coreId: number, problem: string): Promise<void> {
    await sql`update wallet.held set problem = ${problem} where core_id = ${coreId}`.execute(db);
  },
  /** Whether the core still holds it; its row is locked until the transaction ends. */
  async isOpen(tx: Database, coreId: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from wallet.held where core_id = ${coreId} and ended is null for update`.execute(tx);
    return rows.length > 0;
  },
};

/** SQL of payments. */
export const payments = {
  /** False: the withdrawal has a payment, or its id is taken. */
  async add(tx: Database, one: Payment): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into wallet.payments (id, core_id, uid, network, asset, scale, units, fee, token, receiver, amount, fee_cap, intent,
        approvals, state, reason, made_at, changed_at)
      values (${one.id}, ${one.coreId}, ${one.uid}, ${one.network}, ${one.asset}, ${one.scale}, ${one.units.toString()},
        ${one.fee.toString()}, ${one.token}, ${one.to}, ${one.amount.toString()}, ${one.feeCap.toString()},
        ${one.approved.intent}, ${JSON.stringify(one.approved.approvals)}::jsonb, ${one.state}, ${one.reason}, ${one.madeAt},
        ${one.changedAt})
      on conflict do nothing`.execute(tx);
    return numAffectedRows === 1n;
  },
  async lock(tx: Database, id: string): Promise<Payment | undefined> {
    const { rows } = await sql<Row>`select ${columns} from wallet.payments where id = ${id} for update`.execute(tx);
    return first(rows);
  },
  async lockByNumber(tx: Database, number: number): Promise<Payment | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.payments where number = ${number} for update`.execute(tx);
    return first(rows);
  },
  async lockByCoreId(tx: Database, coreId: number): Promise<Payment | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.payments where core_id = ${coreId} for update`.execute(tx);
    return first(rows);
  },
  async ofSend(db: Database, send: string): Promise<Payment | undefined> {
    const { rows } = await sql<Row>`select ${columns} from wallet.payments where send_id = ${send}`.execute(db);
    return first(rows);
  },
  /** What may be tried now, the oldest withdrawal first. */
  async waiting(db: Database, network: string, now: number, max: number): Promise<Payment[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.payments
      where network = ${network} and state = 'WAITING' and send_id is null and retry_at <= ${now}
      order by core_id limit ${max}`.execute(db);
    return rows.map(read);
  },
  /** Those that are not final, then the newest others. */
  async last(db: Database, max: number): Promise<Payment[]> {
    const { rows } = await sql<Row>`
      (select ${columns} from wallet.payments where state not in ('PAID', 'FAILED') order by changed_at desc limit ${max})
      union all
      (select ${columns} from wallet.payments where state in ('PAID', 'FAILED') order by changed_at desc limit ${max})
      limit ${max}`.execute(db);
    return rows.map(read);
  },
  async ofUser(db: Database, uid: number, ids: readonly string[]): Promise<Payment[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.payments where uid = ${uid} and id = any(${ids}::uuid[]) order by made_at, id`.execute(
      db,
    );
    return rows.map(read);
  },
  async setState(tx: Database, id: string, state: PaymentState, reason: string, at: number): Promise<void> {
    await sql`
      update wallet.payments set state = ${state}, reason = ${reason}, changed_at = ${at} where id = ${id}`.execute(tx);
  },
  async setReason(db: Database, id: string, reason: string, retryAt: number): Promise<void> {
    await sql`update wallet.payments set reason = ${reason}, retry_at = ${retryAt} where id = ${id}`.execute(db);
  },
  async setSend(tx: Database, id: string, send: string | null): Promise<void> {
    await sql`update wallet.payments set send_id = ${send}, reason = '' where id = ${id}`.execute(tx);
  },
  async setNumber(tx: Database, id: string, number: number): Promise<void> {
    await sql`update wallet.payments set number = ${number} where id = ${id}`.execute(tx);
  },
};
