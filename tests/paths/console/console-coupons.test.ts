import { randomUUID } from "node:crypto";
import {
  type CampaignRow,
  type CampaignTerms,
  type CouponDetail,
  type OperatorRole,
  success,
} from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { auditLog, brokenAt, systemClock } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { campaignTerms } from "./campaign-terms.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "./console-world.ts";
import {
  bob,
  bucketOf,
  closeCouponExchange,
  closeLong,
  database,
  dayMs,
  exchange,
  number,
  openCouponExchange,
  openLong,
  promoOf,
  register,
  trade,
  type User,
} from "../money/coupon-exchange.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Operators make, start and fund campaigns, give coupons and invalidate them, on processes that are all real. What users were paid is what their accounts hold.
const reason = "as the growth meeting decided";
let console: ConsoleWorld;
let maker: Operator;
let second: Operator;

/** The company's own money, which campaigns are funded from. */
async function creditCompany(amount: string): Promise<void> {
  const producer = producers.walletTools;
  const next = await exchange.link.nextNumber("wallet", producer);
  const money = { asset: assetId("USDT"), amount: units(amount) };
  const draft = { type: "credit_treasury", ...money, producer, number: next } as const;
  expect((await exchange.link.send("wallet", [draft]))[0]!.code).toBe(success);
}

beforeAll(async () => {
  await openCouponExchange();
  await creditCompany("1000");
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  const roles: readonly OperatorRole[] = ["markets", "risk", "treasury"];
  maker = await openOperator(console, "paula", roles);
  second = await openOperator(console, "olga", roles);
}, 180_000);
afterAll(async () => {
  await console?.close();
  await closeCouponExchange();
});

const make = async (change: Partial<CampaignTerms> = {}): Promise<number> =>
  good(await maker.client.call("makeCampaign", { requestId: randomUUID(), terms: campaignTerms(change), reason })).id;
const campaignOf = async (id: number): Promise<CampaignRow> =>
  good(await second.client.call("campaignList", {})).list.find((one) => one.id === id)!;
const detailOf = async (id: number): Promise<CouponDetail> => good(await second.client.call("couponDetailOf", { id }));
const give = async (campaignId: number, uid: number) =>
  maker.client.call("giveCoupon", { requestId: randomUUID(), campaignId, uid, reason });

async function fund(campaign: number, product: number, amount: string): Promise<void> {
  const ask = { campaign, product, asset: "USDT", amount, reason } as const;
  const { id, state } = good(await maker.client.call("fundCampaign", ask));
  expect(state).toBe("WAITING");
  expect(await maker.client.call("approveProposal", { id })).toMatchObject({ ok: false, refusal: "OWN_APPROVAL" });
  good(await second.client.call("approveProposal", { id }));
  await until(async () => good(await second.client.call("proposal", { id })).state === "DONE", 15_000);
}

/** What these users have in their wallet accounts together. */
async function walletSum(users: readonly User[]): Promise<bigint> {
  let sum = 0n;
  for (const user of users) sum += await bucketOf(user, 1, "avail");
  return sum;
}

test("[U.71 C.4] a campaign is made with a preview, does not run, and is started by another operator than its maker", async () => {
  await register("gina", "10");
  const wanted = campaignTerms({ grantOn: "REGISTRATION", name: "Registration of November", budget: "25" });
  const preview = good(await maker.client.call("previewCampaign", { terms: wanted, pastDays: 7 }));
  const registered = await number("select count(*)::int as n from identity.users where created_at >= $1", [
    systemClock.now() - 6 * dayMs,
  ]);
  expect(preview).toMatchObject({ problem: "", budgetCoupons: 2, coupons: 2, most: "20" });
  expect(preview.users).toBe(registered);
  expect(preview.usersByDay).toHaveLength(7);
  const bad = good(await maker.client.call("previewCampaign", { terms: { ...wanted, face: "0" }, pastDays: 7 }));
  expect(bad.problem).toBe("the face is 0");
  const refused = { requestId: randomUUID(), terms: { ...wanted, symbols: ["NO-SUCH"] }, reason };
  expect(await maker.client.call("makeCampaign", refused)).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });

  const ask = { requestId: randomUUID(), terms: wanted, reason };
  const { id } = good(await maker.client.call("makeCampaign", ask));
  expect(good(await maker.client.call("makeCampaign", ask)).id).toBe(id);
  expect(await campaignOf(id)).toMatchObject({ state: "DRAFT", funded: "0", reserved: "0", paid: "0", started: null });
  const early = await register("hugo", "10");
  const ofCampaign = async (uid: number) => good(await second.client.call("findCoupons", { uid, campaignId: id })).list;
  expect(await ofCampaign(early.uid)).toEqual([]);
  expect(await maker.client.call("startCampaign", { id, reason })).toMatchObject({
    ok: false,
    refusal: "OWN_APPROVAL",
  });
  // Another account in the maker's browser is taken for the maker.
  const own = second.browser.deviceCookie;
  second.browser.deviceCookie = maker.browser.deviceCookie;
  expect(await second.client.call("startCampaign", { id, reason })).toMatchObject({
    ok: false,
    refusal: "OWN_APPROVAL",
  });
  second.browser.deviceCookie = own;
  // Nor does the table let it run, whatever the code says.
  await expect(
    database.query("update coupons.campaigns set is_running = true, started_by = $1 where id = $2", [maker.id, id]),
  ).rejects.toThrow(/campaigns_two_operators/);
  good(await second.client.call("startCampaign", { id, reason }));
  expect(await campaignOf(id)).toMatchObject({ state: "RUNNING", made: { by: maker.id }, started: { by: second.id } });
  const late = await register("ines", "10");
  expect(await ofCampaign(late.uid)).toMatchObject([{ status: expect.stringMatching(/PENDING|RUN_OUT/), face: "10" }]);
  // Stopping takes one, also the maker.
  good(await maker.client.call("stopCampaign", { id, reason }));
  expect((await campaignOf(id)).state).toBe("STOPPED");
  const after = await register("jack", "10");
  expect(await ofCampaign(after.uid)).toEqual([]);
}, 120_000);

