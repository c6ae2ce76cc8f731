import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { killUnderEvents, messageKillWish, problemsOf } from "../../load/message-kills.ts";
import { good, until, watch } from "../support/traders.ts";

// The way of a message: an event of the core → the feed → a row of the platform → the bell, over any crash of the platform.
/** `MESSAGE_KILLS=20` is the full form. */
const kills = Number(process.env.MESSAGE_KILLS ?? 3);
const waitMaxMs = 60_000;
/** An exchange on a machine that does other things too. */
const startWaitMaxMs = 180_000;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let [alice, bob] = [] as unknown as [Trader, Trader];

beforeAll(async () => {
  exchange = await throwAwayExchange({
    nodes: 1,
    ...messageKillWish,
    gatewayEnv: { RATE_READ_PER_SECOND: "10000", RATE_SIGN_IN_PER_SECOND: "10000", SIGN_INS_PER_MINUTE: "1000000" },
  });
  database = openDatabase(exchange.databaseUrl, 2);
  [alice, bob] = [await signIn(exchange.url, "alice", "a-device"), await signIn(exchange.url, "bob", "b-device")];
}, startWaitMaxMs);
afterAll(async () => {
  await database?.close();
  await exchange?.remove();
});

/** A deposit of whole USDT by a tool of the wallet. */
async function deposit(uid: number, amount: number): Promise<void> {
  const { id: asset } = good(await alice.client.call("marketInstruments", {})).assets.find(
    (one) => one.asset === "USDT",
  )!;
  const command = {
    type: "credit_deposit" as const,
    producer: producers.walletTools,
    number: await exchange.link.nextNumber("wallet", producers.walletTools),
    uid,
    asset,
    amount: BigInt(amount) * 100_000_000n,
    reference: `tx-${uid}-${amount}`,
  };
  for (const { code } of await exchange.link.send("wallet", [command])) expect(code).toBe(success);
}

test(
  `[D.122] the platform is killed ${kills} times while deposits, withdrawals, trigger fills, liquidations, reviews and new devices arrive: each of them makes one message, in their order, and is pushed at least once`,
  async () => {
    const result = await killUnderEvents(exchange, kills);
    expect(problemsOf(result)).toEqual([]);
    const events = Object.entries(result.causes).map(([name, cause]) => [name, cause.events]);
    expect(events).toEqual([
      ["deposits", 8 * kills + 1],
      ["withdrawals", 2 * kills],
      ["triggers", kills],
      ["reviews", kills],
      ...["alice", "bob", "carol"].map((name, place) => [`new devices of ${name}`, Math.ceil((kills - place) / 3)]),
      ["liquidations", 3 * kills],
      ["deleveraged", kills],
    ]);
    expect(result.pushes).toBeGreaterThanOrEqual(17 * kills + 1);
  },
  180_000 + kills * 30_000,
);

test(
  "a message arrives over the socket, with the number of unread ones",
  async () => {
    const unread = watch(bob, "unread");
    const count = () => unread.change.rows.find(({ type }) => type === "user")?.unread ?? -1;
    await until(() => unread.change.state === "live", waitMaxMs);
    const before = count();
    await deposit(seededUids.bob, 998);
    await until(() => count() === before + 1, waitMaxMs);
    const { list } = good(await bob.client.call("messageList", { type: "user", pageSize: 1 }));
    expect(list).toMatchObject([
      { kind: "deposit-credited", title: "Deposit credited: 998 USDT", linkUrl: "/personal/deposit", isUnread: true },
    ]);
    unread.end();
  },
  waitMaxMs,
);

const symbol = "BTC/USDT";
/** A trade between the two. */
async function trade(price: string): Promise<void> {
  const order = { symbol, type: "LIMIT", price, qty: "0.001" } as const;
  good(await bob.client.call("placeOrder", { ...order, side: "SELL" }));
  good(await alice.client.call("placeOrder", { ...order, side: "BUY" }));
}

