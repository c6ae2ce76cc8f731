import { productIds } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { type SeedCampaign, seedCampaigns } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { credit } from "../../../tools/dev/seed/seed.ts";
import type { Trader } from "../../../tools/dev/trader.ts";
import {
  bob,
  closeCouponExchange,
  couponsOf,
  database,
  exchange,
  move,
  number,
  openAccount,
  openCouponExchange,
  openLong,
  register,
  registrationCampaign,
  trade,
  type User,
} from "./coupon-exchange.ts";
import { good, units, until } from "../support/traders.ts";

// What gives coupons by itself: registrations, verifications, tasks and invitations, of one person each once. All processes are real.
beforeAll(() => openCouponExchange(), 180_000);
afterAll(closeCouponExchange);
beforeEach(async () => {
  await database.query("update coupons.campaigns set is_running = id = $1", [registrationCampaign]);
});

const cash = (id: number, change: Partial<SeedCampaign>): SeedCampaign => ({
  id,
  name: `Campaign ${id}`,
  kind: "CASH_BONUS",
  grantOn: "TASK",
  face: units("5"),
  budget: units("500"),
  volumeReq: units("1000000"),
  products: [2, 4],
  days: 7,
  claimDays: 0,
  ...change,
});
const started = (...list: SeedCampaign[]): Promise<void> => seedCampaigns(exchange.databaseUrl, list);
const deposit = { grantOn: "TASK", task: "DEPOSIT" } as const;
const spotTrade = { grantOn: "TASK", task: "SPOT_TRADE" } as const;
const contractTrade = { grantOn: "TASK", task: "CONTRACT_TRADE" } as const;

const hadOf = async (trader: Trader, campaign: number): Promise<number> =>
  (await couponsOf(trader)).filter(({ campaignId }) => campaignId === campaign).length;
const hasOne = (trader: Trader, campaign: number): Promise<unknown> =>
  until(async () => (await hadOf(trader, campaign)) === 1, 40_000);
const tasksOf = async ({ client }: Trader) => good(await client.call("couponTasks", {})).list;

async function setLevel(uid: number, level: number): Promise<void> {
  const producer = producers.platformTools;
  const next = await exchange.link.nextNumber("platform", producer);
  const draft = { type: "set_kyc_level", uid, level, producer, number: next } as const;
  await exchange.link.send("platform", [draft]);
}
let sentinels = 0;
/** Everything that happened before is handled once the coupon of a later verification is there. */
async function allHandled(): Promise<void> {
  sentinels += 1;
  const campaign = 900 + sentinels;
  await started(cash(campaign, { grantOn: "KYC" }));
  const last = await register(`sentinel-${sentinels}`, "1");
  await setLevel(last.uid, 1);
  await hasOne(last, campaign);
  await database.query("update coupons.campaigns set is_running = false where id = $1", [campaign]);
}
async function spot(user: User, other: Trader, symbol = "BTC/USDT"): Promise<void> {
  await move(user, productIds.futures_usdt, productIds.spot, "105");
  const order = { symbol, type: "LIMIT", price: "104250", qty: "0.001" } as const;
  good(await other.client.call("placeOrder", { ...order, side: "SELL" }));
  user.client.noteSeq(good(await user.client.call("placeOrder", { ...order, side: "BUY" })));
}
const contract = (user: User, other: Trader): Promise<void> => trade(user, other, openLong, "104250", "0.001");
const codeOf = async ({ client }: Trader): Promise<string> => good(await client.call("inviteStatus", {})).code;

