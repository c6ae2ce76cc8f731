import type { SourceSeq } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Feed } from "../support/feed.ts";
import { availableOf, good, units, until } from "../support/traders.ts";

// What has happened, asked back through the gateway: lists with filters, files, and what it came to.
const symbol = "BTCUSDT-PERP";
let exchange: Exchange;
let feed: Feed;
let [alice, bob] = [] as unknown as [Trader, Trader];
let cashBefore: bigint;

beforeAll(async () => {
  const gatewayEnv = { RATE_TRADE_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" };
  exchange = await throwAwayExchange({ prices: "none", gatewayEnv });
  feed = new Feed(exchange.link);
  feed.set(symbol, "100000");
  feed.set("BTC/USDT", "100000");
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice"), signIn(exchange.url, "bob")]);
  await until(async () => good(await alice.client.call("contracts", { symbol })).rows[0]?.mark === "100000.0");
  cashBefore = await availableOf(alice, 4, "USDT");
});
afterAll(async () => {
  feed?.stop();
  for (const trader of [alice, bob]) trader?.close();
  await exchange?.remove();
});

const seen = (at: SourceSeq): void => [alice, bob].forEach(({ client }) => client.noteSeq(at));
const limit = (side: "BUY" | "SELL", posSide: "LONG" | "SHORT", price: string, qty: string) =>
  ({ symbol, side, posSide, type: "LIMIT", price, qty }) as const;
const today = (): string => new Date().toISOString().slice(0, 10);

async function trade(maker: object, taker: object): Promise<string> {
  seen(good(await bob.client.call("placeOrder", maker as never)));
  const { orderId, ...at } = good(await alice.client.call("placeOrder", taker as never));
  seen(at);
  return orderId;
}

test("orders and fills are found by market, product, side, kind, status, time and number", async () => {
  const startedAt = Date.now() - 1_000;
  const opened = await trade(limit("SELL", "SHORT", "100000", "0.1"), limit("BUY", "LONG", "100000", "0.1"));
  const closed = await trade(limit("BUY", "SHORT", "100500", "0.1"), limit("SELL", "LONG", "100500", "0.1"));
  const lost = await trade(limit("SELL", "SHORT", "100200", "0.2"), limit("BUY", "LONG", "100200", "0.2"));
  const gaveBack = await trade(limit("BUY", "SHORT", "100100", "0.2"), limit("SELL", "LONG", "100100", "0.2"));
  const away = good(await alice.client.call("placeOrder", limit("BUY", "LONG", "99000", "0.1")));
  seen(good(await alice.client.call("cancelOrder", { orderId: away.orderId })));
  const spot = { symbol: "BTC/USDT", type: "LIMIT", qty: "0.01" } as const;
  await until(async () => (await bob.client.call("placeOrder", { ...spot, side: "SELL", price: "100000" })).ok);
  const bought = good(await alice.client.call("placeOrder", { ...spot, side: "BUY", price: "100000" }));
  seen(bought);
  good(await bob.client.call("placeOrder", { ...spot, side: "SELL", price: "100000" }));
  const atMarket = good(
    await alice.client.call("placeOrder", { symbol: "BTC/USDT", type: "MARKET", side: "BUY", qty: "0.01" }),
  );
  seen(atMarket);
  const idsOf = async (ask: object): Promise<(string | undefined)[]> =>
    good(await alice.client.call("orderHistory", { pageSize: 50, ...ask })).list.map(({ orderId }) => orderId);
  const ofContract = [away.orderId, gaveBack, lost, closed, opened];
  // A history that is late answers with what it has.
  await until(async () => (await idsOf({})).length === 7, 10_000);
  // Each filter leaves something out and keeps something: the newest first.
  expect(await idsOf({})).toEqual([atMarket.orderId, bought.orderId, ...ofContract]);
  expect(await idsOf({ product: 2 })).toEqual([atMarket.orderId, bought.orderId]);
  expect(await idsOf({ symbol })).toEqual(ofContract);
  expect(await idsOf({ product: 4, side: "SELL", posSide: "LONG" })).toEqual([gaveBack, closed]);
  expect(await idsOf({ status: "CANCELED" })).toEqual([away.orderId]);
  expect(await idsOf({ kind: "MARKET" })).toEqual([atMarket.orderId]);
  expect(await idsOf({ kind: "LIMIT" })).toEqual([bought.orderId, ...ofContract]);
  expect(await idsOf({ orderId: closed })).toEqual([closed]);
  expect(await idsOf({ to: startedAt })).toEqual([]);
  expect(await idsOf({ product: 4, from: startedAt })).toEqual(ofContract);
  const { createdAt } = good(await alice.client.call("orderHistory", { orderId: bought.orderId })).list[0]!;
  expect(await idsOf({ from: createdAt })).toEqual([atMarket.orderId, bought.orderId]);
  expect(await idsOf({ to: createdAt })).toEqual(ofContract);
  const fillsOf = async (ask: object) => good(await alice.client.call("fills", { pageSize: 50, ...ask })).list;
  expect(await fillsOf({ orderId: opened })).toMatchObject([{ orderId: opened, price: "100000.0", role: "TAKER" }]);
  expect((await fillsOf({ product: 2 })).map((fill) => fill.orderId)).toEqual([atMarket.orderId, bought.orderId]);
  expect(await fillsOf({ to: startedAt })).toEqual([]);
  expect(await fillsOf({ product: 4, side: "BUY" })).toHaveLength(2);
  expect(await fillsOf({ product: 5 })).toEqual([]);
  expect(good(await alice.client.call("positionHistory", { product: 4 })).list).toHaveLength(2);
  expect(good(await alice.client.call("orderHistory", { orderId: lost })).list[0]!.seq).toBeGreaterThan(0);
});

test("[S7.28] a history is a file with the same filters, its times in the trader's zone", async () => {
  const ask = { product: 4, side: "SELL", timeZone: "Asia/Tokyo" } as const;
  const { text, name } = good(await alice.client.file("fillsCsv", ask));
  const [heading, ...lines] = text.trimEnd().split("\r\n");
  expect(name).toBe("trading-fillsCsv.csv");
  expect(heading).toBe("time,zone,tradeId,orderId,market,side,position,role,price,size,fee,feeAsset,pricePnl,pnlAsset");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3},UTC\+09:00,\d+,\d+,BTCUSDT-PERP,SELL,LONG,TAKER,100500/,
  );
  const orders = good(await alice.client.file("orderHistoryCsv", { status: "CANCELED" })).text;
  expect(orders.trimEnd().split("\r\n")).toHaveLength(2);
  const positions = good(await alice.client.file("positionHistoryCsv", { product: 4 })).text;
  expect(positions).toContain(",50,11.0275,0,38.9725,USDT,FILL");
  expect(good(await alice.client.file("fundingPaymentsCsv", {})).text).toBe(
    "time,zone,market,position,rate,amount,capitalised,asset\r\n",
  );
});

