import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  fundWallet,
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
  type User,
} from "./coupon-exchange.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Cash bonuses that volume releases and users claim: all processes are real. A midnight is made by setting back the times of counted fills.
const streamed: SeedCampaign = {
  ...bonusCampaign,
  id: 80,
  name: "Trading reward",
  kind: "CASH_BONUS",
  grantOn: "REGISTRATION",
  face: units("5"),
  budget: units("50"),
  claimDays: 0,
  options: { isStreamed: true, releaseRate: "0.001", dailyCap: "2" },
};

beforeAll(async () => {
  await openCouponExchange();
  await database.query("update coupons.campaigns set is_running = false where id = $1", [registrationCampaign]);
}, 180_000);
afterAll(closeCouponExchange);

type Holder = User & { readonly coupon: number };
async function holder(name: string, campaign: SeedCampaign): Promise<Holder> {
  await seedCampaigns(exchange.databaseUrl, [campaign]);
  await database.query("update coupons.campaigns set is_running = (id = $1)", [campaign.id]);
  const user = await register(name, "20000");
  const [coupon] = await couponsOf(user);
  return { ...user, coupon: coupon!.id };
}
const couponOf = async (user: Holder) => (await couponsOf(user))[0]!;
const releaseOf = async (user: Holder) => (await couponOf(user)).release!;
const claim = ({ client, coupon }: Holder) => client.call("claimRelease", { couponId: coupon });
/** A volume of 1,042.50 for each hundredth, opening and closing alike. */
async function tradeVolume(user: User, qty: string): Promise<void> {
  await trade(user, bob, openLong, "104250", qty);
  await trade(user, bob, closeLong, "104250", qty);
}
const claimableIs = (user: Holder, amount: string): Promise<unknown> =>
  until(async () => (await releaseOf(user)).claimable === amount, 20_000);
const walletIs = (user: Holder, amount: string): Promise<unknown> =>
  until(async () => (await bucketOf(user, 1, "avail")) === units(amount), 40_000);
const passMidnight = ({ coupon }: Holder): Promise<unknown> =>
  database.query("update coupons.fills set at = at - $1::bigint where coupon_id = $2", [dayMs, coupon]);
/** Each payment is one line in the wallet account, and together they are what the coupon says it has paid. */
async function expectPaidAsLedger(user: Holder, payments: number): Promise<void> {
  const paid = units((await couponOf(user)).paid);
  const lines = "from history.ledger_lines where uid = $1 and bucket = 0 and cause = 22 and ref = $2";
  const values = [user.uid, user.coupon];
  expect(await number(`select coalesce(sum(delta), 0)::float8 as n ${lines}`, values)).toBe(Number(paid));
  expect(await number(`select count(*)::int as n ${lines}`, values)).toBe(payments);
  expect(await bucketOf(user, 1, "avail")).toBe(paid);
  await expectLedgerAgrees(user);
}

