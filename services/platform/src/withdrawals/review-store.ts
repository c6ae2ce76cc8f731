import type { HaltOrder, WalletReport, WithdrawalRisk } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { RiskFacts } from "./rules.ts";
import type { Withdrawal } from "./store.ts";

type Case = Pick<Withdrawal, "id" | "uid" | "address" | "madeAt" | "value">;
type Row = {
  readonly reasons: WithdrawalRisk[];
  readonly session: string;
  readonly sentToAddress: number;
  readonly askedInDay: number;
  readonly largestSent: string;
};
export type CaseRecord = Omit<RiskFacts, "deviceFirstAt"> & {
  readonly reasons: WithdrawalRisk[];
  readonly session: string;
};

/** SQL of what operators weigh. */
export const cases = {
  async recordOf(db: Database, { id, uid, address, madeAt, value }: Case, dayMs: number): Promise<CaseRecord> {
    const { rows } = await sql<Row>`
      select one.review_reasons as reasons, one.session_id as session,
        (select count(*)::integer from withdrawals.withdrawals w
          where w.uid = ${uid} and w.address = ${address} and w.state = 'SENT') as "sentToAddress",
        (select count(*)::integer from withdrawals.withdrawals w
          where w.uid = ${uid} and w.made_at > ${madeAt - dayMs} and w.made_at <= ${madeAt}) as "askedInDay",
        (select coalesce(max(w.value), 0)::text from withdrawals.withdrawals w
          where w.uid = ${uid} and w.state = 'SENT') as "largestSent"
      from withdrawals.withdrawals one where one.id = ${id}`.execute(db);
    const { largestSent, ...row } = rows[0]!;
    return { ...row, madeAt, value, largestSent: BigInt(largestSent) };
  },
};

/** SQL of operators' orders to halt an asset. */
export const haltOrders = {
  async add(tx: Database, order: HaltOrder, by: number): Promise<void> {
    await sql`
      insert into withdrawals.halt_orders (id, asset, reason, by_uid, at)
      values (${order.id}, ${order.asset}, ${order.reason}, ${by}, ${order.at})`.execute(tx);
  },
  async since(db: Database, at: number): Promise<HaltOrder[]> {
    const { rows } = await sql<HaltOrder>`
      select id, asset, reason, at::float8 as at from withdrawals.halt_orders where at > ${at} order by at, id`.execute(
      db,
    );
    return rows;
  },
};

/** SQL of the wallet's last report. */
export const reports = {
  async keep(db: Database, report: WalletReport, at: number): Promise<void> {
    await sql`
      insert into withdrawals.wallet_report (id, at, report) values (1, ${at}, ${JSON.stringify(report)}::jsonb)
      on conflict (id) do update set at = excluded.at, report = excluded.report`.execute(db);
  },
  async last(db: Database): Promise<{ at: number; report: WalletReport }> {
    const { rows } = await sql<{ at: number; report: WalletReport }>`
      select at::float8 as at, report from withdrawals.wallet_report`.execute(db);
    return rows[0] ?? { at: 0, report: { halts: [], payments: [], networks: [] } };
  },
};
