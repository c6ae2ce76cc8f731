import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  type Intent,
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
  type User,
  verify,
} from "./coupon-exchange.ts";
import { answeredInTime, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Coupons that are in force pay by what their users do: all processes are real. A midnight is made by setting back the times of fills and coupons.
const openShort: Intent = { side: "SELL", posSide: "SHORT" };
const base: SeedCampaign = {
  ...bonusCampaign,
  grantOn: "REGISTRATION",
  face: units("50"),
  budget: units("5000"),
  claimDays: 0,
};
const cashback: SeedCampaign = { ...base, id: 40, name: "Cashback", kind: "CASHBACK", ratio: units("0.5") };
const deduction: SeedCampaign = { ...base, id: 50, name: "Loss", kind: "LOSS_DEDUCTION", ratio: units("0.5") };
const double: SeedCampaign = { ...base, id: 60, name: "Profit", kind: "PROFIT_DOUBLE", profitReq: units("5") };

beforeAll(async () => {
  await openCouponExchange();
  await database.query("update coupons.campaigns set is_running = false where id = $1", [registrationCampaign]);
}, 180_000);
afterAll(closeCouponExchange);

type Holder = User & { readonly coupon: number };
const couponOf = async (user: Trader, id: number) => (await couponsOf(user)).find((one) => one.id === id)!;
const walletOf = (user: Trader): Promise<bigint> => bucketOf(user, 1, "avail");
const setRunning = (campaign: number, isRunning: boolean): Promise<unknown> =>
  database.query("update coupons.campaigns set is_running = $1 where id = $2", [isRunning, campaign]);
/** A new user with one coupon of the campaign, in force where it need not be claimed. */
async function holder(name: string, campaign: SeedCampaign, deviceId?: string): Promise<Holder> {
  await seedCampaigns(exchange.databaseUrl, [campaign]);
  await setRunning(campaign.id, true);
  const user = await register(name, "20000", deviceId);
  await setRunning(campaign.id, false);
  const { id } = (await couponsOf(user)).find(({ campaignId }) => campaignId === campaign.id)!;
  if (campaign.claimDays === 0) await statusIs(user, id, "SUCCESS");
  return { ...user, coupon: id };
}
/** Trading bonus beside the user's own money. */
async function giveBonus(user: User): Promise<void> {
  await seedCampaigns(exchange.databaseUrl, [{ ...bonusCampaign, claimDays: 0, budget: units("400") }]);
  await fund(bonusCampaign.id, 4, "40");
  await verify(user.uid);
  await until(async () => (await bucketOf(user, 4, "bonus")) === units("40"), 40_000);
}
/** Opens and closes a long position of this size. */
async function roundTrip(user: Trader, qty: string, openAt: string, closeAt: string): Promise<void> {
  await trade(user, bob, openLong, openAt, qty);
  await trade(user, bob, closeLong, closeAt, qty);
}
const feesOf = async ({ client }: Trader): Promise<bigint> =>
  (await answeredInTime(() => client.call("fills", { pageSize: 100 }), 40_000)).list.reduce(
    (sum, { fee }) => sum + units(fee),
    0n,
  );
/** What was today is yesterday. */
async function passMidnight(user: Holder): Promise<void> {
  await database.query("begin");
  await database.query("update history.fills set at = at - $1::bigint where uid = $2", [dayMs, user.uid]);
  await database.query(
    `update coupons.coupons set start_at = start_at - $1::bigint, in_force_at = in_force_at - $1::bigint,
       settled_to = settled_to - $1::bigint, end_at = end_at - $1::bigint, look_at = 0 where id = $2`,
    [dayMs, user.coupon],
  );
  await database.query("commit");
}
/** Ends a coupon now. */
const end = ({ coupon }: Holder): Promise<unknown> =>
  database.query("update coupons.coupons set end_at = $1, due_at = $1 where id = $2", [Date.now(), coupon]);
let restarts = 0;
const isRegistering = (name: string): Promise<boolean> =>
  register(name, "1").then(
    () => true,
    () => false,
  );
async function killing(times: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    exchange.processes.get("platform")!.kill("SIGKILL");
  }
  // A platform that has just started registers nobody for some seconds.
  await until(async () => (await bob.client.call("couponList", {})).ok, 60_000);
  await until(() => isRegistering(`after${(restarts += 1)}`), 60_000);
}
const paymentsOf = async ({ coupon }: Holder) =>
  (
    await database.query<{ item: string; amount: string; state: string; payAt: number }>(
      `select item, amount::text as amount, state, pay_at::float8 as "payAt" from coupons.payments
       where coupon_id = $1 order by item`,
      [coupon],
    )
  ).rows;
