import { calls, type InstrumentList, type MarketEntry, success } from "@tidemark/contracts";
import { type PaidFee, type PaidFeesAsk, paidFeesCall, singleFeesUsersMax } from "@tidemark/contracts/journal";
import { type CoreClient, inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migratePlatform } from "../../migrate.ts";
import { coreMarks } from "../../module/core/core-marks.ts";
import { dayMs, dayOf, startOf } from "../../module/utc-days.ts";
import { seedCampaigns } from "../campaigns/seed-campaigns.ts";
import { coupons } from "../coupon-store.ts";
import { held } from "./held-store.ts";
import { dayPages, settleDays } from "./settle-days.ts";

// Pages of cashback coupons on the real tables. The core is played: it has a list of fees, and may be behind or silent.
const one = 100_000_000n;
const today = dayOf(Date.now());
const yesterday = today - 1;
/** Behind the moment at which a day counts as over. */
const morning = startOf(today) + 10_000;
const perpetual = { id: 3, symbol: "BTCUSDT-PERP", kind: "LINEAR", base: "BTC", quote: "USDT", product: 4 };
const markets = [perpetual] as unknown as readonly MarketEntry[];
const listing = { seq: 1, source: "test", assets: [], markets } as unknown as InstrumentList;

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let fees: readonly PaidFee[] = [];
let state: "ahead" | "behind" | "silent" = "ahead";
let asked: PaidFeesAsk[] = [];
/** Users whose fees take longer to find than anybody waits for. */
let tooMany: readonly number[] = [];
/** What happens while the core is asked for fees. */
let meanwhile: () => Promise<unknown> = async () => undefined;
/** The users that are not yet in use. */
let free = 1_000;

const feeOf = (uid: number, worth: bigint, at = startOf(yesterday) + 1_000): PaidFee => ({
  uid,
  tradeId: at,
  market: 3,
  at,
  worth: String(worth),
});
async function answerOf(ask: PaidFeesAsk) {
  asked.push(ask);
  await meanwhile();
  if (ask.uids.length > singleFeesUsersMax) throw new Error("more users than a question may name");
  return { rows: [], fees: fees.filter(({ uid, at }) => ask.uids.includes(uid) && dayOf(at) === ask.day) };
}
const core = {
  core: "test",
  ask: async (_about: string, { call, ask }: { call: string; ask: unknown }) => {
    if (state === "silent") return undefined;
    if (call === calls.marketInstruments.name) return { code: success, seq: 7, data: listing };
    if (call !== paidFeesCall) throw new Error(`${call} is not asked for`);
    if ((ask as PaidFeesAsk).uids.some((uid) => tooMany.includes(uid))) return undefined;
    return {
      code: success,
      seq: 7,
      data: await answerOf(ask as PaidFeesAsk),
      ...(state === "behind" && { stale: true }),
    };
  },
} as unknown as CoreClient;

let now = morning;
let deps = { core, marks: coreMarks(core), now: () => now, pages: dayPages() };
const settle = () => inTransaction(owner.db, (tx) => settleDays(deps, tx));

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  await seedCampaigns(database.url, [
    {
      id: 1,
      name: "Cashback",
      kind: "CASHBACK",
      grantOn: "OPERATOR",
      face: 10n * one,
      budget: 10n ** 16n,
      ratio: one / 2n,
      volumeReq: 0n,
      products: [4],
      days: 30,
      claimDays: 0,
    },
  ]);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});
beforeEach(async () => {
  [fees, state, asked, now, meanwhile] = [[], "ahead", [], morning, async () => undefined];
  [tooMany, deps] = [[], { ...deps, pages: dayPages() }];
  await sql`update coupons.coupons set look_at = null`.execute(owner.db);
});

