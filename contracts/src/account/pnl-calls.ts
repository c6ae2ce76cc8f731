import { z } from "zod";
import { ofTrader, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, sourceSeq, symbolText } from "../values.ts";
import { dayRange, isShort, shortRange } from "./day-range.ts";

/**
 * Net = price PnL − fees + funding + forced. Price PnL is what closing fills realised, funding what was paid in cash (below zero) or
 * received, forced what liquidations with their fees, deleveraging and settlements did. Net is what the ledger says.
 */
const sums = {
  pricePnl: z.string(),
  fees: z.string(),
  funding: z.string(),
  forced: z.string(),
  net: z.string(),
};

const pnlAnswer = z.object({
  ...sourceSeq,
  total: z.object(sums),
  /** Days of the trader's zone on which something was realised, the first first. Their sums are those of the ledger. */
  days: z.array(z.object({ day: z.string(), ...sums })),
  /**
   * Positions that ended meanwhile, and what the market came to. The row without a symbol is what belongs to no market, such as a deficit
   * of the account; with it the rows add up to the total.
   */
  markets: z.array(
    z.object({ symbol: symbolText.or(z.literal("")), closed: z.number().int(), won: z.number().int(), ...sums }),
  ),
  closed: z.object({
    count: z.number().int(),
    won: z.number().int(),
    gains: z.string(),
    losses: z.string(),
    longestMs: z.number().int(),
    /** How many came to how much: steps of the same width, as many below zero as above. */
    step: z.string(),
    counts: z.array(z.number().int()),
  }),
});
export type Pnl = z.infer<typeof pnlAnswer>;

/** What a contract account realised, by day, by market and by position. */
export const pnl = defineCall({
  ...ofTrader,
  name: "account.pnl",
  path: "GET /api/exchange-account-center-api/asset/pnl",
  answers: "history",
  rate: "read",
  ask: z
    .strictObject({
      product: productNumber,
      asset: assetText,
      ...dayRange,
    })
    .refine(isShort, shortRange),
  answer: pnlAnswer,
  refusals: ["ASSET_NOT_IN_PRODUCT"],
});
