import { z } from "zod";
import { publicRead } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { decimalText, sourceSeq, symbolText } from "../values.ts";

const contractLimits = z.object({
  /** How far from mark a flash close may trade, and how far from the index the mark may be; rates in 1e-8. */
  flashBand: z.number().int(),
  markClamp: z.number().int(),
  /** Of eight hours. */
  interestRate: z.number().int(),
  fundingCap: z.number().int(),
  liquidationFeeRate: z.number().int(),
  maxTriggers: z.number().int(),
  /** What the premium's impact prices fill, in the settle asset. */
  impactNotional: decimalText,
});
/** The limits that an order meets, beside those of `market.directory`. Rates in 1e-8. */
const marketRulesRow = z.object({
  symbol: symbolText,
  maxMarketQty: decimalText,
  maxNotional: decimalText,
  minPrice: decimalText,
  maxPrice: decimalText,
  /** Marketable prices stay within `band` of the reference, resting ones within `farBand`, market orders within `protection`. */
  band: z.number().int(),
  farBand: z.number().int(),
  protection: z.number().int(),
  /** A move of the reference within a minute that suspends the market. */
  breaker: z.number().int(),
  maxOpenOrders: z.number().int(),
  contract: contractLimits.optional(),
});
export type MarketRulesRow = z.infer<typeof marketRulesRow>;

/** The limits of all markets, or of one. */
export const marketRules = defineCall({
  ...publicRead,
  name: "market.rules",
  path: "GET /market/v2/rules",
  answers: "now",
  ask: z.strictObject({ symbol: symbolText.optional() }),
  answer: z.object({ ...sourceSeq, rows: z.array(marketRulesRow) }),
  refusals: ["SYMBOL_NOT_FOUND"],
});

/**
 * One outside price of the index. `counted` is what enters the mean after the clamp: empty where the price is too old, which is not fresh,
 * and where the fresh ones make no index: a single one, or two that are too far apart.
 */
const indexSource = z.object({
  source: z.number().int(),
  weight: z.number().int(),
  price: z.string(),
  at: z.number().int(),
  isFresh: z.boolean(),
  counted: z.string(),
});

/** How the mark of a contract comes about at this moment. Prices are empty where there is none. */
export const markParts = defineCall({
  ...publicRead,
  name: "market.markParts",
  path: "GET /market/v2/mark-parts",
  answers: "now",
  ask: z.strictObject({ symbol: symbolText }),
  answer: z.object({
    ...sourceSeq,
    sources: z.array(indexSource),
    index: z.string(),
    indexStale: z.boolean(),
    mark: z.string(),
    /** index × (1 + last rate × time left / interval). */
    fundingBasis: z.string(),
    untilFundingMs: z.number().int(),
    /** index + the mean distance of the book's middle from it within 30 s; empty with fewer than ten seconds that have one. */
    bookBasis: z.string(),
    bookSamples: z.number().int(),
    /** The last trade, after ten minutes without one the middle of the book. */
    last: z.string(),
    /** Of the running interval so far, as a fraction; empty before its first minute. */
    premium: z.string(),
    premiumSamples: z.number().int(),
  }),
  refusals: ["SYMBOL_NOT_FOUND"],
});
