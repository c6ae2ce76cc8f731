import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trader } from "../../../tools/dev/trader.ts";
import { killUnderDistributions } from "../../load/coupon-kills.ts";
import {
  bob,
  bonusCampaign,
  bucketOf,
  claimedBonus,
  closeCouponExchange,
  closeLong,
  couponsOf,
  database,
  dayMs,
  exchange,
  fillsOf,
  fund,
  move,
  number,
  openCouponExchange,
  openLong,
  promoOf,
  register,
  registrationCampaign,
  statusIs,
  stepsOf,
  symbol,
  trade,
  verify,
} from "./coupon-exchange.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Accounts are registered, trade, and get what coupons promise: all processes are real. An end is made by setting back the dates of a coupon.
/** `COUPON_KILLS=20` is the full form. */
const kills = Number(process.env.COUPON_KILLS ?? 4);
beforeAll(() => openCouponExchange(), 180_000);
afterAll(closeCouponExchange);

test("[C.1] a registration gives the running campaign's reward, pending, with every field", async () => {
  const dave = await register("dave");
  const [coupon] = await couponsOf(dave);
  expect(coupon).toMatchObject({
    campaignId: registrationCampaign,
    kind: "CASH_BONUS",
    name: "Registration reward",
    asset: "USDT",
    status: "PENDING",
    bonusAmount: "10",
    remaining: "10",
    ratio: "1",
    distributionAt: 0,
    volumeRequirement: "50000",
    volumeDone: "0",
    isTransferable: false,
    isClaimable: false,
    products: [2, 4],
    symbols: [],
  });
  expect(coupon!.endAt - coupon!.startAt).toBe(30 * dayMs);
  expect(good(await dave.client.call("registrationReward", {})).reward).toEqual({
    asset: "USDT",
    amount: "10",
    volume: "50000",
    days: 30,
  });
  // The page's own file says the same, and follows the campaign.
  await database.query("update coupons.campaigns set is_running = false where id = $1", [registrationCampaign]);
  const later = await register("erin", "10");
  expect(await couponsOf(later)).toEqual([]);
  expect(good(await later.client.call("registrationReward", {})).reward).toBeNull();
  const config = good(await later.client.call("configFile", { name: "exchange" })) as unknown as {
    switches: { registerBonus: boolean };
  };
  expect(config.switches.registerBonus).toBe(false);
  await database.query("update coupons.campaigns set is_running = true where id = $1", [registrationCampaign]);
}, 60_000);

test("[C.5 C.15 C.18 C.25 C.27 S1.70] volume is counted fill by fill, and once it is met the reward is in the wallet account, once", async () => {
  await database.query("update coupons.campaigns set volume_req = $1 where id = $2", [
    String(units("2000")),
    registrationCampaign,
  ]);
  const frank = await register("frank");
  const [coupon] = await couponsOf(frank);
  const id = coupon!.id;
  expect(await bucketOf(frank, 1, "avail")).toBe(0n);
  const preview = { couponId: id, symbol, volume: "1042.5" } as const;
  expect(good(await frank.client.call("couponPreview", preview))).toMatchObject({
    counted: "1042.5",
    by: "CROSS",
    isListed: true,
    volumeLeft: "957.5",
  });
  await trade(frank, bob, openLong, "104250", "0.01");
  await until(async () => (await couponsOf(frank))[0]!.volumeDone === "1042.5", 20_000);
  expect(await fillsOf(frank, id)).toMatchObject([
    { symbol, side: "BUY", role: "TAKER", volume: "1042.5", counted: "1042.5", by: "CROSS", cash: "5000", bonus: "0" },
  ]);
  expect((await couponsOf(frank))[0]!.status).toBe("PENDING");
  await trade(frank, bob, closeLong, "104250", "0.01");
  await statusIs(frank, id, "SUCCESS");
  expect((await couponsOf(frank))[0]).toMatchObject({ volumeDone: "2085", remaining: "0", paid: "10", cause: "PAID" });
  expect(await bucketOf(frank, 1, "avail")).toBe(units("10"));
  expect(await stepsOf(id)).toEqual(["pay PAID"]);
  expect(
    await number("select count(*)::int as n from coupons.payments where coupon_id = $1 and state = 'PAID'", [id]),
  ).toBe(1);
  // Others see neither the coupon nor its fills.
  expect(await bob.client.call("couponFills", { couponId: id })).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  await expectLedgerAgrees(frank);
}, 60_000);

