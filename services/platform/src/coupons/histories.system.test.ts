import {
  calls,
  type CouponKind,
  couponKinds,
  couponStatuses,
  entryCauses,
  type InstrumentList,
  type MarketEntry,
  refusals,
  success,
} from "@tidemark/contracts";
import {
  type EventName,
  type EventRow,
  feedCall,
  fillPayersCall,
  type FillPayersRow,
  journalEvents,
} from "@tidemark/contracts/journal";
import {
  type Asked,
  type CoreClient,
  createLog,
  type Database,
  inTransaction,
  openDatabase,
  type Outcome,
} from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { printUnits } from "@tidemark/money";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { coreMarks } from "../module/core/core-marks.ts";
import { couponAnswers } from "./answers.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { coupons } from "./coupon-store.ts";
import { takeDueSteps } from "./due-coupons.ts";
import { feedConsumer } from "./feed.ts";
import { invalidCause } from "./invalidation/invalidation-store.ts";
import { storeAnswers } from "./payments.ts";
import { type CouponStep, statusOf } from "./rules.ts";
import { dayMs } from "../module/utc-days.ts";
import { type SeedCampaign, seedCampaigns } from "./campaigns/seed-campaigns.ts";

// Random histories on the real tables: the calls of a trader, the events of a core and its answers, in any order and again. The core is played: what it
// says of the account is what the history says of the fill, because nothing happens in between.
const one = 100_000_000n;
const asset = { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 };
const market = (id: number, symbol: string, product: number, kind: "SPOT" | "LINEAR"): MarketEntry =>
  ({ id, symbol, kind, base: "BTC", quote: "USDT", product }) as MarketEntry;
const markets = [
  market(1, "BTC/USDT", 2, "SPOT"),
  market(3, "BTCUSDT-PERP", 4, "LINEAR"),
  market(4, "ETHUSDT-PERP", 4, "LINEAR"),
] as const;
const listing = { seq: 1, source: "test", assets: [asset], markets } as unknown as InstrumentList;
const campaign = (id: number, kind: CouponKind, change: Partial<SeedCampaign>): SeedCampaign => ({
  id,
  name: `History ${id}`,
  kind,
  grantOn: "KYC",
  face: 10n * one,
  budget: 10n ** 16n,
  volumeReq: 500n * one,
  products: [4],
  days: 7,
  claimDays: 0,
  ...change,
});
const list = [
  campaign(1, "CASH_BONUS", { products: [2, 4], volumeReq: 900n * one }),
  campaign(2, "TRADING_BONUS", {}),
  campaign(3, "CASH_BONUS", { symbols: ["ETHUSDT-PERP"], volumeReq: 200n * one, face: 3n * one }),
  campaign(4, "TRADING_BONUS", { volumeReq: 0n, claimDays: 3 }),
  campaign(5, "LOSS_DEDUCTION", { volumeReq: 0n }),
];

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let account = { cash: 0n, bonus: 0n };
const payers = new Map<string, FillPayersRow>();
/** Behind the campaigns' start. */
const now = Date.now() + 60_000;
let uid = 1_000;
let seq = 0;
/** How much later than `now` it is. */
let passed = 0;
/** Histories in which nothing happens would show nothing. */
const happened = { previewed: 0, paid: 0, used: 0 };
const reached = new Set<string>();

const dataOf = (call: string, ask: unknown): unknown => {
  if (call === calls.marketInstruments.name) return listing;
  if (call === feedCall) return { parts: [] };
  if (call === fillPayersCall)
    return {
      rows: (ask as { fills: [number, number][] }).fills.map(([trade, role]) => payers.get(`${trade} ${role}`)),
    };
  const figures = { availOut: "0" };
  return { rows: [{ product: 4, cash: printUnits(account.cash), bonus: printUnits(account.bonus), figures }] };
};
const core = {
  core: "test",
  ask: async (_about: string, { call, ask }: { call: string; ask: unknown }) => ({
    code: success,
    seq: 1,
    data: dataOf(call, ask),
  }),
} as unknown as CoreClient;
const log = createLog("test");
log.level = "silent";

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 3);
  await seedCampaigns(database.url, list);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