test("[C.54 C.55] a campaign of a task is made in the console, without a count of past days, and gives for it; a gift is not bound by the device", async () => {
  const wanted = campaignTerms({
    name: "First contract",
    grantOn: "TASK",
    task: "CONTRACT_TRADE",
    volumeRequirement: "1000",
  });
  for (const change of [{ task: null }, { perUser: 2 }, { grantOn: "KYC" }] as const) {
    const refused = { requestId: randomUUID(), terms: { ...wanted, ...change }, reason };
    expect(await maker.client.call("makeCampaign", refused)).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  }
  for (const change of [{}, { grantOn: "INVITE", task: null, perUser: 5 }] as const) {
    const ask = { terms: { ...wanted, ...change }, pastDays: 7 };
    const preview = good(await maker.client.call("previewCampaign", ask));
    expect(preview).toMatchObject({ problem: "", usersByDay: [], users: 0, budgetCoupons: 10 });
  }
  const id = await make(wanted);
  good(await second.client.call("startCampaign", { id, reason }));
  expect((await campaignOf(id)).terms).toMatchObject({ grantOn: "TASK", task: "CONTRACT_TRADE", perUser: 1 });
  const taker = await register("theo");
  await trade(taker, bob, openLong, "104250", "0.001");
  const ofUser = async (campaignId: number, uid: number) =>
    good(await second.client.call("findCoupons", { uid, campaignId })).list;
  await until(async () => (await ofUser(id, taker.uid)).length === 1, 20_000);
  // Operators do not give its coupons; what they give goes also to a second account of one device.
  expect(await give(id, taker.uid)).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  const gifts = await make({ name: "Gifts" });
  good(await second.client.call("startCampaign", { id: gifts, reason }));
  const other = await register("theo-again", "10", "theo-device");
  for (const { uid } of [taker, other]) {
    good(await give(gifts, uid));
    expect(await ofUser(gifts, uid)).toHaveLength(1);
  }
  for (const campaign of [id, gifts]) good(await maker.client.call("stopCampaign", { id: campaign, reason }));
}, 120_000);

test("[INC-26 U.71] two careless operators cannot have more paid than was funded: the rest has run out", async () => {
  const id = await make({ name: "Careless", budget: "1000" });
  good(await second.client.call("startCampaign", { id, reason }));
  // Ten coupons of 10 are given, and 25 are funded.
  await fund(id, 1, "25");
  expect((await campaignOf(id)).funded).toBe("25");
  const users: User[] = [];
  for (let place = 0; place < 10; place += 1) users.push(await register(`careless${place}`, "10"));
  const uids = users.map(({ uid }) => uid);
  const before = await walletSum(users);
  const asked = await Promise.all(uids.map((uid) => give(id, uid)));
  for (const one of asked) good(one);
  // Nobody has two, however often it is asked for.
  expect(await give(id, uids[0]!)).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  await until(async () => {
    const { coupons } = await campaignOf(id);
    return coupons.SUCCESS + coupons.RUN_OUT === 10;
  }, 40_000);
  const row = await campaignOf(id);
  expect(row.coupons).toMatchObject({ SUCCESS: 2, RUN_OUT: 8, PENDING: 0 });
  expect(row).toMatchObject({ funded: "5", paid: "20", reserved: "20" });
  await until(async () => (await walletSum(users)) - before === units("20"), 15_000);
  const treasury = good(await second.client.call("treasuryBalances", {}));
  expect(treasury.promo.find(({ campaign }) => campaign === id)).toMatchObject({ amount: "5", name: "Careless" });
  expect(treasury.seq).toBeGreaterThan(0);
  // More money does not bring back what has run out.
  await fund(id, 1, "100");
  await systemClock.sleep(3_000);
  expect((await walletSum(users)) - before).toBe(units("20"));
}, 180_000);

