import type { CouponStatus } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import type { PaymentRow } from "./invalidation/invalidation-rules.ts";

type Wanted = {
  readonly uid?: number | undefined;
  readonly campaignId?: number | undefined;
  readonly status?: CouponStatus | undefined;
  readonly hasReceivable?: boolean | undefined;
  readonly before?: number | undefined;
};
type Given = {
  readonly request: string;
  readonly campaignId: number;
  readonly uid: number;
  readonly by: number;
  readonly at: number;
};

/** SQL of coupons as operators find and give them. */
export const couponRegister = {
  /** The newest first. */
  async find(db: Database, wanted: Wanted, limit: number): Promise<readonly StoredCoupon[]> {
    const { uid = null, campaignId = null, status = null, hasReceivable = false, before = null } = wanted;
    const { rows } = await sql<{ id: number }>`
      select id::float8 as id from coupons.coupons
      where (${uid}::bigint is null or uid = ${uid}) and (${campaignId}::int is null or campaign_id = ${campaignId})
        and (${status}::text is null or status = ${status}) and (${before}::bigint is null or id < ${before})
        and (not ${hasReceivable}::boolean or id in (select coupon_id from coupons.invalidations where taken < profit))
      order by id desc limit ${limit}`.execute(db);
    const ids = rows.map(({ id }) => id);
    const found = await coupons.byId(db, ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  },
  async one(db: Database, id: number): Promise<StoredCoupon | undefined> {
    return (await coupons.byId(db, [id])).get(id);
  },
  async steps(db: Database, id: number): Promise<{ step: string; cause: string; at: number }[]> {
    const { rows } = await sql<{ step: string; cause: string; at: number }>`
      select step, cause, at::float8 as at from coupons.steps where coupon_id = ${id} order by place`.execute(db);
    return rows;
  },
  async payments(db: Database, id: number): Promise<readonly PaymentRow[]> {
    const { rows } = await sql<Omit<PaymentRow, "amount"> & { amount: string }>`
      select item, amount::text as amount, state from coupons.payments where coupon_id = ${id} order by number`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  },
  /** Whether a position of this voucher is open. */
  async isPositionOpen(db: Database, { id, uid }: Pick<StoredCoupon, "id" | "uid">): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.open_vouchers where uid = ${uid} and voucher = ${id}`.execute(db);
    return rows.length > 0;
  },
  /** The coupon that was given on this request. Another one of the same request waits here. */
  async ofRequest(tx: Database, request: string): Promise<number | undefined> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coupons given ${request}`}, 0))`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select coupon_id::float8 as id from coupons.given where request = ${request}::uuid`.execute(tx);
    return rows[0]?.id;
  },
  /** Keeps who gave the user's newest coupon of the campaign, which this transaction has issued; its number. */
  async keepGiven(tx: Database, { request, campaignId, uid, by, at }: Given): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into coupons.given (request, coupon_id, by_uid, at)
      select ${request}::uuid, id, ${by}, ${at} from coupons.coupons
      where campaign_id = ${campaignId} and uid = ${uid} order by place desc limit 1
      returning coupon_id::float8 as id`.execute(tx);
    return rows[0]!.id;
  },
};
