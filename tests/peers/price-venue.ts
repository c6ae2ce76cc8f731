import { type Listed, markets } from "../../tools/dev/seed/listing.ts";
import { candleOf } from "./price-candles.ts";
import { chance } from "./price-noise.ts";
import type { PricePaths } from "./price-paths.ts";

/** `dead` answers nothing, `lying` prices that are a third too high, `frozen` the same old price with its old time. */
export const behaviours = ["normal", "dead", "lying", "frozen"] as const;
export type Behaviour = (typeof behaviours)[number];

export type SimulatedVenue = {
  behaviour: Behaviour;
  /** The answer of `GET /api/v3/{path}`; undefined for what it does not have. */
  answer(path: string, query: URLSearchParams, now: number): unknown;
  /** The message of a stream, `{symbol}@ticker` or `{symbol}@miniTicker`; undefined for others. */
  message(stream: string, now: number): unknown;
};

const dayMs = 86_400_000;
const jitterPpm = 15;
const lie = 1.3;
const candlesMax = 1_000;
const widths: Readonly<Record<string, number>> = { "1m": 60_000, "1h": 3_600_000, "1d": dayMs };
const samplesOfCandle = 12;

const events: Readonly<Record<string, string>> = { ticker: "24hrTicker", miniTicker: "24hrMiniTicker" };

const idOf = ({ base, quote }: Listed): string => base + quote;
const byId = new Map(markets.map((market) => [idOf(market), market]));
const decimalsOf = (step: string): number => step.split(".")[1]?.length ?? 0;

const infoOf = (market: Listed) => ({
  symbol: idOf(market),
  status: "TRADING",
  baseAsset: market.base,
  quoteAsset: market.quote,
  baseAssetPrecision: 8,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ["LIMIT", "MARKET"],
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  permissions: ["SPOT"],
  permissionSets: [["SPOT"]],
  filters: [
    { filterType: "PRICE_FILTER", minPrice: market.tick, maxPrice: "10000000", tickSize: market.tick },
    { filterType: "LOT_SIZE", minQty: market.lot, maxQty: market.maxQty, stepSize: market.lot },
  ],
});

/** One of several exchanges that trade the same coins: a little above or below the others, and never quite still. */
export function simulatedVenue(paths: PricePaths, number: number, offsetPpm: number): SimulatedVenue {
  let frozenAt: number | undefined;
  const venue: SimulatedVenue = {
    get behaviour() {
      return behaviour;
    },
    set behaviour(next) {
      behaviour = next;
      frozenAt = undefined;
    },
    answer(path, query, now) {
      if (path === "ping") return {};
      if (path === "time") return { serverTime: now };
      if (path === "exchangeInfo")
        return { timezone: "UTC", serverTime: now, rateLimits: [], exchangeFilters: [], symbols: markets.map(infoOf) };
      if (path === "ticker/24hr") return tickers(query, timeOf(now));
      return path === "klines" ? klines(query, timeOf(now)) : undefined;
    },
    message(stream, now) {
      const [id = "", kind = ""] = stream.split("@");
      const market = byId.get(id.toUpperCase());
      const event = events[kind];
      if (market === undefined || event === undefined) return undefined;
      const at = timeOf(now);
      const { lastPrice, openPrice, closeTime } = ticker(market, at);
      return { e: event, E: closeTime, s: idOf(market), c: lastPrice, o: openPrice, C: closeTime };
    },
  };
  let behaviour: Behaviour = "normal";

  const timeOf = (now: number): number => (behaviour === "frozen" ? (frozenAt ??= now) : now);

  function textAt(market: Listed, at: number): string {
    const price = paths.price(market.symbol, at)!;
    const isPegged = market.base === "USDC";
    const ppm = isPegged ? 0 : offsetPpm + (chance(number, Math.floor(at / 1_000)) * 2 - 1) * jitterPpm;
    return (price * (1 + ppm / 1e6) * (behaviour === "lying" ? lie : 1)).toFixed(decimalsOf(market.tick));
  }

  function ticker(market: Listed, at: number) {
    const [lastPrice, openPrice] = [textAt(market, at), textAt(market, at - dayMs)];
    return {
      symbol: idOf(market),
      lastPrice,
      openPrice,
      bidPrice: lastPrice,
      askPrice: lastPrice,
      openTime: at - dayMs,
      closeTime: at,
    };
  }

  function tickers(query: URLSearchParams, at: number): unknown {
    const one = query.get("symbol");
    if (one !== null) return byId.has(one) ? ticker(byId.get(one)!, at) : undefined;
    const asked = query.get("symbols");
    const ids = asked === null ? [...byId.keys()] : (JSON.parse(asked) as string[]);
    return ids.every((id) => byId.has(id)) ? ids.map((id) => ticker(byId.get(id)!, at)) : undefined;
  }

  /** Past candles: the same whenever they are asked for. */
  function klines(query: URLSearchParams, at: number): unknown {
    const market = byId.get(query.get("symbol") ?? "");
    const width = widths[query.get("interval") ?? ""];
    if (market === undefined || width === undefined) return undefined;
    const limit = Math.min(Number(query.get("limit") ?? 500), candlesMax);
    const end = Math.min(Number(query.get("endTime") ?? at), at);
    const first = Number(query.get("startTime") ?? end - (limit - 1) * width);
    const starts = Array.from({ length: limit }, (_, i) => (Math.ceil(first / width) + i) * width);
    const digits = decimalsOf(market.tick);
    return starts
      .filter((start) => start <= end)
      .map((start) => {
        const span = { at: start, until: Math.min(start + width, at), samples: samplesOfCandle };
        const { open, high, low, close, worth } = candleOf(paths, market.symbol, span);
        const prices = [open, high, low, close].map((price) => price.toFixed(digits));
        const volume = (worth / open).toFixed(decimalsOf(market.lot));
        return [start, ...prices, volume, start + width - 1, worth.toFixed(8), 1, "0", "0", "0"];
      });
  }
  return venue;
}
