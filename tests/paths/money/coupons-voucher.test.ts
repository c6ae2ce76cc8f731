import type { CouponRow } from "@tidemark/contracts";
import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  bob,
  bonusCampaign,
  bucketOf,
  closeCouponExchange,
  closeLong,
  couponsOf,
  database,
  exchange,
  fillsOf,
  fund,
  number,
  openCouponExchange,
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
import { Feed } from "../support/feed.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Vouchers of traders on real processes: each opens its one position at a mark of 100,000.
const voucher: SeedCampaign = {
  ...bonusCampaign,
  id: 70,
  name: "Contract voucher",
  kind: "CONTRACT_VOUCHER",
  face: units("100"),
  budget: units("2000"),
  claimDays: 0,
  symbols: [symbol],
  maxLeverage: 20,
};
/** The most lots of 0.0001 whose margin at 20× and fee the face of 100 carries, 3 % above the mark. */
const size = "0.0192";
let feed: Feed;

beforeAll(async () => {
  await openCouponExchange({ prices: "none" });
  feed = new Feed(exchange.link);
  feed.set(symbol, "100000");
  await seedCampaigns(exchange.databaseUrl, [voucher]);
  await fund(voucher.id, 4, "1000");
  await until(async () => {
    const { rows } = good(await bob.client.call("contracts", {}));
    return rows.some((row) => row.symbol === symbol && row.mark === "100000.0");
  }, 20_000);
}, 180_000);
afterAll(async () => {
  feed?.stop();
  await closeCouponExchange();
});

type Holder = User & { readonly coupon: number };
const couponIn = async (user: Holder): Promise<CouponRow> =>
  (await couponsOf(user)).find(({ id }) => id === user.coupon)!;
/** A new account whose voucher is in force. */
async function holder(name: string): Promise<Holder> {
  const user = await register(name);
  await verify(user.uid);
  const ofCampaign = async () => (await couponsOf(user)).find(({ campaignId }) => campaignId === voucher.id);
  await until(async () => (await ofCampaign())?.status === "SUCCESS", 40_000);
  return { ...user, coupon: (await ofCampaign())!.id };
}
const askOf = ({ coupon: couponId }: Holder) => ({ couponId, symbol, posSide: "LONG", leverage: 20 }) as const;
/** Bob sells; what is left of it is cancelled by `withdraw`, and at the end of each test. */
const offer = async (qty: string, price = "100000"): Promise<void> => {
  const order = { symbol, side: "SELL", posSide: "SHORT", type: "LIMIT", price, qty } as const;
  bob.client.noteSeq(good(await bob.client.call("placeOrder", order)));
};
const withdraw = async (): Promise<void> => bob.client.noteSeq(good(await bob.client.call("cancelAll", { symbol })));
const positionsOf = async ({ client }: Holder) =>
  good(await client.call("positions", {})).rows.filter((row) => row.symbol === symbol);
const opensOf = ({ coupon }: Holder): Promise<number> =>
  number("select count(*)::int as n from coupons.voucher_opens where coupon_id = $1", [coupon]);
/** What is in the campaign's account once the history has the user's last batch. */
const promoIs = (amount: bigint): Promise<unknown> =>
  until(async () => (await promoOf(voucher.id, 4)) === Number(amount), 20_000);

afterEach(withdraw);

