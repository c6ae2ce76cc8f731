import ccxt, { type Exchange, type Ticker } from "ccxt";
import type { VenueSetting } from "./config.ts";
import { type Reading, unitsOf, type Venue } from "./venue.ts";

/** New symbols of a venue are found at the latest after this. */
const marketsValidMs = 60 * 60_000;

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
export function ccxtVenue(setting: VenueSetting, timeoutMs: number, now: () => number): Venue {
  const exchange = openExchange(setting, timeoutMs);
  let marketsAt = Number.NEGATIVE_INFINITY;

  async function known(symbols: readonly string[]): Promise<string[]> {
    if (now() - marketsAt > marketsValidMs) {
      await exchange.loadMarkets(true);
      marketsAt = now();
    }
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
    close: () => exchange.close() as Promise<void>,
  };

  async function oneByOne(symbols: readonly string[]): Promise<Record<string, Ticker>> {
    const tickers = await Promise.all(symbols.map((symbol) => exchange.fetchTicker(symbol)));
    return Object.fromEntries(symbols.map((symbol, i) => [symbol, tickers[i]!]));
  }
}
