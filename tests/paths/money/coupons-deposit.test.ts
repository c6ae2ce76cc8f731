import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { credit } from "../../../tools/dev/seed/seed.ts";
import type { Trader } from "../../../tools/dev/trader.ts";
import {
  bob,
  bonusCampaign,
  bucketOf,
  closeCouponExchange,
  closeLong,
  couponsOf,
  database,
  dayMs,
  exchange,
  fund,
  fundWallet,
  move,
  number,
  openCouponExchange,
  openLong,
  promoOf,
  register,
  statusIs,
  stepsOf,
  trade,
  type User,
  verify,
} from "./coupon-exchange.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Transfers and deposits earn what coupons promise: all processes are real. Time passes by setting back dates.
beforeAll(() => openCouponExchange(), 180_000);
afterAll(closeCouponExchange);

const depositCampaign: SeedCampaign = {
  ...bonusCampaign,
  id: 30,
  name: "Deposit coupon",
  kind: "DEPOSIT",
  face: units("5000"),
  budget: units("20000"),
  ratio: 20_000_000n,
  claimDays: 0,
};
const rewardCampaign: SeedCampaign = {
  ...depositCampaign,
  id: 31,
  name: "Deposit reward",
  kind: "DEPOSIT_REWARD",
  face: units("50"),
  budget: units("500"),
  ratio: 10_000_000n,
  depositReq: units("100"),
  volumeReq: units("1000"),
};
const hourMs = 3_600_000;

/** Only this campaign gives coupons by verification. */
async function run(campaign: SeedCampaign, funds: readonly [product: number, amount: string]): Promise<void> {
  await database.query("update coupons.campaigns set is_running = false where grant_on = 'KYC'");
  await seedCampaigns(exchange.databaseUrl, [campaign]);
  await (funds[0] === 1 ? fundWallet(campaign.id, funds[1]) : fund(campaign.id, ...funds));
}
async function withCoupon(name: string, campaign: SeedCampaign, money?: string) {
  const user = await register(name, money);
  return { ...user, coupon: await verified(user, campaign) };
}
async function verified(user: User, { id: campaign }: SeedCampaign): Promise<number> {
  await verify(user.uid);
  const ofCampaign = async () => (await couponsOf(user)).find(({ campaignId }) => campaignId === campaign);
  await until(async () => (await ofCampaign()) !== undefined, 20_000);
  return (await ofCampaign())!.id;
}
const couponOf = async (user: Trader & { readonly coupon: number }) =>
  (await couponsOf(user)).find(({ id }) => id === user.coupon)!;
const alarm = async ({ client }: Trader, transferType: "IN" | "OUT", amount?: string) =>
  good(await client.call("bonusAlarm", { transferType, ...(amount === undefined ? {} : { amount }) })).item;
const pendingOf = async ({ client }: Trader) => good(await client.call("pendingDeposits", {})).list;
const movesOf = (id: number): Promise<number> =>
  number("select count(*)::int as n from coupons.moves where coupon_id = $1", [id]);
const reservedOf = (id: number): Promise<number> =>
  number("select reserved::float8 as n from coupons.campaigns where id = $1", [id]);
const setDates = (id: number, dates: string, at: number) =>
  database.query(`update coupons.coupons set ${dates}, due_at = $1 where id = $2`, [at, id]);
const whole = (text: string): number => Number(units(text));

