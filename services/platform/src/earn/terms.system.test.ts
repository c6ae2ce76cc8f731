import { type Call, calls, earnCauses, type InstrumentList, success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import { type CoreClient, type FeedBatch, inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { dayOf, startOf } from "../module/utc-days.ts";
import { earnAnswers } from "./answers.ts";
import { feedConsumer } from "./changes.ts";
import { payInterest } from "./pay-interest.ts";
import { products } from "./products.ts";

// Terms on the real tables. The core is played: what is subscribed and redeemed is handed to the feed.
const coin = 100_000_000n;
const today = dayOf(Date.now());
const asset = 1;
const termDays = 30;
const assets = [{ id: asset, asset: "USDT", scale: 8 }];
const listing = { seq: 1, source: "test", assets, markets: [] } as unknown as InstrumentList;

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let now = startOf(today);
let seq = 0;
/** What the core answers as earning, the batch that its answer is of, and the least batch that it was asked for. */
let earning = { amount: "0", seq: 0 };
let askedFrom: number | undefined;
const log = { info: () => undefined, error: () => undefined } as never;
const core = {
  core: "test",
  ask: async (_about: string, { call, minSeq }: { call: string; minSeq?: number }) => {
    if (call === calls.marketInstruments.name) return { code: success, seq, data: listing };
    if (call === feedCall) return { code: success, seq, data: { parts: [] } };
    if (call !== calls.balances.name) throw new Error(`${call} is not asked for`);
    askedFrom = minSeq;
    const row = { product: 1, sub: "", asset: "USDT", bucket: "earn", amount: earning.amount };
    return { code: success, seq: earning.seq, data: { rows: [row] } };
  },
} as unknown as CoreClient;
const pay = () => inTransaction(owner.db, (tx) => payInterest({ core, now: () => now, log }, tx));

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  await products.seed(owner.db, today - 40);
  // The day before the last one of the terms is paid.
  await sql`
    insert into earn.days (day, min_seq, after_uid, after_asset, payments, begun_at, ended_at)
    values (${today - 2}, 0, 0, 0, 0, 0, 0)`.execute(owner.db);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

async function change(uid: number, cause: "SUBSCRIBE" | "REDEEM", amount: bigint, at: number): Promise<void> {
  seq += 1;
  const parts = { amountHigh: 0, amountLow: Number(amount), day: 0 };
  const event = { type: "earn_changed", uid, asset, cause: earnCauses.indexOf(cause), ...parts };
  const batch = { place: { seq, part: 0 }, at, events: [event] } as unknown as FeedBatch<"earn_changed">;
  await inTransaction(owner.db, async (tx) => {
    await feedConsumer.handle(tx, [batch] as never);
    await sql`
      insert into earn.feed_cursor (core, seq, part) values ('test', ${seq}, 0)
      on conflict (core) do update set seq = excluded.seq`.execute(tx);
  });
}
/** A term of 10 USDT of a user who has subscribed 10, whose last day is a day. */
async function termOf(uid: number, lastDay: number): Promise<string> {
  const startDay = lastDay + 1 - termDays;
  await change(uid, "SUBSCRIBE", 10n * coin, startOf(startDay - 1));
  const { rows } = await sql<{ id: string }>`
    insert into earn.terms (id, uid, asset, asset_id, amount, days, year_rate, interest, state, joined_at, joined_seq, start_day, end_day)
    values (gen_random_uuid(), ${uid}, 'USDT', ${asset}, ${10n * coin}, ${termDays}, 8900000, ${coin}, 'ACTIVE',
      ${startOf(startDay - 1)}, ${seq}, ${startDay}, ${lastDay + 1}) returning id`.execute(owner.db);
  return rows[0]!.id;
}
const stateOf = async (id: string): Promise<string> =>
  (await sql<{ state: string }>`select state from earn.terms where id = ${id}`.execute(owner.db)).rows[0]!.state;
const paidTo = async (uid: number): Promise<readonly bigint[]> =>
  (
    await sql<{ amount: string }>`
      select amount::text as amount from earn.payments where uid = ${uid} order by day`.execute(owner.db)
  ).rows.map(({ amount }) => BigInt(amount));
const answerOf = (call: Call, ask: unknown, uid: number) =>
  earnAnswers({ db: owner.db, clock: { now: () => now }, core })
    .find((one) => one.call === call)!
    .reply(ask, { uid } as never);
const leave = (uid: number, id: string) => answerOf(calls.leaveTerm as unknown as Call, { id }, uid);
const join = (uid: number) =>
  answerOf(
    calls.joinTerm as unknown as Call,
    { asset: "USDT", days: 30, yearRate: "0.089", amount: "10", requestId: undefined },
    uid,
  );

test("[S1.5] a term that has run its full time keeps its interest, whatever is redeemed or left before the run that pays it", async () => {
  const yesterday = today - 1;
  const [redeemed, left, early] = [await termOf(1, yesterday), await termOf(2, yesterday), await termOf(3, yesterday)];
  const still = await termOf(4, today);
  // The last day is not over: it breaks the term.
  await change(3, "REDEEM", coin, startOf(today) - 1);
  // The day is over, and its interest is on the way five seconds later at the earliest.
  now = startOf(today) + 1;
  await change(1, "REDEEM", 10n * coin, now);
  await change(4, "REDEEM", coin, now);
  expect(await leave(2, left)).toMatchObject({ refusal: "NOT_FOUND" });
  expect([await stateOf(redeemed), await stateOf(left)]).toEqual(["ACTIVE", "ACTIVE"]);
  expect([await stateOf(early), await stateOf(still)]).toEqual(["BROKEN", "BROKEN"]);
  now = startOf(today) + 6_000;
  await pay();
  expect([await stateOf(redeemed), await stateOf(left)]).toEqual(["ENDED", "ENDED"]);
  expect([await paidTo(1), await paidTo(2), await paidTo(3)]).toEqual([[coin], [coin], []]);
});

test("[S1.5] a term is not joined with money of before a redemption that the feed has handled: an older answer of the core is refused", async () => {
  const uid = 11;
  await change(uid, "SUBSCRIBE", 10n * coin, now);
  const before = seq;
  await change(uid, "REDEEM", 6n * coin, now);
  earning = { amount: "10", seq: before };
  expect(await join(uid)).toMatchObject({ refusal: "BUSY" });
  expect(askedFrom).toBe(seq);
  earning = { amount: "4", seq };
  expect(await join(uid)).toMatchObject({ refusal: "INSUFFICIENT_TRANSFERABLE" });
  await change(uid, "SUBSCRIBE", 6n * coin, now);
  earning = { amount: "10", seq };
  expect(await join(uid)).toMatchObject({ ok: true });
});

test("[S1.5] a term whose money was not there on its last day ends as broken and is paid nothing", async () => {
  const uid = 12;
  const id = await termOf(uid, today);
  await sql`update earn.changes set balance = ${9n * coin} where uid = ${uid}`.execute(owner.db);
  now = startOf(today + 1) + 6_000;
  await pay();
  expect([await stateOf(id), await paidTo(uid)]).toEqual(["BROKEN", []]);
});