const settled = (user: Holder): Promise<unknown> =>
  until(async () => (await paymentsOf(user)).every(({ state }) => state === "PAID"), 40_000);
/** Each payment is one line in the wallet account, and together they are what the coupon says it has paid. */
async function expectPaidAsLedger(user: Holder): Promise<void> {
  const paid = units((await couponOf(user, user.coupon)).paid);
  const lines = "from history.ledger_lines where uid = $1 and bucket = 0 and cause = 22 and ref = $2";
  const values = [user.uid, user.coupon];
  expect(await number(`select coalesce(sum(delta), 0)::float8 as n ${lines}`, values)).toBe(Number(paid));
  expect(await number(`select count(*)::int as n ${lines}`, values)).toBe((await paymentsOf(user)).length);
  expect(await walletOf(user)).toBe(paid);
  await expectLedgerAgrees(user);
}

test("[C.34 C.35 S1.56 S3.79 S3.80] cashback: fees from the claim on come back the next day, until the face is used", async () => {
  const anna = await holder("anna", { ...cashback, face: units("3"), claimDays: 3 });
  await fundWallet(cashback.id, "100");
  await roundTrip(anna, "0.01", "104250", "104250");
  const before = await feesOf(anna);
  good(await anna.client.call("claimCoupon", { couponId: anna.coupon }));
  await statusIs(anna, anna.coupon, "SUCCESS");
  expect(await stepsOf(anna.coupon)).toEqual(["activate IN_FORCE"]);
  await roundTrip(anna, "0.01", "104250", "104250");
  const first = ((await feesOf(anna)) - before) / 2n;
  expect(first > 0n).toBe(true);
  await until(async () => units((await couponOf(anna, anna.coupon)).refundAmount) === first, 20_000);
  expect(await couponOf(anna, anna.coupon)).toMatchObject({ cashbackAmount: "0", remaining: "3" });
  await passMidnight(anna);
  await until(async () => units((await couponOf(anna, anna.coupon)).cashbackAmount) === first, 40_000);
  expect(await couponOf(anna, anna.coupon)).toMatchObject({ status: "SUCCESS", refundAmount: "0" });
  expect(units((await couponOf(anna, anna.coupon)).remaining)).toBe(units("3") - first);
  expect((await paymentsOf(anna)).map(({ item }) => item)).toEqual([`day ${Math.floor(Date.now() / dayMs) - 1}`]);
  await expectPaidAsLedger(anna);
  // A day whose fees bring more than what is left, while the platform is killed.
  await roundTrip(anna, "0.2", "104250", "104250");
  await until(async () => units((await couponOf(anna, anna.coupon)).refundAmount) === units("3") - first, 20_000);
  await database.query("update coupons.payments set item = item || ' before' where coupon_id = $1", [anna.coupon]);
  await passMidnight(anna);
  await killing(3);
  await statusIs(anna, anna.coupon, "USED_OFF");
  expect(await couponOf(anna, anna.coupon)).toMatchObject({ remaining: "0", cashbackAmount: "3", cause: "USED" });
  await expectPaidAsLedger(anna);
}, 180_000);

