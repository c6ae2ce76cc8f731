import { calls, couponKinds, type CouponKind, type InstrumentList, success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import { type CoreClient, inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { coreMarks } from "../module/core/core-marks.ts";
import { seedCampaigns } from "./campaigns/seed-campaigns.ts";
import { coupons } from "./coupon-store.ts";
import { takeDueSteps } from "./due-coupons.ts";

// Steps that time alone brings, on the real tables. The core is played: its newest batch, and how far its history is.
const one = 100_000_000n;
const listing = { seq: 1, source: "test", assets: [], markets: [] } as unknown as InstrumentList;
const endAt = Date.now() - 60_000;

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let [newest, history]: [number, number | undefined] = [0, 0];
const core = {
  core: "test",
  ask: async (_about: string, { call }: { call: string }) => {
    if (call === calls.marketInstruments.name) return { code: success, seq: newest, data: listing };
    if (call !== feedCall) throw new Error(`${call} is not asked for`);
    return history === undefined ? undefined : { code: success, seq: history, data: { parts: [] } };
  },
} as unknown as CoreClient;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  const terms = {
    grantOn: "OPERATOR",
    face: 10n * one,
    budget: 10n ** 16n,
    products: [4],
    days: 7,
    claimDays: 0,
  } as const;
  await seedCampaigns(database.url, [
    { ...terms, id: 1, name: "Volume", kind: "CASH_BONUS", volumeReq: 500n * one },
    { ...terms, id: 2, name: "Deposit", kind: "DEPOSIT", volumeReq: 0n },
  ]);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});
beforeEach(() => sql`update coupons.coupons set due_at = null`.execute(owner.db));

/** Pending coupons of a kind that have ended, the first of which is returned. */
async function ended(kind: CouponKind, count = 1): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, options, min_leverage,
      max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
      is_reserved, remaining, status, due_at)
    select id, 1000 + each, 1, kind, name, asset, face, ratio, cap, products, symbols, options, 0, 0, margin_mode, volume_req, 0, 0, 0, 0,
      ${endAt}::bigint, 0, 0, false, face, 'PENDING', ${endAt + 5_000}::bigint
    from coupons.campaigns, generate_series(1, ${count}::int) as each where kind = ${couponKinds.indexOf(kind) + 1}
    returning id::float8 as id`.execute(owner.db);
  return rows[0]!.id;
}
const statusOf = async (id: number): Promise<string> => (await coupons.byId(owner.db, [id])).get(id)!.status;

test("[C.6] a coupon does not fail while what was before its end may be behind the batch that its core is known to have reached", async () => {
  const coupon = await ended("CASH_BONUS");
  const marks = coreMarks(core);
  const takeAt = (now: number) => inTransaction(owner.db, (tx) => takeDueSteps({ core, marks, now: () => now }, tx));
  // Another coupon's step asks right behind the end, and who answers is a moment behind: the fill that counts is in batch 101.
  [newest, history] = [100, 100];
  await marks.ask(endAt + 300);
  newest = 101;
  await takeAt(endAt + 5_000);
  expect(await statusOf(coupon)).toBe("PENDING");
  history = 101;
  await takeAt(endAt + 6_000);
  expect(await statusOf(coupon)).toBe("FAILED");
});

test("[C.7] where every coupon of a page waits for the core's history, the next page waits as well", async () => {
  const first = await ended("DEPOSIT", 1_200);
  const now = endAt + 10_000;
  const marks = coreMarks(core);
  const take = (at: number) => inTransaction(owner.db, (tx) => takeDueSteps({ core, marks, now: () => at }, tx));
  history = undefined;
  expect(await take(now)).toBeUndefined();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupons.coupons where id >= ${first} and due_at = ${now + 1_000}`.execute(
    owner.db,
  );
  expect(rows[0]!.count).toBe(1_000);
  history = newest;
  expect(await take(now + 1_000)).toBe("more");
  await take(now + 1_000);
  const left = await sql`select from coupons.coupons where id >= ${first} and status = 'PENDING'`.execute(owner.db);
  expect(left.rows).toHaveLength(0);
});
