import type { SourceSeq } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseUnits, printUnits } from "@tidemark/money";
import {
  contractAskOf,
  type ContractFacts,
  type ContractStep,
  contractSummaryOf,
  emptyContractForm,
  nextContractForm,
} from "../../../apps/web/src/features/order-form/contract/contract-form.ts";
import { closableOf } from "../../../apps/web/src/features/order-form/contract/contract-facts.ts";
import { settingsOf } from "../../../apps/web/src/lib/markets/margin-settings.ts";
import { figuresOf } from "../../../apps/web/src/features/positions/position-figures.ts";
import { type ContractMarket, marketOf } from "../../../apps/web/src/lib/markets/market.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Feed } from "../support/feed.ts";
import { answeredInTime, good, until, watch } from "../support/traders.ts";

// The contract ticket against the engine: what the page computes while a trader types is what the engine then does.
let exchange: Exchange;
let feed: Feed;
let [alice, bob] = [] as unknown as [Trader, Trader];
const prices = { "BTCUSDT-PERP": "100000", "BTCUSD-PERP": "100000" } as const;

beforeAll(async () => {
  const gatewayEnv = { RATE_TRADE_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" };
  exchange = await throwAwayExchange({ prices: "none", gatewayEnv });
  feed = new Feed(exchange.link);
  for (const [symbol, price] of Object.entries(prices)) feed.set(symbol, price);
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice"), signIn(exchange.url, "bob")]);
  await until(async () => {
    const { rows } = good(await alice.client.call("contracts", {}));
    return Object.keys(prices).every((symbol) => rows.find((row) => row.symbol === symbol)?.mark === "100000.0");
  });
});
afterAll(async () => {
  feed?.stop();
  for (const trader of [alice, bob]) trader?.close();
  await exchange?.remove();
});

/** Everybody has seen what one of them did. */
const seen = (at: SourceSeq): void => [alice, bob].forEach(({ client }) => client.noteSeq(at));

async function marketNamed(symbol: string): Promise<ContractMarket> {
  const { assets, markets } = good(await alice.client.call("marketInstruments", {}));
  return marketOf(
    markets.find((one) => one.symbol === symbol)!,
    assets,
  ) as ContractMarket;
}

/** The facts of alice that the ticket computes with, from the calls that it sends. */
async function factsOf(market: ContractMarket): Promise<ContractFacts> {
  const [margin, positions, orders, settings] = [
    good(await alice.client.call("marginAccounts", {})).rows,
    good(await alice.client.call("positions", {})).rows,
    good(await alice.client.call("openOrders", {})).rows,
    good(await alice.client.call("marginSettings", {})).rows,
  ];
  const account = margin.find((row) => row.product === market.product && row.asset === market.settleAsset.asset)!;
  const closable = (posSide: "LONG" | "SHORT") => closableOf(market, posSide, positions, orders);
  return {
    bestBid: undefined,
    bestAsk: "100000.0",
    index: undefined,
    last: undefined,
    mark: "100000.0",
    ...settingsOf(market.symbol, settings),
    available: parseUnits(account.figures.availOpen)!,
    closable: { LONG: closable("LONG"), SHORT: closable("SHORT") },
  };
}

const formAfter = (...steps: ContractStep[]) => steps.reduce(nextContractForm, emptyContractForm);

test.each([
  ["BTCUSDT-PERP", "0.1"],
  ["BTCUSD-PERP", "0.05"],
] as const)(
  "%s: the ticket's reserve, the preview and the order agree, the position has the page's figures and closes",
  async (symbol, coins) => {
    const market = await marketNamed(symbol);
    const positions = watch(alice, "positions");
    await until(() => positions.change.state === "live");
    const form = formAfter({ type: "price", text: "100000" }, { type: "size", text: coins });
    const facts = await factsOf(market);
    const { lots, reserve } = contractSummaryOf(form, market, facts).LONG;
    const ask = contractAskOf(form, market, facts, "LONG")!;
    const maker = { ...ask, side: "SELL", posSide: "SHORT" } as const;
    seen(good(await bob.client.call("placeOrder", maker)));

    const preview = await answeredInTime(() => alice.client.call("previewOrder", ask));
    expect(preview.reserve).toBe(printUnits(reserve!.reserve, market.settleAsset.scale));
    expect(preview.initialMargin).toBe(printUnits(reserve!.initialMargin, market.settleAsset.scale));
    expect(preview.position?.liquidationPrice).not.toBe("");
    seen(good(await alice.client.call("placeOrder", { ...ask, clientOrderId: `ticket-${symbol}` })));
    await until(() => positions.change.rows.some((row) => row.symbol === symbol && row.posSide === "LONG"));

    const held = good(await alice.client.call("positions", {})).rows.find((row) => row.symbol === symbol)!;
    const figures = figuresOf(market, held, held.figures.markPrice, held.figures.leverage)!;
    expect(figures.result?.pnl.replace(/[+,]/g, "").replace("−", "-")).toBe(
      printUnits(parseUnits(held.figures.uPnl)!, 8, Math.max(2, market.valueDecimals)),
    );

    const after = await factsOf(market);
    expect(after.closable.LONG).toEqual({ LIMIT: lots, MARKET: lots });
    const half = formAfter(
      { type: "use", use: "close" },
      { type: "price", text: "100000" },
      { type: "percent", percent: 50 },
    );
    const close = contractAskOf(half, market, after, "LONG")!;
    seen(good(await bob.client.call("placeOrder", { ...close, side: "BUY", posSide: "SHORT" })));
    seen(good(await alice.client.call("placeOrder", close)));
    await until(() => positions.change.rows.some((row) => row.symbol === symbol && row.qty !== held.qty));

    const rest = positions.change.rows.find((row) => row.symbol === symbol)!.qty;
    const other = { symbol, side: "BUY", posSide: "SHORT", type: "LIMIT", price: "100000", qty: rest } as const;
    seen(good(await bob.client.call("placeOrder", other)));
    good(await alice.client.call("flashClose", { symbol, posSide: "LONG" }));
    await until(() => !positions.change.rows.some((row) => row.symbol === symbol));
    positions.end();
  },
);

test("all of the margin that the ticket offers is accepted", async () => {
  const market = await marketNamed("BTCUSDT-PERP");
  const facts = await factsOf(market);
  const form = formAfter({ type: "price", text: "99000" }, { type: "percent", percent: 100 });
  const ask = contractAskOf(form, market, facts, "LONG")!;
  const placed = good(await alice.client.call("placeOrder", ask));
  seen(placed);
  good(await alice.client.call("cancelOrder", { orderId: placed.orderId }));
});
