import { productIds } from "@tidemark/contracts";
import { seedCampaigns } from "../../../services/platform/src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinBy } from "../../../tools/dev/trader.ts";
import {
  bob,
  bonusCampaign,
  bucketOf,
  closeCouponExchange,
  closeLong,
  couponsOf,
  exchange,
  fillsOf,
  fund,
  move,
  number,
  openCouponExchange,
  openLong,
  register,
  symbol,
  trade,
  type User,
  verify,
} from "./coupon-exchange.ts";
import { answeredInTime, good, units, until } from "../support/traders.ts";

// What counts towards the volume of a coupon, and what does not: both exchanges, their gateways and the platform are real.
const spot = "BTC/USDT";
beforeAll(() => openCouponExchange({ simulated: { gatewayPort: 0 } }), 240_000);
afterAll(closeCouponExchange);

type Holder = User & { readonly coupon: number };
/** A new account with the reward of its registration. */
async function holder(...as: Parameters<typeof register>): Promise<Holder> {
  const user = await register(...as);
  return { ...user, coupon: (await couponsOf(user))[0]!.id };
}
const volumeOf = async (user: Holder): Promise<string> =>
  (await couponsOf(user)).find(({ id }) => id === user.coupon)!.volumeDone;
const listed = async (user: Holder): Promise<readonly (readonly [string, string])[]> =>
  (await fillsOf(user, user.coupon)).map(({ by, counted }) => [by, counted]);
const listedAre = (user: Holder, count: number): Promise<unknown> =>
  until(async () => (await listed(user)).length === count, 40_000);

test("[C.17] an own order is never met: whichever order gives way, no fill reaches the coupon", async () => {
  const ann = await holder("ann");
  const order = { symbol, type: "LIMIT", price: "104250", qty: "0.01" } as const;
  for (const stp of ["EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH"] as const) {
    good(await ann.client.call("placeOrder", { ...order, side: "SELL", posSide: "SHORT" }));
    ann.client.noteSeq(good(await ann.client.call("placeOrder", { ...order, ...openLong, stp })));
    ann.client.noteSeq(good(await ann.client.call("cancelAll", {})));
  }
  // What comes behind it is counted, so that the module has handled all of before.
  await trade(ann, bob, openLong, "104250", "0.01");
  await listedAre(ann, 1);
  expect(await number("select count(*)::int as n from history.fills where uid = $1", [ann.uid])).toBe(1);
  expect(await listed(ann)).toEqual([["CROSS", "1042.5"]]);
}, 90_000);

test("[C.17] fills with an account of the same device, and with who invited the user, count nothing", async () => {
  const { code } = good(await bob.client.call("inviteStatus", {}));
  const ben = await holder("ben", "5000", "ben-device", code);
  const cleo = await holder("cleo", "5000", "bob-device");
  const dan = await holder("dan");
  for (const user of [ben, cleo, dan]) await trade(user, bob, openLong, "104250", "0.01");
  for (const user of [ben, cleo, dan]) await listedAre(user, 1);
  expect(await Promise.all([ben, cleo, dan].map(listed))).toEqual([
    [["LINKED", "0"]],
    [["LINKED", "0"]],
    [["CROSS", "1042.5"]],
  ]);
  // Ben's other fills count: only those of the two with each other do not.
  await trade(ben, dan, openLong, "104250", "0.01");
  await listedAre(ben, 2);
  expect((await listed(ben))[0]).toEqual(["CROSS", "1042.5"]);
  expect(await volumeOf(ben)).toBe("1042.5");
}, 120_000);

test("[C.17] what is traded on the simulated exchange reaches no coupon", async () => {
  const eve = await holder("eve");
  const { url } = exchange.simulated!;
  const [own, other] = [await joinBy(eve, url, "eve-device"), await joinBy(bob, url, "bob-device")];
  for (const trader of [own, other]) {
    good(await trader.client.call("refillSimulated", {}));
    await move(trader, productIds.wallet, productIds.futures_usdt, "50000");
  }
  await trade(own, other, openLong, "104250", "0.1");
  await trade(own, other, closeLong, "104250", "0.1");
  expect((await answeredInTime(() => own.client.call("fills", {}), 40_000)).list).toHaveLength(2);
  await trade(eve, bob, openLong, "104250", "0.01");
  await listedAre(eve, 1);
  expect(await listed(eve)).toEqual([["CROSS", "1042.5"]]);
  expect(await volumeOf(eve)).toBe("1042.5");
  for (const trader of [own, other]) trader.close();
}, 120_000);

test("[C.18] the user sees every fill with what of it counts and why, the newest first, page by page", async () => {
  const fay = await holder("fay");
  await move(fay, productIds.futures_usdt, productIds.spot, "1500");
  const bought = { symbol: spot, type: "LIMIT", price: "104250", qty: "0.01" } as const;
  good(await bob.client.call("placeOrder", { ...bought, side: "SELL" }));
  fay.client.noteSeq(good(await fay.client.call("placeOrder", { ...bought, side: "BUY" })));
  fay.client.noteSeq(good(await fay.client.call("setMarginMode", { symbol, mode: "ISOLATED" })));
  await trade(fay, bob, openLong, "104250", "0.01");
  await trade(fay, bob, closeLong, "104250", "0.01");
  fay.client.noteSeq(good(await fay.client.call("setMarginMode", { symbol, mode: "CROSS" })));
  // A bonus of 40 beside the user's own cash carries its share of a cross fill.
  await seedCampaigns(exchange.databaseUrl, [{ ...bonusCampaign, claimDays: 0 }]);
  await fund(bonusCampaign.id, 4, "40");
  await verify(fay.uid);
  await until(async () => (await bucketOf(fay, 4, "bonus")) === units("40"), 40_000);
  const cash = await bucketOf(fay, 4, "cash");
  await trade(fay, bob, openLong, "104250", "0.01");
  await listedAre(fay, 4);
  const share = (units("1042.5") * cash) / (cash + units("40"));
  const [cross, ...others] = await fillsOf(fay, fay.coupon);
  expect(cross).toMatchObject({ by: "CROSS", volume: "1042.5", bonus: "40", side: "BUY", role: "TAKER", symbol });
  expect([units(cross!.cash), units(cross!.counted)]).toEqual([cash, share]);
  expect(others.map(({ by, symbol: of, counted }) => [by, of, counted])).toEqual([
    ["ISOLATED", symbol, "1042.5"],
    ["ISOLATED", symbol, "1042.5"],
    ["SPOT", spot, "1042.5"],
  ]);
  expect(units(await volumeOf(fay))).toBe(units("3127.5") + share);
  const asked = { couponId: fay.coupon, pageSize: 3 } as const;
  const first = good(await fay.client.call("couponFills", asked));
  const second = good(await fay.client.call("couponFills", { ...asked, before: first.next! }));
  expect([...first.list, ...second.list]).toEqual([cross, ...others]);
  expect(second.next).toBeUndefined();
}, 120_000);
