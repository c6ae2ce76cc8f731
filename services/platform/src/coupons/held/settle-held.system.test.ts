import {
  calls,
  couponKinds,
  type CouponKind,
  type InstrumentList,
  type MarketEntry,
  success,
} from "@tidemark/contracts";
import { type EndedPosition, type EndedPositionsAsk, endedPositionsCall } from "@tidemark/contracts/journal";
import { type CoreClient, type Database, inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migratePlatform } from "../../migrate.ts";
import { seedCampaigns } from "../campaigns/seed-campaigns.ts";
import { held } from "./held-store.ts";
import { settleHeld } from "./settle-held.ts";

// Coupons of positions on the real tables. The core is played: it has a list of positions that ended, and may be behind or silent.
const one = 100_000_000n;
const perpetual = { id: 3, symbol: "BTCUSDT-PERP", kind: "LINEAR", base: "BTC", quote: "USDT", product: 4 };
const markets = [perpetual] as unknown as readonly MarketEntry[];
const listing = { seq: 1, source: "test", assets: [], markets } as unknown as InstrumentList;
const endsPerAnswer = 2;
const now = Date.now();
const since = now - 3_600_000;
const later = now + 3_600_000;

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let ended: readonly (EndedPosition & { readonly uid: number })[] = [];
let state: "ahead" | "behind" | "silent" = "ahead";
let asked: number[] = [];
/** What happens while the core is asked about a user. */
let meanwhile: (uid: number) => Promise<unknown> = async () => undefined;
let free = 1_000;

const core = {
  core: "test",
  ask: async (_about: string, { call, ask }: { call: string; ask: EndedPositionsAsk }) => {
    if (call === calls.marketInstruments.name) return { code: success, seq: 7, data: listing };
    if (call !== endedPositionsCall) throw new Error(`${call} is not asked for`);
    asked.push(ask.uid);
    await meanwhile(ask.uid);
    if (state === "silent") return undefined;
    const rows = ended.filter(({ uid, closedSeq }) => uid === ask.uid && closedSeq > ask.afterSeq);
    const data = { rows: rows.slice(0, endsPerAnswer), hasMore: rows.length > endsPerAnswer };
    return { code: success, seq: 7, data, ...(state === "behind" && { stale: true }) };
  },
} as unknown as CoreClient;
const accounts = { linkedTo: async () => [] };
const settle = () => inTransaction(owner.db, (tx) => settleHeld({ db: owner.db, core, accounts, now: () => now }, tx));

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 4);
  const terms = {
    grantOn: "OPERATOR",
    face: 10n * one,
    budget: 10n ** 16n,
    volumeReq: 0n,
    products: [4],
    days: 7,
  } as const;
  await seedCampaigns(database.url, [
    { ...terms, id: 1, name: "Loss", kind: "LOSS_DEDUCTION", claimDays: 0 },
    { ...terms, id: 2, name: "Profit", kind: "PROFIT_DOUBLE", claimDays: 0, profitReq: one },
  ]);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});
beforeEach(async () => {
  [ended, state, asked, meanwhile] = [[], "ahead", [], async () => undefined];
  await sql`update coupons.coupons set look_at = null`.execute(owner.db);
});