test("the ledger lines of an account are a file too, each with its sequence, and a time narrows both", async () => {
  const { text, name } = good(await alice.client.file("statementCsv", { product: 4, asset: "USDT" }));
  const [heading, ...lines] = text.trimEnd().split("\r\n");
  expect(name).toBe("account-statementCsv.csv");
  expect(heading).toBe("time,zone,account,market,asset,kind,cause,amount,balance,reference,sequence");
  const listed = good(await alice.client.call("statement", { product: 4, asset: "USDT", pageNum: 1, pageSize: 100 }));
  expect(lines).toHaveLength(listed.total);
  const [newest] = listed.list;
  expect(lines[0]).toContain(`,futures_usdt,,USDT,${newest!.bucket},${newest!.cause},`);
  expect(lines[0]).toMatch(new RegExp(`,${newest!.reference},${newest!.seq}$`));
  const later = { product: 4, asset: "USDT", from: newest!.at + 1, pageNum: 1, pageSize: 1 };
  expect(good(await alice.client.call("statement", later)).total).toBe(0);
  const elsewhere = { sub: symbol, product: 4, pageNum: 1, pageSize: 1 };
  expect(good(await alice.client.call("statement", elsewhere)).total).toBe(0);
});

test("a file asks for a zone that exists", async () => {
  expect(await alice.client.file("fillsCsv", { timeZone: "Mars/Base" })).toMatchObject({
    ok: false,
    refusal: "REQUEST_INVALID",
  });
});

test("what an account realised is what the ledger moved, less what was brought in", async () => {
  const day = today();
  const ask = { product: 4, asset: "USDT", from: day, to: day, timeZone: "UTC" };
  const { total, days, markets, closed } = good(await alice.client.call("pnl", ask));
  const moved = (await availableOf(alice, 4, "USDT")) - cashBefore;
  expect(units(total.net)).toBe(moved);
  expect(units(total.pricePnl) - units(total.fees) + units(total.funding) + units(total.forced)).toBe(moved);
  expect(days).toEqual([{ day, ...total }]);
  // Closed 500 higher and then 100 lower.
  expect(total).toMatchObject({ pricePnl: "30", forced: "0" });
  expect(markets).toMatchObject([{ symbol, closed: 2, won: 1, pricePnl: "30", net: total.net }]);
  expect(closed).toMatchObject({ count: 2, won: 1, gains: "38.9725" });
  expect(closed.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await alice.client.call("pnl", { ...ask, asset: "BTC" })).toMatchObject({ refusal: "ASSET_NOT_IN_PRODUCT" });
});