test("[C.11 C.35] cashback: a coupon that has ended expires once its last day is paid, and the rest is the campaign's", async () => {
  const reserved = "select reserved::float8 as n from coupons.campaigns where id = 41";
  const ben = await holder("ben", { ...cashback, id: 41 });
  await fundWallet(41, "100");
  await roundTrip(ben, "0.01", "104250", "104250");
  const back = (await feesOf(ben)) / 2n;
  await until(async () => units((await couponOf(ben, ben.coupon)).refundAmount) === back, 20_000);
  await end(ben);
  await until(
    async () =>
      (await number("select count(*)::int as n from coupons.coupons where id = $1 and due_at is null", [
        ben.coupon,
      ])) === 1,
    40_000,
  );
  expect((await couponOf(ben, ben.coupon)).status).toBe("SUCCESS");
  await passMidnight(ben);
  await statusIs(ben, ben.coupon, "EXPIRED");
  expect(await stepsOf(ben.coupon)).toEqual(["activate IN_FORCE", "end ENDED"]);
  expect(units((await couponOf(ben, ben.coupon)).cashbackAmount)).toBe(back);
  expect(await number(reserved)).toBe(Number(back));
  expect(await promoOf(41, 1)).toBe(Number(units("100") - back));
  await expectPaidAsLedger(ben);
}, 120_000);

test("[C.35] cashback: no fee that bonus paid comes back", async () => {
  const kira = await holder("kira", { ...cashback, id: 43 });
  await giveBonus(kira);
  await trade(kira, bob, openLong, "104250", "0.01");
  expect((await feesOf(kira)) > 0n).toBe(true);
  expect((await bucketOf(kira, 4, "bonus")) < units("40")).toBe(true);
  expect(await couponOf(kira, kira.coupon)).toMatchObject({ status: "SUCCESS", refundAmount: "0" });
}, 120_000);

test("[C.36 S1.57] loss deduction: the first loss of a position above 1 USDT is paid by its ratio the next day, once", async () => {
  const cora = await holder("cora", { ...deduction, face: units("20") });
  // A profit, and a loss of half a USDT.
  await roundTrip(cora, "0.01", "104150", "104250");
  await roundTrip(cora, "0.01", "104250", "104200");
  await roundTrip(cora, "0.2", "104250", "104150");
  await roundTrip(cora, "0.2", "104250", "104150");
  await until(async () => (await paymentsOf(cora)).length === 1, 20_000);
  const [owed] = await paymentsOf(cora);
  const midnight = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
  expect(owed).toMatchObject({ amount: String(units("10")), state: "WAITING", payAt: midnight });
  expect(await couponOf(cora, cora.coupon)).toMatchObject({ status: "SUCCESS", paid: "0", remaining: "20" });
  // An end before the payment does not take it away, and a campaign without money pays once it has some.
  await end(cora);
  const comes = "update coupons.payments set pay_at = 0 where coupon_id = $1 and state = 'WAITING'";
  await database.query(comes, [cora.coupon]);
  const refused =
    "select count(*)::int as n from coupons.payments where coupon_id = $1 and number is not null and state = 'WAITING'";
  await until(async () => (await number(refused, [cora.coupon])) === 1, 20_000);
  expect((await couponOf(cora, cora.coupon)).status).toBe("SUCCESS");
  await fundWallet(deduction.id, "100");
  await database.query(comes, [cora.coupon]);
  await killing(2);
  await statusIs(cora, cora.coupon, "USED_OFF");
  expect(await couponOf(cora, cora.coupon)).toMatchObject({ paid: "10", remaining: "0", cause: "USED" });
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 50")).toBe(Number(units("10")));
  await expectPaidAsLedger(cora);
}, 180_000);

