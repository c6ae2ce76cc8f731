import { productIds } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Feed } from "../support/feed.ts";
import { expectLedgerAgrees, good, until } from "../support/traders.ts";

// Borrowed money in a margin pair, money that earns, and the timer that cancels when nobody is there any more.
const { wallet, margin } = productIds;
const symbol = "BTC/USDT";
let exchange: Exchange;
let feed: Feed;
let [alice, bob] = [] as unknown as [Trader, Trader];

beforeAll(async () => {
  exchange = await throwAwayExchange({ prices: "none" });
  feed = new Feed(exchange.link);
  feed.set(symbol, "100000");
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice"), signIn(exchange.url, "bob")]);
  await until(async () => good(await alice.client.call("ticker", { symbol })).rows[0]?.index === "100000.00");
});
afterAll(async () => {
  feed?.stop();
  for (const trader of [alice, bob]) trader?.close();
  await exchange?.remove();
});

test("[S1.4 S3.41 S3.42 S3.43 S9.18 R-15.2] a loan buys in its pair on the common book, limits what may leave, and is paid back with interest", async () => {
  const into = { fromProduct: wallet, toProduct: margin, toSubProduct: symbol, asset: "USDT", amount: "1000" };
  good(await alice.client.call("transfer", into));
  const loan = { symbol, asset: "USDT" };
  expect(await alice.client.call("borrow", { ...loan, amount: "10000" })).toMatchObject({
    ok: false,
    refusal: "BORROW_LIMIT",
    facts: { asset: "USDT" },
  });
  const [terms] = good(await alice.client.call("marginPairs", { symbol })).rows;
  expect(terms).toMatchObject({ symbol, leverage: 5, baseRate: 1_000, quoteRate: 2_000 });
  good(await alice.client.call("borrow", { ...loan, amount: "1000" }));
  const left = good(await alice.client.call("marginPairs", { symbol })).rows[0]!.quotePool;
  expect(Number(terms!.quotePool) - Number(left)).toBe(1_000);
  const sold = good(
    await bob.client.call("placeOrder", { symbol, side: "SELL", type: "LIMIT", price: "100000", qty: "0.01" }),
  );
  alice.client.noteSeq(sold);
  const buy = { symbol, product: margin, side: "BUY", type: "LIMIT", price: "100000", qty: "0.01" } as const;
  const { orderId } = good(await alice.client.call("placeOrder", buy));
  await expect
    .poll(() => alice.client.call("order", { orderId }), { timeout: 10_000 })
    .toMatchObject({ ok: true, value: { order: { product: margin, status: "FILLED" } } });
  const [pair] = good(await alice.client.call("pairs", {})).rows;
  expect(pair).toMatchObject({
    symbol,
    base: { asset: "BTC", avail: "0.00999" },
    quote: { avail: "1000", principal: "1000", interest: "0.02" },
  });
  expect(pair!.interestAt).toBeGreaterThan(Date.now());
  // Worth 1,999 against a debt of 1,000.02: the level is below 2, so nothing may leave.
  expect(pair!.quote.transferable).toBe("0");
  const out = { fromProduct: margin, fromSubProduct: symbol, toProduct: wallet, asset: "USDT" };
  const info = good(await alice.client.call("transferInfo", out));
  expect(info).toMatchObject({ availableBalance: "0", marginSymbols: ["BTC/USDT", "ETH/USDT"], marginProductId: 5 });
  expect(info.products).toContainEqual({ id: margin, transferAvailable: 3 });
  good(await alice.client.call("repay", { ...loan, amount: "1000" }));
  expect(good(await alice.client.call("loanHistory", {})).list.map(({ cause, amount }) => [cause, amount])).toEqual([
    ["REPAY", "1000"],
    ["LOAN", "1000"],
  ]);
  expect(good(await alice.client.call("pairs", {})).rows[0]).toMatchObject({
    quote: { principal: "0.02", interest: "0" },
  });
  await expectLedgerAgrees(alice);
});

test("money of the wallet earns and comes back", async () => {
  good(await bob.client.call("earnSubscribe", { asset: "USDT", amount: "500", requestId: "earn-1" }));
  good(await bob.client.call("earnSubscribe", { asset: "USDT", amount: "500", requestId: "earn-1" }));
  const earning = async () =>
    good(await bob.client.call("balances", {})).rows.find((row) => row.bucket === "earn" && row.asset === "USDT")
      ?.amount;
  expect(await earning()).toBe("500");
  expect(await bob.client.call("earnRedeem", { asset: "USDT", amount: "501" })).toMatchObject({
    ok: false,
    refusal: "INSUFFICIENT_TRANSFERABLE",
    facts: { needed: "501", available: "500", asset: "USDT" },
  });
  good(await bob.client.call("earnRedeem", { asset: "USDT", amount: "500" }));
  expect(await earning()).toBe("0");
});

test("[R-2.8] orders go when the timer that was set for them runs out", async () => {
  good(await bob.client.call("placeOrder", { symbol, side: "BUY", type: "LIMIT", price: "99000", qty: "0.01" }));
  good(await bob.client.call("cancelAfter", { ms: 1_000, symbol }));
  await until(async () => good(await bob.client.call("openOrders", {})).rows.length === 0);
  expect(good(await bob.client.call("orderHistory", {})).list[0]).toMatchObject({
    status: "CANCELED",
    cause: "DEAD_MAN",
  });
});