test("[C.17] fills with an account of the same device count nothing, and are listed as such", async () => {
  const grace = await register("grace", "5000", "bob-device");
  const [coupon] = await couponsOf(grace);
  await trade(grace, bob, openLong, "104250", "0.01");
  await until(async () => (await fillsOf(grace, coupon!.id)).length === 1, 20_000);
  expect((await fillsOf(grace, coupon!.id))[0]).toMatchObject({ volume: "1042.5", counted: "0", by: "LINKED" });
  expect((await couponsOf(grace))[0]!.volumeDone).toBe("0");
}, 60_000);

test("[C.6] a reward whose volume is not met before its end fails, and nothing is paid", async () => {
  const heidi = await register("heidi");
  const [coupon] = await couponsOf(heidi);
  const reserved = "select reserved::float8 as n from coupons.campaigns where id = $1";
  const before = await number(reserved, [registrationCampaign]);
  await database.query("update coupons.coupons set end_at = $1, due_at = $1 where id = $2", [
    Date.now() - 1,
    coupon!.id,
  ]);
  await statusIs(heidi, coupon!.id, "FAILED");
  expect(await stepsOf(coupon!.id)).toEqual(["fail VOLUME_UNMET"]);
  expect(await bucketOf(heidi, 1, "avail")).toBe(0n);
  // What was put aside for it is the campaign's again.
  expect(await number(reserved, [registrationCampaign])).toBe(before - Number(units("10")));
}, 60_000);

test("[C.3 C.8] a campaign account that is empty pays nothing: the coupon has run out", async () => {
  const empty: SeedCampaign = {
    ...bonusCampaign,
    id: 21,
    name: "Unfunded",
    kind: "CASH_BONUS",
    grantOn: "REGISTRATION",
    claimDays: 0,
  };
  await seedCampaigns(exchange.databaseUrl, [empty]);
  const ivan = await register("ivan");
  await database.query("update coupons.campaigns set is_running = false where id = 21");
  const { id } = (await couponsOf(ivan)).find(({ campaignId }) => campaignId === 21)!;
  await statusIs(ivan, id, "RUN_OUT");
  expect(await stepsOf(id)).toEqual(["runOut CAMPAIGN_EMPTY"]);
  expect(await bucketOf(ivan, 1, "avail")).toBe(0n);
}, 60_000);

test("[C.2 C.12 C.16 C.20] a trading bonus is claimed, carries a fill by its share, is no cash, and a transfer out recalls it", async () => {
  await seedCampaigns(exchange.databaseUrl, [bonusCampaign]);
  await fund(bonusCampaign.id, 4, "120");
  const judy = await claimedBonus("judy");
  await statusIs(judy, judy.coupon, "SUCCESS");
  expect((await couponsOf(judy)).find(({ id }) => id === judy.coupon)).toMatchObject({
    remaining: "40",
    bonusAmount: "40",
    isClaimable: false,
  });
  const endAt = (await couponsOf(judy)).find(({ id }) => id === judy.coupon)!.endAt;
  expect(endAt % dayMs).toBe(0);
  expect([await bucketOf(judy, 4, "cash"), await bucketOf(judy, 4, "bonus")]).toEqual([units("5000"), units("40")]);
  const out = { fromProduct: 4, toProduct: 1, asset: "USDT", amount: "5000.00000001" } as const;
  expect(await judy.client.call("transfer", out)).toMatchObject({ ok: false });
  expect(await promoOf(bonusCampaign.id, 4)).toBe(Number(units("80")));

  // Cash 5000 beside bonus 40: the registration coupon counts 1042.5 × 5000 / 5040, rounded down.
  await trade(judy, bob, openLong, "104250", "0.01");
  const reward = (await couponsOf(judy)).find(({ campaignId }) => campaignId === registrationCampaign)!;
  await until(async () => (await fillsOf(judy, reward.id)).length === 1, 20_000);
  const [fill] = await fillsOf(judy, reward.id);
  expect(fill).toMatchObject({ cash: "5000", bonus: "40", by: "CROSS", volume: "1042.5" });
  expect(units(fill!.counted)).toBe((units("1042.5") * 5000n) / 5040n);
  // The fee came from the bonus.
  await until(async () =>
    (await couponsOf(judy)).some(({ id, remaining }) => id === judy.coupon && remaining !== "40"),
  );
  await trade(judy, bob, closeLong, "104250", "0.01");
  const left = await bucketOf(judy, 4, "bonus");
  expect(left > 0n && left < units("40")).toBe(true);
  await move(judy, 4, 1, "1");
  await statusIs(judy, judy.coupon, "RECALLED");
  expect(await stepsOf(judy.coupon)).toEqual(["pay PAID", "recall TRANSFER_OUT"]);
  expect(await bucketOf(judy, 4, "bonus")).toBe(0n);
  expect(await promoOf(bonusCampaign.id, 4)).toBe(Number(units("80") + left));
  await expectLedgerAgrees(judy);
}, 90_000);

