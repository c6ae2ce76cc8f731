import { type Database, openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { type SeedCampaign, seedCampaigns } from "../../../services/platform/src/index.ts";

const dayMs = 86_400_000;
/** A coupon in force is looked at so long after its end. */
const settleMs = 5_000;
const one = 100_000_000n;
/** Nobody is registered under these; a coupon needs no account in the platform. */
const firstUid = 3_000_001;
/** What each user has: a cash bonus whose volume will not be met, a trading bonus that is not claimed, a cashback coupon in force. */
const [cash, bonus, cashback] = [71, 72, 73] as const;
const insertedAtOnce = 100_000;

const campaignOf = (id: number, kind: SeedCampaign["kind"]): SeedCampaign => ({
  id,
  name: `Goal ${id}`,
  kind,
  grantOn: "OPERATOR",
  face: one,
  budget: 10n ** 16n,
  volumeReq: id === cash ? 1_000n * one : 0n,
  products: [4],
  days: 30,
  claimDays: id === bonus ? 7 : 0,
});

/** Three coupons for each of so many users, none of them due. */
export async function insertCoupons(ownerUrl: string, users: number): Promise<void> {
  const campaigns = [
    campaignOf(cash, "CASH_BONUS"),
    campaignOf(bonus, "TRADING_BONUS"),
    campaignOf(cashback, "CASHBACK"),
  ];
  await seedCampaigns(ownerUrl, campaigns);
  const database = openDatabase(ownerUrl, 1);
  const now = Date.now();
  const today = now - (now % dayMs);
  try {
    for (let from = 0; from < users; from += insertedAtOnce)
      await sql`
        with made as (
        insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols,
          min_leverage, max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by,
          distribution_at, is_reserved, remaining, status, steps_taken, due_at, in_force_at, settled_to)
        select id, ${firstUid + from}::bigint + place, 1, kind, name, asset, face, ratio, cap, products, symbols, 0, 0,
          margin_mode, volume_req, 0, 0, 0, ${today - 2 * dayMs}::bigint, ${today + 30 * dayMs}::bigint,
          case id when ${bonus} then ${today + 7 * dayMs}::bigint else 0 end, 0, id <> ${bonus}, face,
          case id when ${cashback} then 'SUCCESS' else 'PENDING' end, case id when ${cashback} then 1 else 0 end,
          case id when ${cashback} then ${today + 30 * dayMs + settleMs}::bigint end,
          case id when ${cashback} then ${today - dayMs}::bigint end, case id when ${cashback} then ${today - dayMs}::bigint end
        from coupons.campaigns, generate_series(0, ${Math.min(insertedAtOnce, users - from) - 1}::int) as place
        where id in (${cash}, ${bonus}, ${cashback}) returning id, status, start_at)
        insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
        select id, 1, 'activate', 'IN_FORCE', 'PENDING', status, start_at from made
        where status = 'SUCCESS'`.execute(database.db);
    await sql`
      update coupons.campaigns set reserved = face * ${users} where id in (${cash}, ${cashback})`.execute(database.db);
    await sql`analyze coupons.coupons`.execute(database.db);
  } finally {
    await database.close();
  }
}

/** Of users from..from+count: two coupons end now, and a day of the third is over. */
export async function endDay(db: Database, from: number, count: number): Promise<void> {
  const now = Date.now();
  const [first, last] = [firstUid + from, firstUid + from + count - 1];
  await sql`
    update coupons.coupons
    set end_at = case campaign_id when ${cash} then ${now - 10_000}::bigint else end_at end,
      claim_by = case campaign_id when ${bonus} then ${now - 1}::bigint else claim_by end,
      due_at = case campaign_id when ${cashback} then due_at else ${now}::bigint end,
      look_at = case campaign_id when ${cashback} then ${now}::bigint end
    where uid between ${first} and ${last}`.execute(db);
}

async function countOf(db: Database, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from coupons.coupons where ${what}`.execute(db);
  return rows[0]!.n;
}
type Kind = "end" | "day";
const isDay = sql`kind = 4 and status = 'SUCCESS'`;
/** In the words of the indexes that the jobs read. Only the first is read: counting all of them four times a second would be load of its own. */
const dueSql = {
  end: () => sql`from coupons.coupons where due_at <= ${Date.now()} order by due_at, id`,
  day: () => sql`from coupons.coupons where ${isDay} and look_at <= ${Date.now()} order by look_at, id`,
} as const satisfies Record<Kind, () => unknown>;

/** The coupon that a job takes first; undefined where nothing is left to do. */
export async function firstDue(db: Database, kind: Kind): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id::float8 as id ${dueSql[kind]()} limit 1`.execute(db);
  return rows[0]?.id;
}
/** How many are left to do. */
export const countDue = async (db: Database, kind: Kind): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select ${dueSql[kind]()}) as due`.execute(
    db,
  );
  return rows[0]!.n;
};
/** Leaves the rest of a day alone, so that the next round begins without it. */
export async function dropDay(db: Database): Promise<void> {
  await sql`update coupons.coupons set look_at = null where ${isDay} and look_at <= ${Date.now()}`.execute(db);
}
/** How many ended, by status. */
export async function endedCoupons(db: Database): Promise<number> {
  return countOf(db, sql`campaign_id in (${cash}, ${bonus}) and status in ('FAILED', 'EXPIRED')`);
}
