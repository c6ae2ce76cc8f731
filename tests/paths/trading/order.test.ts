import { migrateCore } from "@tidemark/core";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until, watch } from "../support/traders.ts";

// The way of one order: gateway → journal → engine → events → screens and history. The index stands at 104,250.50.
const symbol = "BTC/USDT";
let exchange: Exchange;
let alice: Trader;
let bob: Trader;

const limit = (side: "BUY" | "SELL", price: string, qty: string) => ({
  symbol,
  side,
  type: "LIMIT" as const,
  price,
  qty,
});

beforeAll(async () => {
  exchange = await throwAwayExchange();
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice"), signIn(exchange.url, "bob")]);
});
afterAll(async () => {
  alice?.close();
  bob?.close();
  await exchange?.remove();
});

// Each test begins with empty books, whatever the one before left behind.
beforeEach(async () => {
  for (const { client } of [alice, bob]) {
    const cancelled = good(await client.call("cancelAll", {}));
    for (const trader of [alice, bob]) trader.client.noteSeq(cancelled);
  }
});

test("[S1.19 S3.103] an order rests, fills and is found again in orders, fills, trades, candles and the statement", async () => {
  const sold = good(await alice.client.call("placeOrder", { ...limit("SELL", "104300", "0.5"), clientOrderId: "s-1" }));
  expect(good(await alice.client.call("openOrders", {})).rows).toMatchObject([
    { orderId: sold.orderId, clientOrderId: "s-1", status: "NEW", price: "104300.00", qty: "0.50000" },
  ]);
  const bought = good(await bob.client.call("placeOrder", limit("BUY", "104300", "0.2")));
  expect(good(await bob.client.call("order", { orderId: bought.orderId })).order).toMatchObject({
    status: "FILLED",
    filledValue: "20860",
    fee: "0.0002",
  });
  alice.client.noteSeq(bought);
  expect(good(await alice.client.call("fills", {})).list).toMatchObject([
    { orderId: sold.orderId, role: "MAKER", qty: "0.20000", fee: "20.86", feeAsset: "USDT" },
  ]);
  expect(good(await alice.client.call("order", { clientOrderId: "s-1" })).order).toMatchObject({
    status: "PARTIALLY_FILLED",
    filledQty: "0.20000",
  });
  expect(good(await bob.client.call("trades", { symbol })).rows).toMatchObject([
    { price: "104300.00", qty: "0.20000", takerSide: "BUY" },
  ]);
  expect(good(await bob.client.call("candles", { symbol, interval: "1m" })).rows).toMatchObject([
    { open: "104300.00", close: "104300.00", volume: "0.20000" },
  ]);
  good(await alice.client.call("cancelOrder", { orderId: sold.orderId }));
  expect(good(await alice.client.call("orderHistory", {})).list).toMatchObject([
    { orderId: sold.orderId, status: "CANCELED", cause: "USER", filledQty: "0.20000" },
  ]);
  for (const trader of [alice, bob]) await expectLedgerAgrees(trader);
});

test("the running candle and the day of all markets follow every trade", async () => {
  const [candles, days, tickers] = [
    watch(bob, "candles", symbol, "LAST 4h"),
    watch(bob, "days"),
    watch(bob, "tickers"),
  ] as const;
  await until(() => [candles, days, tickers].every(({ change }) => change.state === "live"));
  good(await alice.client.call("placeOrder", limit("SELL", "104350", "0.1")));
  good(await bob.client.call("placeOrder", limit("BUY", "104350", "0.1")));
  await until(() => candles.change.rows.at(-1)?.close === "104350.00");
  await until(() => days.change.rows.find((row) => row.symbol === symbol)?.last === "104350.00");
  await until(() => tickers.change.rows.find((row) => row.symbol === symbol)?.last === "104350.00");
  expect(good(await bob.client.call("candles", { symbol, interval: "4h", limit: 1 })).rows).toEqual([
    candles.change.rows.at(-1),
  ]);
  expect(tickers.change.rows.length).toBe(good(await bob.client.call("marketInstruments", {})).markets.length);
  for (const view of [candles, days, tickers]) view.end();
});

test("[A4.8] the same order sent again is the same order; the same key with another body is refused", async () => {
  const ask = { ...limit("BUY", "100000", "0.01"), clientOrderId: "again-1" };
  const first = good(await bob.client.call("placeOrder", ask));
  const again = good(await bob.client.call("placeOrder", ask));
  expect(again.orderId).toBe(first.orderId);
  expect(good(await bob.client.call("openOrders", {})).rows).toHaveLength(1);
  expect(await bob.client.call("placeOrder", { ...ask, qty: "0.02" })).toMatchObject({
    ok: false,
    refusal: "DUPLICATE_CLIENT_ID",
  });
  good(await bob.client.call("cancelOrder", { clientOrderId: "again-1" }));
});

test("a refusal says its numbers, and the books stay as they were", async () => {
  const outcome = await bob.client.call("placeOrder", limit("BUY", "104300", "50"));
  expect(outcome).toMatchObject({
    ok: false,
    refusal: "INSUFFICIENT_BALANCE",
    facts: { needed: "5215000", asset: "USDT" },
  });
  expect(good(await bob.client.call("depth", { symbol })).rows).toEqual([]);
});

