import { expect } from "@playwright/test";
import { productIds } from "@tidemark/contracts";
import type { AskOf, Outcome } from "@tidemark/kit-client";
import { contract, listing } from "../../../tools/dev/seed/contracts.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { configure } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Feed } from "../../paths/support/feed.ts";

export const usdtPerp = "BTCUSDT-PERP";
export const coinPerp = "SOLUSD-PERP";

/** The fund of its coin is empty, so that a bankrupt position is deleveraged; funding is settled every minute, which is the shortest interval. */
const solUsd = contract(20, coinPerp, "INVERSE", "SOL", "0.01", "1");
const fundingIntervalMs = 60_000;
/** A core that was killed starts again and reads the journal before it follows. */
const followerWaitMaxMs = 30_000;

const firstPrices = { "BTC/USDT": "100000", "ETH/USDT": "4000", [usdtPerp]: "100000", [coinPerp]: "200" };

export type DayExchange = {
  readonly exchange: Exchange;
  readonly feed: Feed;
  /** Sends the orders that the traders on the pages trade with. */
  readonly counterparty: Trader;
  end(): Promise<void>;
};

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

/** An exchange whose prices are in the test's hand and whose processes may be killed. */
export async function startDay(): Promise<DayExchange> {
  const exchange = await throwAwayExchange({
    prices: "none",
    webDirectory: process.env.E2E_WEB!,
    gatewayEnv: { RATE_TRADE_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" },
  });
  const feed = new Feed(exchange.link, [solUsd]);
  const end = async (): Promise<void> => {
    feed.stop();
    await exchange.remove();
  };
  try {
    await configure(exchange.link, listing(solUsd, fundingIntervalMs));
    for (const [symbol, price] of Object.entries(firstPrices)) feed.set(symbol, price);
    const [alice, bob, counterparty] = await Promise.all(
      (["alice", "bob", "carol"] as const).map((name) => signIn(exchange.url, name)),
    );
    const toCoinAccount = { fromProduct: productIds.wallet, toProduct: productIds.futures_btc, asset: "SOL" };
    for (const { client } of [alice!, bob!]) valueOf(await client.call("transfer", { ...toCoinAccount, amount: "20" }));
    const marks = async (): Promise<string[]> =>
      valueOf(await alice!.client.call("contracts", {})).rows.flatMap(({ mark }) => (mark === "" ? [] : [mark]));
    await expect.poll(marks).toEqual(["100000.0", "200.00"]);
    return { exchange, feed, counterparty: counterparty!, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Places orders of the counterparty. */
export async function place({ counterparty }: DayExchange, ...orders: AskOf<"placeOrder">[]): Promise<void> {
  for (const order of orders) valueOf(await counterparty.client.call("placeOrder", order));
}

/** Ends the leading core as a crash would. */
export async function killLeader({ exchange }: DayExchange): Promise<void> {
  const follower = await exchange.link.hearFollower(followerWaitMaxMs);
  const cores = [...exchange.processes.values()].filter(({ name }) => name.startsWith("core-"));
  cores.find(({ name }) => name !== follower)!.kill("SIGKILL");
}
