import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type GrantOn = "REGISTRATION" | "KYC" | "OPERATOR";
/** What a coupon is issued by; its other terms are copied by the database. Amounts are in 1e-8. */
export type Campaign = {
  readonly id: number;
  readonly kind: number;
  readonly asset: string;
  readonly face: bigint;
  readonly volumeReq: bigint;
  /** Coupons that one user may have of it. */
  readonly perUser: number;
  readonly days: number;
  /** 0: need not be claimed. */
  readonly claimDays: number;
  readonly distributionAt: number;
  /** A cash bonus that is released by volume. */
  readonly isStreamed: boolean;
};
type Row = Omit<Campaign, "face" | "volumeReq"> & { face: string; volumeReq: string };

/** SQL of campaigns. */
export const campaigns = {
  /** Those that give coupons for this now. */
  async running(db: Database, grantOn: GrantOn, at: number): Promise<readonly Campaign[]> {
    const { rows } = await sql<Row>`
      select id, kind, asset, face::text as face, volume_req::text as "volumeReq", per_user as "perUser", days, claim_days as "claimDays",
        distribution_at::float8 as "distributionAt", kind = 1 and coalesce(options -> 'isStreamed' = 'true', false) as "isStreamed"
      from coupons.campaigns
      where grant_on = ${grantOn} and is_running and start_at <= ${at} and end_at > ${at} order by id`.execute(db);
    return rows.map((row) => ({ ...row, face: BigInt(row.face), volumeReq: BigInt(row.volumeReq) }));
  },
  /** Puts the face of a coupon aside; false where the budget does not hold it any more. */
  async reserve(tx: Database, id: number, face: bigint): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update coupons.campaigns set reserved = reserved + ${face} where id = ${id} and reserved + ${face} <= budget`.execute(
      tx,
    );
    return numAffectedRows === 1n;
  },
  /** In the order of their numbers: of several transactions that give back to the same ones none waits for another in a circle. */
  async giveBack(
    tx: Database,
    parts: readonly { readonly campaignId: number; readonly amount: bigint }[],
  ): Promise<void> {
    const byId = Map.groupBy(parts, ({ campaignId }) => campaignId);
    for (const [id, list] of [...byId].sort(([a], [b]) => a - b)) {
      const sum = list.reduce((total, { amount }) => total + amount, 0n);
      if (sum > 0n) await sql`update coupons.campaigns set reserved = reserved - ${sum} where id = ${id}`.execute(tx);
    }
  },
  /** Whether the budget holds one more coupon. */
  async isOpen(db: Database, id: number): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.campaigns where id = ${id} and reserved + face <= budget`.execute(db);
    return rows.length > 0;
  },
};