/** Users with a coupon each that is in force since some days, and due to be looked at. Returns the first of them. */
async function holders(count: number, daysOpen = 1, endAt = startOf(today + 20), place = 1): Promise<number> {
  const first = free;
  const since = startOf(today - daysOpen);
  await sql`
    with made as (
      insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, min_leverage,
        max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
        is_reserved, remaining, status, steps_taken, in_force_at, settled_to, look_at)
      select id, ${first}::bigint + each, ${place}::int, kind, name, asset, face, ratio, cap, products, symbols, 0, 0, margin_mode, 0,
        0, 0, 0, ${since}::bigint, ${endAt}::bigint, 0, 0, false, face, 'SUCCESS', 1, ${since}::bigint, ${since}::bigint, 0
      from coupons.campaigns, generate_series(0, ${count - 1}::int) as each where id = 1 returning id)
    insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
    select id, 1, 'activate', 'IN_FORCE', 'PENDING', 'SUCCESS', ${since}::bigint from made`.execute(owner.db);
  free += count;
  return first;
}
/** Another coupon in force of a user who has one already. */
async function alsoHolds(uid: number, daysOpen: number, place = 2): Promise<void> {
  const behind = free;
  free = uid;
  await holders(1, daysOpen, startOf(today + 20), place);
  free = behind;
}
const lookAt = (uid: number, place: number, at: number) =>
  sql`update coupons.coupons set look_at = ${at} where uid = ${uid} and place = ${place}`.execute(owner.db);
/** A coupon of a user whose moment was `from`, and whose step is not taken yet. */
const pending = (uid: number, place: number, from: number) =>
  sql`
    insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, min_leverage,
      max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
      is_reserved, remaining, status, due_at)
    select id, ${uid}::bigint, ${place}::int, kind, name, asset, face, ratio, cap, products, symbols, 0, 0, margin_mode, 0, 0, 0, 0,
      ${from - dayMs}::bigint, ${startOf(today + 20)}::bigint, 0, ${from}::bigint, false, face, 'PENDING', ${from}::bigint
    from coupons.campaigns where id = 1`.execute(owner.db);
/** Takes the step of the pending coupon of a user, late. */
const begin = (uid: number) =>
  inTransaction(owner.db, async (tx) => {
    const [coupon] = await coupons.where(tx, sql`uid = ${uid} and status = 'PENDING' for update`);
    await coupons.step(tx, coupon!, "activate", "IN_FORCE", now);
    await held.start(tx, coupon!, now);
  });
type Row = { settledTo: number; lookAt: number | null; dueAt: number | null };
const settledOf = async (uid: number): Promise<readonly Row[]> =>
  (
    await sql<Row>`
      select settled_to::float8 as "settledTo", look_at::float8 as "lookAt", due_at::float8 as "dueAt" from coupons.coupons
      where uid = ${uid} order by id`.execute(owner.db)
  ).rows;
const owedOf = async (from: number, to = from) =>
  (
    await sql<{ uid: number; place: number; item: string; amount: string }>`
      select c.uid::float8 as uid, c.place, p.item, p.amount::text as amount from coupons.payments p
      join coupons.coupons c on c.id = p.coupon_id where c.uid between ${from} and ${to}
      order by c.uid, c.place, p.item`.execute(owner.db)
  ).rows;
const settled = { settledTo: startOf(today), lookAt: startOf(today + 1) + 5_000 };

