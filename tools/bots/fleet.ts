import type { ApiKeyExchange, MarketEntry } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { type BotAccount, followPrices, openAccount, type Prices } from "./account.ts";
import type { Random, Style } from "./ladder.ts";
import { makeMarket } from "./maker.ts";
import { calm, type Mood, nextMood, takeOnce, waitOf } from "./taker.ts";

export type Bots = { stop(): Promise<void> };
/** Who trades where: one account makes a market, another takes in all markets of its kind. */
export type Crew = {
  maker(market: MarketEntry, at: number): string;
  taker(market: MarketEntry): string;
};
export type FleetWish = {
  readonly url: string;
  readonly crew: Crew;
  /** Which keys the bots sign with; the real exchange's without it. */
  readonly exchange?: ApiKeyExchange;
  /** How much less often everything happens; 1 is a lively exchange. */
  readonly pace?: number;
  readonly random?: Random;
  /** The markets they trade in; all without it. */
  readonly isQuoted?: (market: MarketEntry) => boolean;
};

const major: Style = { levels: 18, nearestPpm: 8, furthestPpm: 1_500, worth: 2_500 };
const minor: Style = { levels: 14, nearestPpm: 60, furthestPpm: 3_000, worth: 900 };
const isMajor = ({ base }: MarketEntry): boolean => base === "BTC" || base === "ETH";
const makerEveryMs = { major: 500, minor: 1_500 };
const takerMeanMs = { major: 900, minor: 4_000 };

async function listedMarkets(url: string): Promise<readonly MarketEntry[]> {
  const outcome = await createClient({ baseUrl: url }).call("marketInstruments", {});
  if (!outcome.ok) throw new Error(`the bots could not read the list of markets: ${outcome.message}`);
  return outcome.value.markets.filter(({ status }) => status === "TRADING");
}

/** Waits that end at once when the bots are stopped. */
function createRests() {
  const waits = new Set<() => void>();
  return {
    rest: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waits.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waits.add(done);
      }),
    end: (): void => {
      for (const wake of waits) wake();
    },
  };
}

/**
 * Makers and takers of all markets: API key clients that know nothing that a trader could not know. They follow topics and
 * never poll, so that their load is that of their orders.
 */
export async function startBots({
  url,
  crew,
  exchange = "REAL",
  pace = 1,
  random = Math.random,
  isQuoted = () => true,
}: FleetWish): Promise<Bots> {
  const markets = (await listedMarkets(url)).filter(isQuoted);
  const { rest, end } = createRests();
  const accounts = new Map<string, BotAccount>();
  const accountOf = (name: string): BotAccount => {
    const account = accounts.get(name) ?? openAccount(url, name, exchange);
    accounts.set(name, account);
    return account;
  };
  const prices: Prices = followPrices(accountOf(crew.taker(markets[0]!)).keyed);
  let isRunning = true;
  const rateOf = (market: MarketEntry): "major" | "minor" => (isMajor(market) ? "major" : "minor");

  async function make(market: MarketEntry, account: BotAccount): Promise<void> {
    const style = isMajor(market) ? major : minor;
    while (isRunning) {
      await makeMarket(account.keyed.client, market, style, account.standing(market, prices), random);
      await rest((0.6 + 0.8 * random()) * makerEveryMs[rateOf(market)] * pace);
    }
  }

  async function take(market: MarketEntry, account: BotAccount): Promise<void> {
    let mood: Mood = calm;
    while (isRunning) {
      await rest(waitOf(mood, takerMeanMs[rateOf(market)] * pace, random));
      if (!isRunning) return;
      await takeOnce(account.keyed.client, market, mood, account.standing(market, prices), random);
      mood = nextMood(mood, random);
    }
  }

  const works = markets.flatMap((market, at) => [
    make(market, accountOf(crew.maker(market, at))),
    take(market, accountOf(crew.taker(market))),
  ]);
  return {
    async stop() {
      isRunning = false;
      end();
      await Promise.allSettled(works);
      prices.stop();
      for (const account of accounts.values()) account.close();
      // What was asked last is answered or given up before the exchange goes.
      await systemClock.sleep(50);
    },
  };
}