test("[C.36 C.37] loss deduction: what bonus carried is not covered, a profit voids it by flag, and unused it expires", async () => {
  const dina = await holder("dina", { ...deduction, id: 51 });
  await giveBonus(dina);
  await roundTrip(dina, "0.1", "104250", "104150");
  await until(
    async () => (await number("select closes_to::float8 as n from coupons.coupons where id = $1", [dina.coupon])) > 0,
    20_000,
  );
  expect(await paymentsOf(dina)).toEqual([]);
  await end(dina);
  await statusIs(dina, dina.coupon, "EXPIRED");
  expect(await stepsOf(dina.coupon)).toEqual(["activate IN_FORCE", "end ENDED"]);
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 51")).toBe(0);
  const eric = await holder("eric", { ...deduction, id: 52, options: { isVoidedByProfit: true } });
  await roundTrip(eric, "0.1", "104150", "104250");
  await statusIs(eric, eric.coupon, "INVALID");
  expect(await stepsOf(eric.coupon)).toEqual(["activate IN_FORCE", "invalidate PROFIT_MADE"]);
}, 180_000);

const setLeverage = async ({ client }: Trader, leverage: number): Promise<void> =>
  client.noteSeq(good(await client.call("setLeverage", { symbol, leverage })));
const totalOf = async (user: Holder) => (await couponOf(user, user.coupon)).total;
const payNow = ({ coupon }: Holder): Promise<unknown> =>
  database.query("update coupons.payments set pay_at = 0 where coupon_id = $1 and state = 'WAITING'", [coupon]);

test("[C.37] loss deduction by the total: what all positions have lost is paid at the end, where as much as the face was invested", async () => {
  const byTotal = { ...deduction, face: units("20"), options: { isTotal: true } };
  const pia = await holder("pia", { ...byTotal, id: 53 });
  await fundWallet(53, "100");
  expect(await totalOf(pia)).toEqual({ result: "0", invested: "0" });
  await roundTrip(pia, "0.1", "104250", "104150");
  await roundTrip(pia, "0.1", "104150", "104190");
  // 10,425 and 10,415 at the leverage of 20 that everybody begins with.
  await until(async () => (await totalOf(pia))?.invested === "1042", 20_000);
  expect(await totalOf(pia)).toEqual({ result: "-6", invested: "1042" });
  // What is still open at the end is in no total.
  await trade(pia, bob, openLong, "104250", "0.01");
  expect(await paymentsOf(pia)).toEqual([]);
  await end(pia);
  await killing(2);
  await until(async () => (await paymentsOf(pia)).length === 1, 40_000);
  const midnight = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
  const owed = { item: "total", amount: String(units("3")), state: "WAITING", payAt: midnight };
  expect(await paymentsOf(pia)).toEqual([owed]);
  expect(await couponOf(pia, pia.coupon)).toMatchObject({ status: "SUCCESS", paid: "0" });
  await payNow(pia);
  await statusIs(pia, pia.coupon, "USED_OFF");
  expect(await couponOf(pia, pia.coupon)).toMatchObject({ paid: "3", remaining: "0", total: { result: "-6" } });
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 53")).toBe(Number(units("3")));
  await expectPaidAsLedger(pia);

  // Less than the face was invested, or the total is a profit.
  const quentin = await holder("quentin", { ...byTotal, id: 53 });
  await setLeverage(quentin, 100);
  await roundTrip(quentin, "0.01", "104250", "104050");
  const rosa = await holder("rosa", { ...byTotal, id: 53 });
  await roundTrip(rosa, "0.1", "104250", "104240");
  await roundTrip(rosa, "0.1", "104150", "104190");
  await until(async () => (await totalOf(quentin))?.result === "-2" && (await totalOf(rosa))?.result === "3", 20_000);
  expect(await totalOf(quentin)).toEqual({ result: "-2", invested: "10.425" });
  for (const user of [quentin, rosa]) {
    await end(user);
    await statusIs(user, user.coupon, "EXPIRED");
    expect(await paymentsOf(user)).toEqual([]);
  }
}, 240_000);

