import { z } from "zod";
import { ofTrader, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, sourceSeq, symbolText, timeZoneText } from "../values.ts";

/** A year, and the day of a leap year. */
const pnlDaysMax = 366;
const [firstDay, lastDay] = ["2000-01-01", "2100-12-31"] as const;

/** Days that the calendar has: JavaScript reads 31 February as 3 March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text >= firstDay && text <= lastDay;
}

const dayText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, such as 2026-11-14")
  .refine(isDay, `a day of the calendar from ${firstDay} to ${lastDay}`);
const dayMs = 86_400_000;

const isShort = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= pnlDaysMax;
};

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
      from: dayText,
      to: dayText,
      timeZone: timeZoneText.default("UTC"),
    })
    .refine(isShort, `1 to ${pnlDaysMax} days`),
  answer: pnlAnswer,
  refusals: ["ASSET_NOT_IN_PRODUCT"],
});