const clock = { now: () => now + 10 + passed, sleep: async () => undefined };
async function ask<T>(name: "couponPreview" | "claimCoupon", body: unknown): Promise<T> {
  const answers = couponAnswers({ db: owner.db, clock, core, wakeOutbox: () => undefined });
  const found = answers.find(({ call }) => call.name === calls[name].name)!;
  const outcome = (await found.reply(body, { uid } as Asked)) as Outcome<T>;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** An event of which only some fields matter: the others are 0. */
function eventOf(type: EventName, fields: Record<string, number>): EventRow {
  const empty = Object.fromEntries(journalEvents[type].fields.map((name) => [name, 0]));
  return { type, ...empty, ...fields } as unknown as EventRow;
}
const feed = feedConsumer({
  core,
  accounts: { linkedPairs: async () => [], linkedToEach: async () => new Map() },
  invitations: { invitersOf: async () => new Map() },
});
async function handle(event: EventRow): Promise<void> {
  seq += 1;
  const batch = { place: { core: "test", seq, part: 0 }, at: now + 1 + passed, events: [event] };
  await inTransaction(owner.db, (tx) => feed.handle(tx, [batch as never]));
}
/** Amounts here are below 2^52: the lower number holds all of one. */
const two = (name: string, amount: bigint): Record<string, number> => ({
  [`${name}High`]: 0,
  [`${name}Low`]: Number(amount),
});

type Row = {
  id: number;
  kind: number;
  face: bigint;
  remaining: bigint;
  status: string;
  volumeReq: bigint;
  done: bigint;
  endAt: number;
};
async function couponsNow(db: Database): Promise<readonly Row[]> {
  const { rows } = await sql<Record<keyof Row, string>>`
    select id, kind, face, remaining, status, volume_req as "volumeReq", volume_done as done, end_at as "endAt"
    from coupons.coupons where uid = ${uid} order by id`.execute(db);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    kind: Number(row.kind),
    face: BigInt(row.face),
    remaining: BigInt(row.remaining),
    volumeReq: BigInt(row.volumeReq),
    done: BigInt(row.done),
    endAt: Number(row.endAt),
  }));
}
type CountRow = { readonly counted: string; readonly by: string; readonly times: number };
async function countOfTrade(coupon: number, trade: number): Promise<CountRow | undefined> {
  const { rows } = await sql<CountRow>`
    select min(counted)::text as counted, min(counts_by) as by, count(*)::int as times from coupons.fills
    where coupon_id = ${coupon} and trade_id = ${trade} having count(*) > 0`.execute(owner.db);
  return rows[0];
}

