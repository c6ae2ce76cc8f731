import { operatorRoles, type ProposalRow } from "@tidemark/contracts";
import { auditLog, openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bots, startBots } from "../../../tools/dev/bots.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { sendFixedPrices } from "../../../tools/dev/prices/fixed-prices.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "./console-world.ts";
import { good, until } from "../support/traders.ts";

// What an operator stops stops while bots trade: measured by the times of the trades in the history.
const symbol = "BTC/USDT";
const reason = "the sources of the index disagree";
const stopMaxMs = 1_000;
const watchedMs = 3_000;
const reopenAfterMs = 3_000;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let console: ConsoleWorld;
let olivia: Operator;
let oscar: Operator;
let alice: Trader;
let bob: Trader;
let bots: Bots;
let prices: { stop(): void };
let load: Load;

type Load = { readonly sent: () => number; stop(): Promise<void> };

/** Two traders whose orders meet, again and again: without a stop there is a trade in every moment. */
function startCrossing(): Load {
  let isRunning = true;
  let sent = 0;
  const order = { symbol, type: "LIMIT", price: "104250", qty: "0.0005" } as const;
  const loop = async (trader: Trader, side: "BUY" | "SELL"): Promise<void> => {
    while (isRunning) {
      await trader.client.call("placeOrder", { ...order, side });
      sent += 1;
      await systemClock.sleep(150);
    }
  };
  const loops = [loop(alice, "SELL"), loop(bob, "BUY")];
  return {
    sent: () => sent,
    async stop() {
      isRunning = false;
      await Promise.all(loops);
    },
  };
}

beforeAll(async () => {
  const rates = { RATE_READ_PER_SECOND: "10000", RATE_SIGN_IN_PER_SECOND: "10000", RATE_TRADE_PER_SECOND: "10000" };
  exchange = await throwAwayExchange({
    gatewayEnv: rates,
    platformEnv: { REOPEN_AFTER_MS: String(reopenAfterMs) },
    prices: "none",
  });
  prices = sendFixedPrices([exchange.link]);
  database = openDatabase(exchange.databaseUrl, 2);
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  olivia = await openOperator(console, "olivia", operatorRoles);
  oscar = await openOperator(console, "oscar", operatorRoles);
  [alice, bob] = [await signIn(exchange.url, "alice", "alice"), await signIn(exchange.url, "bob", "bob")];
  bots = await startBots(exchange.url, 8);
  load = startCrossing();
}, 180_000);
afterAll(async () => {
  prices?.stop();
  await load?.stop();
  await bots?.stop();
  await console?.close();
  await database?.close();
  await exchange?.remove();
});

/** The number of trades from a moment on, of one market or of all, and the time of the newest. */
async function tradesSince(since: number, market?: string): Promise<{ count: number; newest: number }> {
  const { markets } = good(await alice.client.call("marketInstruments", {}));
  const ids = markets.filter((one) => market === undefined || one.symbol === market).map(({ id }) => id);
  const { rows } = await sql<{ count: number; newest: number }>`
    select count(*)::integer as count, coalesce(max(at), 0)::float8 as newest from history.trades
    where at >= ${since} and market = any(${ids}::integer[])`.execute(database.db);
  return rows[0]!;
}

async function ended(id: string): Promise<ProposalRow> {
  const read = async (): Promise<ProposalRow> => good(await olivia.client.call("proposal", { id }));
  await until(async () => ["DONE", "REFUSED"].includes((await read()).state), 15_000);
  return read();
}
const marketNow = async (of = symbol) =>
  good(await olivia.client.call("watchedMarkets", {})).list.find((one) => one.symbol === of)!;

/** Trades went on up to the act, none is later than a second behind it, and orders are still being sent. */
async function expectStopped(act: () => Promise<unknown>, market?: string): Promise<number> {
  await until(async () => (await tradesSince(systemClock.now() - 1_000, market)).count > 0, 30_000);
  const askedAt = systemClock.now();
  await act();
  const sentBefore = load.sent();
  await systemClock.sleep(watchedMs);
  expect(load.sent() - sentBefore).toBeGreaterThan(5);
  // The history may follow a little later than the trades.
  await systemClock.sleep(1_000);
  const { newest } = await tradesSince(askedAt - 5_000, market);
  expect(newest).toBeGreaterThan(askedAt - 2_000);
  expect(newest - askedAt).toBeLessThan(stopMaxMs);
  return newest - askedAt;
}