test("[C.54] a deposit, a trade on spot and a trade of a contract each earn the coupon of their task, once", async () => {
  await started(cash(50, deposit), cash(51, spotTrade), cash(52, contractTrade));
  const ann = await register("ann");
  await hasOne(ann, 50);
  const before = await tasksOf(ann);
  expect(before.map(({ campaignId, task, received, isOpen }) => [campaignId, task, received, isOpen])).toEqual([
    [50, "DEPOSIT", 1, false],
    [51, "SPOT_TRADE", 0, true],
    [52, "CONTRACT_TRADE", 0, true],
  ]);
  expect(before[1]).toMatchObject({
    grantOn: "TASK",
    kind: "CASH_BONUS",
    name: "Campaign 51",
    asset: "USDT",
    face: "5",
    volumeRequirement: "1000000",
    days: 7,
    claimDays: 0,
    perUser: 1,
  });
  await spot(ann, bob);
  await hasOne(ann, 51);
  expect(await hadOf(ann, 52)).toBe(0);
  await contract(ann, bob);
  await hasOne(ann, 52);
  // The other side of a trade has made one as well.
  for (const campaign of [51, 52]) await hasOne(bob, campaign);
  // Done again, a task earns nothing.
  await credit(exchange.link, ann.uid, "USDT", "5");
  await spot(ann, bob);
  await contract(ann, bob);
  await allHandled();
  for (const campaign of [50, 51, 52]) expect(await hadOf(ann, campaign)).toBe(1);
  expect((await tasksOf(ann)).map(({ received, isOpen }) => [received, isOpen])).toEqual([
    [1, false],
    [1, false],
    [1, false],
  ]);
  const [coupon] = (await couponsOf(ann)).filter(({ campaignId }) => campaignId === 52);
  expect(coupon).toMatchObject({ status: "PENDING", bonusAmount: "5", isClaimable: false });
}, 120_000);

test("[C.17 C.54] trades with an account of the same device, and of an inviter with a friend, do no task", async () => {
  await started(cash(53, contractTrade), cash(54, spotTrade));
  const ben = await register("ben", "5000", "ben-device", await codeOf(bob));
  const cleo = await register("cleo", "5000", "bob-device");
  const dan = await register("dan");
  for (const user of [ben, cleo]) {
    await contract(user, bob);
    await spot(user, bob);
  }
  await allHandled();
  for (const user of [ben, cleo, bob]) for (const campaign of [53, 54]) expect(await hadOf(user, campaign)).toBe(0);
  await contract(ben, dan);
  for (const user of [ben, dan]) await hasOne(user, 53);
  expect(await hadOf(ben, 54)).toBe(0);
}, 120_000);

test("[C.55] of accounts that have used one device one has a task's coupon; the others are not offered it", async () => {
  await started(cash(55, contractTrade));
  const eve = await register("eve");
  const fay = await register("fay", "5000", "eve-device");
  const gil = await register("gil");
  expect((await tasksOf(fay)).map(({ campaignId, isOpen }) => [campaignId, isOpen])).toEqual([[55, true]]);
  await contract(eve, gil);
  for (const user of [eve, gil]) await hasOne(user, 55);
  expect(await tasksOf(fay)).toMatchObject([{ campaignId: 55, received: 0, isOpen: false }]);
  await contract(fay, gil);
  await allHandled();
  expect(await hadOf(fay, 55)).toBe(0);
}, 120_000);

test("[C.54] what was done before a campaign's start earns nothing, also where the feed is read again; nothing is granted twice", async () => {
  const { rows } = await database.query<{ seq: string; part: number }>("select seq, part from coupons.feed_cursor");
  const [hal, ida] = [await register("hal"), await register("ida")];
  await contract(hal, ida);
  await allHandled();
  await started(cash(56, contractTrade), cash(57, { grantOn: "INVITE", perUser: 5 }));
  const joe = await register("joe", "5000", "joe-device", await codeOf(ida));
  await setLevel(joe.uid, 1);
  await contract(joe, bob);
  for (const user of [joe, bob]) await hasOne(user, 56);
  await hasOne(ida, 57);
  await allHandled();
  const handled = (): Promise<number> => number("select seq::float8 as n from coupons.feed_cursor");
  const reached = await handled();
  // As after a restore of the module's cursor alone: all events of before are handled once more.
  await database.query("update coupons.feed_cursor set seq = $1, part = $2", [rows[0]!.seq, rows[0]!.part]);
  exchange.processes.get("platform")!.kill("SIGKILL");
  await until(async () => (await handled()) >= reached, 60_000);
  await until(async () => (await hal.client.call("couponList", {})).ok, 40_000);
  const earned = await Promise.all([hal, ida, joe, bob].map((user) => hadOf(user, 56)));
  expect([earned, await hadOf(ida, 57)]).toEqual([[0, 0, 1, 1], 1]);
}, 180_000);

