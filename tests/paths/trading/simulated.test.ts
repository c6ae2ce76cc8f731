import { type ExchangeName, operatorRoles, productIds, refusals, success } from "@tidemark/contracts";
import { apiKeyHeadersOf, type ApiKeySigner, type ConsoleClient, createClient, hmacSigner } from "@tidemark/kit-client";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { botKey } from "../../../tools/bots/keys.ts";
import { type Exchange, type Simulated, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { emailOf, seededUids } from "../../../tools/dev/seed/people.ts";
import { joinBy, signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator } from "../console/console-world.ts";
import { availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// The simulated exchange beside the real one: the same processes on a journal of their own, and one platform for both.
const symbol = "BTCUSDT-PERP";
const { wallet, futures_usdt: futures } = productIds;
let exchange: Exchange;
let simulated: Simulated;
/** Each trader in both, with one session. */
let alice: { real: Trader; simulated: Trader };
let bob: { real: Trader; simulated: Trader };

beforeAll(async () => {
  exchange = await throwAwayExchange({
    nodes: 1,
    simulated: { gatewayPort: 0 },
    // The last one is no asset of the exchange.
    platformEnv: { SIMULATED_FUNDS: "USDT=100000,BTC=1,ETH=20,NONE=5" },
  });
  simulated = exchange.simulated!;
  const both = async (name: string) => {
    const real = await signIn(exchange.url, name, name);
    return { real, simulated: await joinBy(real, simulated.url, name) };
  };
  [alice, bob] = await Promise.all([both("alice"), both("bob")]);
});
afterAll(async () => {
  await exchange?.remove();
});

/** Everything that a trader has at an exchange, as text that can be compared. */
async function holdingsOf({ client }: Trader): Promise<unknown> {
  const { rows } = good(await client.call("balances", {}));
  const positions = good(await client.call("positions", {})).rows.map(({ posSide, qty }) => ({ posSide, qty }));
  const { total } = good(await client.call("statement", {}));
  return { rows, positions, total };
}

/** One sells what the other buys. */
async function trade(seller: Trader, buyer: Trader): Promise<void> {
  const order = { symbol, type: "LIMIT", price: "104250", qty: "0.01" } as const;
  good(await seller.client.call("placeOrder", { ...order, side: "SELL", posSide: "SHORT" }));
  const bought = good(await buyer.client.call("placeOrder", { ...order, side: "BUY", posSide: "LONG" }));
  for (const trader of [seller, buyer]) trader.client.noteSeq(bought);
}

const toFutures = async ({ client }: Trader, amount: string): Promise<void> => {
  const moved = await client.call("transfer", { fromProduct: wallet, toProduct: futures, asset: "USDT", amount });
  client.noteSeq(good(moved));
};

/** Commands of this type of operators that each journal's core has answered with success. */
async function feesConfigured(): Promise<{ real: number; simulated: number }> {
  const count = async (table: string): Promise<number> => {
    const database = new pg.Client({ connectionString: exchange.databaseUrl });
    await database.connect();
    const done = `select count(*)::int as count from operator.${table} where code = ${success}`;
    const { rows } = await database.query<{ count: number }>(`${done} and command ->> 'type' = 'configure_fees'`);
    await database.end();
    return rows[0]!.count;
  };
  return { real: await count("outbox"), simulated: await count("simulated_outbox") };
}

async function feedRowsOf(databaseUrl: string): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ count: number }>("select count(*)::int as count from history.feed");
  await database.end();
  return rows[0]!.count;
}