test("[C.12 C.19 C.21 C.28 C.30 C.31 C.49 S1.54 S3.55 S3.60 S7.48 S7.49] a deposit coupon gives for each transfer in what the alarm has said, and a transfer out recalls all", async () => {
  await run(depositCampaign, [4, "5000"]);
  const vera = await register("vera", "2000");
  // The transfer of the registration is long ago; 1,000 have left in the days before the coupon.
  const transfers = "select count(*)::int as n from history.ledger_lines where uid = $1 and cause = 1 and product = 4";
  await until(async () => (await number(transfers, [vera.uid])) === 1);
  await database.query("update history.ledger_lines set at = at - $1 where uid = $2", [30 * dayMs, vera.uid]);
  await move(vera, 4, 1, "1000");
  await until(async () => (await number(transfers, [vera.uid])) === 2);
  expect(await alarm(vera, "IN", "800")).toMatchObject({ status: 0, message: "" });
  const user = { ...vera, coupon: await verified(vera, depositCampaign) };
  await credit(exchange.link, user.uid, "USDT", "9800");
  const [first] = await pendingOf(user);
  expect(first).toMatchObject({ couponId: user.coupon, couponAmount: "5000", asset: "USDT", ratio: "0.2" });
  expect(await alarm(user, "IN")).toMatchObject({ status: 1, amount: "5000", asset: "USDT" });
  // To another account than derivatives nothing is earned.
  const elsewhere = { transferType: "IN", toProduct: 2, asset: "USDT", amount: "8000" } as const;
  expect(good(await user.client.call("bonusAlarm", elsewhere)).item.status).toBe(0);

  expect(await alarm(user, "IN", "800")).toMatchObject({ status: 0, amount: "0" });
  await move(user, 1, 4, "800");
  await until(async () => (await movesOf(user.coupon)) === 1, 20_000);
  expect((await couponOf(user)).status).toBe("PENDING");
  expect((await alarm(user, "IN", "8000")).amount).toBe("1560");
  await move(user, 1, 4, "8000");
  await statusIs(user, user.coupon, "SUCCESS");
  expect(await bucketOf(user, 4, "bonus")).toBe(units("1560"));
  expect((await couponOf(user)).remaining).toBe("1560");
  expect(await pendingOf(user)).toEqual([]);
  expect(await alarm(user, "IN", "1000")).toMatchObject({ status: 1, amount: "200" });
  await move(user, 1, 4, "1000");
  await until(async () => (await couponOf(user)).remaining === "1760", 20_000);
  expect(await bucketOf(user, 4, "bonus")).toBe(units("1760"));
  expect(await promoOf(30, 4)).toBe(whole("3240"));
  await expectLedgerAgrees(user);

  expect(await alarm(user, "OUT", "2000")).toMatchObject({ status: 1, amount: "1760", mostOut: "" });
  expect(await alarm(user, "OUT", "999999")).toMatchObject({ status: 1, mostOut: "10800" });
  await move(user, 4, 1, "2000");
  await statusIs(user, user.coupon, "RECALLED");
  await until(async () => (await couponOf(user)).remaining === "0");
  expect(await stepsOf(user.coupon)).toEqual(["pay PAID", "recall TRANSFER_OUT"]);
  expect(await bucketOf(user, 4, "bonus")).toBe(0n);
  expect([await promoOf(30, 4), await reservedOf(30)]).toEqual([whole("5000"), 0]);
  expect(await alarm(user, "IN", "1000")).toMatchObject({ status: 0 });
  await expectLedgerAgrees(user);
}, 120_000);

test("[C.30] a bonus that is granted after its money has left again is taken back", async () => {
  const walt = await withCoupon("walt", depositCampaign, "100");
  await credit(exchange.link, walt.uid, "USDT", "1000");
  // Both transfers are in the journal before the platform reads the first.
  exchange.processes.get("platform")!.kill("SIGKILL");
  await move(walt, 1, 4, "1000");
  await move(walt, 4, 1, "1000");
  const recalled = "select count(*)::int as n from coupons.coupons where id = $1 and status = 'RECALLED'";
  await until(async () => (await number(recalled, [walt.coupon])) === 1, 60_000);
  await until(async () => (await walt.client.call("couponList", {})).ok, 30_000);
  expect(await bucketOf(walt, 4, "bonus")).toBe(0n);
  expect(await stepsOf(walt.coupon)).toEqual(["pay PAID", "recall TRANSFER_OUT"]);
  expect([await promoOf(30, 4), await reservedOf(30)]).toEqual([whole("5000"), 0]);
}, 120_000);

test("a deposit coupon that no transfer used expires at its end, and one that paid ends with its bonus", async () => {
  const xena = await withCoupon("xena", depositCampaign, "100");
  await setDates(xena.coupon, "end_at = $1", Date.now() - 1);
  await statusIs(xena, xena.coupon, "EXPIRED");
  expect(await stepsOf(xena.coupon)).toEqual(["lapse ENDED"]);

  const yves = await withCoupon("yves", depositCampaign, "100");
  await credit(exchange.link, yves.uid, "USDT", "100");
  const endAt = Date.now() + 15_000;
  await setDates(yves.coupon, "end_at = $1", endAt);
  await move(yves, 1, 4, "100");
  await statusIs(yves, yves.coupon, "SUCCESS");
  expect(await bucketOf(yves, 4, "bonus")).toBe(units("20"));
  await statusIs(yves, yves.coupon, "EXPIRED");
  await until(async () => (await bucketOf(yves, 4, "bonus")) === 0n);
  expect(await stepsOf(yves.coupon)).toEqual(["pay PAID", "end ENDED"]);
  expect(await reservedOf(30)).toBe(0);
}, 120_000);