test("[C.10] a bonus that losses and fees have used up is used off", async () => {
  const kim = await claimedBonus("kim");
  await statusIs(kim, kim.coupon, "SUCCESS");
  // 0.2 BTC bought at 104,250 and sold 150 lower: a loss of 30, and two fees of more than 11.
  await trade(kim, bob, openLong, "104250", "0.2");
  await trade(kim, bob, closeLong, "104100", "0.2");
  await statusIs(kim, kim.coupon, "USED_OFF");
  expect(await stepsOf(kim.coupon)).toEqual(["pay PAID", "useUp USED"]);
  expect((await couponsOf(kim)).find(({ id }) => id === kim.coupon)!.remaining).toBe("0");
}, 90_000);

test("[C.4 C.7 C.8] beyond the budget a claim finds nothing left, and a claim that is never made expires", async () => {
  const leo = await register("leo");
  const mia = await register("mia");
  for (const { uid } of [leo, mia]) await verify(uid);
  const idOf = async (user: Trader): Promise<number | undefined> =>
    (await couponsOf(user)).find(({ campaignId }) => campaignId === bonusCampaign.id)?.id;
  for (const user of [leo, mia]) await until(async () => (await idOf(user)) !== undefined, 20_000);
  const [ofLeo, ofMia] = [(await idOf(leo))!, (await idOf(mia))!];
  // One for each user, whatever is done again.
  await verify(leo.uid);
  const handled = await number("select seq::float8 as n from coupons.feed_cursor");
  await verify(mia.uid);
  await until(async () => (await number("select seq::float8 as n from coupons.feed_cursor")) > handled, 20_000);
  const ofCampaign = "select count(*)::int as n from coupons.coupons where campaign_id = $1 and uid = $2";
  for (const { uid } of [leo, mia]) expect(await number(ofCampaign, [bonusCampaign.id, uid])).toBe(1);
  // Judy and Kim have had the two that the budget holds.
  expect(good(await leo.client.call("claimCoupon", { couponId: ofLeo }))).toEqual({ status: "RUN_OUT" });
  expect(good(await leo.client.call("claimCoupon", { couponId: ofLeo }))).toEqual({ status: "RUN_OUT" });
  expect(await mia.client.call("claimCoupon", { couponId: ofLeo })).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  await database.query("update coupons.coupons set claim_by = $1, due_at = $1 where id = $2", [Date.now() - 1, ofMia]);
  await statusIs(mia, ofMia, "EXPIRED");
  expect(await stepsOf(ofMia)).toEqual(["lapse NOT_CLAIMED"]);
  // A claim that comes too late says so, also before the job that expires coupons has come to it.
  const lena = await register("lena");
  await verify(lena.uid);
  await until(async () => (await idOf(lena)) !== undefined, 20_000);
  const ofLena = (await idOf(lena))!;
  await database.query("update coupons.coupons set claim_by = $1, due_at = null where id = $2", [
    Date.now() - 1,
    ofLena,
  ]);
  expect(good(await lena.client.call("claimCoupon", { couponId: ofLena }))).toEqual({ status: "EXPIRED" });
  expect(await stepsOf(ofLena)).toEqual(["lapse NOT_CLAIMED"]);
  expect(good(await lena.client.call("claimCoupon", { couponId: ofLena }))).toEqual({ status: "EXPIRED" });
}, 90_000);