/** Opens a market that is cancel-only with two operators, once it may be. */
async function reopen(of: string): Promise<void> {
  const ask = { symbol: of, status: "TRADING", liquidates: false, reason } as const;
  const { id, state } = good(await olivia.client.call("setMarketStatus", ask));
  expect(state).toBe("WAITING");
  await until(async () => (await oscar.client.call("approveProposal", { id })).ok, 15_000);
  expect((await ended(id)).state).toBe("DONE");
}

test("the markets are shown with their status, prices, ages and breaker", async () => {
  await until(async () => (await marketNow("BTCUSDT-PERP")).markState === "FRESH", 15_000);
  const { at, list } = good(await olivia.client.call("watchedMarkets", {}));
  const spot = list.find((one) => one.symbol === symbol)!;
  expect(spot).toMatchObject({ kind: "SPOT", status: "TRADING", mark: "", hasIndex: true, indexStale: false });
  expect([at - spot.indexAt < 10_000, Number(spot.breaker)]).toEqual([true, 0.1]);
  const perp = list.find((one) => one.symbol === "BTCUSDT-PERP")!;
  expect(perp).toMatchObject({ kind: "LINEAR", markState: "FRESH", suspension: "NONE" });
  expect(Number(perp.mark)).toBeGreaterThan(0);
  await until(async () => at - (await marketNow()).lastAt < 10_000);
});

describe("under the load of bots", () => {
  test("[U.35] cancel-only from the console holds within a second, and cancels are still taken", async () => {
    const stoppedMs = await expectStopped(async () => {
      const ask = { symbol, status: "CANCEL_ONLY", liquidates: false, reason } as const;
      good(await olivia.client.call("setMarketStatus", ask));
    }, symbol);
    process.stdout.write(`console: cancel-only, last trade ${stoppedMs} ms after the call\n`);
    expect(await marketNow()).toMatchObject({ status: "CANCEL_ONLY", suspension: "OPERATOR" });
    expect((await alice.client.call("cancelAll", { symbol })).ok).toBe(true);
    await reopen(symbol);
    await until(async () => (await tradesSince(systemClock.now() - 1_000, symbol)).count > 0, 15_000);
  }, 60_000);

  test("[U.36] the kill switch stops every new fill within a second, without waiting for anybody, and each market is audited", async () => {
    let stopped: readonly string[] = [];
    const stoppedMs = await expectStopped(async () => {
      ({ stopped } = good(await olivia.client.call("stopAllMarkets", { reason })));
    });
    process.stdout.write(`console: kill switch, last trade ${stoppedMs} ms after the call\n`);
    const { list } = good(await olivia.client.call("watchedMarkets", {}));
    expect(list.filter(({ status }) => status === "TRADING")).toEqual([]);
    expect(stopped.length).toBe(list.filter(({ status }) => status === "HALT").length);
    const lines = await auditLog.all(database.db);
    const own = lines.filter(({ action, reason: why, after }) => {
      const { ask } = (after ?? {}) as { ask?: { status?: string } };
      return action === "proposed" && why === reason && ask?.status === "HALT";
    });
    expect(own.map(({ uid }) => uid)).toEqual(stopped.map(() => olivia.id));
  }, 60_000);

  test("[U.37] a halted market is opened again through cancel-only, after its time there and with a fresh index only", async () => {
    const opening = { symbol, status: "TRADING", liquidates: false, reason } as const;
    const tooEarly = good(await olivia.client.call("setMarketStatus", opening));
    const problemOf = async (id: string): Promise<string> => {
      const outcome = await oscar.client.call("approveProposal", { id });
      return outcome.ok ? "ok" : outcome.message;
    };
    expect(await problemOf(tooEarly.id)).toContain("through CANCEL_ONLY");
    await ended(good(await olivia.client.call("setMarketStatus", { ...opening, status: "CANCEL_ONLY" })).id);
    expect(await problemOf(tooEarly.id)).toMatch(/cancel-only for another [1-3] s/);
    prices.stop();
    await until(async () => (await marketNow()).indexStale, 30_000);
    expect(await problemOf(tooEarly.id)).toContain("the index is stale");
    expect(await marketNow()).toMatchObject({ status: "CANCEL_ONLY" });
    prices = sendFixedPrices([exchange.link]);
    await until(async () => !(await marketNow()).indexStale, 30_000);
    await until(async () => (await problemOf(tooEarly.id)) === "ok", 15_000);
    expect((await ended(tooEarly.id)).state).toBe("DONE");
    await until(async () => (await tradesSince(systemClock.now() - 1_000, symbol)).count > 0, 15_000);
  }, 120_000);
});
