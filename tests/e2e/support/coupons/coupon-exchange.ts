import { randomUUID } from "node:crypto";
import { productIds, success } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { producers } from "@tidemark/contracts/journal";
import type { Client, Outcome } from "@tidemark/kit-client";
import { openDatabase } from "@tidemark/kit-node";
import { type SeedCampaign, seedCampaigns, seedUsers } from "../../../../services/platform/src/index.ts";
import pg from "pg";
import { type Exchange, throwAwayExchange } from "../../../../tools/dev/exchange.ts";
import { contract, listing } from "../../../../tools/dev/seed/contracts.ts";
import { assetId, markets, units } from "../../../../tools/dev/seed/listing.ts";
import { developmentPassword, emailOf, seededUids } from "../../../../tools/dev/seed/people.ts";
import { configure } from "../../../../tools/dev/seed/seed.ts";
import { signIn, type Trader, visit } from "../../../../tools/dev/trader.ts";
import { openConsoleWorld, openOperator, type Operator } from "../../../paths/console/console-world.ts";
import { registrationCode } from "../../../paths/account/registration-code.ts";
import { good, until } from "./outcomes.ts";

/** Positions are opened and closed here. */
export const contractSymbol = "BTCUSDT-PERP";
/** Funding is paid every minute here. */
export const fundedEveryMinute = contract(30, "LTCUSDT-PERP", "LINEAR", "LTC", "0.01", "0.001");
const minuteMs = 60_000;
const reason = "as the growth meeting decided";
const depositOf = { wallet: "1000", futures: "20000" } as const;

/** Work that must not run beside other work of its kind. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

export type CouponExchange = Awaited<ReturnType<typeof openCouponExchange>>;
export type SeededUser = { readonly uid: number; readonly name: string };

/** An exchange with two operators, somebody who takes the other side of every trade, and somebody who is quicker with a claim. */
export async function openCouponExchange() {
  const rates = { RATE_READ_PER_SECOND: "10000" };
  const exchange = await throwAwayExchange({
    nodes: 1,
    webDirectory: process.env.E2E_WEB!,
    gatewayEnv: { ...rates, RATE_SIGN_IN_PER_SECOND: "10000", SIGN_INS_PER_MINUTE: "1000000" },
    platformEnv: rates,
  });
  const database = new pg.Pool({ connectionString: exchange.databaseUrl, max: 8 });
  const notices = openDatabase(exchange.databaseUrl, 2);
  const world = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  const operators: Operator[] = [];
  for (const name of ["paula", "olga"])
    operators.push(await openOperator(world, name, ["markets", "risk", "treasury"]));
  const [bob, alice] = [
    await signIn(exchange.url, "bob", "bob-device"),
    await signIn(exchange.url, "alice", "alice-device"),
  ];
  await database.query("update coupons.campaigns set is_running = false");
  const ticking = await listFundedEveryMinute(exchange);
  await credit(exchange, [{ uid: seededUids.bob, name: "bob" }], { wallet: "0", futures: "2000000" });
  const trade = tradesOf(bob);
  // Another's long leaves Bob enough of a short to close with.
  await trade.by(alice, openLong, "104250", "0.5");
  const [byPlatform, byWallet, byCampaign] = [oneByOne(), oneByOne(), oneByOne()];
  const granted = (campaign: number, uid: number): Promise<number> =>
    until(async () => {
      const { rows } = await database.query<{ id: number }>(
        "select id::float8 as id from coupons.coupons where campaign_id = $1 and uid = $2",
        [campaign, uid],
      );
      return rows[0]?.id;
    });
  /** Only this campaign gives coupons meanwhile. */
  const running = (campaign: number, work: () => Promise<number>): Promise<number> =>
    byCampaign(async () => {
      await database.query("update coupons.campaigns set is_running = true where id = $1", [campaign]);
      try {
        const uid = await work();
        await granted(campaign, uid);
        return uid;
      } finally {
        await database.query("update coupons.campaigns set is_running = grant_on = 'OPERATOR' where id = $1", [
          campaign,
        ]);
      }
    });
  return {
    exchange,
    database,
    trade,
    alice,
    granted,
    give: (campaignId: number, uid: number): Promise<number> =>
      until(async () => {
        const operator = operators[0]!;
        const ask = { requestId: randomUUID(), campaignId, uid, reason };
        return (await confirmed(operator, () => operator.client.call("giveCoupon", ask)))?.id;
      }),
    /** Both operators ask for it; what is on its way to the core comes first. */
    async invalidate(id: number): Promise<void> {
      for (const operator of operators)
        await until(() => confirmed(operator, () => operator.client.call("invalidateCoupon", { id, reason })));
    },
    register: (campaign: number, name: string): Promise<number> =>
      running(campaign, async () => {
        const trader = visit(exchange.url, name, `${name}-device`);
        const { client } = trader;
        const email = emailOf(name);
        const code = await registrationCode(trader, notices.db, email);
        const ask = { email, password: developmentPassword, terms: true, code } as const;
        const uid = Number(good(await client.call("registerEmail", ask)).userId);
        await byWallet(() => credit(exchange, [{ uid, name }], depositOf));
        return uid;
      }),
    verify: (campaign: number, uid: number): Promise<number> =>
      running(campaign, () =>
        byPlatform(async () => {
          const producer = producers.platformTools;
          const number = await exchange.link.nextNumber("platform", producer);
          const draft = { type: "set_kyc_level", uid, level: 1, producer, number } as const;
          expectSuccess(await exchange.link.send("platform", [draft]));
          return uid;
        }),
      ),
    /** A deposit from outside. */
    deposit: (uid: number, amount: string): Promise<void> =>
      byWallet(() => credit(exchange, [{ uid, name: "" }], { wallet: amount, futures: "0" })),
    /** Accounts with money, and campaigns with theirs. */
    async prepare(users: readonly SeededUser[], campaigns: readonly SeedCampaign[]): Promise<void> {
      const emails = users.map(({ uid, name }) => ({ uid, name, email: emailOf(name) }));
      await seedUsers(exchange.databaseUrl, emails, developmentPassword);
      await credit(exchange, users, depositOf);
      await seedCampaigns(exchange.databaseUrl, campaigns);
      await database.query("update coupons.campaigns set is_running = grant_on = 'OPERATOR'");
      await fundAll(exchange, campaigns);
    },
    async close(): Promise<void> {
      clearInterval(ticking);
      await world.close();
      await notices.close();
      await database.end();
      await exchange.remove();
    },
  };
}

