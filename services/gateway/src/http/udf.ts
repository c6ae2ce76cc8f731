import { type CandleInterval, candleMs, type CandleRow, candleIntervals, type MarketEntry } from "@tidemark/contracts";

/** The names of intervals in the universal data feed of charting libraries: minutes as numbers, then D, W and M. */
const resolutions: Readonly<Record<CandleInterval, string>> = {
  "1m": "1",
  "3m": "3",
  "5m": "5",
  "15m": "15",
  "30m": "30",
  "1h": "60",
  "2h": "120",
  "4h": "240",
  "6h": "360",
  "12h": "720",
  "1d": "1D",
  "1w": "1W",
  "1M": "1M",
};
const offered = candleIntervals.map((interval) => resolutions[interval]);

export const intervalOfResolution = (resolution: string): CandleInterval | undefined =>
  candleIntervals.find((interval) =>
    [resolutions[interval], resolutions[interval].replace(/^1(?=[DWM]$)/, "")].includes(resolution),
  );

export const udfConfig = {
  supported_resolutions: offered,
  supports_search: false,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
} as const;

const typeOf = ({ kind }: MarketEntry): string => (kind === "SPOT" ? "crypto" : "swap");

/** A market as the feed describes it. Prices move by `minmov / pricescale`. */
export function udfSymbol(market: MarketEntry): Readonly<Record<string, unknown>> {
  const decimals = (market.tickSize.split(".")[1] ?? "").replace(/0+$/, "").length;
  const pricescale = 10 ** decimals;
  return {
    name: market.symbol,
    ticker: market.symbol,
    description: `${market.base} / ${market.quote}`,
    type: typeOf(market),
    exchange: "Tidemark",
    listed_exchange: "Tidemark",
    session: "24x7",
    timezone: "Etc/UTC",
    format: "price",
    pricescale,
    minmov: Math.round(Number(market.tickSize) * pricescale),
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: offered,
    intraday_multipliers: offered.filter((name) => /^\d+$/.test(name)),
    volume_precision: (market.lotSize.split(".")[1] ?? "").length,
    data_status: "streaming",
  };
}

export type UdfAsk = {
  readonly symbol: string;
  readonly interval: CandleInterval;
  /** Seconds; `to` itself is not included. */
  readonly from: number;
  readonly to: number;
  /** How many candles are wanted up to `to`, also if `from` is later than the first of them. */
  readonly countback: number;
};

/** One page of candles that begin before a time in milliseconds, oldest first. Undefined if the exchange does not answer. */
export type CandlePage = (
  ask: Pick<UdfAsk, "symbol" | "interval">,
  before: number,
  limit: number,
) => Promise<readonly CandleRow[] | undefined>;

const perPage = 1_000;
/** A chart that wants more asks again for what is older. */
const pagesMax = 5;

/** A running chart polls its last two candles. One more is asked for: it shows that the range is whole, or what is before an empty one. */
function neededOf({ interval, from, to, countback }: UdfAsk): number {
  const inside = Math.ceil(((to - from) * 1000) / candleMs[interval]);
  return Math.min(perPage, Math.max(1, countback, inside + 1));
}

type UdfHistory = Readonly<Record<string, unknown>>;

/** Candles from a time to another in columns, as the feed wants them. */
export async function udfHistory(pageOf: CandlePage, ask: UdfAsk): Promise<UdfHistory> {
  let rows: readonly CandleRow[] = [];
  let isWhole = false;
  for (let page = 0; page < pagesMax && !isWhole; page += 1) {
    const limit = page === 0 ? neededOf(ask) : perPage;
    const older = await pageOf(ask, rows[0]?.at ?? ask.to * 1000, limit);
    if (older === undefined) return { s: "error", errmsg: "the exchange does not answer" };
    rows = [...older, ...rows];
    const reachesStart = (rows[0]?.at ?? 0) <= ask.from * 1000;
    isWhole = older.length < limit || (reachesStart && rows.length >= ask.countback);
  }
  const inside = rows.filter(({ at }) => at >= ask.from * 1000).length;
  const kept = rows.slice(Math.max(0, rows.length - Math.max(inside, ask.countback)));
  if (kept.length === 0) {
    const before = rows.at(-1)?.at;
    return before === undefined ? { s: "no_data" } : { s: "no_data", nextTime: before / 1000 };
  }
  return {
    s: "ok",
    t: kept.map(({ at }) => at / 1000),
    o: kept.map(({ open }) => Number(open)),
    h: kept.map(({ high }) => Number(high)),
    l: kept.map(({ low }) => Number(low)),
    c: kept.map(({ close }) => Number(close)),
    v: kept.map(({ volume }) => Number(volume)),
  };
}