test("[C.21 S1.54] a deposit coupon that waits for its claim says so, and a transfer earns by it only after the claim", async () => {
  await run({ ...depositCampaign, id: 35, claimDays: 3 }, [4, "5000"]);
  const vito = await withCoupon("vito", { ...depositCampaign, id: 35 }, "100");
  const shown = { couponId: vito.coupon, couponAmount: "5000", ratio: "0.2" };
  expect(await pendingOf(vito)).toMatchObject([{ ...shown, isClaimable: true }]);
  expect(await alarm(vito, "IN", "100")).toMatchObject({ status: 0 });
  good(await vito.client.call("claimCoupon", { couponId: vito.coupon }));
  expect(await pendingOf(vito)).toMatchObject([{ ...shown, isClaimable: false }]);
  expect(await alarm(vito, "IN", "100")).toMatchObject({ status: 1, amount: "20" });
}, 60_000);

test("[C.61] by flag a deposit coupon can be claimed only while no position of USDT contracts is open", async () => {
  const flat: SeedCampaign = { ...depositCampaign, id: 36, claimDays: 3, options: { isWithoutPositions: true } };
  await run(flat, [4, "5000"]);
  const wera = await withCoupon("wera", flat, "1000");
  await trade(wera, bob, openLong, "104250", "0.01");
  expect(await wera.client.call("claimCoupon", { couponId: wera.coupon })).toMatchObject({
    ok: false,
    refusal: "POSITION_OPEN",
  });
  expect(await pendingOf(wera)).toMatchObject([{ isClaimable: true }]);
  await trade(wera, bob, closeLong, "104250", "0.01");
  good(await wera.client.call("claimCoupon", { couponId: wera.coupon }));
  expect(await pendingOf(wera)).toMatchObject([{ isClaimable: false }]);
  // A position that is opened behind the claim is nothing to the coupon.
  await trade(wera, bob, openLong, "104250", "0.01");
  expect(good(await wera.client.call("claimCoupon", { couponId: wera.coupon }))).toEqual({ status: "PENDING" });
}, 60_000);

test("[C.29] the first-deposit form gives for the first transfer of an account, and for no other", async () => {
  const firstOnly: SeedCampaign = { ...depositCampaign, id: 32, options: { isFirstOnly: true } };
  await run(firstOnly, [4, "100"]);
  const zoe = await withCoupon("zoe", firstOnly, "100");
  await credit(exchange.link, zoe.uid, "USDT", "200");
  // The transfer of the registration was the first: nothing is promised.
  expect(await alarm(zoe, "IN", "100")).toMatchObject({ status: 0 });
  expect(await pendingOf(zoe)).toEqual([]);
  // As of an account that has never moved anything.
  await database.query("update coupons.coupons set prior_net = 0, had_transfer_in = false where id = $1", [zoe.coupon]);
  expect(await alarm(zoe, "IN", "100")).toMatchObject({ status: 1, amount: "20" });
  expect(await pendingOf(zoe)).toMatchObject([{ couponId: zoe.coupon, couponAmount: "5000" }]);
  await move(zoe, 1, 4, "100");
  await statusIs(zoe, zoe.coupon, "SUCCESS");
  expect(await alarm(zoe, "IN", "100")).toMatchObject({ status: 0 });
  await move(zoe, 1, 4, "100");
  await until(async () => (await movesOf(zoe.coupon)) === 2, 20_000);
  expect(await bucketOf(zoe, 4, "bonus")).toBe(units("20"));
}, 90_000);

