import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openDatabase } from "@tidemark/kit-node";
import type { SeedCampaign } from "../../../services/platform/src/index.ts";
import pg from "pg";
import { expect } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { configure, credit } from "../../../tools/dev/seed/seed.ts";
import { developmentPassword } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader, visit } from "../../../tools/dev/trader.ts";
import { good, units, until } from "../support/traders.ts";
import { registrationCode } from "../account/registration-code.ts";

// What tests of coupons share: one exchange for each file, users that register and trade on it, and campaigns.
export const symbol = "BTCUSDT-PERP";
export const dayMs = 86_400_000;
export const registrationCampaign = 1;
export let exchange: Exchange;
export let database: pg.Client;
let notices: ReturnType<typeof openDatabase>;
export let bob: Trader;
const opened: Trader[] = [];

export async function openCouponExchange(wish: Parameters<typeof throwAwayExchange>[0] = {}): Promise<void> {
  const gatewayEnv = {
    RATE_SIGN_IN_PER_SECOND: "10000",
    SIGN_INS_PER_MINUTE: "1000000",
    RATE_READ_PER_SECOND: "10000",
  };
  exchange = await throwAwayExchange({ nodes: 1, gatewayEnv, ...wish });
  database = new pg.Client({ connectionString: exchange.databaseUrl });
  await database.connect();
  notices = openDatabase(exchange.databaseUrl, 2);
  bob = await signIn(exchange.url, "bob", "bob-device");
}
export async function closeCouponExchange(): Promise<void> {
  for (const trader of [bob, ...opened]) trader?.close();
  await notices?.close();
  await database?.end();
  await exchange?.remove();
}

export const number = async (query: string, values: unknown[] = []): Promise<number> =>
  (await database.query<{ n: number }>(query, values)).rows[0]!.n;

export type User = Trader & { readonly uid: number };
export const codeFor = (trader: Trader, email: string): Promise<string> => registrationCode(trader, notices.db, email);
/** A new account without money, on a device of its own or on another's, invited by a code or by nobody. */
export async function openAccount(name: string, deviceId = `${name}-device`, referralCode?: string): Promise<User> {
  const trader = visit(exchange.url, name, deviceId);
  opened.push(trader);
  const email = `${name}@example.com`;
  const { client } = trader;
  const code = await codeFor(trader, email);
  const asked = { email, password: developmentPassword, terms: true, code } as const;
  const invited = referralCode === undefined ? {} : { referralCode };
  const user = good(await client.call("registerEmail", { ...asked, ...invited }));
  return { ...trader, uid: Number(user.userId) };
}
/** The same with money in the futures account. */
export async function register(name: string, money = "5000", deviceId?: string, referralCode?: string): Promise<User> {
  const user = await openAccount(name, deviceId, referralCode);
  await credit(exchange.link, user.uid, "USDT", money);
  await move(user, 1, 4, money);
  return user;
}
export async function move({ client }: Trader, fromProduct: number, toProduct: number, amount: string): Promise<void> {
  client.noteSeq(good(await client.call("transfer", { fromProduct, toProduct, asset: "USDT", amount })));
}

export type Intent = { readonly side: "BUY" | "SELL"; readonly posSide: "LONG" | "SHORT" };
export const openLong: Intent = { side: "BUY", posSide: "LONG" };
export const closeLong: Intent = { side: "SELL", posSide: "LONG" };
/** The other's order rests, the user's takes it. */
export async function trade(user: Trader, other: Trader, intent: Intent, price: string, qty: string): Promise<void> {
  const isBuy = intent.side === "BUY";
  const rests: Intent = { side: isBuy ? "SELL" : "BUY", posSide: "SHORT" };
  const order = { symbol, type: "LIMIT", price, qty } as const;
  good(await other.client.call("placeOrder", { ...order, ...rests }));
  const done = good(await user.client.call("placeOrder", { ...order, ...intent }));
  for (const { client } of [user, other]) client.noteSeq(done);
}

export const couponsOf = async ({ client }: Trader) => good(await client.call("couponList", {})).list;
export const fillsOf = async ({ client }: Trader, couponId: number) =>
  good(await client.call("couponFills", { couponId })).list;
export const bucketOf = async ({ client }: Trader, product: number, bucket: string): Promise<bigint> => {
  const { rows } = good(await client.call("balances", {}));
  return units(
    rows.find((row) => row.product === product && row.asset === "USDT" && row.bucket === bucket)?.amount ?? "0",
  );
};
export const statusIs = (trader: Trader, id: number, status: string): Promise<unknown> =>
  until(async () => (await couponsOf(trader)).find((one) => one.id === id)?.status === status, 40_000);
export const stepsOf = async (id: number): Promise<readonly string[]> => {
  const { rows } = await database.query<{ text: string }>(
    "select step || ' ' || cause as text from coupons.steps where coupon_id = $1 order by place",
    [id],
  );
  return rows.map(({ text }) => text);
};
export const promoOf = (campaign: number, product: number): Promise<number> =>
  number(
    "select coalesce(sum(units), 0)::float8 as n from history.balances where uid = $1 and account % 32 = 23 and account / 32768 % 8 = $2",
    [campaign, product],
  );
export const fund = (campaign: number, product: number, amount: string): Promise<void> =>
  configure(exchange.link, [
    { type: "fund_campaign", campaign, product, asset: assetId("USDT"), amount: units(amount) },
  ]);
export const bonusCampaign: SeedCampaign = {
  id: 20,
  name: "Trading bonus",
  kind: "TRADING_BONUS",
  grantOn: "KYC",
  face: units("40"),
  budget: units("80"),
  volumeReq: 0n,
  products: [4],
  days: 7,
  claimDays: 3,
};
export async function verify(uid: number): Promise<void> {
  const producer = producers.platformTools;
  const next = await exchange.link.nextNumber("platform", producer);
  const draft = { type: "set_kyc_level", uid, level: 1, producer, number: next } as const;
  expect((await exchange.link.send("platform", [draft]))[0]!.code).toBe(success);
}
export async function claimedBonus(
  name: string,
  campaign = bonusCampaign.id,
): Promise<User & { readonly coupon: number }> {
  const user = await register(name);
  await verify(user.uid);
  const ofCampaign = async () => (await couponsOf(user)).find(({ campaignId }) => campaignId === campaign);
  await until(async () => (await ofCampaign()) !== undefined, 20_000);
  const { id } = (await ofCampaign())!;
  // However often it is asked for at once, it is granted once.
  const claims = Array.from({ length: 20 }, () => user.client.call("claimCoupon", { couponId: id }));
  for (const claim of await Promise.all(claims)) expect(good(claim).status).toMatch(/PENDING|SUCCESS/);
  return { ...user, coupon: id };
}

/** Company money enters the wallet's treasury first. */
export async function fundWallet(campaign: number, amount: string): Promise<void> {
  const producer = producers.walletTools;
  const next = await exchange.link.nextNumber("wallet", producer);
  const draft = {
    type: "credit_treasury",
    asset: assetId("USDT"),
    amount: units(amount),
    producer,
    number: next,
  } as const;
  expect((await exchange.link.send("wallet", [draft]))[0]!.code).toBe(success);
  await fund(campaign, 1, amount);
}
