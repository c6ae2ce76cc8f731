import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** The cause that the step of an invalidation keeps; the operators' reason is in the audit log. */
export const invalidCause = "OPERATOR";

export type Invalidation = { readonly by: number; readonly reason: string; readonly at: number };

/** SQL of what two operators have invalidated. */
export const invalidations = {
  async of(db: Database, couponId: number): Promise<Invalidation | null> {
    const { rows } = await sql<Invalidation>`
      select by_uid::float8 as by, reason, at::float8 as at from coupons.invalidations
      where coupon_id = ${couponId}`.execute(db);
    return rows[0] ?? null;
  },
  async add(tx: Database, couponId: number, { by, reason, at }: Invalidation): Promise<void> {
    await sql`
      insert into coupons.invalidations (coupon_id, by_uid, reason, at)
      values (${couponId}, ${by}, ${reason}, ${at})`.execute(tx);
  },
};
