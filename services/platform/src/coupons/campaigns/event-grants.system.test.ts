import { calls, type InstrumentList, type MarketEntry, success } from "@tidemark/contracts";
import { type EventName, type EventRow, journalEvents } from "@tidemark/contracts/journal";
import { type CoreClient, type Database, inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migratePlatform } from "../../migrate.ts";
import { grantByLevels, grantByTasks, type GrantDeps } from "./event-grants.ts";
import { type SeedCampaign, seedCampaigns } from "./seed-campaigns.ts";

// What events grant, on the real tables: who has used which device and who invited whom is played, and so is the list of markets.
const one = 100_000_000n;
const market = (id: number, symbol: string, product: number, kind: "SPOT" | "LINEAR"): MarketEntry =>
  ({ id, symbol, kind, base: "BTC", quote: "USDT", product }) as MarketEntry;
const [spot, contract] = [market(1, "BTC/USDT", 2, "SPOT"), market(3, "BTCUSDT-PERP", 4, "LINEAR")];
const listing = {
  seq: 1,
  source: "test",
  assets: [{ id: 1, asset: "USDT", scale: 8, displayDecimals: 2 }],
  markets: [spot, contract],
} as unknown as InstrumentList;
const core = {
  core: "test",
  ask: async (_about: string, { call }: { call: string }) => ({
    code: success,
    seq: 1,
    data: call === calls.marketInstruments.name ? listing : {},
  }),
} as unknown as CoreClient;

