import { calls, consoleCalls, entryCauses, type InstrumentList, refusals, success } from "@tidemark/contracts";
import { type EventName, type EventRow, journalEvents } from "@tidemark/contracts/journal";
import { type Asked, type CoreClient, createLog, inTransaction, openDatabase, type Outcome } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migratePlatform } from "../../migrate.ts";
import { campaigns } from "../campaigns/campaign-store.ts";
import { seedCampaigns } from "../campaigns/seed-campaigns.ts";
import { coupons } from "../coupon-store.ts";
import { feedConsumer } from "../feed.ts";
import { held } from "../held/held-store.ts";
import { sendOwed } from "../held/send-owed.ts";
import { couponOperatorAnswers } from "../operator-answers.ts";
import { storeAnswers } from "../payments.ts";

// What a coupon for losses owes when two operators invalidate it, on the real tables. The core is played.
const one = 100_000_000n;
const now = Date.now() + 60_000;
const clock = { now: () => now, sleep: async () => undefined };
const asset = { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 };
const listing = { seq: 1, source: "test", assets: [asset], markets: [] } as unknown as InstrumentList;
const core = {
  core: "test",
  ask: async (_about: string, { call }: { call: string }) => {
    if (call !== calls.marketInstruments.name) throw new Error(`${call} is not asked for`);
    return { code: success, seq: 1, data: listing };
  },
} as unknown as CoreClient;
const log = createLog("test");
log.level = "silent";
const [asBonus, inCash] = [1, 2];

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let uid = 1_000;
let seq = 0;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  const terms = {
    kind: "LOSS_DEDUCTION",
    grantOn: "KYC",
    face: 10n * one,
    budget: 10_000n * one,
    volumeReq: 0n,
    products: [4],
    days: 7,
    claimDays: 0,
  } as const;
  await seedCampaigns(database.url, [
    { ...terms, id: asBonus, name: "Losses as bonus", options: { isPaidAsBonus: true, bonusDays: 3 } },
    { ...terms, id: inCash, name: "Losses in cash" },
  ]);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});
beforeEach(() => {
  uid += 1;
});

/** The user's coupon of a campaign, in force, that owes 4 of its face of 10 for a loss. */
async function owing(campaign: number): Promise<number> {
  return inTransaction(owner.db, async (tx) => {
    const found = (await campaigns.running(tx, "KYC", now)).find(({ id }) => id === campaign)!;
    await coupons.issue(tx, found, uid, now);
    const { rows } = await sql<{ id: number }>`
      select id::float8 as id from coupons.coupons where uid = ${uid}`.execute(tx);
    const { id } = rows[0]!;
    const coupon = (await coupons.lock(tx, [id])).get(id)!;
    await held.start(tx, (await coupons.step(tx, coupon, "activate", "IN_FORCE", now))!, now);
    await held.owe(tx, id, campaign === asBonus ? "grant" : "close 1.1 3 1", 4n * one, now);
    return id;
  });
}
const reservedOf = async (campaign: number): Promise<bigint> => {
  const { rows } = await sql<{ reserved: string }>`
    select reserved::text as reserved from coupons.campaigns where id = ${campaign}`.execute(owner.db);
  return BigInt(rows[0]!.reserved);
};
const paymentsOf = async (coupon: number) =>
  (
    await sql<{ item: string; state: string; number: number | null }>`
      select item, state, number::float8 as number from coupons.payments where coupon_id = ${coupon}`.execute(owner.db)
  ).rows;
/** The commands that the core is asked to carry out about a coupon's grant, in their order. */
const commandsOf = async (coupon: number): Promise<readonly string[]> =>
  (
    await sql<{ type: string }>`
      select command ->> 'type' as type from coupons.outbox
      where command ->> 'grant' = ${String(coupon)} order by number`.execute(owner.db)
  ).rows.map(({ type }) => type);
const couponNow = async (coupon: number) => (await coupons.byId(owner.db, [coupon])).get(coupon)!;
const send = () => inTransaction(owner.db, (tx) => sendOwed({ core, now: clock.now }, tx));

