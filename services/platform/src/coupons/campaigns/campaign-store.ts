import type { CampaignGrant, CampaignTask } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

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
/** One that gives coupons for a task, for what is done from its start to its end. */
export type TaskCampaign = Campaign & { readonly task: CampaignTask; readonly startAt: number; readonly endAt: number };
/** One that a user can do something for. */
export type OfferedCampaign = Campaign & {
  readonly name: string;
  readonly grantOn: "KYC" | "INVITE" | "TASK";
  readonly task: CampaignTask | null;
  readonly endAt: number;
};
type Stored<T> = Omit<T, "face" | "volumeReq"> & { readonly face: string; readonly volumeReq: string };
const read = <T>(row: Stored<T>) => ({ ...row, face: BigInt(row.face), volumeReq: BigInt(row.volumeReq) });

const columns = sql`id, kind, asset, face::text as face, volume_req::text as "volumeReq", per_user as "perUser", days,
  claim_days as "claimDays", distribution_at::float8 as "distributionAt",
  kind = 1 and coalesce(options -> 'isStreamed' = 'true', false) as "isStreamed"`;

/** More are not offered at a time. */
const offeredMax = 50;

/** SQL of campaigns. */
export const campaigns = {
  /** Those that give coupons for this now. */
  async running(db: Database, grantOn: CampaignGrant, at: number): Promise<readonly Campaign[]> {
    const { rows } = await sql<Stored<Campaign>>`
      select ${columns} from coupons.campaigns
      where grant_on = ${grantOn} and is_running and start_at <= ${at} and end_at > ${at} order by id`.execute(db);
    return rows.map(read<Campaign>);
  },
  /** Those of tasks that may give a coupon for what is done in a time. What was done before operators started one is no task of it. */
  async ofTasks(db: Database, from: number, to: number): Promise<readonly TaskCampaign[]> {
    const { rows } = await sql<Stored<TaskCampaign>>`
      select * from (
        select ${columns}, task, greatest(start_at, coalesce(started_at, 0))::float8 as "startAt", end_at::float8 as "endAt"
        from coupons.campaigns
        where grant_on = 'TASK' and is_running and (claim_days > 0 or reserved + face <= budget)) running
      where "startAt" <= ${to} and "endAt" > ${from} order by id`.execute(db);
    return rows.map(read<TaskCampaign>);
  },
  /** Those that users can do something for, and whose budget holds one more coupon; the ones that end first come first. */
  async offered(db: Database, at: number): Promise<readonly OfferedCampaign[]> {
    const { rows } = await sql<Stored<OfferedCampaign>>`
      select ${columns}, name, grant_on as "grantOn", task, end_at::float8 as "endAt" from coupons.campaigns
      where grant_on in ('KYC', 'INVITE', 'TASK') and is_running and start_at <= ${at} and end_at > ${at}
        and reserved + face <= budget
      order by end_at, id limit ${offeredMax}`.execute(db);
    return rows.map(read<OfferedCampaign>);
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