test("[C.34] of two users in one page the one who paid fees is owed a share, and one question is asked for both", async () => {
  const first = await holders(2);
  fees = [feeOf(first, 3n * one), feeOf(first, one, startOf(yesterday) + 2_000)];
  expect(await settle()).toBeUndefined();
  expect(await owedOf(first, first + 1)).toEqual([
    { uid: first, place: 1, item: `day ${yesterday}`, amount: String(2n * one) },
  ]);
  expect(await settledOf(first)).toMatchObject([settled]);
  expect(await settledOf(first + 1)).toMatchObject([settled]);
  expect(asked.map(({ day, uids }) => [day, uids])).toEqual([[yesterday, [first, first + 1]]]);
  expect(await settle()).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test("[C.35] of two coupons of a user in one page the older gives until its face is used, then the younger", async () => {
  const uid = await holders(1);
  await alsoHolds(uid, 1);
  fees = [
    feeOf(uid, 19n * one),
    feeOf(uid, 4n * one, startOf(yesterday) + 2_000),
    feeOf(uid, 6n * one, startOf(today) - 1),
  ];
  await settle();
  expect((await owedOf(uid)).map(({ place, amount }) => [place, amount])).toEqual([
    [1, String(10n * one)],
    [2, String(3n * one)],
  ]);
});

test.each(["behind", "silent"] as const)(
  "[C.34] a core that is %s settles nothing, and the page is looked at again",
  async (how) => {
    const first = await holders(2);
    fees = [feeOf(first, one)];
    state = how;
    await settle();
    expect(await owedOf(first, first + 1)).toEqual([]);
    const putOff = { settledTo: startOf(yesterday), lookAt: morning + 3_000 };
    expect([...(await settledOf(first)), ...(await settledOf(first + 1))]).toMatchObject([putOff, putOff]);
    [state, now] = ["ahead", morning + 3_000];
    await settle();
    expect(await owedOf(first, first + 1)).toHaveLength(1);
  },
);

test("[C.14] over several pages, one of which is undone by a crash, each fee is owed for once", async () => {
  const count = 4_500;
  const first = await holders(count);
  const paying = [0, 1_999, 2_000, 2_001, 4_499].map((place) => first + place);
  fees = paying.map((uid) => feeOf(uid, one));
  expect(await settle()).toBe("more");
  const crashed = inTransaction(owner.db, async (tx) => {
    await settleDays(deps, tx);
    throw new Error("crashed");
  });
  await expect(crashed).rejects.toThrow("crashed");
  expect(await settle()).toBe("more");
  expect(await settle()).toBeUndefined();
  expect((await owedOf(first, first + count)).map(({ uid, amount }) => [uid, amount])).toEqual(
    paying.map((uid) => [uid, String(one / 2n)]),
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from coupons.coupons
    where uid between ${first} and ${first + count} and settled_to = ${startOf(today)}`.execute(owner.db);
  expect(rows[0]!.n).toBe(count);
});

test("[C.34 C.35] days that were missed are settled in their order, what one day owes is gone for the next", async () => {
  const late = await holders(1, 3);
  const usual = await holders(1);
  fees = [3, 2, 1].map((ago) => feeOf(late, 14n * one, startOf(today - ago) + 1_000));
  for (let runs = 0; runs < 3; runs += 1) await settle();
  expect((await owedOf(late)).map(({ item, amount }) => [item, amount])).toEqual([
    [`day ${today - 3}`, String(7n * one)],
    [`day ${today - 2}`, String(3n * one)],
  ]);
  expect([...(await settledOf(late)), ...(await settledOf(usual))]).toMatchObject([settled, settled]);
});

test("[C.35] a coupon that ended yesterday has its last day settled until its end, is not looked at again and may end", async () => {
  const endAt = startOf(yesterday) + dayMs / 2;
  const uid = await holders(1, 1, endAt);
  fees = [feeOf(uid, 2n * one, endAt - 1), feeOf(uid, 2n * one, endAt)];
  await settle();
  expect((await owedOf(uid)).map(({ amount }) => amount)).toEqual([String(one)]);
  expect(await settledOf(uid)).toEqual([{ settledTo: startOf(today), lookAt: null, dueAt: endAt + 5_000 }]);
});

test("[C.34] the day that is not yet over owes nothing", async () => {
  const uid = await holders(1, 0);
  fees = [feeOf(uid, one, startOf(today) + 1)];
  await settle();
  expect(await owedOf(uid)).toEqual([]);
  expect(await settledOf(uid)).toMatchObject([settled]);
  expect(asked).toEqual([]);
  // A moment after midnight rows of before it may still be on their way: the day before yesterday is the last that is over.
  const other = await holders(1);
  now = startOf(today) + 4_999;
  await settle();
  expect(await settledOf(other)).toMatchObject([{ settledTo: startOf(yesterday), lookAt: startOf(today) + 5_000 }]);
});

const dayAgo = (ago: number, uid: number, amount = one) => feeOf(uid, amount, startOf(today - ago) + 1_000);
const givenTo = async (uid: number) => (await owedOf(uid)).map(({ place, item, amount }) => [place, item, amount]);
const half = String(one / 2n);

test("[C.14] a coupon that is not due settles its older day before a day of the user's younger one, and each fee is given back once", async () => {
  const uid = await holders(1, 2);
  await alsoHolds(uid, 1);
  await lookAt(uid, 1, morning + 60_000);
  fees = [dayAgo(2, uid), dayAgo(1, uid)];
  expect(await settle()).toBeUndefined();
  expect(await givenTo(uid)).toEqual([[1, `day ${today - 2}`, half]]);
  // Who has another day open is due by that day, before all who have a later one.
  expect(await settledOf(uid)).toMatchObject([
    { settledTo: startOf(yesterday), lookAt: startOf(today) + 5_000 },
    { settledTo: startOf(yesterday), lookAt: 0 },
  ]);
  await settle();
  now = morning + 60_000;
  await settle();
  expect(await givenTo(uid)).toEqual([
    [1, `day ${today - 2}`, half],
    [1, `day ${yesterday}`, half],
  ]);
  expect(await settledOf(uid)).toMatchObject([settled, settled]);
});

test("[C.14 C.35] a coupon that comes into force while the core is asked has its earlier day settled first", async () => {
  const uid = await holders(1);
  const other = await holders(1);
  fees = [dayAgo(2, uid), dayAgo(1, uid), dayAgo(1, other)];
  meanwhile = () => alsoHolds(uid, 2);
  await settle();
  expect([await givenTo(uid), await givenTo(other)]).toEqual([[], [[1, `day ${yesterday}`, half]]]);
  meanwhile = async () => undefined;
  await settle();
  await settle();
  expect(await givenTo(uid)).toEqual([
    [1, `day ${yesterday}`, half],
    [2, `day ${today - 2}`, half],
  ]);
});

test("[C.35] the days of a user wait for a coupon that begins in them, and the oldest takes the fees", async () => {
  const [uid, other] = [free, free + 1];
  await pending(uid, 2, startOf(yesterday));
  await holders(2);
  fees = [dayAgo(1, uid, 22n * one), dayAgo(1, uid), dayAgo(1, other)];
  await settle();
  expect([await givenTo(uid), await givenTo(other)]).toEqual([[], [[1, `day ${yesterday}`, half]]]);
  await begin(uid);
  now = morning + 1_000;
  await settle();
  expect(await givenTo(uid)).toEqual([
    [1, `day ${yesterday}`, half],
    [2, `day ${yesterday}`, String(10n * one)],
  ]);
});

test("[C.14] a coupon that comes into force late begins behind the days that are settled for another one of its user", async () => {
  const uid = await holders(1);
  fees = [dayAgo(1, uid)];
  await settle();
  await pending(uid, 2, startOf(yesterday));
  await begin(uid);
  await lookAt(uid, 2, 0);
  await settle();
  expect(await givenTo(uid)).toEqual([[1, `day ${yesterday}`, half]]);
  // One for whom no day was settled yet keeps nobody from an earlier day.
  const late = await holders(1, 0);
  await pending(late, 2, startOf(yesterday));
  await begin(late);
  await lookAt(late, 2, 0);
  fees = [dayAgo(1, late)];
  await settle();
  expect(await givenTo(late)).toEqual([[2, `day ${yesterday}`, half]]);
});

test("[C.34] a user whose fees nobody answers in time waits alone, and pages grow again behind it", async () => {
  const first = await holders(9);
  const slow = first + 2;
  fees = [...Array(9).keys()].map((each) => feeOf(first + each, one));
  tooMany = [slow];
  for (let runs = 0; runs < 12; runs += 1) await settle();
  const others = [...Array(9).keys()].map((each) => first + each).filter((uid) => uid !== slow);
  expect((await owedOf(first, first + 8)).map(({ uid }) => uid)).toEqual(others);
  expect(await settledOf(slow)).toMatchObject([{ settledTo: startOf(yesterday), lookAt: morning + 10_000 }]);
  expect(deps.pages.coupons).toBeGreaterThan(2);
  [tooMany, now] = [[], morning + 10_000];
  await settle();
  expect(await owedOf(slow)).toHaveLength(1);
});