test("[S2.48] the first page of coupons has the totals and counts of all pages, and each coupon its group and the time of its status", async () => {
  const olaf = await register("olaf");
  await verify(olaf.uid);
  await until(async () => (await couponsOf(olaf)).length === 2, 20_000);
  const [{ id: bonus }] = (await couponsOf(olaf)) as [{ id: number }, unknown];
  // Nothing of the budget is left by now.
  expect(good(await olaf.client.call("claimCoupon", { couponId: bonus }))).toEqual({ status: "RUN_OUT" });
  const page = async (ask: { pageSize?: number; before?: number; status?: "RUN_OUT" }) =>
    good(await olaf.client.call("couponList", ask));
  const first = await page({ pageSize: 1 });
  expect(first.list).toMatchObject([{ id: bonus, group: "FINISHED" }]);
  expect(Math.abs(Date.now() - first.list[0]!.statusAt)).toBeLessThan(60_000);
  // The registration reward waits for its volume.
  const totals = { usable: "0", within: "10", received: "0", counts: { READY: 0, PROGRESS: 1, FINISHED: 1 } };
  expect(first.totals).toEqual(totals);
  const second = await page({ pageSize: 1, before: first.next! });
  expect([second.list[0]!.group, second.list[0]!.statusAt, second.totals]).toEqual(["PROGRESS", 0, undefined]);
  expect((await page({})).totals).toEqual(totals);
  expect((await page({ status: "RUN_OUT" })).totals).toBeUndefined();
}, 60_000);

test("a bonus that ends in the core has expired, and what was left is the campaign's", async () => {
  const short: SeedCampaign = { ...bonusCampaign, id: 22, budget: units("400") };
  await database.query("update coupons.campaigns set is_running = false where id = 20");
  await seedCampaigns(exchange.databaseUrl, [short]);
  await fund(short.id, 4, "40");
  const nina = await register("nina");
  await verify(nina.uid);
  await until(async () => (await couponsOf(nina)).some(({ campaignId }) => campaignId === 22), 20_000);
  const { id } = (await couponsOf(nina)).find(({ campaignId }) => campaignId === 22)!;
  const endAt = Date.now() + 15_000;
  await database.query("update coupons.coupons set end_at = $1 where id = $2", [endAt, id]);
  good(await nina.client.call("claimCoupon", { couponId: id }));
  await statusIs(nina, id, "SUCCESS");
  await statusIs(nina, id, "EXPIRED");
  expect(await stepsOf(id)).toEqual(["pay PAID", "end ENDED"]);
  expect(await bucketOf(nina, 4, "bonus")).toBe(0n);
  expect(await promoOf(22, 4)).toBe(Number(units("40")));
}, 90_000);

test("[C.45] a funding bonus is no margin, and a transfer out leaves it", async () => {
  const funding: SeedCampaign = { ...bonusCampaign, id: 24, name: "Funding bonus", kind: "FUNDING_BONUS" };
  await database.query("update coupons.campaigns set is_running = false where id = 22");
  await seedCampaigns(exchange.databaseUrl, [funding]);
  await fund(funding.id, 4, "40");
  const olga = await claimedBonus("olga", funding.id);
  await statusIs(olga, olga.coupon, "SUCCESS");
  const { rows } = good(await olga.client.call("marginAccounts", {}));
  const account = rows.find(({ product }) => product === 4)!;
  expect([account.fundBonus, account.bonus, account.figures.equity].map(units)).toEqual([
    units("40"),
    0n,
    units("5000"),
  ]);
  await move(olga, 4, 1, "1");
  expect(await bucketOf(olga, 4, "fundbonus")).toBe(units("40"));
  expect((await couponsOf(olga)).find(({ id }) => id === olga.coupon)).toMatchObject({
    status: "SUCCESS",
    remaining: "40",
  });
}, 90_000);

test(
  `[C.13 C.14] a platform that is killed in the middle of a distribution pays every coupon once (${kills} times)`,
  async () => {
    const { coupons, midway, ...faults } = await killUnderDistributions(exchange, kills);
    expect(faults).toEqual({ missing: 0, doubled: 0, wrong: 0, recordedTwice: 0, left: 0 });
    expect(coupons).toBeGreaterThan(600 * kills);
    expect(midway).toBeGreaterThan(0);
  },
  180_000 + kills * 20_000,
);