test("[S4.10 C.9 C.24 U.72] a pending coupon is invalidated by two operators with a reason, and its part of the budget is given back", async () => {
  const id = await make({ name: "Pending", volumeRequirement: "1000" });
  good(await second.client.call("startCampaign", { id, reason }));
  const { uid } = await register("karl", "10");
  const requestId = randomUUID();
  const ask = { requestId, campaignId: id, uid, reason };
  const coupon = good(await maker.client.call("giveCoupon", ask)).id;
  expect(good(await maker.client.call("giveCoupon", ask)).id).toBe(coupon);
  expect(await give(id, 99_999_999)).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  expect((await campaignOf(id)).reserved).toBe("10");
  expect((await detailOf(coupon)).invalidation).toMatchObject({ how: "AT_ONCE", waiting: null, decided: null });
  expect(good(await maker.client.call("invalidateCoupon", { id: coupon, reason }))).toEqual({ isDone: false });
  expect(await maker.client.call("invalidateCoupon", { id: coupon, reason })).toMatchObject({
    ok: false,
    refusal: "OWN_APPROVAL",
  });
  expect((await detailOf(coupon)).coupon.status).toBe("PENDING");
  expect((await detailOf(coupon)).invalidation.waiting).toMatchObject({ by: maker.id, reason });
  expect(good(await second.client.call("invalidateCoupon", { id: coupon, reason }))).toEqual({ isDone: true });
  expect(await detailOf(coupon)).toMatchObject({
    coupon: { status: "INVALID", uid, paid: "0" },
    steps: [{ step: "invalidate", cause: "OPERATOR" }],
    invalidation: { how: "NOT_POSSIBLE", decided: { by: second.id, reason } },
  });
  expect((await campaignOf(id)).reserved).toBe("0");
  expect(await second.client.call("invalidateCoupon", { id: coupon, reason })).toMatchObject({
    ok: false,
    refusal: "REQUEST_INVALID",
  });
}, 90_000);

test("[S4.10 C.9 C.24 U.72] a granted bonus goes back to its campaign by the core, and is Invalid then; cash that was paid stays", async () => {
  const id = await make({ name: "Bonus", kind: "TRADING_BONUS", products: [4] });
  good(await second.client.call("startCampaign", { id, reason }));
  await fund(id, 4, "50");
  const lena = await register("lena", "10");
  const coupon = good(await give(id, lena.uid)).id;
  await until(async () => (await detailOf(coupon)).coupon.status === "SUCCESS", 30_000);
  await until(async () => (await detailOf(coupon)).invalidation.how === "RECALL", 15_000);
  expect((await campaignOf(id)).funded).toBe("40");
  good(await maker.client.call("invalidateCoupon", { id: coupon, reason }));
  good(await second.client.call("invalidateCoupon", { id: coupon, reason }));
  await until(async () => (await detailOf(coupon)).coupon.status === "INVALID", 30_000);
  expect(await detailOf(coupon)).toMatchObject({
    steps: [{ step: "pay" }, { step: "invalidate", cause: "OPERATOR" }],
    payments: [{ item: "grant", amount: "10", state: "PAID" }],
  });
  expect(await campaignOf(id)).toMatchObject({ funded: "50", reserved: "0" });
  const { list } = good(await second.client.call("findCoupons", { status: "SUCCESS" }));
  const paid = list.find(({ name }) => name === "Careless")!;
  expect((await detailOf(paid.id)).invalidation).toMatchObject({ how: "NOT_POSSIBLE", problem: "it was paid in cash" });
}, 120_000);