test("[C.37] loss deduction: at most so much leverage, and paid as trading bonus, which a transfer out recalls", async () => {
  const options = { isPaidAsBonus: true, bonusDays: 3 };
  const sam = await holder("sam", { ...deduction, id: 54, maxLeverage: 10, options });
  await fund(54, 4, "100");
  const seen = () => number("select closes_to::float8 as n from coupons.coupons where id = $1", [sam.coupon]);
  const ends = (): Promise<number> =>
    number("select max(closed_seq)::float8 as n from history.positions where uid = $1", [sam.uid]);
  // At the leverage that everybody begins with, and at more than the terms allow for a moment only.
  await roundTrip(sam, "0.1", "104250", "104150");
  await setLeverage(sam, 10);
  await trade(sam, bob, openLong, "104250", "0.1");
  for (const leverage of [50, 5]) await setLeverage(sam, leverage);
  await trade(sam, bob, closeLong, "104150", "0.1");
  await until(async () => (await seen()) === (await ends()), 20_000);
  expect(await paymentsOf(sam)).toEqual([]);
  await setLeverage(sam, 10);
  await roundTrip(sam, "0.1", "104250", "104150");
  await until(async () => (await paymentsOf(sam)).length === 1, 20_000);
  expect((await paymentsOf(sam))[0]).toMatchObject({ item: "grant", amount: String(units("5")), state: "WAITING" });
  await payNow(sam);
  await until(async () => (await bucketOf(sam, 4, "bonus")) === units("5"), 40_000);
  await until(async () => (await couponOf(sam, sam.coupon)).bonus?.granted === "5", 20_000);
  const bonus = await couponOf(sam, sam.coupon);
  expect(bonus).toMatchObject({ status: "SUCCESS", remaining: "5", paid: "0" });
  expect(bonus.endAt).toBe((Math.floor(Date.now() / dayMs) + 4) * dayMs);
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 54")).toBe(Number(units("5")));
  // It pays once: what follows is the bonus's, which pays its part of fees and losses.
  await trade(sam, bob, openLong, "104250", "0.01");
  await trade(sam, bob, closeLong, "104250", "0.01");
  const left = await bucketOf(sam, 4, "bonus");
  expect(left > 0n && left < units("5")).toBe(true);
  await until(async () => units((await couponOf(sam, sam.coupon)).remaining) === left, 20_000);
  await move(sam, 4, 1, "1");
  await statusIs(sam, sam.coupon, "RECALLED");
  expect(await stepsOf(sam.coupon)).toEqual(["activate IN_FORCE", "recall TRANSFER_OUT"]);
  expect(await paymentsOf(sam)).toHaveLength(1);
  expect(await promoOf(54, 4)).toBe(Number(units("95") + left));
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 54")).toBe(
    Number(units("5") - left),
  );
  await expectLedgerAgrees(sam);
}, 180_000);

test("[C.38 S1.58 S3.81 S3.83] profit double: a position's profit is paid once more at its full close, until the face is used", async () => {
  const fay = await holder("fay", double);
  await fundWallet(double.id, "100");
  expect((await couponOf(fay, fay.coupon)).profitRequirement).toBe("5");
  const lastProfit = async (): Promise<bigint> =>
    units(
      (await answeredInTime(() => fay.client.call("positionHistory", { pageSize: 1 }), 40_000)).list[0]!.realisedPnl,
    );
  await trade(fay, bob, openLong, "104000", "0.1");
  await trade(fay, bob, closeLong, "104400", "0.05");
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await paymentsOf(fay)).toEqual([]);
  await trade(fay, bob, closeLong, "104400", "0.05");
  const first = await lastProfit();
  expect(first > units("5")).toBe(true);
  await until(async () => units((await couponOf(fay, fay.coupon)).profitDoubleAmount) === first, 40_000);
  expect(units((await couponOf(fay, fay.coupon)).remaining)).toBe(units("50") - first);
  // Neither a loss nor a profit below the requirement touches it.
  await roundTrip(fay, "0.05", "104300", "104100");
  await roundTrip(fay, "0.01", "104000", "104400");
  expect((await lastProfit()) > 0n && (await lastProfit()) < units("5")).toBe(true);
  const killed = killing(4);
  for (let round = 0; round < 4; round += 1) await roundTrip(fay, "0.1", "104000", "104400");
  await killed;
  await statusIs(fay, fay.coupon, "USED_OFF");
  await settled(fay);
  expect(await couponOf(fay, fay.coupon)).toMatchObject({ remaining: "0", profitDoubleAmount: "50", paid: "50" });
  expect((await paymentsOf(fay)).map(({ amount }) => BigInt(amount)).includes(first)).toBe(true);
  await expectPaidAsLedger(fay);
}, 180_000);

