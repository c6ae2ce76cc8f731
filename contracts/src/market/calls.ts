import { z } from "zod";
import { listOf, page, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { directory } from "../instruments.ts";
import { candleIntervals, candlePrices } from "./candles.ts";
import { assetText, entryCauses, seq, sides, symbolText, sourceSeq } from "../values.ts";

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
export type ContractRow = z.infer<typeof contractRow>;
export type ContractNowRow = z.infer<typeof contractNowRow>;
export type LevelRow = z.infer<typeof levelRow>;
export type TradeRow = z.infer<typeof tradeRow>;
export type CandleRow = z.infer<typeof candleRow>;
export type TickerRow = z.infer<typeof tickerRow>;

const common = { owner: "core", needs: "nothing", carry: "bus", shape: "envelope", rate: "read" } as const;
const bySymbol = z.strictObject({ symbol: symbolText });

/** Assets and markets: the words behind the numbers of the journal. */
export const marketInstruments = defineCall({
  ...common,
  name: "market.directory",
  path: "GET /market/v2/directory",
  answers: "now",
  ask: z.strictObject({}),
  answer: directory,
  refusals: [],
});

/** The whole book by price level, at one batch. */
export const depth = defineCall({
  ...common,
  name: "market.depth",
  path: "GET /market/v2/depth",
  answers: "now",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, rows: z.array(levelRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

export const ticker = defineCall({
  ...common,
  name: "market.ticker",
  path: "GET /market/v2/ticker",
  answers: "now",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, rows: z.array(tickerRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The tickers of all markets. */
export const tickers = defineCall({
  ...common,
  name: "market.tickers",
  path: "GET /market/v2/tickers",
  answers: "now",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(tickerRow) }),
  refusals: [],
});

/** Marks, funding and open interest of all contracts, or of one. */
export const contracts = defineCall({
  ...common,
  name: "market.contracts",
  path: "GET /market/v2/contracts",
  answers: "now",
  ask: z.strictObject({ symbol: symbolText.optional() }),
  answer: z.object({ ...sourceSeq, rows: z.array(contractNowRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** Settlements of one contract, the last first; a skipped one has no rate. */
export const fundingHistory = defineCall({
  ...common,
  name: "market.fundingHistory",
  path: "GET /market/v2/funding",
  answers: "history",
  ask: z.strictObject({ ...page, symbol: symbolText }),
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

/** Every change of an insurance fund, from the ledger's own lines: what is advertised can be held against it. */
export const insuranceFund = defineCall({
  ...common,
  name: "market.insuranceFund",
  path: "GET /market/v2/insurance-fund",
  answers: "history",
  ask: z.strictObject({ ...page, product: productNumber.optional(), asset: assetText.optional() }),
  answer: listOf(
    z.object({
      seq,
      product: z.number().int(),
      asset: assetText,
      cause: z.enum(entryCauses),
      delta: z.string(),
      balance: z.string(),
      at: z.number().int(),
    }),
  ),
  refusals: [],
});

/** The newest trades, newest first. */
export const trades = defineCall({
  ...common,
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
  ...common,
  name: "market.dayStats",
  path: "GET /market/v2/day-stats",
  answers: "history",
  ask: bySymbol,
  answer: z.object({ ...sourceSeq, ...dayFields }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The last 24 hours of all markets. */
export const days = defineCall({
  ...common,
  name: "market.days",
  path: "GET /market/v2/days",
  answers: "history",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(dayRow) }),
  refusals: [],
});

/**
 * Candles, oldest first. Without `before` the last is the running one; with it only candles that begin before that time, for charts that
 * scroll back. A minute without a trade has no candle. Volumes are those of trades, and 0 in candles of mark and index.
 */
export const candles = defineCall({
  ...common,
  name: "market.candles",
  path: "GET /market/v2/candles",
  answers: "history",
  ask: z.strictObject({
    symbol: symbolText,
    interval: z.enum(candleIntervals),
    price: z.enum(candlePrices).default("LAST"),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  answer: z.object({ ...sourceSeq, rows: z.array(candleRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/**
 * A contract's open interest, oldest first: the last sample of each interval, with the mark of that time, which is empty before there is one.
 * Samples are taken every five minutes.
 */
export const openInterest = defineCall({
  ...common,
  name: "market.openInterest",
  path: "GET /market/v2/open-interest",
  answers: "history",
  ask: z.strictObject({
    symbol: symbolText,
    interval: z.enum(["5m", "15m", "30m", "1h", "4h", "1d"]),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  answer: z.object({
    ...sourceSeq,
    rows: z.array(z.object({ at: z.number().int(), openInterest: z.string(), mark: z.string() })),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});