test("[S1.60 C.40 C.41 C.42] a voucher opens its one position as its preview says, and closed with a profit the face returns and the profit is cash", async () => {
  const ada = await holder("ada");
  await offer("0.1");
  const before = await promoOf(voucher.id, 4);
  const preview = good(await ada.client.call("previewVoucher", askOf(ada)));
  expect(preview).toMatchObject({ qty: size, entryPrice: "100000", value: "1920", feeAsset: "USDT", used: "100" });
  expect(units(preview.margin) + units(preview.fee)).toBe(units("100"));
  expect(await positionsOf(ada)).toEqual([]);

  expect(good(await ada.client.call("openVoucher", askOf(ada)))).toEqual({ state: "OPEN" });
  const [position] = await positionsOf(ada);
  expect(position).toMatchObject({ posSide: "LONG", qty: size, isoMargin: preview.margin, voucherLeverage: 20 });
  expect(position!.figures).toMatchObject({
    isVoucher: true,
    mode: "ISOLATED",
    liquidationPrice: preview.liquidationPrice,
  });
  expect(await couponIn(ada)).toMatchObject({
    status: "SUCCESS",
    remaining: "100",
    use: { state: "OPEN", symbol, posSide: "LONG", leverage: 20 },
  });
  expect(await bucketOf(ada, 4, "cash")).toBe(units("5000"));

  // The same again answers for the same position; another is refused.
  expect(good(await ada.client.call("openVoucher", askOf(ada)))).toEqual({ state: "OPEN" });
  for (const other of [{ posSide: "SHORT" }, { symbol: "ETHUSDT-PERP" }] as const)
    expect(await ada.client.call("openVoucher", { ...askOf(ada), ...other })).toMatchObject({
      refusal: "VOUCHER_NOT_USABLE",
    });
  expect(await bob.client.call("openVoucher", askOf(ada))).toMatchObject({ refusal: "NOT_FOUND" });
  expect(await opensOf(ada)).toBe(1);
  // Its position takes no margin, part close or reverse.
  const at = { symbol, posSide: "LONG" } as const;
  expect(await ada.client.call("addMargin", { ...at, amount: "1" })).toMatchObject({ refusal: "VOUCHER_LEG" });
  expect(await ada.client.call("reversePosition", at)).toMatchObject({ refusal: "VOUCHER_LEG" });
  const part = { ...at, side: "SELL", type: "LIMIT", price: "101000", qty: "0.001" } as const;
  expect(await ada.client.call("placeOrder", part)).toMatchObject({ refusal: "VOUCHER_LEG" });

  // TP/SL of the whole position is the trader's to set.
  good(await ada.client.call("setTpsl", { ...at, tp: { triggerPrice: "105000", triggerBy: "MARK" } }));

  await withdraw();
  await trade(ada, bob, closeLong, "101000", size);
  await statusIs(ada, ada.coupon, "USED_OFF");
  expect(await stepsOf(ada.coupon)).toEqual(["activate IN_FORCE", "useUp USED"]);
  const used = await couponIn(ada);
  const profit = (await bucketOf(ada, 4, "cash")) - units("5000");
  // 1,000 a coin on 0.0192, less two fees.
  expect(profit > units("16") && profit < units("19")).toBe(true);
  expect([units(used.paid), used.remaining, used.use]).toEqual([profit, "0", undefined]);
  await promoIs(BigInt(before));
  // None of its fills count for the registration reward.
  const reward = (await couponsOf(ada)).find(({ campaignId }) => campaignId === registrationCampaign)!;
  const counted = await fillsOf(ada, reward.id);
  expect(counted.map(({ by, counted: part }) => [by, part])).toEqual([
    ["VOUCHER", "0"],
    ["VOUCHER", "0"],
  ]);
  expect(await ada.client.call("openVoucher", askOf(ada))).toMatchObject({ refusal: "VOUCHER_NOT_USABLE" });
  await expectLedgerAgrees(ada);
}, 120_000);

test("[C.42 C.11] closed with a loss nothing is taken from the trader, and a voucher in use does not expire", async () => {
  const ben = await holder("ben");
  const before = BigInt(await promoOf(voucher.id, 4));
  await offer("0.1");
  expect(good(await ben.client.call("openVoucher", askOf(ben)))).toEqual({ state: "OPEN" });
  await withdraw();
  // Its end passes while the position is open.
  await database.query("update coupons.coupons set end_at = $1 where id = $2", [Date.now() - 60_000, ben.coupon]);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect((await couponIn(ben)).status).toBe("SUCCESS");
  await trade(ben, bob, closeLong, "99000", size);
  await statusIs(ben, ben.coupon, "USED_OFF");
  expect(await bucketOf(ben, 4, "cash")).toBe(units("5000"));
  expect(await couponIn(ben)).toMatchObject({ paid: "0", remaining: "0" });
  await until(async () => (await promoOf(voucher.id, 4)) > Number(before - units("100")), 20_000);
  const lost = before - BigInt(await promoOf(voucher.id, 4));
  expect(lost > units("20") && lost < units("23")).toBe(true);
  await expectLedgerAgrees(ben);
}, 120_000);