/** Without money in the campaign's account, and for another reason. */
const refused = [refusals.INSUFFICIENT_TRANSFERABLE.code, refusals.SYMBOL_NOT_FOUND.code];
const amount = fc.bigInt({ min: 1n, max: 600n * one });
const fill = fc.record({
  type: fc.constant("fill" as const),
  market: fc.constantFrom(...markets),
  margin: fc.constantFrom("CROSS" as const, "ISOLATED" as const),
  isTaker: fc.boolean(),
  volume: amount,
  cash: fc.bigInt({ min: -(100n * one), max: 1_000n * one }),
  bonus: fc.oneof(fc.constant(0n), amount),
});
const act = fc.oneof(
  { weight: 4, arbitrary: fill },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("again" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("look" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("answer" as const), code: fc.constantFrom(success, ...refused) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("use" as const), part: fc.integer({ min: 0, max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("claim" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("takeBack" as const),
      cause: fc.constantFrom("EXPIRY" as const, "FORFEIT" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("invalidate" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 5 }) }) },
);
type Fill = typeof fill extends fc.Arbitrary<infer T> ? T : never;
type Preview = {
  readonly counted: string;
  readonly by: string;
  readonly isListed: boolean;
  readonly volumeLeft: string;
};

/** A fill, as each coupon that waits for volume sees it before and behind it. */
async function playFill(one: Fill, trade: number): Promise<EventRow> {
  const { cash, bonus, volume } = one;
  account = { cash, bonus };
  const isSpot = one.market.kind === "SPOT";
  const role = one.isTaker ? 1 : 0;
  const [own, other] = one.isTaker ? (["taker", "maker"] as const) : (["maker", "taker"] as const);
  const margin = isSpot ? ("SPOT" as const) : one.margin;
  // In spot there is no bonus: the history has none there.
  const carried = isSpot ? { cash: 0n, bonus: 0n } : account;
  payers.set(`${trade} ${role}`, [trade, role, String(volume), margin, String(carried.cash), String(carried.bonus)]);
  const event = eventOf("order_filled", {
    market: one.market.id,
    tradeId: trade,
    [`${own}Uid`]: uid,
    [`${other}Uid`]: 5,
    ...(isSpot ? {} : { makerPosSide: 2, takerPosSide: 1 }),
  });
  const waiting = (await couponsNow(owner.db)).filter(
    ({ status, volumeReq, endAt }) => status === "PENDING" && volumeReq > 0n && endAt > clock.now(),
  );
  const previews = new Map<number, Preview>();
  for (const { id } of waiting) {
    const wanted = { couponId: id, symbol: one.market.symbol, volume: printUnits(volume), marginMode: one.margin };
    previews.set(id, await ask<Preview>("couponPreview", wanted));
  }
  await handle(event);
  for (const before of waiting) {
    const preview = previews.get(before.id)!;
    const seen = await countOfTrade(before.id, trade);
    expect(seen !== undefined).toBe(preview.isListed);
    happened.previewed += 1;
    const counted = BigInt(seen?.counted ?? 0);
    expect(printUnits(counted)).toBe(preview.counted);
    if (seen !== undefined) expect([seen.by, seen.times]).toEqual([preview.by, 1]);
    const after = (await couponsNow(owner.db)).find(({ id }) => id === before.id)!;
    expect(after.done).toBe(before.done + counted);
    const left = before.volumeReq - after.done;
    expect(preview.volumeLeft).toBe(printUnits(left > 0n ? left : 0n));
  }
  return event;
}

type Sent = {
  readonly number: string;
  readonly command: { readonly type: string };
  readonly coupon: number;
  readonly amount: bigint;
};
async function unanswered(): Promise<readonly Sent[]> {
  const { rows } = await sql<{ number: string; command: { type: string }; coupon: string; amount: string }>`
    select o.number, o.command, p.coupon_id as coupon, p.amount from coupons.outbox o
    join coupons.payments p on p.number = o.number join coupons.coupons c on c.id = p.coupon_id
    where c.uid = ${uid} and p.state = 'SENT' order by o.number`.execute(owner.db);
  return rows.map((row) => ({ ...row, coupon: Number(row.coupon), amount: BigInt(row.amount) }));
}

/** The core carries out what it was sent, or refuses: its answer and its event, the answer twice. */
async function playAnswers(code: number): Promise<void> {
  for (const { number, command, coupon, amount: paid } of await unanswered()) {
    const given = [{ number: Number(number), command: command as never, result: { code } as never }];
    for (let times = 0; times < 2; times += 1)
      await inTransaction(owner.db, (tx) => storeAnswers({ log, now: clock.now }, tx, given));
    if (code !== success) continue;
    const campaignId = Number(
      (await sql<{ c: number }>`select campaign_id as c from coupons.coupons where id = ${coupon}`.execute(owner.db))
        .rows[0]!.c,
    );
    const shared = { uid, campaign: campaignId, ...two("amount", paid) };
    const event =
      command.type === "pay_coupon"
        ? eventOf("coupon_paid", { ...shared, coupon, asset: 1 })
        : eventOf("bonus_granted", { ...shared, grant: coupon });
    await handle(event);
    happened.paid += 1;
  }
}

async function grantNow(): Promise<Row | undefined> {
  return (await couponsNow(owner.db)).find(
    ({ kind, status }) => couponKinds[kind - 1] === "TRADING_BONUS" && status === "SUCCESS",
  );
}

/** Its end has come in the core, or a transfer has left derivatives. */
async function playTakeBack(cause: "EXPIRY" | "FORFEIT"): Promise<void> {
  const grant = await grantNow();
  if (grant === undefined) return;
  const fields = { uid, grant: grant.id, cause: entryCauses.indexOf(cause), ...two("amount", grant.remaining) };
  await handle(eventOf("bonus_changed", fields));
}

/** Two operators have decided about a coupon. */
async function playInvalidation(which: number): Promise<void> {
  const mine = await couponsNow(owner.db);
  await inTransaction(owner.db, async (tx) => {
    const { id } = mine[which % mine.length]!;
    await coupons.step(tx, (await coupons.lock(tx, [id])).get(id)!, "invalidate", invalidCause, clock.now());
  });
}

/** A part of what is left of a grant is used up. */
async function playUse(part: number): Promise<void> {
  const grant = await grantNow();
  if (grant === undefined) return;
  const used = (grant.remaining * BigInt(part)) / 100n;
  const fields = {
    uid,
    grant: grant.id,
    cause: 4,
    ...two("amount", used),
    ...two("remaining", grant.remaining - used),
  };
  await handle(eventOf("bonus_changed", fields));
  const after = (await couponsNow(owner.db)).find(({ id }) => id === grant.id)!;
  expect(after.remaining).toBe(grant.remaining - used);
  happened.used += 1;
}

type Step = { readonly step: CouponStep; readonly cause: string };
async function stepsOf(coupon: number): Promise<readonly Step[]> {
  const { rows } = await sql<Step>`
    select step, cause from coupons.steps where coupon_id = ${coupon} order by place`.execute(owner.db);
  return rows;
}

/** The status that is stored is what the kept steps come to, and each of them says why it was taken. */
async function expectDerived(): Promise<void> {
  for (const { id, status } of await couponsNow(owner.db)) {
    const steps = await stepsOf(id);
    expect([id, statusOf(steps.map(({ step }) => step))]).toEqual([id, status]);
    for (const { cause } of steps) expect(cause).toMatch(/^[A-Z_0-9]+$/);
    reached.add(status);
  }
}

async function expectSound(): Promise<void> {
  await expectDerived();
  for (const { remaining, face } of await couponsNow(owner.db)) expect(remaining >= 0n && remaining <= face).toBe(true);
  const { rows } = await sql<{ paid: number; steps: number; twice: number }>`
    select (select count(*)::int from coupons.payments p where p.coupon_id = c.id) as paid,
      (select count(*)::int from coupons.steps s where s.coupon_id = c.id and step = 'pay') as steps,
      (select count(*)::int from coupons.fills f where f.coupon_id = c.id)
        - (select count(distinct trade_id)::int from coupons.fills f where f.coupon_id = c.id) as twice
    from coupons.coupons c where uid = ${uid}`.execute(owner.db);
  for (const row of rows) expect([row.paid <= 1, row.steps <= row.paid, row.twice]).toEqual([true, true, 0]);
}

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** By chance alone some statuses would be seldom. */
const granted: readonly Act[] = [{ type: "claim" }, { type: "look" }, { type: "answer", code: success }];
const everyStatus: readonly (readonly Act[])[] = [
  [...granted, { type: "use", part: 40 }, { type: "use", part: 100 }],
  [...granted, { type: "takeBack", cause: "EXPIRY" }],
  [...granted, { type: "takeBack", cause: "FORFEIT" }],
  [{ type: "claim" }, { type: "look" }, { type: "answer", code: refused[0]! }],
  [{ type: "invalidate", which: 0 }, { type: "wait", days: 5 }, { type: "wait", days: 5 }, { type: "look" }],
];
async function play(each: Exclude<Act, { type: "fill" | "again" }>): Promise<void> {
  switch (each.type) {
    case "look":
      await inTransaction(owner.db, (tx) => takeDueSteps({ core, marks: coreMarks(core), now: clock.now }, tx));
      return;
    case "answer":
      return playAnswers(each.code);
    case "use":
      return playUse(each.part);
    case "claim":
      for (const { id } of await couponsNow(owner.db)) await ask("claimCoupon", { couponId: id });
      return;
    case "takeBack":
      return playTakeBack(each.cause);
    case "invalidate":
      return playInvalidation(each.which);
    case "wait":
      passed += each.days * dayMs;
  }
}

test("[C.13 C.14 C.15 C.16 C.18] over any history the preview says what then counted, nothing counts or pays twice, what remains is within the face, and the kept steps give every status again", async () => {
  let trade = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 18 }), async (acts) => {
      uid += 1;
      passed = 0;
      await inTransaction(owner.db, async (tx) => {
        for (const each of await campaigns.running(tx, "KYC", now + 1)) await coupons.issue(tx, each, uid, now);
      });
      const fills: EventRow[] = [];
      for (const each of acts) {
        if (each.type === "fill") fills.push(await playFill(each, (trade += 1)));
        else if (each.type !== "again") await play(each);
        else if (fills.length > 0) {
          const before = await couponsNow(owner.db);
          await handle(fills[each.which % fills.length]!);
          expect((await couponsNow(owner.db)).map(({ done }) => done)).toEqual(before.map(({ done }) => done));
        }
        await expectSound();
      }
    }),
    { numRuns: 60, examples: everyStatus.map((acts) => [[...acts]]) },
  );
  expect(Math.min(happened.previewed, happened.paid, happened.used)).toBeGreaterThan(0);
  expect([...reached].toSorted()).toEqual([...couponStatuses].toSorted());
}, 240_000);