async function fund(trader: Trader, asset: string, amount: string): Promise<void> {
  good(await trader.client.call("transfer", { fromProduct: 1, toProduct: 2, asset, amount }));
}

test(
  "a price alert goes off by a trade, once, also by one of a time in which no platform ran",
  async () => {
    await fund(alice, "USDT", "1000");
    await fund(bob, "BTC", "0.1");
    const { n: last } = good(await alice.client.call("singleQuote", { tradePairName: symbol }));
    const ticker = good(await alice.client.call("ticker", { symbol })).rows[0]!;
    const price = Math.round(Number(last === "" ? ticker.index : last));
    const level = String(price + 2);
    const alertsOf = async () => good(await alice.client.call("alertList", {})).list;
    const { id } = good(await alice.client.call("setAlert", { measure: "PRICE", symbol, direction: "ABOVE", level }));
    good(await alice.client.call("setAlert", { measure: "PRICE", symbol, direction: "BELOW", level: "1" }));
    await trade(String(price));
    const platform = exchange.processes.get("platform")!;
    await platform.stop();
    await trade(String(price + 3));
    await trade(String(price + 4));
    platform.start();
    await until(async () => {
      const { rows } = await sql`select 1 from messages.messages where kind = 'price-above'`.execute(database.db);
      return rows.length > 0;
    }, waitMaxMs);
    await until(async () => (await alice.client.call("alertList", {})).ok, waitMaxMs);
    expect((await alertsOf()).filter(({ firedAt }) => firedAt > 0).map((row) => row.id)).toEqual([id]);
    const { list } = good(await alice.client.call("messageList", { type: "trader", pageSize: 10 }));
    expect(list.filter(({ kind }) => kind.startsWith("price-"))).toHaveLength(1);
    expect(list[0]!.text).toContain(String(price + 3).replace(/(\d)(\d{3})$/, "$1,$2"));
    // Set again, it waits for the next trade and makes another message.
    good(await alice.client.call("setAlert", { id, measure: "PRICE", symbol, direction: "ABOVE", level }));
    await trade(String(price + 5));
    await until(async () => {
      const { rows } = await sql`select 1 from messages.messages where kind = 'price-above'`.execute(database.db);
      return rows.length === 2;
    }, waitMaxMs);
  },
  2 * waitMaxMs,
);

test(
  "alerts on the funding rate and the margin ratio go off by what the core says now; what makes no sense is refused",
  async () => {
    const set = (ask: Parameters<typeof alice.client.call<"setAlert">>[1]) => alice.client.call("setAlert", ask);
    const contract = "BTCUSDT-PERP";
    good(await set({ measure: "FUNDING", symbol: contract, direction: "ABOVE", level: "-5" }));
    good(await set({ measure: "FUNDING", symbol: contract, direction: "BELOW", level: "-5" }));
    expect(await set({ measure: "FUNDING", symbol, direction: "ABOVE", level: "1" })).toMatchObject({
      refusal: "SYMBOL_NOT_FOUND",
    });
    expect(await set({ measure: "MARGIN", symbol: "USDT", direction: "BELOW", level: "10" })).toMatchObject({
      refusal: "REQUEST_INVALID",
    });
    expect(await set({ measure: "PRICE", symbol, direction: "ABOVE", level: "0" })).toMatchObject({
      refusal: "REQUEST_INVALID",
    });
    await until(async () => {
      const { list } = good(await alice.client.call("messageList", { type: "trader" }));
      return list.some(({ kind }) => kind === "funding-above");
    }, waitMaxMs);
    const { list } = good(await alice.client.call("alertList", {}));
    const of = (direction: string) => list.find((row) => row.measure === "FUNDING" && row.direction === direction)!;
    expect([of("ABOVE").firedAt > 0, of("BELOW").firedAt]).toEqual([true, 0]);
    good(await alice.client.call("removeAlert", { id: of("BELOW").id }));
    expect(await bob.client.call("removeAlert", { id: of("ABOVE").id })).toMatchObject({ refusal: "NOT_FOUND" });
  },
  waitMaxMs,
);
