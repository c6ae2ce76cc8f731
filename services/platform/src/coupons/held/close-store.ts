import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Counted } from "./position-coupons.ts";

/** SQL of ends of positions that loss deduction coupons have counted, or were paid by. */
export const closes = {
  async add(
    tx: Database,
    couponId: number,
    { item, at, result, invested }: Counted & { readonly item: string; readonly at: number },
  ): Promise<void> {
    await sql`
      insert into coupons.closes (coupon_id, item, at, result, invested)
      values (${couponId}, ${item}, ${at}, ${result}, ${invested}) on conflict do nothing`.execute(tx);
  },
  /** What those of each coupon come to together; coupons without any have nothing. */
  async totals(db: Database, couponIds: readonly number[]): Promise<ReadonlyMap<number, Counted>> {
    const { rows } = await sql<{ id: number; result: string; invested: string }>`
      select coupon_id::float8 as id, sum(result)::text as result, sum(invested)::text as invested from coupons.closes
      where coupon_id = any(${couponIds}::bigint[]) group by coupon_id`.execute(db);
    const totals = new Map<number, Counted>(couponIds.map((id) => [id, { result: 0n, invested: 0n }]));
    for (const { id, result, invested } of rows) totals.set(id, { result: BigInt(result), invested: BigInt(invested) });
    return totals;
  },
};
