import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { expect, test } from "@playwright/test";
import { seedCampaigns } from "../../../services/platform/src/index.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { assetId, units } from "../../../tools/dev/seed/listing.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { configure } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { ownExchange } from "../support/own-exchange.ts";
import { Screen } from "../support/screen.ts";

// The fills behind a coupon's volume, at an exchange of their own: each of another sort, all of them traded.
const [spot, contract, price, qty] = ["BTC/USDT", "BTCUSDT-PERP", "104250", "0.01"];
const [reward, voucher, bonus] = [81, 82, 83] as const;
let exchange: Exchange;
let alice: Trader;
let bob: Trader;
/** On the same device as Alice. */
let carol: Trader;

test.beforeAll(async () => {
  test.setTimeout(150_000);
  exchange = await ownExchange();
  const terms = { grantOn: "KYC", budget: units("1000"), volumeReq: 0n, products: [4], days: 7, claimDays: 0 } as const;
  const face = units("500");
  await seedCampaigns(exchange.databaseUrl, [
    { ...terms, id: reward, name: "Reward", kind: "CASH_BONUS", face, volumeReq: units("50000"), products: [2, 4] },
    { ...terms, id: voucher, name: "Voucher", kind: "CONTRACT_VOUCHER", face: units("100"), symbols: [contract] },
    { ...terms, id: bonus, name: "Bonus", kind: "TRADING_BONUS", face, claimDays: 3 },
  ]);
  const money = { product: 4, asset: assetId("USDT"), amount: units("1000") };
  await configure(
    exchange.link,
    [voucher, bonus].map((campaign) => ({ type: "fund_campaign", campaign, ...money })),
  );
  alice = await signIn(exchange.url, "alice", "one-device");
  bob = await signIn(exchange.url, "bob", "another-device");
  carol = await signIn(exchange.url, "carol", "one-device");
});
test.afterAll(async () => {
  for (const trader of [alice, bob, carol]) trader?.close();
  await exchange?.remove();
});

async function done(asked: Promise<{ readonly ok: boolean }>): Promise<void> {
  const outcome = await asked;
  expect(outcome).toMatchObject({ ok: true });
  if (outcome.ok) alice.client.noteSeq(outcome as never);
}
type Order = Parameters<typeof alice.client.call<"placeOrder">>[1];
/** The other's order rests, Alice's takes it. */
async function trade(other: Trader, of: Pick<Order, "symbol" | "side" | "posSide">): Promise<void> {
  const order = { symbol: of.symbol, type: "LIMIT", price, qty } as const;
  const opposite = of.posSide === undefined ? {} : ({ posSide: "SHORT" } as const);
  await done(other.client.call("placeOrder", { ...order, side: of.side === "BUY" ? "SELL" : "BUY", ...opposite }));
  await done(alice.client.call("placeOrder", { ...order, ...of }));
}
async function roundTrip(other: Trader): Promise<void> {
  await trade(other, { symbol: contract, side: "BUY", posSide: "LONG" });
  await trade(other, { symbol: contract, side: "SELL", posSide: "LONG" });
}
async function couponOf(campaign: number) {
  const outcome = await alice.client.call("couponList", {});
  return outcome.ok ? outcome.value.list.find(({ campaignId }) => campaignId === campaign) : undefined;
}
const statusIs = (campaign: number, status: string): Promise<void> =>
  expect.poll(async () => (await couponOf(campaign))?.status, { timeout: 60_000 }).toBe(status);
async function cashOf(): Promise<bigint> {
  const outcome = await alice.client.call("balances", {});
  const rows = outcome.ok ? outcome.value.rows : [];
  return units(rows.find(({ product, bucket }) => product === 4 && bucket === "cash")?.amount ?? "0");
}

async function verify(): Promise<void> {
  const producer = producers.platformTools;
  const number = await exchange.link.nextNumber("platform", producer);
  const draft = { type: "set_kyc_level", uid: seededUids.alice, level: 1, producer, number } as const;
  expect((await exchange.link.send("platform", [draft]))[0]!.code).toBe(success);
}

/** One position of the voucher, opened from Bob's offer and closed at once. */
async function useVoucher(): Promise<void> {
  const offer = { symbol: contract, type: "LIMIT", price, qty: "0.0184", posSide: "SHORT" } as const;
  await done(bob.client.call("placeOrder", { ...offer, side: "SELL" }));
  const { id } = (await couponOf(voucher))!;
  await done(alice.client.call("openVoucher", { couponId: id, symbol: contract, posSide: "LONG", leverage: 20 }));
  await expect.poll(async () => (await couponOf(voucher))?.use?.state, { timeout: 30_000 }).toBe("OPEN");
  await done(bob.client.call("placeOrder", { ...offer, side: "BUY" }));
  await done(alice.client.call("flashClose", { symbol: contract, posSide: "LONG" }));
  await statusIs(voucher, "USED_OFF");
}

test("[C.18] behind its volume a coupon lists every fill with what counted, and why another did not or only in part", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await verify();
  await statusIs(voucher, "SUCCESS");
  await trade(bob, { symbol: spot, side: "BUY" });
  await done(alice.client.call("setMarginMode", { symbol: contract, mode: "ISOLATED" }));
  await roundTrip(bob);
  await done(alice.client.call("setMarginMode", { symbol: contract, mode: "CROSS" }));
  await roundTrip(carol);
  await useVoucher();
  // A bonus of 500 beside 1,000 of her own carries a third of a cross fill.
  const spare = ((await cashOf()) - units("1000")) / units("1");
  const out = { fromProduct: 4, toProduct: 1, asset: "USDT", amount: String(spare) } as const;
  await done(alice.client.call("transfer", out));
  await done(alice.client.call("claimCoupon", { couponId: (await couponOf(bonus))!.id }));
  await statusIs(bonus, "SUCCESS");
  await trade(bob, { symbol: contract, side: "BUY", posSide: "LONG" });
  const { id: couponId } = (await couponOf(reward))!;
  const listed = async () => {
    const outcome = await alice.client.call("couponFills", { couponId });
    return outcome.ok ? outcome.value.list : [];
  };
  await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(8);

  const page = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
  await page.page.goto("/personal/coupon");
  const card = page.at("coupon").filter({ hasText: "Cash bonus" });
  await card.getByTestId("coupon-details").click();
  const why = [
    "33% by bonus",
    ...Array.from({ length: 2 }, () => "Voucher: does not count"),
    ...Array.from({ length: 2 }, () => "With a linked account: does not count"),
    "Isolated",
    "Isolated",
    "Spot",
  ];
  const rows = page.at("coupon-fill");
  await expect(rows).toHaveCount(why.length);
  const fills = await listed();
  const cut = (text: string): string =>
    Number(Math.floor(Number(text) * 100) / 100).toLocaleString("en", { minimumFractionDigits: 2 });
  for (const [place, { symbol, volume, counted }] of fills.entries()) {
    await expect(rows.nth(place)).toContainText(symbol);
    await expect(rows.nth(place)).toContainText(cut(volume));
    await expect(rows.nth(place)).toContainText(cut(counted));
    await expect(rows.nth(place)).toContainText(why[place]!);
  }
  // What the list counts is the volume of the coupon.
  const sum = fills.reduce((total, { counted }) => total + units(counted), 0n);
  expect(units((await couponOf(reward))!.volumeDone)).toBe(sum);
  await page.page.context().close();
});
