import type { SourceSeq } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Feed } from "../support/feed.ts";
import { expectLedgerAgrees, good, until, watch } from "../support/traders.ts";

// The way of one position: opened, followed, protected, closed or taken over, through the gateway and back from history.
const symbol = "BTCUSDT-PERP";
let exchange: Exchange;
let feed: Feed;
let [alice, bob, carol] = [] as unknown as [Trader, Trader, Trader];

beforeAll(async () => {
  const gatewayEnv = { RATE_TRADE_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" };
  exchange = await throwAwayExchange({ prices: "none", gatewayEnv });
  feed = new Feed(exchange.link);
  feed.set(symbol, "100000");
  feed.set("BTCUSD-PERP", "100000");
  feed.set("ETHUSDT-PERP", "4000");
  [alice, bob, carol] = await Promise.all([
    signIn(exchange.url, "alice"),
    signIn(exchange.url, "bob"),
    signIn(exchange.url, "carol"),
  ]);
  await markIs("100000.0");
  await until(async () => good(await alice.client.call("contracts", {})).rows[1]?.mark === "4000.00");
});
afterAll(async () => {
  feed?.stop();
  for (const trader of [alice, bob, carol]) trader?.close();
  await exchange?.remove();
});

const markIs = (price: string): Promise<unknown> =>
  until(async () => good(await alice.client.call("contracts", { symbol })).rows[0]?.mark === price);
const limit = (side: "BUY" | "SELL", posSide: "LONG" | "SHORT", price: string, qty: string) =>
  ({ symbol, side, posSide, type: "LIMIT", price, qty }) as const;
/** Everybody has seen what one of them did. */
const seen = (at: SourceSeq): void => [alice, bob, carol].forEach(({ client }) => client.noteSeq(at));

/** One goes long, the other short, at a price. */
async function meet(long: Trader, short: Trader, price: string, qty: string): Promise<void> {
  seen(good(await short.client.call("placeOrder", limit("SELL", "SHORT", price, qty))));
  seen(good(await long.client.call("placeOrder", limit("BUY", "LONG", price, qty))));
}

test("[S1.2 S1.14 S3.90 S3.94 S3.96 S3.104 D.83] a position opens, is followed and previewed, closes, and stands in the history with what it came to", async () => {
  const [positions, margin, contract] = [
    watch(alice, "positions"),
    watch(alice, "marginAccounts"),
    watch(alice, "contract", symbol),
  ];
  await until(() => [positions, margin, contract].every(({ change }) => change.state === "live"));
  expect(contract.change.rows).toMatchObject([{ symbol, mark: "100000.0", markState: "FRESH" }]);
  good(await alice.client.call("setLeverage", { symbol, leverage: 50 }));
  await meet(alice, bob, "100000", "0.1");
  await until(() => positions.change.rows.some((row) => row.qty === "0.1000" && row.entryPrice === "100000"));
  // The taker's fee of 0.055 % of 10,000 is gone from the 10,000 of cash.
  await until(() => margin.change.rows.some((row) => row.product === 4 && row.cash === "9994.5"));
  expect(good(await alice.client.call("positions", {})).rows).toMatchObject([
    {
      symbol,
      posSide: "LONG",
      entryValue: "10000",
      realisedPnl: "-5.5",
      figures: { mode: "CROSS", leverage: 50, uPnl: "0", roe: "0.00", maintenanceMargin: "40", closableQty: "0.1000" },
    },
  ]);
  expect(good(await alice.client.call("marginAccounts", {})).rows).toMatchObject([
    { product: 3, asset: "BTC" },
    { product: 3, asset: "ETH" },
    { product: 4, figures: { equity: "9994.5", initialMargin: "200", availOpen: "9794.5", marginRatio: "0.41" } },
  ]);
  // A follower may answer the preview: it must have seen bob's order.
  seen(good(await bob.client.call("placeOrder", limit("BUY", "SHORT", "100500", "0.1"))));
  const closing = { symbol, side: "SELL", posSide: "LONG", type: "MARKET", qty: "0.1" } as const;
  expect(good(await alice.client.call("previewOrder", closing))).toMatchObject({
    filledQty: "0.1000",
    filledValue: "10050",
    fee: "5.5275",
    realisedPnl: "50",
    position: { qty: "0.0000", liquidationPrice: "" },
  });
  const { orderId, ...at } = good(await alice.client.call("placeOrder", closing));
  seen(at);
  await until(() => positions.change.rows.length === 0);
  expect(good(await alice.client.call("order", { orderId })).order).toMatchObject({
    status: "FILLED",
    posSide: "LONG",
    realisedPnl: "50",
  });
  expect(good(await alice.client.call("positionHistory", {})).list).toMatchObject([
    { symbol, entryPrice: "100000", exitPrice: "100500", closedPnl: "50", fees: "11.0275", realisedPnl: "38.9725" },
  ]);
  for (const one of [positions, margin, contract]) one.end();
  for (const trader of [alice, bob]) await expectLedgerAgrees(trader);
});

test("[S3.92 S3.95] a preview tells the position that the order then makes, in cross and in isolated", async () => {
  const figuresOf = async (trader: Trader, of: string) => {
    const row = good(await trader.client.call("positions", {})).rows.find((one) => one.symbol === of)!;
    const { qty, entryPrice, isoMargin, figures } = row;
    return { qty, entryPrice, isoMargin, liquidationPrice: figures.liquidationPrice };
  };
  for (const [of, mode] of [
    [symbol, "CROSS"],
    ["ETHUSDT-PERP", "ISOLATED"],
  ] as const) {
    const price = of === symbol ? "100000" : "4000";
    const order = { ...limit("BUY", "LONG", price, "0.5"), symbol: of };
    good(await alice.client.call("setMarginMode", { symbol: of, mode }));
    seen(good(await bob.client.call("placeOrder", { ...order, side: "SELL", posSide: "SHORT" })));
    const { marginToFund, ...position } = good(await alice.client.call("previewOrder", order)).position!;
    expect([position.liquidationPrice, marginToFund]).not.toContain("");
    seen(good(await alice.client.call("placeOrder", order)));
    expect(await figuresOf(alice, of)).toEqual(position);
  }
  // Everything goes back, so that the next test begins with nothing.
  for (const [of, price] of [
    [symbol, "100000"],
    ["ETHUSDT-PERP", "4000"],
  ] as const)
    good(await bob.client.call("placeOrder", { ...limit("BUY", "SHORT", price, "0.5"), symbol: of }));
  expect(good(await alice.client.call("closeAll", {})).positions).toBe(2);
  expect(good(await alice.client.call("positions", {})).rows).toEqual([]);
});

test("[S3.100] a stop loss waits, fires when the mark reaches it, and its order closes the position", async () => {
  const triggers = watch(alice, "triggers");
  await until(() => triggers.change.state === "live");
  await meet(alice, bob, "100000", "0.1");
  const sl = { triggerPrice: "99500", triggerBy: "MARK" } as const;
  const wrong = await alice.client.call("setTpsl", { symbol, posSide: "LONG", sl: { ...sl, triggerPrice: "100500" } });
  expect(wrong).toMatchObject({ ok: false, refusal: "TPSL_WRONG_SIDE", facts: { now: "100000" } });
  const set = good(await alice.client.call("setTpsl", { symbol, posSide: "LONG", sl }));
  await until(() => triggers.change.rows.some((row) => row.orderId === set.orderId && row.role === "SL"));
  good(await carol.client.call("placeOrder", limit("BUY", "LONG", "99400", "0.1")));
  feed.set(symbol, "99450");
  await until(() => triggers.change.rows.length === 0);
  const ended = triggers.everSeen.findLast((row) => row.orderId === set.orderId);
  expect(ended).toMatchObject({ status: "TRIGGERED" });
  await until(async () => good(await alice.client.call("positions", {})).rows.length === 0);
  expect(good(await alice.client.call("orderHistory", { list: "TPSL" })).list).toMatchObject([
    { orderId: set.orderId, type: "MARKET_TRIGGER", status: "TRIGGERED", trigger: { role: "SL", price: "99500.0" } },
  ]);
  expect(good(await alice.client.call("positionHistory", {})).list[0]).toMatchObject({
    exitPrice: "99400",
    closedPnl: "-60",
  });
  triggers.end();
  feed.set(symbol, "100000");
  await markIs("100000.0");
});

test("an isolated position is liquidated alone; the account keeps the rest and the history says why", async () => {
  expect(await carol.client.call("setMarginMode", { symbol, mode: "ISOLATED" })).toMatchObject({
    ok: false,
    refusal: "MODE_CHANGE_BLOCKED",
  });
  const coin = { ...limit("BUY", "LONG", "100000", "10000"), symbol: "BTCUSD-PERP" };
  good(await carol.client.call("setMarginMode", { symbol: "BTCUSD-PERP", mode: "ISOLATED" }));
  good(await carol.client.call("setLeverage", { symbol: "BTCUSD-PERP", leverage: 100 }));
  seen(good(await bob.client.call("placeOrder", { ...coin, side: "SELL", posSide: "SHORT" })));
  seen(good(await carol.client.call("placeOrder", coin)));
  const [position] = good(await carol.client.call("positions", {})).rows.filter((row) => row.symbol === coin.symbol);
  expect(position).toMatchObject({ isoMargin: "0.001", figures: { mode: "ISOLATED", leverage: 100 } });
  const added = { symbol: coin.symbol, posSide: "LONG", amount: "0.0001" } as const;
  good(await carol.client.call("addMargin", added));
  expect(await carol.client.call("removeMargin", { ...added, amount: "0.0005" })).toMatchObject({
    ok: false,
    refusal: "MARGIN_REMOVE_TOO_MUCH",
    facts: { removable: "0.0001", asset: "BTC" },
  });
  good(await carol.client.call("removeMargin", added));
  feed.set(coin.symbol, "99300");
  await until(async () =>
    good(await carol.client.call("positions", {})).rows.every((row) => row.symbol !== coin.symbol),
  );
  await until(async () => good(await carol.client.call("liquidations", {})).total === 2);
  expect(good(await carol.client.call("liquidations", {})).list).toMatchObject([
    { kind: "TAKEN_OVER", symbol: coin.symbol, posSide: "LONG", qty: "10000", pnl: "-0.001", asset: "BTC" },
    { kind: "STARTED", symbol: coin.symbol },
  ]);
  expect(good(await carol.client.call("positions", {})).rows).toHaveLength(1);
  await expectLedgerAgrees(carol);
});

test("[S3.98 R-4.4] a sweep leaves TP/SL alone unless it is told not to", async () => {
  const sl = { triggerPrice: "95000" };
  good(await carol.client.call("setTpsl", { symbol, posSide: "LONG", sl }));
  const waiting = { ...limit("BUY", "LONG", "98000", "0.01"), type: "LIMIT_TRIGGER", triggerPrice: "98500" } as const;
  const { orderId } = good(await carol.client.call("placeOrder", waiting));
  good(await carol.client.call("amendOrder", { orderId, triggerPrice: "98600" }));
  expect(good(await carol.client.call("order", { orderId })).order).toMatchObject({
    type: "LIMIT_TRIGGER",
    status: "PENDING_TRIGGER",
    trigger: { role: "ORDER", price: "98600.0", by: "LAST" },
  });
  const roles = async () => good(await carol.client.call("triggerOrders", {})).rows.map((row) => row.role);
  expect(good(await carol.client.call("triggerOrders", {})).rows[1]).toMatchObject({ triggerPrice: "98600.0" });
  expect(await roles()).toEqual(["SL", "ORDER"]);
  good(await carol.client.call("cancelAll", { symbol }));
  expect(await roles()).toEqual(["SL"]);
  good(await carol.client.call("cancelAll", { symbol, includeTpsl: true }));
  expect(await roles()).toEqual([]);
});

test("[A-23 A-24 R-6.19 R-6.20] a trailing stop follows the mark, and a reverse turns the position and ends it", async () => {
  const triggers = watch(alice, "triggers");
  await until(() => triggers.change.state === "live");
  await meet(alice, bob, "100000", "0.1");
  const stop = { symbol, posSide: "LONG", by: "MARK" } as const;
  expect(await alice.client.call("placeTrailingStop", { ...stop, posSide: "SHORT", callbackBps: 50 })).toMatchObject({
    ok: false,
    refusal: "POSITION_NOT_FOUND",
  });
  const { orderId } = good(await alice.client.call("placeTrailingStop", { ...stop, callbackBps: 50 }));
  await until(() => triggers.change.rows.some((row) => row.orderId === orderId && row.callbackBps === 50));
  feed.set(symbol, "100200");
  await until(async () => good(await alice.client.call("triggerOrders", {})).rows[0]?.bestPrice === "100200.0");
  expect(good(await alice.client.call("triggerOrders", {})).rows).toMatchObject([
    { orderId, role: "TRAILING", triggerPrice: "99699.0", activationPrice: "" },
  ]);
  seen(good(await carol.client.call("placeOrder", limit("BUY", "LONG", "99900", "0.2"))));
  const position = { symbol, posSide: "LONG" } as const;
  const told = good(await alice.client.call("previewReverse", position));
  expect(told).toMatchObject({ closePrice: "99900", openPrice: "99900", fee: "10.989", realisedPnl: "-10" });
  seen(good(await alice.client.call("reversePosition", position)));
  const [row] = good(await alice.client.call("positions", {})).rows;
  expect(row).toMatchObject({ posSide: "SHORT", qty: "0.1000", entryPrice: told.position!.entryPrice });
  await until(() => triggers.change.rows.length === 0);
  expect(triggers.everSeen.findLast((one) => one.orderId === orderId)).toMatchObject({ cause: "POSITION_CLOSED" });
  triggers.end();
  await expectLedgerAgrees(alice);
});
