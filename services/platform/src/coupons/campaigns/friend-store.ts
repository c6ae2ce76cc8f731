import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** SQL of friends who have earned their inviter a coupon. */
export const friends = {
  async hasEarned(db: Database, campaignId: number, friend: number): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.friends where campaign_id = ${campaignId} and friend_uid = ${friend}`.execute(db);
    return rows.length > 0;
  },
  async add(tx: Database, campaignId: number, friend: number, inviter: number, at: number): Promise<void> {
    await sql`
      insert into coupons.friends (campaign_id, friend_uid, inviter_uid, at)
      values (${campaignId}, ${friend}, ${inviter}, ${at})`.execute(tx);
  },
};
