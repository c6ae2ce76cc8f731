import { z } from "zod";
import { listOf, page, publicRead } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { directory } from "../instruments.ts";
import { candleIntervals, candlePrices } from "./candles.ts";
import { assetText, sides, symbolText, sourceSeq } from "../values.ts";

export const levelRow = z.object({ side: z.enum(sides), price: z.string(), qty: z.string() });
export const tradeRow = z.object({
  tradeId: z.string(),
  price: z.string(),
  qty: z.string(),
  takerSide: z.enum(sides),
  at: z.number().int(),
});
export const tickerRow = z.object({
  symbol: symbolText,
  last: z.string(),
  index: z.string(),
  indexStale: z.boolean(),
  status: z.string(),
});
export const candleRow = z.object({
  at: z.number().int(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.string(),
});
/** A contract as its own events tell it. Rates are fractions: 0.0001 is a basis point; texts are empty before there is a price. */
export const contractRow = z.object({
  symbol: symbolText,
  mark: z.string(),
  markState: z.enum(["FRESH", "STALE", "PROTECTED", "FROZEN"]),
  index: z.string(),
  /** The rate of the last settlement, and when the next one is due. */
  lastRate: z.string(),
  nextFundingAt: z.number().int(),
});
/** Beside it what only the state knows: the rate if the interval ended now, open interest, and the fund behind it. */
const contractNowRow = contractRow.extend({
  figures: z.object({
    fundingRate: z.string(),
    openInterest: z.string(),
    /** Of the open interest, at mark, in the settle asset. */
    openValue: z.string(),
    insuranceFund: z.string(),
    settle: assetText,
  }),
});
/** A margin pair: rates are interest an hour in 1e-8; the pools are what is left to lend, to all pairs of the asset together. */
const marginPairRow = z.object({
  symbol: symbolText,
  leverage: z.number().int(),
  baseRate: z.number().int(),
  quoteRate: z.number().int(),
  basePool: z.string(),
  quotePool: z.string(),
});
export type MarginPairRow = z.infer<typeof marginPairRow>;
export type ContractRow = z.infer<typeof contractRow>;
export type ContractNowRow = z.infer<typeof contractNowRow>;
export type LevelRow = z.infer<typeof levelRow>;
export type TradeRow = z.infer<typeof tradeRow>;
export type CandleRow = z.infer<typeof candleRow>;
export type TickerRow = z.infer<typeof tickerRow>;

const bySymbol = z.strictObject({ symbol: symbolText });

/** Assets and markets: the words behind the numbers of the journal. */
export const marketInstruments = defineCall({
  ...publicRead,
  name: "market.directory",
  path: "GET /market/v2/directory",
  answers: "now",
  ask: z.strictObject({}),
  answer: directory,
  refusals: [],
});

/** The whole book by price level, at one batch. */
export const depth = defineCall({
  ...publicRead,
  name: "market.depth",
  path: "GET /market/v2/depth",
  answers: "now",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, rows: z.array(levelRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

export const ticker = defineCall({
  ...publicRead,
  name: "market.ticker",
  path: "GET /market/v2/ticker",
  answers: "now",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, rows: z.array(tickerRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The tickers of all markets. */
export const tickers = defineCall({
  ...publicRead,
  name: "market.tickers",
  path: "GET /market/v2/tickers",
  answers: "now",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(tickerRow) }),
  refusals: [],
});

/** The last price of one pair, as `n`; empty before its first trade. */
export const singleQuote = defineCall({
  ...publicRead,
  name: "market.singleQuote",
  path: "GET /market/v2/tradepair/single/quote",
  answers: "now",
  ask: z.strictObject({ tradePairName: symbolText.default("BTC/USDT") }),
  answer: z.object({ ...sourceSeq, n: z.string() }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** Marks, funding and open interest of all contracts, or of one. */
export const contracts = defineCall({
  ...publicRead,
  name: "market.contracts",
  path: "GET /market/v2/contracts",
  answers: "now",
  ask: z.strictObject({ symbol: symbolText.optional() }),
  answer: z.object({ ...sourceSeq, rows: z.array(contractNowRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** Leverage, interest and what is left to lend of all margin pairs, or of one. */
export const marginPairs = defineCall({
  ...publicRead,
  name: "market.marginPairs",
  path: "GET /market/v2/margin-pairs",
  answers: "now",
  ask: z.strictObject({ symbol: symbolText.optional() }),
  answer: z.object({ ...sourceSeq, rows: z.array(marginPairRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** Settlements of one contract, the last first, with `before` only those due before that time; a skipped one has no rate. */
export const fundingHistory = defineCall({
  ...publicRead,
  name: "market.fundingHistory",
  path: "GET /market/v2/funding",
  answers: "history",
  ask: z.strictObject({ ...page, symbol: symbolText, before: z.number().int().positive().optional() }),
  answer: listOf(
    z.object({
      at: z.number().int(),
      isSkipped: z.boolean(),
      rate: z.string(),
      mark: z.string(),
      positions: z.number().int(),
    }),
  ),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The newest trades, newest first. */
export const trades = defineCall({
  ...publicRead,
  name: "market.trades",
  path: "GET /market/v2/trades",
  answers: "history",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, rows: z.array(tradeRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The last 24 hours; empty texts where nothing traded. `change` is a percentage; `quoteVolume` of a contract is in its settle asset. */
const dayFields = {
  open: z.string(),
  high: z.string(),
  low: z.string(),
  last: z.string(),
  volume: z.string(),
  quoteVolume: z.string(),
  change: z.string(),
};
export const dayRow = z.object({ symbol: symbolText, ...dayFields });
export type DayRow = z.infer<typeof dayRow>;

export const dayStats = defineCall({
  ...publicRead,
  name: "market.dayStats",
  path: "GET /market/v2/day-stats",
  answers: "history",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, ...dayFields }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The last 24 hours of all markets. */
export const days = defineCall({
  ...publicRead,
  name: "market.days",
  path: "GET /market/v2/days",
  answers: "history",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(dayRow) }),
  refusals: [],
});

/**
 * The last 24 hours of all markets as a line: the last price of each half hour, oldest first, the running one at the end. Empty texts
 * before the first trade; a half hour without one repeats the price before.
 */
export const dayLines = defineCall({
  ...publicRead,
  name: "market.dayLines",
  path: "GET /market/v2/day-lines",
  answers: "history",
  ask: z.strictObject({}),
  answer: z.object({
    ...sourceSeq,
    rows: z.array(z.object({ symbol: symbolText, closes: z.array(z.string()) })),
  }),
  refusals: [],
});

/**
 * Candles, oldest first. Without `before` the last is the running one; with it only candles that begin before that time, for charts that
 * scroll back. A minute without a trade has no candle. Volumes are those of trades, and 0 in candles of mark and index.
 */
export const candles = defineCall({
  ...publicRead,
  name: "market.candles",
  path: "GET /market/v2/candles",
  answers: "history",
  ask: z.strictObject({
    symbol: symbolText,
    interval: z.enum(candleIntervals),
    price: z.enum(candlePrices).default("LAST"),
    before: z.number().int().positive().optional(),
    limit: z.number().int().min(1).max(1000).default(500),
  }),
  answer: z.object({
    ...sourceSeq,
    rows: z.array(candleRow),
    /** Candles that begin before this time are simulated, or begin with simulated prices. Absent where all are real. */
    simulatedBefore: z.number().int().optional(),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/**
 * A contract's open interest, oldest first: the last sample of each interval, with the mark of that time, which is empty before there is one.
 * Samples are taken every five minutes.
 */
export const openInterest = defineCall({
  ...publicRead,
  name: "market.openInterest",
  path: "GET /market/v2/open-interest",
  answers: "history",
  ask: z.strictObject({
    symbol: symbolText,
    interval: z.enum(["5m", "15m", "30m", "1h", "4h", "1d"]),
    before: z.number().int().positive().optional(),
    limit: z.number().int().min(1).max(1000).default(500),
  }),
  answer: z.object({
    ...sourceSeq,
    rows: z.array(z.object({ at: z.number().int(), openInterest: z.string(), mark: z.string() })),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});