/** What an operator asks for; whose confirmation is some minutes old confirms again. Undefined: it is not possible now. */
async function confirmed<T>({ browser }: Operator, ask: () => Promise<Outcome<T>>): Promise<T | undefined> {
  const first = await ask();
  if (first.ok) return first.value;
  if (first.refusal !== "FACTOR_NEEDED") return undefined;
  await browser.sign("confirm");
  const again = await ask();
  return again.ok ? again.value : undefined;
}

function expectSuccess(results: readonly { readonly code: number }[]): void {
  const refused = results.find(({ code }) => code !== success);
  if (refused !== undefined) throw new Error(`a command was refused with ${refused.code}`);
}

async function listFundedEveryMinute({ link }: Exchange): Promise<NodeJS.Timeout> {
  await configure(link, listing(fundedEveryMinute, minuteMs));
  const price = Number(units(markets.find(({ symbol }) => symbol === fundedEveryMinute.follows)!.price));
  const prices = [0, 1, 2, 3].map((source): CommandDraft => ({
    type: "source_price_set",
    producer: 0,
    number: 0,
    market: fundedEveryMinute.id,
    source,
    price,
  }));
  return setInterval(() => link.tell("oracle", prices), 1_000);
}

/** Deposits from outside, and transfers into the futures account. */
async function credit(
  { link }: Exchange,
  users: readonly SeededUser[],
  { wallet, futures }: Readonly<Record<"wallet" | "futures", string>>,
): Promise<void> {
  const producer = producers.walletTools;
  const first = await link.nextNumber("wallet", producer);
  const asset = assetId("USDT");
  const amount = units(wallet) + units(futures);
  const deposits = users.map(({ uid }, i): CommandDraft => {
    const number = first + i;
    return { type: "credit_deposit", uid, asset, amount, reference: `coupons ${number}`, producer, number };
  });
  expectSuccess(await link.send("wallet", deposits));
  if (units(futures) === 0n) return;
  const [from, to] = [
    { fromProduct: productIds.wallet, fromSub: 0 },
    { toProduct: productIds.futures_usdt, toSub: 0 },
  ];
  const transfers = users.map(({ uid }): CommandDraft => {
    return { type: "transfer", uid, key: keyOf("coupons"), ...from, ...to, asset, amount: units(futures) };
  });
  expectSuccess(await link.send("user", transfers));
}

const isOfFutures = ({ kind }: SeedCampaign): boolean =>
  ["DEPOSIT", "DEPOSIT_REWARD", "CONTRACT_VOUCHER", "TRADING_BONUS", "FUNDING_BONUS"].includes(kind);

async function fundAll({ link }: Exchange, campaigns: readonly SeedCampaign[]): Promise<void> {
  const asset = assetId("USDT");
  const producer = producers.walletTools;
  const number = await link.nextNumber("wallet", producer);
  const amount = campaigns.reduce((sum, { budget }) => sum + budget, 0n);
  expectSuccess(await link.send("wallet", [{ type: "credit_treasury", asset, amount, producer, number }]));
  await configure(
    link,
    campaigns.map((one) => ({
      type: "fund_campaign",
      campaign: one.id,
      product: isOfFutures(one) ? productIds.futures_usdt : productIds.wallet,
      asset,
      amount: one.budget,
    })),
  );
}

/** A user, by what it calls. */
type Caller = { readonly client: Pick<Client, "call"> };
export type Intent = { readonly side: "BUY" | "SELL"; readonly posSide: "LONG" | "SHORT" };
export const openLong: Intent = { side: "BUY", posSide: "LONG" };
export const closeLong: Intent = { side: "SELL", posSide: "LONG" };
export const openShort: Intent = { side: "SELL", posSide: "SHORT" };

/** Trades of many users in the same books: the other's order rests, the user's takes all of it before the next trade begins. */
function tradesOf({ client: other }: Trader) {
  const inTurn = oneByOne();
  const rest = async (side: Intent["side"], price: string, qty: string, symbol: string): Promise<void> =>
    void good(await other.call("placeOrder", { symbol, side, posSide: "SHORT", type: "LIMIT", price, qty }));
  return {
    by: ({ client }: Caller, intent: Intent, price: string, qty: string, symbol = contractSymbol) =>
      inTurn(async () => {
        await rest(intent.side === "BUY" ? "SELL" : "BUY", price, qty, symbol);
        good(await client.call("placeOrder", { symbol, type: "LIMIT", price, qty, ...intent }));
      }),
    /** Something that takes what rests, at market. */
    against: (side: Intent["side"], price: string, qty: string, work: () => Promise<void>) =>
      inTurn(async () => {
        await rest(side, price, qty, contractSymbol);
        await work();
        good(await other.call("cancelAll", { symbol: contractSymbol }));
      }),
  };
}
