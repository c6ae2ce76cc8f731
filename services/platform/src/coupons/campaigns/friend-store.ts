import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** SQL of friends who have earned their inviter a coupon. */
export const friends = {
  /** Whether one of these has. */
  async haveEarned(db: Database, campaignId: number, uids: readonly number[]): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.friends where campaign_id = ${campaignId} and friend_uid = any(${uids}::bigint[]) limit 1`.execute(
      db,
    );
    return rows.length > 0;
  },
  async add(tx: Database, campaignId: number, friend: number, inviter: number, at: number): Promise<void> {
    await sql`
      insert into coupons.friends (campaign_id, friend_uid, inviter_uid, at)
      values (${campaignId}, ${friend}, ${inviter}, ${at})`.execute(tx);
  },
};