test("[R.7] the first refill brings a trader to the target, the next one waits, and the real ledger has no line of it", async () => {
  const before = await Promise.all([holdingsOf(alice.real), holdingsOf(bob.real)]);
  expect(good(await alice.simulated.client.call("simulatedFunds", {}))).toMatchObject({ lastAt: 0, nextAt: 0 });
  expect(await availableOf(alice.simulated, wallet, "USDT")).toBe(0n);
  const refilled = good(await alice.simulated.client.call("refillSimulated", {}));
  expect(refilled.given).toContainEqual({ asset: "USDT", amount: "100000" });
  expect(refilled.isBooked).toBe(true);
  expect(await availableOf(alice.simulated, wallet, "USDT")).toBe(units("100000"));
  const again = good(await alice.simulated.client.call("refillSimulated", {}));
  expect([again.given, again.nextAt]).toEqual([[], refilled.nextAt]);
  const { given: known, isBooked } = good(await alice.simulated.client.call("simulatedFunds", {}));
  expect([known, isBooked]).toEqual([refilled.given, true]);
  // Two at once are one, and what the exchange does not list is not reported.
  const both = await Promise.all([1, 2].map(async () => good(await bob.simulated.client.call("refillSimulated", {}))));
  expect(both.flatMap(({ given }) => given)).toHaveLength(3);
  expect(await availableOf(bob.simulated, wallet, "USDT")).toBe(units("100000"));
  expect(await Promise.all([holdingsOf(alice.real), holdingsOf(bob.real)])).toEqual(before);
  await expectLedgerAgrees(alice.simulated);
});

test("a deposit that the core refused is not reported as booked", async () => {
  const setCode = async (code: number): Promise<void> => {
    const database = new pg.Client({ connectionString: exchange.databaseUrl });
    await database.connect();
    const bobs = "(command ->> 'uid')::bigint = $2";
    await database.query(`update simulated.outbox set code = $1 where ${bobs}`, [code, seededUids.bob]);
    await database.end();
  };
  await setCode(refusals.AMOUNT_INVALID.code);
  expect(good(await bob.simulated.client.call("simulatedFunds", {})).isBooked).toBe(false);
  expect(good(await bob.simulated.client.call("refillSimulated", {}))).toMatchObject({ given: [], isBooked: false });
  await setCode(success);
  expect(good(await bob.simulated.client.call("simulatedFunds", {})).isBooked).toBe(true);
});

test("there is no refill at the real exchange", async () => {
  const missing = { ok: false, refusal: "NOT_FOUND" };
  expect(await alice.real.client.call("refillSimulated", {})).toMatchObject(missing);
  expect(await alice.real.client.call("simulatedFunds", {})).toMatchObject(missing);
});