let devices = new Map<number, readonly number[]>();
let inviters = new Map<number, number>();
let asked = 0;
const deps: GrantDeps = {
  core,
  accounts: {
    linkedPairs: async (_db, pairs) => {
      asked += 1;
      return pairs.filter(([a, b]) => devices.get(a)?.includes(b) === true);
    },
    linkedToEach: async (_db, uids, max) => {
      asked += 1;
      return new Map(uids.flatMap((uid) => (devices.has(uid) ? [[uid, devices.get(uid)!.slice(0, max)]] : [])));
    },
  },
  invitations: {
    invitersOf: async () => {
      asked += 1;
      return inviters;
    },
  },
};

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
/** Behind the campaigns' start. */
const now = Date.now() + 60_000;
beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
});
beforeEach(async () => {
  [devices, inviters] = [new Map(), new Map()];
  await sql`truncate coupons.campaigns cascade`.execute(owner.db);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

const campaign = (id: number, change: Partial<SeedCampaign>): SeedCampaign => ({
  id,
  name: `Campaign ${id}`,
  kind: "CASH_BONUS",
  grantOn: "TASK",
  face: 10n * one,
  budget: 100n * one,
  volumeReq: 500n * one,
  products: [2, 4],
  days: 7,
  claimDays: 0,
  ...change,
});
const started = (...list: SeedCampaign[]): Promise<void> => seedCampaigns(database.url, list);

/** An event of which only some fields matter: the others are 0. */
function eventOf(type: EventName, fields: Record<string, number>): EventRow {
  const empty = Object.fromEntries(journalEvents[type].fields.map((name) => [name, 0]));
  return { type, ...empty, ...fields } as unknown as EventRow;
}
const filled = (of: MarketEntry, makerUid: number, takerUid: number): EventRow =>
  eventOf("order_filled", { market: of.id, makerUid, takerUid });
const deposited = (uid: number): EventRow => eventOf("deposit_credited", { uid });
let seq = 0;
const batchOf = (at: number, events: readonly EventRow[]) => {
  seq += 1;
  return { place: { core: "test", seq, part: 0 }, at, events } as never;
};
/** Each event in a batch of its own, one millisecond after the other; returns how many statements and questions it took. */
async function page(events: readonly EventRow[], from = now): Promise<number> {
  const batches = events.map((event, place) => batchOf(from + place, [event]));
  asked = 0;
  let statements = 0;
  await inTransaction(owner.db, async (tx) => {
    const counted = tx.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await grantByTasks(deps, counted as unknown as Database, batches);
  });
  return statements + asked;
}
const verified = (uid: number, level: number): Promise<void> =>
  inTransaction(owner.db, (tx) => grantByLevels(deps, tx, [batchOf(now, [eventOf("kyc_level_set", { uid, level })])]));
/** Of each campaign who has had one. */
async function had(): Promise<readonly (readonly [number, number])[]> {
  const { rows } = await sql<{ id: number; uid: number }>`
    select campaign_id as id, uid::int as uid from coupons.coupons order by campaign_id, uid, place`.execute(owner.db);
  return rows.map(({ id, uid }) => [id, uid]);
}

test("[C.54] a page in which nobody earns anything new costs two statements, and one where no campaign of tasks runs costs one", async () => {
  expect(await page([filled(spot, 1, 2), deposited(3)])).toBe(1);
  await started(campaign(1, { task: "SPOT_TRADE" }), campaign(2, { task: "DEPOSIT" }));
  await page([filled(spot, 1, 2), deposited(3)]);
  expect(await had()).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(await page(Array.from({ length: 50 }, () => filled(spot, 1, 2)).concat(deposited(3)))).toBe(2);
  // Verifications alone are no tasks.
  expect(await page([eventOf("kyc_level_set", { uid: 1, level: 1 })])).toBe(0);
  expect(await had()).toHaveLength(3);
});

test("[C.54] what accounts excluded by their device do costs the same number of statements for one of them as for fifty", async () => {
  await started(campaign(1, { task: "CONTRACT_TRADE" }));
  await page([filled(contract, 1_000, 2_000)]);
  const others = Array.from({ length: 50 }, (_, place) => 1_001 + place);
  for (const uid of others) devices.set(uid, [1_000]);
  const single = await page([filled(contract, others[0]!, 2_000)]);
  expect(await page(others.map((uid) => filled(contract, uid, 2_000)))).toBe(single);
  expect(await had()).toEqual([
    [1, 1_000],
    [1, 2_000],
  ]);
});

test("[C.54] a task is done from the campaign's start until its end, not by the company, and not behind the budget", async () => {
  await started(campaign(1, { task: "DEPOSIT", budget: 20n * one }));
  await sql`update coupons.campaigns set start_at = ${now}, end_at = ${now + 10}`.execute(owner.db);
  await page([deposited(1), deposited(2)], now - 2);
  expect(await had()).toEqual([]);
  await page([deposited(0), deposited(3)], now);
  await page([deposited(4)], now + 10);
  expect(await had()).toEqual([[1, 3]]);
  // What operators have started later counts from then on.
  await sql`update coupons.campaigns set started_at = ${now + 5}`.execute(owner.db);
  await page([deposited(5), deposited(6)], now + 4);
  expect(await had()).toEqual([
    [1, 3],
    [1, 6],
  ]);
  await page([deposited(7)], now + 6);
  expect(await had()).toHaveLength(2);
});

test("[C.54] a coupon is dated by the end of its page: what was traded before it counts no volume", async () => {
  await started(campaign(1, { task: "SPOT_TRADE" }));
  await page([filled(spot, 1, 2), filled(spot, 3, 4), eventOf("kyc_level_set", { uid: 9, level: 0 })]);
  const { rows } = await sql<{ at: number }>`
    select distinct start_at::float8 as at from coupons.coupons`.execute(owner.db);
  expect(rows).toEqual([{ at: now + 2 }]);
});

test("[C.17 C.54] a fill with an own or linked account does no task, and one with somebody else on the same page does", async () => {
  await started(campaign(1, { task: "CONTRACT_TRADE" }));
  devices.set(1, [2]).set(2, [1]);
  inviters.set(3, 4);
  await page([filled(contract, 1, 2), filled(contract, 3, 4), filled(contract, 5, 5), filled(spot, 6, 7)]);
  expect(await had()).toEqual([]);
  await page([filled(contract, 3, 4), filled(contract, 4, 8)]);
  expect(await had()).toEqual([
    [1, 4],
    [1, 8],
  ]);
});

test("[C.55] of two accounts of one device on one page one earns; an account with more linked ones than are compared earns nothing", async () => {
  await started(campaign(1, { task: "DEPOSIT", budget: 1_000n * one }), campaign(2, { grantOn: "KYC" }));
  devices.set(1, [2]).set(2, [1]);
  devices.set(
    3,
    Array.from({ length: 150 }, (_, place) => 500 + place),
  );
  await page([deposited(2), deposited(1), deposited(3), deposited(4)]);
  expect(await had()).toEqual([
    [1, 2],
    [1, 4],
  ]);
  for (const uid of [1, 2, 3, 4]) await verified(uid, 1);
  expect((await had()).filter(([id]) => id === 2)).toEqual([
    [2, 1],
    [2, 4],
  ]);
});

test("[C.54 C.55] a friend earns an inviter one coupon of a campaign; levels that are taken away and set again earn no other", async () => {
  await started(campaign(1, { grantOn: "INVITE", perUser: 2 }), campaign(2, { grantOn: "INVITE" }));
  inviters = new Map([
    [11, 1],
    [12, 1],
    [13, 1],
    [14, 2],
  ]);
  devices.set(1, [2]).set(2, [1]);
  await verified(11, 0);
  expect(await had()).toEqual([]);
  for (const level of [1, 0, 2, 1]) await verified(11, level);
  expect(await had()).toEqual([
    [1, 1],
    [2, 1],
  ]);
  // Of an account that has used the inviter's device nothing is earned, nor by its friends.
  devices.set(1, [2, 12]).set(12, [1]);
  await verified(12, 1);
  await verified(14, 1);
  expect(await had()).toHaveLength(2);
  await verified(13, 1);
  expect(await had()).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
  ]);
});

test("[C.54 C.55] friends that have used one device earn an inviter one coupon of a campaign together", async () => {
  await started(campaign(1, { grantOn: "INVITE", perUser: 5 }));
  inviters = new Map([11, 12, 13].map((friend) => [friend, 1]));
  devices.set(11, [12]).set(12, [11]);
  for (const friend of [11, 12]) await verified(friend, 1);
  expect(await had()).toEqual([[1, 1]]);
  await verified(13, 1);
  expect(await had()).toHaveLength(2);
});

test("[C.15 C.54] what a verification grants is dated by the end of the page: fills of before are counted for none of it", async () => {
  await started(campaign(1, { grantOn: "KYC" }), campaign(2, { grantOn: "INVITE" }));
  inviters = new Map([[11, 1]]);
  const batches = [batchOf(now, [eventOf("kyc_level_set", { uid: 11, level: 1 })]), batchOf(now + 5_000, [])];
  await inTransaction(owner.db, (tx) => grantByLevels(deps, tx, batches));
  const { rows } = await sql<{ uid: string; at: string }>`
    select uid, start_at as at from coupons.coupons order by uid`.execute(owner.db);
  expect(rows).toEqual([
    { uid: "1", at: String(now + 5_000) },
    { uid: "11", at: String(now + 5_000) },
  ]);
});