let places = 0;
/** A coupon in force of a user, due to be looked at. */
async function holds(uid: number, kind: CouponKind): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, options, min_leverage,
        max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
        is_reserved, remaining, status, steps_taken, in_force_at, settled_to, look_at)
      select id, ${uid}::bigint, ${(places += 1)}::int, kind, name, asset, face, ratio, cap, products, symbols, options, 0, 0,
        margin_mode, 0, 0, profit_req, 0, ${since}::bigint, ${later}::bigint, 0, 0, false, face, 'SUCCESS', 1, ${since}::bigint,
        ${since}::bigint, 5
      from coupons.campaigns where kind = ${couponKinds.indexOf(kind) + 1} returning id),
    begun as (
      insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
      select id, 1, 'activate', 'IN_FORCE', 'PENDING', 'SUCCESS', 0 from made)
    select id::float8 as id from made`.execute(owner.db);
  return rows[0]!.id;
}
const endOf = (uid: number, closedSeq: number, result: bigint) => ({
  uid,
  market: 3,
  posSide: 1,
  openedSeq: closedSeq - 1,
  openedLine: 0,
  openedAt: now - 20_000,
  closedSeq,
  closedAt: now - 10_000,
  realised: String(result),
  fees: "0",
  funding: "0",
  openedValue: String(100n * one),
  leverage: 10,
  lowestLeverage: 10,
  isLiquidated: false,
  isVoucher: false,
  hadOpposite: false,
  margin: "ISOLATED" as const,
  bonus: "0",
});
async function couponsOf(uid: number) {
  const { rows } = await sql<{ id: number; lookAt: number | null; owed: string }>`
    select id::float8 as id, look_at::float8 as "lookAt",
      (select coalesce(sum(amount), 0)::text from coupons.payments where coupon_id = c.id) as owed
    from coupons.coupons c where uid = ${uid} order by id`.execute(owner.db);
  return rows;
}
/** What the event feed does, with as much patience as it has. */
const touch = (uids: readonly number[]) =>
  inTransaction(owner.db, async (tx) => {
    await sql`set local lock_timeout = 500`.execute(tx);
    await held.touch(tx, uids, now);
  });
const isFree = (tx: Database, id: number): Promise<boolean> =>
  sql`select from coupons.coupons where id = ${id} for update skip locked`
    .execute(tx)
    .then(({ rows }) => rows.length === 1);

test("[C.36] while the core is asked the event feed names users without waiting, and who was named meanwhile is looked at again", async () => {
  const [first, second] = [(free += 1), (free += 1)];
  const [loss, profit] = [await holds(first, "LOSS_DEDUCTION"), await holds(second, "PROFIT_DOUBLE")];
  ended = [endOf(first, 5, -4n * one)];
  meanwhile = (uid) => (uid === second ? touch([first, second]) : Promise.resolve());
  await settle();
  expect(asked).toEqual([first, second]);
  expect(await couponsOf(first)).toEqual([{ id: loss, lookAt: now, owed: String(4n * one) }]);
  expect(await couponsOf(second)).toEqual([{ id: profit, lookAt: now, owed: "0" }]);
  [ended, meanwhile] = [[...ended, endOf(second, 6, 3n * one)], async () => undefined];
  await settle();
  expect(asked).toEqual([first, second, first, second]);
  expect(await couponsOf(first)).toEqual([{ id: loss, lookAt: null, owed: String(4n * one) }]);
  expect(await couponsOf(second)).toEqual([{ id: profit, lookAt: null, owed: String(3n * one) }]);
});

test("[C.36] a history that is behind is asked about one user only, who is looked at again some seconds later", async () => {
  const [first, second] = [(free += 1), (free += 1)];
  for (const uid of [first, second]) await holds(uid, "LOSS_DEDUCTION");
  state = "behind";
  expect(await settle()).toBeUndefined();
  expect(asked).toEqual([first]);
  expect([...(await couponsOf(first)), ...(await couponsOf(second))].map(({ lookAt }) => lookAt)).toEqual([
    now + 3_000,
    5,
  ]);
});

test("[C.36] one user about whom nobody answers in time does not keep the next from being asked, two end the run", async () => {
  const users = [(free += 1), (free += 1), (free += 1)] as const;
  for (const uid of users) await holds(uid, "LOSS_DEDUCTION");
  state = "silent";
  await settle();
  expect(asked).toEqual(users.slice(0, 2));
  expect((await couponsOf(users[0])).map(({ lookAt }) => lookAt)).toEqual([now + 10_000]);
  expect((await couponsOf(users[2])).map(({ lookAt }) => lookAt)).toEqual([5]);
});

test("[C.38] ends that were answered before an answer is missing are stored, and the next look begins behind them", async () => {
  const uid = (free += 1);
  const profit = await holds(uid, "PROFIT_DOUBLE");
  ended = [11, 12, 13].map((seq) => endOf(uid, seq, 2n * one));
  meanwhile = async () => (state = asked.length === 2 ? "silent" : "ahead");
  await settle();
  expect(await couponsOf(uid)).toEqual([{ id: profit, lookAt: now, owed: String(4n * one) }]);
  meanwhile = async () => undefined;
  state = "ahead";
  await settle();
  expect(asked).toHaveLength(3);
  expect(await couponsOf(uid)).toEqual([{ id: profit, lookAt: null, owed: String(6n * one) }]);
});

test("[C.14 C.36] a user of whom a coupon comes into force, or is held, while the core is asked is looked at again before anything is owed", async () => {
  const uid = (free += 1);
  const first = await holds(uid, "LOSS_DEDUCTION");
  ended = [endOf(uid, 5, -4n * one)];
  let second = 0;
  meanwhile = async () => (second = await holds(uid, "LOSS_DEDUCTION"));
  await settle();
  expect((await couponsOf(uid)).map(({ owed }) => owed)).toEqual(["0", "0"]);
  meanwhile = async () => undefined;
  await inTransaction(owner.db, async (tx) => {
    expect(await isFree(tx, second)).toBe(true);
    await settle();
  });
  expect((await couponsOf(uid)).map(({ owed }) => owed)).toEqual(["0", "0"]);
  await settle();
  await settle();
  expect(await couponsOf(uid)).toEqual([
    { id: first, lookAt: null, owed: String(4n * one) },
    { id: second, lookAt: null, owed: "0" },
  ]);
});

test("[C.36] the event feed locks coupons of several users by user and number", async () => {
  const [low, high] = [(free += 1), (free += 1)];
  const ofHigh = await holds(high, "PROFIT_DOUBLE");
  const ofLow = await holds(low, "LOSS_DEDUCTION");
  let touched: Promise<unknown> = Promise.resolve();
  await inTransaction(owner.db, async (tx) => {
    expect(await isFree(tx, ofHigh)).toBe(true);
    touched = inTransaction(owner.db, (other) => held.touch(other, [high, low], now));
    // The one of the higher user is waited for, by who has the other one already.
    await expect.poll(() => isFree(owner.db, ofLow), { timeout: 5_000 }).toBe(false);
  });
  await touched;
});
