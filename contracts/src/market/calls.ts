import { z } from "zod";
import { defineCall } from "../define.ts";
import { directory } from "../names.ts";
import { seq, sides, symbolText } from "../values.ts";

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
export type LevelRow = z.infer<typeof levelRow>;
export type TradeRow = z.infer<typeof tradeRow>;
export type TickerRow = z.infer<typeof tickerRow>;

const common = { owner: "core", needs: "nothing", carry: "bus", shape: "envelope", rate: "read" } as const;
const bySymbol = z.strictObject({ symbol: symbolText });

/** Assets and markets: the words behind the numbers of the journal. */
export const marketDirectory = defineCall({
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
  answer: z.object({ seq, rows: z.array(levelRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

export const ticker = defineCall({
  ...common,
  name: "market.ticker",
  path: "GET /market/v2/ticker",
  answers: "now",
  ask: bySymbol,
  answer: z.object({ seq, rows: z.array(tickerRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The newest trades, newest first. */
export const trades = defineCall({
  ...common,
  name: "market.trades",
  path: "GET /market/v2/trades",
  answers: "history",
  ask: bySymbol,
  answer: z.object({ seq, rows: z.array(tradeRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/** The last 24 hours; empty texts where nothing traded. `change` is a percentage with two decimals. */
export const dayStats = defineCall({
  ...common,
  name: "market.dayStats",
  path: "GET /market/v2/day-stats",
  answers: "history",
  ask: bySymbol,
  answer: z.object({
    seq,
    open: z.string(),
    high: z.string(),
    low: z.string(),
    last: z.string(),
    volume: z.string(),
    quoteVolume: z.string(),
    change: z.string(),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

export const candles = defineCall({
  ...common,
  name: "market.candles",
  path: "GET /market/v2/candles",
  answers: "history",
  ask: z.strictObject({
    symbol: symbolText,
    interval: z.enum(["1m", "5m", "15m", "1h", "4h", "1d"]),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  answer: z.object({
    seq,
    rows: z.array(
      z.object({
        at: z.number().int(),
        open: z.string(),
        high: z.string(),
        low: z.string(),
        close: z.string(),
        volume: z.string(),
      }),
    ),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});