test("[S1.16] screens follow: the book is everybody's, orders, fills and balances are one's own", async () => {
  const [book, mine, hers, fills, balances] = [
    watch(bob, "depth", symbol),
    watch(bob, "orders"),
    watch(alice, "orders"),
    watch(bob, "fills"),
    watch(bob, "balances"),
  ];
  await until(() => [book, mine, hers, fills, balances].every(({ change }) => change.state === "live"));
  const before = fills.change.rows.length;
  const bitcoin = await availableOf(bob, 2, "BTC");
  const sold = good(await alice.client.call("placeOrder", limit("SELL", "104310", "0.3")));
  await until(() => book.change.rows.some((row) => row.price === "104310.00" && row.qty === "0.30000"));
  const bought = good(await bob.client.call("placeOrder", limit("BUY", "104310", "0.1")));
  await until(() => book.change.rows.some((row) => row.price === "104310.00" && row.qty === "0.20000"));
  await until(() => fills.change.rows.length === before + 1 && hers.change.rows[0]?.filledQty === "0.10000");
  const received = units("0.0999");
  await until(() =>
    balances.change.rows.some(
      (row) => row.product === 2 && row.asset === "BTC" && units(row.amount) === bitcoin + received,
    ),
  );
  expect(mine.everSeen.map((row) => row.orderId)).not.toContain(sold.orderId);
  expect(hers.everSeen.map((row) => row.orderId)).not.toContain(bought.orderId);
  good(await alice.client.call("cancelAll", { symbol }));
  await until(() => book.change.rows.length === 0 && hers.change.rows.length === 0);
  for (const one of [book, mine, hers, fills, balances]) one.end();
});

test("whoever has written reads it at once, from whatever process answers", async () => {
  for (let i = 0; i < 20; i += 1) {
    const { orderId } = good(await alice.client.call("placeOrder", limit("BUY", "100000", "0.001")));
    expect(good(await alice.client.call("openOrders", {})).rows.map((row) => row.orderId)).toContain(orderId);
    expect(good(await alice.client.call("order", { orderId })).order.status).toBe("NEW");
  }
  expect(good(await alice.client.call("cancelAll", {})).cancelled).toBe(20);
  expect(good(await alice.client.call("openOrders", {})).rows).toEqual([]);
});

test("a follower answers about now while the leader stands still", async () => {
  const follower = await exchange.link.hearFollower(5_000);
  const leader = [...exchange.processes.values()].find(({ name }) => name.startsWith("core-") && name !== follower)!;
  leader.kill("SIGSTOP");
  try {
    expect(good(await bob.client.call("balances", {})).rows.length).toBeGreaterThan(0);
    expect(good(await bob.client.call("depth", { symbol })).rows).toEqual([]);
  } finally {
    leader.kill("SIGCONT");
  }
});

test("a leader that dies is followed by the other node, with every order where it was", async () => {
  const { orderId } = good(await alice.client.call("placeOrder", limit("SELL", "104400", "0.1")));
  const follower = await exchange.link.hearFollower(5_000);
  const leader = [...exchange.processes.values()].find(({ name }) => name.startsWith("core-") && name !== follower)!;
  const { epoch } = exchange.link;
  leader.kill("SIGKILL");
  await until(() => exchange.link.epoch > epoch, 20_000);
  const bought = good(await bob.client.call("placeOrder", limit("BUY", "104400", "0.1")));
  alice.client.noteSeq(bought);
  await until(async () => good(await alice.client.call("order", { orderId })).order.status === "FILLED");
});

test("[C7] a history that is thrown away comes back the same from the journal", async () => {
  const projector = exchange.processes.get("projector")!;
  const database = new pg.Client({ connectionString: exchange.databaseUrl });
  await database.connect();
  const read = async (): Promise<Record<string, unknown[]>> => {
    const keys = {
      orders: "1, 2",
      trades: "1",
      fills: "1, 2",
      balances: "1, 2",
      ledger_lines: "1, 2",
      // Indices are set while the history is thrown away; candles of trades are not.
      "candles where price = 0": "1, 2, 3, 4",
      positions: "1, 2, 3, 4, 5",
      liquidations: "1, 2",
    };
    const tables: Record<string, unknown[]> = {};
    for (const [table, key] of Object.entries(keys))
      tables[table] = (await database.query(`select * from history.${table} order by ${key}`)).rows;
    return tables;
  };
  try {
    good(await alice.client.call("statement", {}));
    await projector.stop();
    const before = await read();
    expect(before.fills!.length).toBeGreaterThan(0);
    await database.query("drop schema history cascade");
    // From the one that makes the schema on: all that followed belong to it too.
    await database.query("delete from migrations_core where name >= '20261115_0110_create_the_history'");
    await migrateCore(exchange.databaseUrl);
    projector.start();
    // At first the history answers with what it has so far, and says so.
    await until(async () => {
      const outcome = await alice.client.call("statement", {});
      return outcome.ok && !outcome.stale;
    }, 15_000);
    await expectLedgerAgrees(alice);
    expect(await read()).toEqual(before);
  } finally {
    await database.end();
  }
});