async function invalidate(coupon: number): Promise<void> {
  const deps = { db: owner.db, clock, core, accounts: {}, verifications: {} };
  const answers = couponOperatorAnswers(deps as never, () => undefined);
  const found = answers.find(({ call }) => call.name === consoleCalls.invalidateCoupon.name)!;
  for (const operator of [7, 8]) {
    const asked = { uid: operator, from: { ip: "10.0.0.1" } } as Asked;
    const outcome = (await found.reply({ id: coupon, reason: "fraud" }, asked)) as Outcome<{ isDone: boolean }>;
    expect(outcome).toMatchObject({ ok: true, value: { isDone: operator === 8 } });
  }
}
/** Invalidated in the moment in which its payment is sent: neither had seen the other. */
const invalidateBeside = (coupon: number) =>
  inTransaction(owner.db, async (tx) => {
    await coupons.lock(tx, [coupon]);
    await held.invalidate(tx, (await held.ofCoupons(tx, [coupon]))[0]!, "OPERATOR", now);
  });

const feed = feedConsumer({
  core,
  accounts: { linkedPairs: async () => [], linkedToEach: async () => new Map() },
  invitations: { invitersOf: async () => new Map() },
});
/** An event of which only some fields matter: the others are 0. */
async function handle(type: EventName, fields: Record<string, number>): Promise<void> {
  const empty = Object.fromEntries(journalEvents[type].fields.map((name) => [name, 0]));
  const event = { type, ...empty, uid, ...fields } as unknown as EventRow;
  seq += 1;
  const batch = { place: { core: "test", seq, part: 0 }, at: now + seq, events: [event] };
  await inTransaction(owner.db, (tx) => feed.handle(tx, [batch as never]));
}
const answered = (number: number, code: number) =>
  inTransaction(owner.db, (tx) =>
    storeAnswers({ log, now: clock.now }, tx, [{ number, command: {} as never, result: { code } as never }]),
  );

test("[C.37] bonus that an invalidated coupon owes for a loss is not granted any more, and its budget is the campaign's again", async () => {
  const coupon = await owing(asBonus);
  expect(await reservedOf(asBonus)).toBe(10n * one);
  await invalidate(coupon);
  expect(await couponNow(coupon)).toMatchObject({ status: "INVALID", given: 0n });
  expect(await paymentsOf(coupon)).toEqual([]);
  expect(await reservedOf(asBonus)).toBe(0n);
  await send();
  expect(await commandsOf(coupon)).toEqual([]);
});

test("[C.37] cash that an invalidated coupon owes for a loss is paid all the same, and only that stays put aside", async () => {
  const coupon = await owing(inCash);
  await invalidate(coupon);
  expect(await reservedOf(inCash)).toBe(4n * one);
  await send();
  expect(await paymentsOf(coupon)).toMatchObject([{ state: "SENT" }]);
  await handle("coupon_paid", { campaign: inCash, coupon, asset: 1, amountLow: Number(4n * one) });
  expect(await couponNow(coupon)).toMatchObject({ status: "INVALID", paid: 4n * one });
  expect(await reservedOf(inCash)).toBe(4n * one);
});

test("[C.37] bonus that was on its way when its coupon was invalidated is recalled when it arrives", async () => {
  const coupon = await owing(asBonus);
  await send();
  await invalidateBeside(coupon);
  expect(await reservedOf(asBonus)).toBe(0n);
  const amount = { amountLow: Number(4n * one) };
  await handle("bonus_granted", { campaign: asBonus, grant: coupon, endsAt: now, ...amount });
  expect(await commandsOf(coupon)).toEqual(["grant_bonus", "recall_grant"]);
  await handle("bonus_changed", { grant: coupon, cause: entryCauses.indexOf("FORFEIT"), ...amount });
  expect(await couponNow(coupon)).toMatchObject({
    status: "INVALID",
    given: 4n * one,
    returned: 4n * one,
    remaining: 0n,
  });
  expect(await reservedOf(asBonus)).toBe(0n);
});

test("[C.37] bonus that the core refuses when its coupon is already invalid is not asked for again", async () => {
  for (const { code } of [refusals.POSITION_IN_LIQUIDATION, refusals.INSUFFICIENT_TRANSFERABLE]) {
    uid += 1;
    const coupon = await owing(asBonus);
    await send();
    await invalidateBeside(coupon);
    await answered((await paymentsOf(coupon))[0]!.number!, code);
    expect(await paymentsOf(coupon)).toMatchObject([{ state: "REFUSED" }]);
    expect(await reservedOf(asBonus)).toBe(0n);
  }
});
