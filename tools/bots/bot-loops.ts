import type { ExchangeName, MarketEntry } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { type BotAccount, followPrices, openAccount, type Prices } from "./account.ts";
import type { Random, Style } from "./ladder.ts";
import { makeMarket } from "./maker.ts";
import { nextBurst, noBurst, takeOnce, waitOf } from "./taker.ts";

export type Bots = { stop(): Promise<void> };
/** Which account makes a market, and which one takes in it. */
export type BotAccounts = {
  maker(market: MarketEntry): string;
  taker(market: MarketEntry): string;
};
export type BotLoopsWish = {
  readonly url: string;
  readonly accounts: BotAccounts;
  /** Which keys the bots sign with; the real exchange's without it. */
  readonly exchange?: ExchangeName;
  /** How much less often everything happens; 1 is a lively exchange. */
  readonly pace?: number;
  /** Where a failure is written; standard error without it. */
  readonly note?: (line: string) => void;
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

const failedPauseMs = 5_000;

type RepeatDeps = {
  readonly isRunning: () => boolean;
  readonly rest: (ms: number) => Promise<void>;
  readonly note: (line: string) => void;
};

/**
 * A step again and again until the bots are stopped. One that throws is written down and tried again later: a bot that fails must not end
 * the exchange that it runs beside.
 */
export async function repeat(
  what: string,
  step: () => Promise<void>,
  { isRunning, rest, note }: RepeatDeps,
): Promise<void> {
  while (isRunning()) {
    try {
      await step();
    } catch (error) {
      note(`bots: ${what} failed: ${error instanceof Error ? error.message : String(error)}\n`);
      await rest(failedPauseMs);
    }
  }
}

/**
 * Makers and takers of all markets: API key clients that know nothing that a trader could not know. They follow topics and
 * never poll, so that their load is that of their orders.
 */
export async function startBotLoops({
  url,
  accounts: names,
  exchange = "REAL",
  pace = 1,
  random = Math.random,
  isQuoted = () => true,
  note = (line) => void process.stderr.write(line),
}: BotLoopsWish): Promise<Bots> {
  // Without a wait between its orders a bot would take a whole processor.
  if (!(pace > 0)) throw new Error(`the pace of the bots must be above 0, not ${pace}`);
  const markets = (await listedMarkets(url)).filter(isQuoted);
  const { rest, end } = createRests();
  const accounts = new Map<string, BotAccount>();
  const accountOf = (name: string): BotAccount => {
    const account = accounts.get(name) ?? openAccount(url, name, exchange);
    accounts.set(name, account);
    return account;
  };
  const prices: Prices = followPrices(accountOf(names.taker(markets[0]!)).keyed);
  let isRunning = true;
  const deps: RepeatDeps = { isRunning: () => isRunning, rest, note };
  const rateOf = (market: MarketEntry): "major" | "minor" => (isMajor(market) ? "major" : "minor");

  function make(market: MarketEntry, account: BotAccount): Promise<void> {
    const style = isMajor(market) ? major : minor;
    const step = async (): Promise<void> => {
      await makeMarket(account.keyed.client, market, style, account.standing(market, prices), random);
      await rest((0.6 + 0.8 * random()) * makerEveryMs[rateOf(market)] * pace);
    };
    return repeat(`the maker of ${market.symbol}`, step, deps);
  }

  function take(market: MarketEntry, account: BotAccount): Promise<void> {
    let burst = noBurst;
    const step = async (): Promise<void> => {
      await rest(waitOf(burst, takerMeanMs[rateOf(market)] * pace, random));
      if (!isRunning) return;
      await takeOnce(account.keyed.client, market, burst, account.standing(market, prices), random);
      burst = nextBurst(burst, random);
    };
    return repeat(`the taker of ${market.symbol}`, step, deps);
  }

  const loops = markets.flatMap((market) => [
    make(market, accountOf(names.maker(market))),
    take(market, accountOf(names.taker(market))),
  ]);
  return {
    async stop() {
      isRunning = false;
      end();
      await Promise.allSettled(loops);
      prices.stop();
      for (const account of accounts.values()) account.close();
      // What was asked last is answered or given up before the exchange goes.
      await systemClock.sleep(50);
    },
  };
}