test("[C.9 C.39] profit double: an opposite position of the user or of a linked account makes it Invalid, and nothing is paid", async () => {
  const gus = await holder("gus", { ...double, id: 61 });
  await fundWallet(61, "100");
  // Another's long leaves Bob enough of a short to close with.
  await trade(await register("luis"), bob, openLong, "104000", "0.1");
  await trade(gus, bob, openLong, "104000", "0.1");
  await trade(gus, bob, openShort, "104000", "0.1");
  await trade(gus, bob, closeLong, "104400", "0.1");
  await statusIs(gus, gus.coupon, "INVALID");
  expect(await stepsOf(gus.coupon)).toEqual(["activate IN_FORCE", "invalidate OPPOSITE_POSITION"]);
  // Bob, whose device it is, holds the other side.
  const hana = await holder("hana", { ...double, id: 61 }, "bob-device");
  await roundTrip(hana, "0.1", "104000", "104400");
  await statusIs(hana, hana.coupon, "INVALID");
  for (const user of [gus, hana]) expect([await paymentsOf(user), await walletOf(user)]).toEqual([[], 0n]);
  expect(await number("select reserved::float8 as n from coupons.campaigns where id = 61")).toBe(0);
  const ida = await holder("ida", { ...double, id: 61 });
  await end(ida);
  await statusIs(ida, ida.coupon, "EXPIRED");
}, 180_000);

test("[C.14] a platform that is killed while it sends what is owed pays each coupon once", async () => {
  const [count, first] = [600, 80_001];
  await seedCampaigns(exchange.databaseUrl, [{ ...cashback, id: 42, face: units("2"), grantOn: "OPERATOR" }]);
  await fundWallet(42, "1200");
  await database.query(
    `with made as (
       insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, min_leverage,
         max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
         is_reserved, remaining, status, steps_taken, in_force_at, settled_to)
       select id, $1 + place, 1, kind, name, asset, face, ratio, cap, products, symbols, 0, 0, margin_mode, 0, 0, 0, 0, start_at,
         end_at, 0, 0, false, face, 'SUCCESS', 1, start_at, end_at
       from coupons.campaigns, generate_series(0, $2 - 1) as place where id = 42 returning id, face),
     begun as (
       insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
       select id, 1, 'activate', 'IN_FORCE', 'PENDING', 'SUCCESS', 0 from made)
     insert into coupons.payments (coupon_id, item, amount, state, pay_at)
     select id, 'day ' || day, face / 2, 'WAITING', 0 from made, generate_series(1, 2) as day`,
    [first, count],
  );
  await killing(4);
  const used =
    "select count(*)::int as n from coupons.coupons where campaign_id = 42 and status = 'USED_OFF' and paid = face";
  await until(async () => (await number(used)) === count, 90_000);
  const lines = "from history.ledger_lines where uid between $1 and $2 and bucket = 0 and cause = 22";
  const values = [first, first + count - 1];
  expect(await number(`select count(*)::int as n ${lines} and delta = ${units("1")}`, values)).toBe(2 * count);
  expect(await promoOf(42, 1)).toBe(0);
}, 180_000);