describe("a proposal of an operator belongs to one exchange", () => {
  const reason = "as the risk committee decided today";
  const fees = { level: 9, spotMaker: "0.0001", spotTaker: "0.001", perpMaker: "0.0002", perpTaker: "0.0005", reason };
  /** The calls of an operator, asked for one of the two exchanges. */
  type Asker = { call: ConsoleClient["call"] };
  type Asking = { real: { client: Asker }; simulated: { client: Asker } };
  let console: ConsoleWorld;
  let olivia: Asking;
  let oscar: Asking;

  async function operator(name: string): Promise<Asking> {
    const { client } = await openOperator(console, name, operatorRoles);
    const at = (named: ExchangeName): { client: Asker } => ({
      client: { call: (call, ask) => client.call(call, { ...ask, exchange: named }) },
    });
    return { real: at("REAL"), simulated: at("SIMULATED") };
  }
  beforeAll(async () => {
    console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
    [olivia, oscar] = [await operator("olivia"), await operator("oscar")];
  });
  afterAll(() => console?.close());

  async function endOf({ client }: { client: Asker }, id: string): Promise<string> {
    const state = async () => good(await client.call("proposal", { id })).state;
    await until(async () => ["DONE", "REFUSED"].includes(await state()), 15_000);
    return state();
  }
  const answersOf = async ({ client }: { client: Asker }, id: string): Promise<string[]> => {
    const outcomes = [
      await client.call("proposal", { id }),
      await client.call("approveProposal", { id }),
      await client.call("rejectProposal", { id, reason }),
    ];
    return outcomes.map((outcome) => (outcome.ok ? "ok" : (outcome.refusal ?? "?")));
  };
  const idsAt = async ({ client }: { client: Asker }): Promise<string[]> =>
    good(await client.call("proposalList", {})).list.map(({ id }) => id);

  test.each([
    ["SIMULATED", "simulated", "real"],
    ["REAL", "real", "simulated"],
  ] as const)("%s: it is seen and decided there only, and its command goes there only", async (name, own, other) => {
    const { id, state, exchange: named } = good(await olivia[own].client.call("configureFees", fees));
    expect([state, named]).toEqual(["WAITING", name]);
    expect(await answersOf(oscar[other], id)).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
    expect([await idsAt(oscar[own]), await idsAt(oscar[other])]).toEqual([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
    const before = await feesConfigured();
    good(await oscar[own].client.call("approveProposal", { id }));
    expect(await endOf(oscar[own], id)).toBe("DONE");
    await until(async () => (await feesConfigured())[own] === before[own] + 1, 10_000);
    expect((await feesConfigured())[other]).toBe(before[other]);
  });

  test("one request id and one change may wait at both, and what halts a market halts it at its own exchange", async () => {
    const ask = { ...fees, level: 8, requestId: "monday" };
    const [atReal, atSimulated] = [
      good(await olivia.real.client.call("configureFees", ask)),
      good(await olivia.simulated.client.call("configureFees", ask)),
    ];
    expect(atReal.id).not.toBe(atSimulated.id);
    expect([atReal.exchange, atSimulated.exchange]).toEqual(["REAL", "SIMULATED"]);
    expect(good(await olivia.simulated.client.call("configureFees", ask)).id).toBe(atSimulated.id);
    const halt = { symbol: "LTC/USDT", status: "HALT", liquidates: false, reason } as const;
    const { id } = good(await olivia.simulated.client.call("setMarketStatus", halt));
    expect(await endOf(olivia.simulated, id)).toBe("DONE");
    const statusAt = async ({ client }: Trader): Promise<string> =>
      good(await client.call("marketInstruments", {})).markets.find((one) => one.symbol === halt.symbol)!.status;
    await until(async () => (await statusAt(alice.simulated)) === "HALT");
    expect(await statusAt(alice.real)).toBe("TRADING");
  });
});

test("[S2.25] a trade in one exchange leaves no trace in the other: no balance, no position, no event for coupons", async () => {
  for (const trader of [alice.simulated, bob.simulated]) await toFutures(trader, "50000");
  const real = await Promise.all([holdingsOf(alice.real), holdingsOf(bob.real)]);
  const feeds = async () => ({
    real: await feedRowsOf(exchange.databaseUrl),
    simulated: await feedRowsOf(simulated.databaseUrl),
  });
  /** The numbers of rows once none has been added for a while: one trade writes several. */
  async function settledFeeds() {
    let last = await feeds();
    for (let quietFor = 0; quietFor < 5; quietFor += 1) {
      await systemClock.sleep(100);
      const next = await feeds();
      if (next.real !== last.real || next.simulated !== last.simulated) quietFor = -1;
      last = next;
    }
    return last;
  }
  const before = await settledFeeds();
  await trade(alice.simulated, bob.simulated);
  await until(async () => good(await bob.simulated.client.call("positions", {})).rows.length === 1);
  // The trade is in the feed of its own exchange: by then it would be in the other's too, if it went there.
  await until(async () => (await feeds()).simulated > before.simulated, 10_000);
  expect(await Promise.all([holdingsOf(alice.real), holdingsOf(bob.real)])).toEqual(real);
  const between = await settledFeeds();
  expect(between.real).toBe(before.real);

  const played = await Promise.all([holdingsOf(alice.simulated), holdingsOf(bob.simulated)]);
  await trade(bob.real, alice.real);
  await until(async () => good(await alice.real.client.call("positions", {})).rows.length === 1);
  await until(async () => (await feeds()).real > between.real, 10_000);
  expect((await settledFeeds()).simulated).toBe(between.simulated);
  expect(await Promise.all([holdingsOf(alice.simulated), holdingsOf(bob.simulated)])).toEqual(played);
  for (const trader of [alice.simulated, bob.simulated]) await expectLedgerAgrees(trader);
});

test("[R.7] each exchange trades on while the other's core is down, and comes back with what it had", async () => {
  for (const [down, up] of [
    ["simul-core-a", "real"],
    ["core-a", "simulated"],
  ] as const) {
    const other = up === "real" ? "simulated" : "real";
    const kept = await holdingsOf(alice[other]);
    const core = exchange.processes.get(down)!;
    core.kill("SIGKILL");
    await core.stop();
    await trade(alice[up], bob[up]);
    expect(await alice[other].client.call("cancelAll", {})).toMatchObject({ ok: false });
    core.start();
    await until(async () => (await alice[other].client.call("balances", {})).ok, 25_000);
    expect(await holdingsOf(alice[other])).toEqual(kept);
    await until(async () => (await alice[other].client.call("cancelAll", {})).ok, 25_000);
  }
});

test("one session is at both hosts: signing out at one ends it at the other", async () => {
  const real = await signIn(exchange.url, "carol", "carol");
  const joined = await joinBy(real, simulated.url, "carol");
  expect((await joined.client.call("userInfo", {})).ok).toBe(true);
  good(await joined.client.call("signOut", {}));
  await until(async () => !(await real.client.call("userInfo", {})).ok);
});

/** How a gateway answers a key: "ok" or its refusal. */
async function answerTo(apiKey: ApiKeySigner, baseUrl: string): Promise<string> {
  const outcome = await createClient({ baseUrl, apiKey }).call("balances", {});
  return outcome.ok ? "ok" : [outcome.refusal, ...Object.values(outcome.facts)].join(" ");
}
const unknownKey = "API_KEY_INVALID signature";

test("an API key is known at the exchange that made it, and at the other it is nobody's", async () => {
  for (const [exchangeOfKey, own, other] of [
    ["REAL", exchange.url, simulated.url],
    ["SIMULATED", simulated.url, exchange.url],
  ] as const) {
    const { signer } = botKey("bot1", exchangeOfKey);
    expect([await answerTo(signer, own), await answerTo(signer, other)]).toEqual(["ok", unknownKey]);
  }
});

test("a key made at the simulated host trades there, and the request that it signed is refused at the real one", async () => {
  const database = openDatabase(exchange.databaseUrl, 2);
  const factor = await bindFactor(alice.real.client, emailOf("alice"), database.db).finally(() => database.close());
  await factor.confirm();
  // Binding a factor renews the session; the simulated host joins it anew.
  const { client } = await joinBy(alice.real, simulated.url, "alice");
  const wish = { label: "test_program", permissions: ["READ", "TRADE"] as ("READ" | "TRADE")[] };
  const made = good(await client.call("createApiKey", wish));
  expect(made.exchange).toBe("SIMULATED");
  const signer = hmacSigner(made.key, made.secret);
  const path = "/api/trade-api/order/place";
  const body = JSON.stringify({
    symbol,
    side: "BUY",
    posSide: "LONG",
    type: "LIMIT",
    price: "90000",
    qty: "0.01",
  });
  const headers = { ...apiKeyHeadersOf(signer, { method: "POST", path, body }), "content-type": "application/json" };
  const send = async (url: string): Promise<unknown> =>
    (await fetch(url + path, { method: "POST", headers, body })).json();
  const before = good(await alice.real.client.call("openOrders", {})).rows.length;
  expect(await send(exchange.url)).toMatchObject({
    code: refusals.API_KEY_INVALID.code,
    data: { problem: "signature" },
  });
  expect(await send(simulated.url)).toMatchObject({ code: success });
  expect(good(await alice.real.client.call("openOrders", {})).rows).toHaveLength(before);
  // The owner sees it at either host, and removes it at either.
  const { list } = good(await alice.real.client.call("apiKeyList", {}));
  expect(list).toMatchObject([{ key: made.key, exchange: "SIMULATED" }]);
  good(await alice.real.client.call("removeApiKey", { key: made.key }));
  await until(async () => (await answerTo(signer, simulated.url)) === unknownKey);
});