test("[C.11 C.41] what the core refuses or does not fill leaves the voucher as it was, until its end", async () => {
  const cleo = await holder("cleo");
  const before = await promoOf(voucher.id, 4);
  expect(await cleo.client.call("openVoucher", askOf(cleo))).toMatchObject({ refusal: "NO_LIQUIDITY" });
  expect(await cleo.client.call("previewVoucher", askOf(cleo))).toMatchObject({ refusal: "NO_LIQUIDITY" });
  expect(await cleo.client.call("openVoucher", { ...askOf(cleo), leverage: 21 })).toMatchObject({
    refusal: "LEVERAGE_RANGE",
    facts: { min: "1", max: "20" },
  });
  // Only an own order stands against it: that expires, and nothing fills.
  const own = { symbol, side: "SELL", posSide: "SHORT", type: "LIMIT", price: "100000", qty: "0.01" } as const;
  good(await cleo.client.call("placeOrder", own));
  expect(good(await cleo.client.call("openVoucher", askOf(cleo)))).toEqual({ state: "NOT_FILLED" });
  expect((await couponIn(cleo)).use).toBeUndefined();
  expect(await positionsOf(cleo)).toEqual([]);
  // A side with an order of one's own is not free.
  const bid = { symbol, side: "BUY", posSide: "LONG", type: "LIMIT", price: "99000", qty: "0.01" } as const;
  good(await cleo.client.call("placeOrder", bid));
  expect(await cleo.client.call("openVoucher", askOf(cleo))).toMatchObject({ refusal: "VOUCHER_LEG" });
  good(await cleo.client.call("cancelAll", { symbol }));
  await promoIs(BigInt(before));
  await database.query("update coupons.coupons set end_at = $1, due_at = $1 where id = $2", [
    Date.now() - 6_000,
    cleo.coupon,
  ]);
  expect(await cleo.client.call("openVoucher", askOf(cleo))).toMatchObject({ refusal: "VOUCHER_NOT_USABLE" });
  await statusIs(cleo, cleo.coupon, "EXPIRED");
  expect(await stepsOf(cleo.coupon)).toEqual(["activate IN_FORCE", "end ENDED"]);
}, 120_000);

test("[C.41 C.43] partly filled, the unused face returns at once; asked for many times it opens once, and a flash close ends it", async () => {
  const dora = await holder("dora");
  const before = BigInt(await promoOf(voucher.id, 4));
  const reserved = (): Promise<number> =>
    number("select reserved::float8 as n from coupons.campaigns where id = $1", [voucher.id]);
  const reservedBefore = await reserved();
  await offer("0.005");
  const calls = Array.from({ length: 10 }, () => dora.client.call("openVoucher", askOf(dora)));
  for (const outcome of await Promise.all(calls)) expect(good(outcome).state).toMatch(/SENT|OPEN/);
  await until(async () => (await couponIn(dora)).use?.state === "OPEN", 20_000);
  expect((await positionsOf(dora)).map(({ qty }) => qty)).toEqual(["0.0050"]);
  expect(await opensOf(dora)).toBe(1);
  // 100 × 50 / 192, rounded up.
  const used = (units("100") * 50n + 191n) / 192n;
  expect(units((await couponIn(dora)).remaining)).toBe(used);
  await promoIs(before - used);
  expect(await reserved()).toBe(reservedBefore - Number(units("100") - used));
  const bid = { symbol, side: "BUY", posSide: "SHORT", type: "LIMIT", price: "100500", qty: "0.005" } as const;
  dora.client.noteSeq(good(await bob.client.call("placeOrder", bid)));
  good(await dora.client.call("flashClose", { symbol, posSide: "LONG" }));
  await statusIs(dora, dora.coupon, "USED_OFF");
  await promoIs(before);
}, 120_000);

