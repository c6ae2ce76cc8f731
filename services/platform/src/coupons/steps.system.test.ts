import { inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { seedCampaigns } from "./campaigns/seed-campaigns.ts";
import { coupons } from "./coupon-store.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
const one = 100_000_000n;
/** Behind the campaign's start. */
const now = Date.now() + 60_000;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  const terms = { grantOn: "KYC", face: 10n * one, budget: 100n * one, volumeReq: 0n, products: [4], days: 7 } as const;
  await seedCampaigns(database.url, [{ ...terms, id: 1, name: "Cashback", kind: "CASHBACK", claimDays: 0 }]);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

async function issued(uid: number): Promise<number> {
  await inTransaction(owner.db, async (tx) => {
    for (const each of await campaigns.running(tx, "KYC", now)) await coupons.issue(tx, each, uid, now);
  });
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from coupons.coupons where uid = ${uid}`.execute(owner.db);
  return rows[0]!.id;
}
async function all() {
  const { rows } = await sql<{ uid: string; status: string; steps: readonly string[] }>`
    select uid, status, array(select step || ' ' || cause from coupons.steps s where s.coupon_id = c.id order by place) as steps
    from coupons.coupons c order by uid`.execute(owner.db);
  return rows;
}

test("[C.13] the tables refuse a status without its step, a step that the state table does not have, and one that is taken away", async () => {
  const [pending, inForce] = await Promise.all([issued(7), issued(8)]);
  await inTransaction(owner.db, async (tx) => {
    const coupon = (await coupons.lock(tx, [inForce])).get(inForce)!;
    expect(await coupons.step(tx, coupon, "activate", "IN_FORCE", now)).toMatchObject({ status: "SUCCESS" });
    // A step that its status does not allow is none.
    expect(await coupons.step(tx, { ...coupon, status: "SUCCESS" }, "pay", "PAID", now)).toBeUndefined();
  });
  const before = await all();
  expect(before.map(({ status, steps }) => [status, steps])).toEqual([
    ["PENDING", []],
    ["SUCCESS", ["activate IN_FORCE"]],
  ]);
  const add = (id: number, place: number, step: string, before: string, after: string, cause = "TEST") =>
    sql`insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
      values (${id}, ${place}, ${step}, ${cause}, ${before}, ${after}, 0)`;
  const wrong = [
    sql`update coupons.coupons set status = 'SUCCESS' where id = ${pending}`,
    sql`update coupons.coupons set status = 'USED_OFF' where id = ${inForce}`,
    sql`update coupons.coupons set status = 'SUCCESS', steps_taken = 1 where id = ${pending}`,
    sql`delete from coupons.steps where coupon_id = ${inForce}`,
    sql`update coupons.steps set status = 'INVALID', step = 'invalidate' where coupon_id = ${inForce}`,
    add(pending, 1, "recall", "PENDING", "RECALLED"),
    add(pending, 1, "useUp", "SUCCESS", "USED_OFF"),
    add(pending, 2, "useUp", "SUCCESS", "USED_OFF"),
    add(inForce, 2, "pay", "PENDING", "SUCCESS"),
    add(pending, 1, "fail", "PENDING", "FAILED", ""),
  ];
  for (const write of wrong) await expect(write.execute(owner.db)).rejects.toThrow(/constraint/);
  expect(await all()).toEqual(before);
}, 60_000);
