import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, type Page, test } from "@playwright/test";
import { openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { root } from "../../../tools/dev/processes/root.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";

// An exchange of its own with moving prices and the bots of `pnpm dev` at their full pace in all markets: what one click stops is measured by the
// times that the core wrote to the orders and trades.
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

const symbol = "BTC/USDT";
const arrives = { timeout: 60_000 };
const reason = "a drill of the operators under load";
/** A machine that others use too may be half as fast before it counts. */
const stopMaxMs = process.env.CI === undefined ? 1_000 : 2_000;
const watchedMs = 4_000;
const countedMs = 10_000;
let exchange: Exchange;
let origin: string;
let bots: ChildProcess;
let trader: Trader;
let visit: OperatorVisit;
let database: ReturnType<typeof openDatabase>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  exchange = await throwAwayExchange({
    prices: "simulated",
    console: { port, origin, webDirectory: process.env.E2E_CONSOLE_WEB! },
    gatewayEnv: { RATE_READ_PER_SECOND: "1000", RATE_TRADE_PER_SECOND: "1000" },
  });
  database = openDatabase(exchange.databaseUrl, 2);
  visit = await openOperator(browser);
  await visit.page.goto(invitationOf("jun", "markets", origin, exchange.databaseUrl));
  await visit.page.getByTestId("accept-invitation").click(arrives);
  await expect(visit.page.getByTestId("operator")).toContainText("jun", arrives);
  trader = await signIn(exchange.url, "alice", "alice-device");
  // A process of its own: nothing that the bots do delays the click.
  bots = spawn(process.execPath, ["tools/bots/main.ts", "--url", exchange.url], { cwd: root, stdio: "ignore" });
});
test.afterAll(async () => {
  if (bots?.exitCode === null && bots.kill("SIGTERM")) await once(bots, "exit");
  await visit?.context.close();
  await database?.close();
  await exchange?.remove();
});

type Traffic = { orders: number; trades: number; markets: number; newestOrder: number; newestTrade: number };

/** Orders that were accepted and trades that were made from a moment on, by the clock of the core. */
async function trafficSince(since: number, market?: number): Promise<Traffic> {
  const { rows } = await sql<Traffic>`
    with placed as (
      select at from history.orders
      where order_id is not null and at >= ${since} and (${market ?? null}::integer is null or market = ${market ?? 0})
    ), traded as (
      select at, market from history.trades
      where at >= ${since} and (${market ?? null}::integer is null or market = ${market ?? 0})
    )
    select (select count(*) from placed)::float8 as orders, (select coalesce(max(at), 0) from placed)::float8 as "newestOrder",
      count(*)::float8 as trades, count(distinct market)::float8 as markets, coalesce(max(at), 0)::float8 as "newestTrade"
    from traded`.execute(database.db);
  return rows[0]!;
}

type Probe = { readonly symbol: string; readonly price: string; readonly qty: string };
/** Below the market: each is accepted, buys nothing and is gone. */
const probes = {
  bitcoin: { symbol, price: "100000", qty: "0.0005" },
  ether: { symbol: "ETH/USDT", price: "3450", qty: "0.01" },
} as const;

/** One who wants to trade all the time: when an order of theirs was last accepted, and how many were refused. */
function startProbe(order: Probe) {
  let isRunning = true;
  const seen = { accepted: 0, refused: 0, lastAcceptedAt: 0 };
  async function loop(): Promise<void> {
    while (isRunning) {
      const { ok } = await trader.client.call("placeOrder", { ...order, side: "BUY", type: "LIMIT", tif: "IOC" });
      if (ok) [seen.accepted, seen.lastAcceptedAt] = [seen.accepted + 1, Date.now()];
      else seen.refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  const running = loop();
  return {
    seen,
    async stop(): Promise<void> {
      isRunning = false;
      await running;
    },
  };
}

/** Clicks while bots trade, watches on, and says how long after the click the last order and the last trade were. */
async function clickAndMeasure(what: string, page: Page, order: Probe, market?: number): Promise<void> {
  const probe = startProbe(order);
  // A few seconds of the probe before the click.
  await page.waitForTimeout(1_500);
  const before = await trafficSince(Date.now() - countedMs);
  const clickedAt = Date.now();
  await page.getByTestId("market-act-confirm").click();
  await expect(page.getByTestId("market-act")).toHaveCount(0, arrives);
  const refusedAtOnce = probe.seen.refused;
  await page.waitForTimeout(watchedMs);
  await probe.stop();
  // The history may follow a little later than the trades.
  await page.waitForTimeout(1_500);
  const after = await trafficSince(clickedAt - countedMs, market);
  const since = (at: number): number => at - clickedAt;
  const perSecond = (count: number): string => ((count * 1_000) / countedMs).toFixed(1);
  process.stdout.write(
    `${what}: load ${perSecond(before.orders)} orders and ${perSecond(before.trades)} trades a second, ` +
      `trades in ${before.markets} markets; after the click: last order ${since(after.newestOrder)} ms, ` +
      `last trade ${since(after.newestTrade)} ms, last one accepted at the trader's side ${since(probe.seen.lastAcceptedAt)} ms; ` +
      `${probe.seen.refused} refused afterwards (bound ${stopMaxMs} ms)\n`,
  );
  expect(before.trades).toBeGreaterThan(countedMs / 1_000);
  expect(before.markets).toBeGreaterThan(8);
  expect(probe.seen.accepted).toBeGreaterThan(5);
  expect(probe.seen.refused - refusedAtOnce).toBeGreaterThan(10);
  for (const at of [after.newestOrder, after.newestTrade, probe.seen.lastAcceptedAt])
    expect(since(at)).toBeLessThan(stopMaxMs);
}

const marketRow = (page: Page) => page.locator(`[data-testid=market-row][data-symbol="${symbol}"]`);

async function marketId(): Promise<number> {
  const listing = await trader.client.call("marketInstruments", {});
  if (!listing.ok) throw new Error(listing.message);
  return listing.value.markets.find((one) => one.symbol === symbol)!.id;
}

test("[U.35] under the bots of all markets a market is cancel-only within a second of the click", async () => {
  const { page } = visit;
  await expect
    .poll(async () => (await trafficSince(Date.now() - countedMs)).markets, { timeout: 120_000 })
    .toBeGreaterThan(10);
  await page.goto(`${origin}/markets`);
  await expect(marketRow(page)).toHaveAttribute("data-status", "TRADING", arrives);
  await marketRow(page).click();
  await page.keyboard.press("c");
  await page.getByTestId("market-act-reason").fill(reason);
  await clickAndMeasure("cancel-only", page, probes.bitcoin, await marketId());
  await expect(marketRow(page)).toHaveAttribute("data-status", "CANCEL_ONLY", arrives);
});

test("[U.36] under the bots of all markets the kill switch stops every new fill within a second of the click", async () => {
  const { page, problems } = visit;
  await page.getByTestId("stop-all").click();
  await page.getByTestId("market-act-reason").fill(reason);
  await page.getByTestId("market-act-count").fill(await page.getByTestId("stops").innerText());
  await clickAndMeasure("kill switch", page, probes.ether);
  await expect(page.locator('[data-testid=market-row][data-status="TRADING"]')).toHaveCount(0, arrives);
  expect(problems).toEqual([]);
});
