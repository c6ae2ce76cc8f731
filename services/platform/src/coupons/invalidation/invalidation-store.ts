import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** The cause that the step of an invalidation keeps; the operators' reason is in the audit log. */
export const invalidCause = "OPERATOR";

export type Invalidation = {
  readonly by: number;
  readonly reason: string;
  readonly at: number;
  /** What the coupon's bonus had earned by then. */
  readonly profit: bigint;
  /** What of it the core has taken back; null: it has not said yet. */
  readonly taken: bigint | null;
};
type Row = Omit<Invalidation, "profit" | "taken"> & { readonly profit: string; readonly taken: string | null };

/** What of the profit the account could not give; null while the core has not said. */
export const receivableOf = ({ profit, taken }: Pick<Invalidation, "profit" | "taken">): bigint | null =>
  taken === null ? null : profit - taken;

/** SQL of what two operators have invalidated. */
export const invalidations = {
  async of(db: Database, couponId: number): Promise<Invalidation | null> {
    const { rows } = await sql<Row>`
      select by_uid::float8 as by, reason, at::float8 as at, profit::text as profit, taken::text as taken
      from coupons.invalidations where coupon_id = ${couponId}`.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    return { ...row, profit: BigInt(row.profit), taken: row.taken === null ? null : BigInt(row.taken) };
  },
  /** Profit that is to be taken back is open until the core's event. */
  async add(tx: Database, couponId: number, one: Omit<Invalidation, "taken">): Promise<void> {
    const { by, reason, at, profit } = one;
    await sql`
      insert into coupons.invalidations (coupon_id, by_uid, reason, at, profit, taken)
      values (${couponId}, ${by}, ${reason}, ${at}, ${profit}, ${profit === 0n ? 0n : null})`.execute(tx);
  },
  async setTaken(tx: Database, couponId: number, taken: bigint): Promise<void> {
    await sql`
      update coupons.invalidations set taken = ${taken} where coupon_id = ${couponId} and taken is null`.execute(tx);
  },
  /** Receivables of some coupons, those that have one. */
  async receivables(db: Database, couponIds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    const { rows } = await sql<{ id: number; receivable: string }>`
      select coupon_id::float8 as id, (profit - taken)::text as receivable from coupons.invalidations
      where coupon_id = any(${couponIds}::bigint[]) and taken < profit`.execute(db);
    return new Map(rows.map(({ id, receivable }) => [id, BigInt(receivable)]));
  },
};