test("[C.26 S1.53] a cash bonus released by volume: the user claims what is released, a day at most its cap, until the face is paid", async () => {
  const ana = await holder("ana", streamed);
  await fundWallet(streamed.id, "50");
  expect(await couponOf(ana)).toMatchObject({
    kind: "CASH_BONUS",
    status: "PENDING",
    volumeRequirement: "0",
    release: { rate: "0.001", dailyCap: "2", released: "0", releasedToday: "0", claimable: "0", onItsWay: "0" },
  });
  expect(await claim(ana)).toMatchObject({ ok: false, refusal: "NOTHING_RELEASED" });
  expect(await bob.client.call("claimRelease", { couponId: ana.coupon })).toMatchObject({ refusal: "NOT_FOUND" });
  const preview = { couponId: ana.coupon, symbol, volume: "4000" } as const;
  expect(good(await ana.client.call("couponPreview", preview))).toMatchObject({ counted: "4000", releases: "2" });

  await trade(ana, bob, openLong, "104250", "0.01");
  await claimableIs(ana, "1.0425");
  // However often it is asked for at once, it is paid once.
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim(ana)));
  const amounts = claims.map((one) => (one.ok ? one.value.amount : one.refusal));
  expect(amounts.filter((one) => one !== "1.0425" && one !== "NOTHING_RELEASED")).toEqual([]);
  expect(amounts[0] === "1.0425" || amounts.includes("1.0425")).toBe(true);
  await walletIs(ana, "1.0425");
  await statusIs(ana, ana.coupon, "SUCCESS");
  expect(await couponOf(ana)).toMatchObject({ paid: "1.0425", remaining: "3.9575" });

  // Volume counts further, up to the cap of the day.
  await tradeVolume(ana, "0.02");
  await claimableIs(ana, "0.9575");
  expect(await releaseOf(ana)).toMatchObject({ releasedToday: "2", released: "2" });
  expect(good(await claim(ana))).toEqual({ amount: "0.9575" });
  await walletIs(ana, "2");
  await until(async () => (await releaseOf(ana)).onItsWay === "0", 20_000);
  expect(await claim(ana)).toMatchObject({ refusal: "RELEASE_DAY_FULL", facts: { allowed: "2" } });

  // The next day releases again; what the cap had cut off stays so.
  await passMidnight(ana);
  expect(await releaseOf(ana)).toMatchObject({ released: "2", releasedToday: "0", claimable: "0" });
  await tradeVolume(ana, "0.01");
  await claimableIs(ana, "2");
  await passMidnight(ana);
  await tradeVolume(ana, "0.01");
  // Two of a day, and what is left of the face.
  await claimableIs(ana, "3");
  expect(good(await claim(ana))).toEqual({ amount: "3" });
  await statusIs(ana, ana.coupon, "USED_OFF");
  expect(await stepsOf(ana.coupon)).toEqual(["pay PAID", "useUp USED"]);
  expect(await couponOf(ana)).toMatchObject({ paid: "5", remaining: "0", cause: "USED" });
  expect(await claim(ana)).toMatchObject({ refusal: "RELEASE_OVER" });
  await expectPaidAsLedger(ana, 3);
  expect(await promoOf(streamed.id, 1)).toBe(Number(units("45")));
}, 180_000);

test("[C.26] what is released and not claimed is paid at the end, the rest is the campaign's; without volume it fails", async () => {
  const reserved = "select reserved::float8 as n from coupons.campaigns where id = 81";
  const cleo = await holder("cleo", { ...streamed, id: 81 });
  const dan = await holder("dan", { ...streamed, id: 81 });
  await fundWallet(81, "10");
  await trade(cleo, bob, openLong, "104250", "0.01");
  await claimableIs(cleo, "1.0425");
  const end = "update coupons.coupons set end_at = $1, due_at = $1 where campaign_id = 81";
  await database.query(end, [Date.now()]);
  await statusIs(cleo, cleo.coupon, "EXPIRED");
  expect(await stepsOf(cleo.coupon)).toEqual(["pay PAID", "end ENDED"]);
  await expectPaidAsLedger(cleo, 1);
  await statusIs(dan, dan.coupon, "FAILED");
  expect(await stepsOf(dan.coupon)).toEqual(["fail VOLUME_UNMET"]);
  expect(await number(reserved)).toBe(Number(units("1.0425")));
}, 120_000);

test("[C.26] a claim survives an empty campaign account and a platform that is killed, and is paid once", async () => {
  const eli = await holder("eli", { ...streamed, id: 82 });
  await trade(eli, bob, openLong, "104250", "0.01");
  await claimableIs(eli, "1.0425");
  const asked = claim(eli);
  await new Promise((resolve) => setTimeout(resolve, 20));
  exchange.processes.get("platform")!.kill("SIGKILL");
  await asked;
  await until(async () => {
    const again = await claim(eli);
    return again.ok && again.value.amount === "1.0425";
  }, 60_000);
  const waits =
    "select count(*)::int as n from coupons.payments where coupon_id = $1 and number is not null and state = 'WAITING'";
  await until(async () => (await number(waits, [eli.coupon])) === 1, 40_000);
  expect(await couponOf(eli)).toMatchObject({ status: "PENDING", paid: "0", release: { onItsWay: "1.0425" } });
  await fundWallet(82, "10");
  await database.query("update coupons.payments set pay_at = 0 where coupon_id = $1", [eli.coupon]);
  await walletIs(eli, "1.0425");
  await statusIs(eli, eli.coupon, "SUCCESS");
  await expectPaidAsLedger(eli, 1);
}, 180_000);