test("[C.54] an inviter earns one coupon for each friend who is verified, up to the number of one user, whatever becomes of the friend's level", async () => {
  await started(cash(58, { grantOn: "INVITE", perUser: 2 }));
  const kim = await register("kim");
  const code = await codeOf(kim);
  const [lea, max, ned] = [
    await register("lea", "5000", "lea-device", code),
    await register("max", "5000", "max-device", code),
    await register("ned", "5000", "ned-device", code),
  ];
  // An account of her own: it has used her device.
  const own = await register("kim-again", "5000", "kim-device", code);
  await setLevel(own.uid, 1);
  await allHandled();
  expect(await hadOf(kim, 58)).toBe(0);
  await setLevel(lea.uid, 1);
  await hasOne(kim, 58);
  for (const level of [0, 1, 2]) await setLevel(lea.uid, level);
  await allHandled();
  expect(await hadOf(kim, 58)).toBe(1);
  expect(await tasksOf(kim)).toMatchObject([
    { campaignId: 58, grantOn: "INVITE", perUser: 2, received: 1, isOpen: true },
  ]);
  for (const { uid } of [max, ned]) await setLevel(uid, 1);
  await allHandled();
  expect(await hadOf(kim, 58)).toBe(2);
  expect(await tasksOf(kim)).toMatchObject([{ received: 2, isOpen: false }]);
  const { rows } = await database.query("select friend_uid::int as friend from coupons.friends where campaign_id = 58");
  expect(rows.map(({ friend }: { friend: number }) => friend)).toEqual([lea.uid, max.uid]);
}, 180_000);

test("[C.55] an inviter's other account on the same device earns nothing by its friends", async () => {
  await started(cash(59, { grantOn: "INVITE", perUser: 5 }));
  const [ola, pia] = [await register("ola"), await register("pia", "5000", "ola-device")];
  const qi = await register("qi", "5000", "qi-device", await codeOf(ola));
  const rob = await register("rob", "5000", "rob-device", await codeOf(pia));
  await setLevel(qi.uid, 1);
  await hasOne(ola, 59);
  await setLevel(rob.uid, 1);
  await allHandled();
  expect([await hadOf(ola, 59), await hadOf(pia, 59)]).toEqual([1, 0]);
}, 120_000);

test("[C.55] one device earns one registration reward and one of a verification, also where two accounts are opened on it at once", async () => {
  await started(cash(60, { grantOn: "KYC" }));
  const sam = await openAccount("sam");
  const [tom, ulf] = [await openAccount("tom", "sam-device"), await openAccount("ulf", "sam-device")];
  expect(await Promise.all([sam, tom, ulf].map((user) => hadOf(user, registrationCampaign)))).toEqual([1, 0, 0]);
  // More at once wait too long for their passwords to be hashed; begin-account.system.test.ts has the order of the two.
  const together = await Promise.all(["una", "vic"].map((name) => openAccount(name, "una-device")));
  const had = await Promise.all(together.map((user) => hadOf(user, registrationCampaign)));
  expect(had.toSorted((one, other) => one - other)).toEqual([0, 1]);
  expect(await hadOf(await openAccount("wes"), registrationCampaign)).toBe(1);
  await setLevel(tom.uid, 1);
  await hasOne(tom, 60);
  await setLevel(sam.uid, 1);
  await allHandled();
  expect(await hadOf(sam, 60)).toBe(0);
  // Who is verified already is not asked to do it.
  expect(await tasksOf(sam)).toEqual([]);
  expect(await tasksOf(ulf)).toMatchObject([{ campaignId: 60, received: 0, isOpen: false }]);
}, 120_000);