test("[C.43] a position that was held for its longest is closed at market, once, whatever is killed meanwhile", async () => {
  const gil = await holder("gil");
  await database.query(`update coupons.coupons set options = '{"maxHoldHours": 24}' where id = $1`, [gil.coupon]);
  const before = await promoOf(voucher.id, 4);
  await offer("0.1");
  expect(good(await gil.client.call("openVoucher", askOf(gil)))).toEqual({ state: "OPEN" });
  await withdraw();
  const closesAt = (await couponIn(gil)).use!.closesAt!;
  expect(Math.abs(closesAt - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
  // Nobody takes it at first: it stays open, and is asked again.
  const hold = "update coupons.voucher_opens set close_at = $1 where coupon_id = $2";
  await database.query(hold, [Date.now() - 1, gil.coupon]);
  const again = "select count(*)::int as n from coupons.voucher_opens where coupon_id = $1 and close_at > $2";
  await until(async () => (await number(again, [gil.coupon, Date.now()])) === 1, 20_000);
  expect((await positionsOf(gil)).map(({ qty }) => qty)).toEqual([size]);
  const bid = { symbol, side: "BUY", posSide: "SHORT", type: "LIMIT", price: "100200", qty: size } as const;
  gil.client.noteSeq(good(await bob.client.call("placeOrder", bid)));
  await database.query(hold, [Date.now() - 1, gil.coupon]);
  exchange.processes.get("platform")!.kill("SIGKILL");
  await until(async () => (await gil.client.call("couponList", {})).ok, 60_000);
  await statusIs(gil, gil.coupon, "USED_OFF");
  expect(await stepsOf(gil.coupon)).toEqual(["activate IN_FORCE", "useUp USED"]);
  expect(await positionsOf(gil)).toEqual([]);
  // 200 a coin on 0.0192, less two fees.
  const profit = (await bucketOf(gil, 4, "cash")) - units("5000");
  expect(profit > units("1") && profit < units("4")).toBe(true);
  expect(units((await couponIn(gil)).paid)).toBe(profit);
  await promoIs(BigInt(before));
  await withdraw();
  await expectLedgerAgrees(gil);
}, 120_000);

test("[C.40] a platform that is killed while it opens a position opens one", async () => {
  const eve = await holder("eve");
  await offer("0.1");
  const call = eve.client.call("openVoucher", askOf(eve));
  await new Promise((resolve) => setTimeout(resolve, 20));
  exchange.processes.get("platform")!.kill("SIGKILL");
  await call;
  await until(async () => {
    const again = await eve.client.call("openVoucher", askOf(eve));
    return again.ok && again.value.state === "OPEN";
  }, 60_000);
  expect((await positionsOf(eve)).map(({ qty }) => qty)).toEqual([size]);
  expect(await opensOf(eve)).toBe(1);
  await withdraw();
}, 120_000);

test("[C.42] liquidated, its face is lost and nothing of the trader's", async () => {
  const fay = await holder("fay");
  await offer("0.1");
  expect(good(await fay.client.call("openVoucher", askOf(fay)))).toEqual({ state: "OPEN" });
  await withdraw();
  const before = await promoOf(voucher.id, 4);
  for (const price of ["98000", "96500", "95000", "94000"]) {
    feed.set(symbol, price);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
  await statusIs(fay, fay.coupon, "USED_OFF");
  expect(await couponIn(fay)).toMatchObject({ paid: "0", remaining: "0" });
  expect(await bucketOf(fay, 4, "cash")).toBe(units("5000"));
  expect(await promoOf(voucher.id, 4)).toBe(before);
  await expectLedgerAgrees(fay);
}, 120_000);