test("[C.23 C.24] a clawback takes the profit that the bonus earned from free cash, by two operators with a reason; what is lacking is a receivable", async () => {
  const id = await make({ name: "Clawed back", kind: "TRADING_BONUS", face: "40", products: [4] });
  good(await second.client.call("startCampaign", { id, reason }));
  await fund(id, 4, "100");
  const mona = await register("mona", "60");
  const coupon = good(await give(id, mona.uid)).id;
  await until(async () => (await detailOf(coupon)).invalidation.how === "RECALL", 40_000);
  expect((await detailOf(coupon)).invalidation.clawback).toEqual({ profit: "0", takes: "0", lacks: "0" });
  // 0.01 BTC sold 1,000 higher: 10 of profit. The fee of the opening is the bonus's.
  await trade(mona, bob, openLong, "104000", "0.01");
  const [cash, bonus] = [await bucketOf(mona, 4, "cash"), await bucketOf(mona, 4, "bonus")];
  expect([cash, bonus > units("39") && bonus < units("40")]).toEqual([units("60"), true]);
  await trade(mona, bob, closeLong, "105000", "0.01");
  expect(await bucketOf(mona, 4, "cash")).toBe(units("70"));
  const profit = (units("10") * bonus) / (cash + bonus);
  const text = printUnits(profit);
  await until(async () => (await detailOf(coupon)).invalidation.clawback?.profit === text, 20_000);
  // A position that needs nearly 68 of the 70: what is free is less than the profit.
  await trade(mona, bob, openLong, "104000", "0.013");
  let clawback: Awaited<ReturnType<typeof detailOf>>["invalidation"]["clawback"] = null;
  // Null for as long as the core or its history cannot be asked.
  await until(async () => {
    ({ clawback } = (await detailOf(coupon)).invalidation);
    return clawback !== null && clawback.takes !== text;
  }, 20_000);
  const [takes, lacks] = [units(clawback!.takes), units(clawback!.lacks)];
  expect([clawback!.profit, takes + lacks, takes >= 0n && lacks > 0n]).toEqual([text, profit, true]);

  expect(await maker.client.call("invalidateCoupon", { id: coupon, reason: "" })).toMatchObject({ ok: false });
  expect(good(await maker.client.call("invalidateCoupon", { id: coupon, reason }))).toEqual({ isDone: false });
  expect(await maker.client.call("invalidateCoupon", { id: coupon, reason })).toMatchObject({
    refusal: "OWN_APPROVAL",
  });
  expect(await bucketOf(mona, 4, "cash")).toBe(units("70"));
  const left = await bucketOf(mona, 4, "bonus");
  const before = await promoOf(id, 4);
  good(await second.client.call("invalidateCoupon", { id: coupon, reason }));
  await until(async () => (await detailOf(coupon)).invalidation.decided?.taken !== null, 30_000);
  await until(async () => (await detailOf(coupon)).coupon.status === "INVALID", 30_000);
  const { coupon: after, invalidation } = await detailOf(coupon);
  const { decided } = invalidation;
  expect(decided).toMatchObject({ by: second.id, reason, profit: text });
  const [taken, receivable] = [units(decided!.taken!), units(decided!.receivable!)];
  expect([taken + receivable, receivable > 0n, after.receivable]).toEqual([profit, true, decided!.receivable]);
  // Nothing is made and nothing is lost: the campaign has the rest of the bonus and what was taken, the user no less than nothing.
  await until(async () => (await promoOf(id, 4)) === before + Number(left + taken), 20_000);
  expect(await bucketOf(mona, 4, "cash")).toBe(units("70") - taken);
  expect(await bucketOf(mona, 4, "bonus")).toBe(0n);
  const { list } = good(await second.client.call("findCoupons", { hasReceivable: true }));
  expect(list.map((one) => [one.id, one.receivable])).toEqual([[coupon, decided!.receivable]]);
  await expectLedgerAgrees(mona);
}, 180_000);

test("[U.73 U.74] treasury, invites and levels are answered; every act is a line of an unbroken audit log", async () => {
  const treasury = good(await second.client.call("treasuryBalances", {}));
  const accounts = new Set(treasury.rows.map(({ account }) => account));
  expect(accounts.has("treasury")).toBe(true);
  expect(accounts.has("insurance")).toBe(true);
  const invites = good(await second.client.call("inviteReport", { days: 14 }));
  expect(invites.days).toHaveLength(14);
  expect(invites.days.every(({ shares, paid }) => shares === 0 && paid === "0")).toBe(true);
  expect(good(await second.client.call("vipReport", {})).computations.length).toBeGreaterThan(0);
  const lines = await auditLog.all(console.owner.db);
  expect(brokenAt(lines)).toBeUndefined();
  const actions = new Set(lines.map(({ action }) => action));
  for (const action of [
    "campaign made",
    "campaign started",
    "campaign stopped",
    "coupon given",
    "coupon invalidation asked",
    "coupon invalidated",
  ])
    expect([action, actions.has(action)]).toEqual([action, true]);
}, 60_000);
