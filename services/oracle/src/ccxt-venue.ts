import ccxt, { type Exchange, type Ticker } from "ccxt";
import type { Log } from "@tidemark/kit-node";
import type { VenueSetting } from "./config.ts";
import { type Reading, unitsOf, type Venue } from "./venue.ts";
import { venueMarkets } from "./venue-markets.ts";

/** The list of a venue's symbols is some megabytes long: it needs more time than prices, which are worthless by then. */
const marketsTimeoutMs = 20_000;

/** The same paths at another host: every address of an exchange, however deep ccxt keeps it. */
function redirected(addresses: unknown, url: string): unknown {
  if (typeof addresses === "string") {
    if (!URL.canParse(addresses)) return addresses;
    const { protocol, pathname } = new URL(addresses);
    return (protocol.startsWith("ws") ? url.replace(/^http/, "ws") : url) + pathname;
  }
  if (typeof addresses !== "object" || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, redirected(value, url)]));
}

function openExchange({ exchange, url }: VenueSetting, timeoutMs: number): Exchange {
  const known = ccxt as unknown as Record<string, (new (options: object) => Exchange) | undefined>;
  const Opened = ccxt.exchanges.includes(exchange) ? known[exchange] : undefined;
  if (Opened === undefined) throw new Error(`ORACLE_VENUES: ccxt has no exchange ${exchange}`);
  const opened = new Opened({
    timeout: timeoutMs,
    // Decimal texts as the exchange wrote them: no price passes through a float.
    number: String,
    options: { defaultType: "spot", fetchMarkets: { types: ["spot"] } },
  });
  if (url !== undefined) opened.urls["api"] = redirected(opened.urls["api"], url) as typeof opened.urls.api;
  return opened;
}

function readingOf(symbol: string, ticker: Ticker | undefined, now: number): Reading | undefined {
  const price = ticker?.last === undefined ? undefined : unitsOf(String(ticker.last));
  // Without a time of the venue, the time of the answer counts.
  return price === undefined ? undefined : { symbol, price, at: ticker?.timestamp ?? now };
}

/** A venue through ccxt, by public calls alone: there is no key to lose. */
export function ccxtVenue(setting: VenueSetting, timeoutMs: number, now: () => number, log: Pick<Log, "warn">): Venue {
  const exchange = openExchange(setting, timeoutMs);
  // Symbols are read by a second one: ccxt has one timeout for all calls, and every call would wait for a list that is read again.
  const lister = openExchange(setting, marketsTimeoutMs);
  const markets = venueMarkets({
    async load() {
      await lister.loadMarkets(true);
      exchange.setMarkets(lister.markets);
    },
    now,
    failed(error) {
      const problem = error instanceof Error ? error.message.slice(0, 200) : "unknown";
      log.warn({ venue: setting.name, problem }, "oracle: symbols of a venue not read again");
    },
  });

  // The first list may take long; a process that ends does not wait for it.
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);

  async function known(symbols: readonly string[]): Promise<string[]> {
    await Promise.race([markets.ready(), closed.promise]);
    return symbols.filter((symbol) => symbol in (exchange.markets ?? {}));
  }

  return {
    name: setting.name,
    async read(symbols) {
      const asked = await known(symbols);
      if (asked.length === 0) return [];
      const tickers =
        exchange.has["fetchTickers"] === true ? await exchange.fetchTickers(asked) : await oneByOne(asked);
      return asked.flatMap((symbol) => readingOf(symbol, tickers[symbol], now()) ?? []);
    },
    async close() {
      closed.reject(new Error(`${setting.name} is closed`));
      await Promise.all([exchange.close(), lister.close()]);
    },
  };

  async function oneByOne(symbols: readonly string[]): Promise<Record<string, Ticker>> {
    const tickers = await Promise.all(symbols.map((symbol) => exchange.fetchTicker(symbol)));
    return Object.fromEntries(symbols.map((symbol, i) => [symbol, tickers[i]!]));
  }
}
