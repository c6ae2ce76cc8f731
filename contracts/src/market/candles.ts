const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Widths of candles. Weeks begin on Monday and months on their first, all in UTC. */
export const candleIntervals = [
  "1m",
  "3m",
  "5m",
  "15m",
  "30m",
  "1h",
  "2h",
  "4h",
  "6h",
  "12h",
  "1d",
  "1w",
  "1M",
] as const;
export type CandleInterval = (typeof candleIntervals)[number];

/** The prices that candles are made of: trades, the mark price of a contract, the index. */
export const candlePrices = ["LAST", "MARK", "INDEX"] as const;
export type CandlePrice = (typeof candlePrices)[number];

/** The name of a stream of candles. */
export const candlePart = (price: CandlePrice, interval: CandleInterval): string => `${price} ${interval}`;

/** A month has no fixed width; 31 days are its longest. */
export const candleMs: Readonly<Record<CandleInterval, number>> = {
  "1m": minuteMs,
  "3m": 3 * minuteMs,
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "30m": 30 * minuteMs,
  "1h": hourMs,
  "2h": 2 * hourMs,
  "4h": 4 * hourMs,
  "6h": 6 * hourMs,
  "12h": 12 * hourMs,
  "1d": dayMs,
  "1w": 7 * dayMs,
  "1M": 31 * dayMs,
};

/** The first Monday of the epoch, from which weeks are counted. */
export const firstMondayMs = 4 * dayMs;

/** When the candle that contains a time begins. */
export function candleStart(interval: CandleInterval, at: number): number {
  if (interval === "1M") {
    const day = new Date(at);
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
  }
  const from = interval === "1w" ? firstMondayMs : 0;
  return at - ((at - from) % candleMs[interval]);
}

/** When the candle that contains a time ends, which is when the next begins. */
export const candleEnd = (interval: CandleInterval, at: number): number =>
  interval === "1M"
    ? candleStart(interval, candleStart(interval, at) + 32 * dayMs)
    : candleStart(interval, at) + candleMs[interval];