test("[C.22 C.32 S1.55 S1.67 S3.77] a deposit that was kept until the distribution is rewarded by its share, as trading bonus that a withdrawal does not touch", async () => {
  await run(rewardCampaign, [4, "50"]);
  const anna = await withCoupon("anna", rewardCampaign, "500");
  const shown = await couponOf(anna);
  expect(shown).toMatchObject({ depositRequirement: "100", volumeRequirement: "1000", distributionAt: shown.endAt });
  await credit(exchange.link, anna.uid, "USDT", "120");
  await credit(exchange.link, anna.uid, "USDT", "300");
  await move(anna, 1, 4, "120");
  await trade(anna, bob, openLong, "104250", "0.01");
  await until(async () => (await couponOf(anna)).volumeDone === "1042.5", 20_000);
  // The deposit of the registration and the transfer do not count.
  await until(async () => (await movesOf(anna.coupon)) === 2, 20_000);
  expect((await couponOf(anna)).status).toBe("PENDING");
  await setDates(anna.coupon, "distribution_at = $1", Date.now() - 1);
  await statusIs(anna, anna.coupon, "SUCCESS");
  // A tenth of the first deposit.
  expect(await bucketOf(anna, 4, "bonus")).toBe(units("12"));
  const paid = await couponOf(anna);
  expect([paid.remaining, paid.endAt % dayMs]).toEqual(["12", 0]);
  expect(await reservedOf(31)).toBe(whole("12"));
  // A withdrawal leaves from the wallet account and touches no bonus.
  await withdraw(anna.uid, "10");
  expect([await bucketOf(anna, 4, "bonus"), (await couponOf(anna)).status]).toEqual([units("12"), "SUCCESS"]);
  await move(anna, 4, 1, "1");
  await statusIs(anna, anna.coupon, "RECALLED");
  expect([await promoOf(31, 4), await reservedOf(31)]).toEqual([whole("50"), 0]);
  await expectLedgerAgrees(anna);
}, 120_000);

async function withdraw(uid: number, amount: string): Promise<number> {
  const producer = producers.platformTools;
  const next = await exchange.link.nextNumber("platform", producer);
  const draft = { type: "request_withdrawal", uid, asset: assetId("USDT"), amount: units(amount) } as const;
  const [result] = await exchange.link.send("platform", [{ ...draft, producer, number: next }]);
  expect(result!.code).toBe(success);
  return result!.ref;
}
async function giveBack(withdrawal: number): Promise<void> {
  const producer = producers.walletTools;
  const next = await exchange.link.nextNumber("wallet", producer);
  const draft = { type: "end_withdrawal", withdrawal, fee: 0n, isSent: false, producer, number: next } as const;
  expect((await exchange.link.send("wallet", [draft]))[0]!.code).toBe(success);
}

test("[C.33] a withdrawal in the window lowers the net deposit and fails the reward; one that is given back does not", async () => {
  const cash: SeedCampaign = { ...rewardCampaign, id: 33, volumeReq: 0n, options: { paysCash: true } };
  await run(cash, [1, "50"]);
  const [carl, dora] = [await withCoupon("carl", cash, "500"), await withCoupon("dora", cash, "500")];
  for (const user of [carl, dora]) {
    await credit(exchange.link, user.uid, "USDT", "120");
    const withdrawal = await withdraw(user.uid, "50");
    if (user === dora) await giveBack(withdrawal);
    await until(async () => (await movesOf(user.coupon)) === (user === dora ? 3 : 2), 20_000);
    await setDates(user.coupon, "distribution_at = $1, end_at = $1", Date.now() - 1);
  }
  await statusIs(carl, carl.coupon, "FAILED");
  expect(await stepsOf(carl.coupon)).toEqual(["fail DEPOSIT_UNMET"]);
  await statusIs(dora, dora.coupon, "SUCCESS");
  expect(await couponOf(dora)).toMatchObject({ paid: "12", remaining: "0" });
  expect(await bucketOf(dora, 1, "avail")).toBe(units("132"));
  expect(await reservedOf(33)).toBe(whole("12"));
  await expectLedgerAgrees(dora);
}, 120_000);

test("[C.44] bonus that ends is announced 24 hours and one hour before, once each", async () => {
  const trading: SeedCampaign = { ...bonusCampaign, id: 34, claimDays: 0 };
  await run(trading, [4, "40"]);
  const emil = await withCoupon("emil", trading, "100");
  await statusIs(emil, emil.coupon, "SUCCESS");
  const kindsOf = async () =>
    good(await emil.client.call("messageList", { type: "user", pageSize: 50 })).list.map(({ kind }) => kind);
  const setEnd = (inMs: number) =>
    database.query("update coupons.coupons set end_at = $1 where id = $2", [Date.now() + inMs, emil.coupon]);
  await until(async () => (await kindsOf()).includes("bonus-granted"), 20_000);
  await setEnd(20 * hourMs);
  await until(async () => (await kindsOf()).includes("bonus-ends-day"), 30_000);
  await setEnd(hourMs / 2);
  await until(async () => (await kindsOf()).includes("bonus-ends-hour"), 30_000);
  // The job looks again meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect((await kindsOf()).filter((kind) => kind.startsWith("bonus-ends"))).toEqual([
    "bonus-ends-hour",
    "bonus-ends-day",
  ]);
}, 150_000);
