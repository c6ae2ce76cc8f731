import { z } from "zod";
import { ofTrader, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, sourceSeq } from "../values.ts";
import { valuationAssets } from "./asset-calls.ts";
import { dayRange, isShort, shortRange } from "./day-range.ts";

/**
 * What the ledger's balances were worth at the end of each day, of one account or of all: at the index of that moment, or at the last price
 * where there was no index. Unrealised profit and loss are no balance and not in it.
 */
export const valueDays = defineCall({
  ...ofTrader,
  name: "account.valueDays",
  path: "GET /api/exchange-account-center-api/asset/value-days",
  answers: "history",
  rate: "read",
  ask: z
    .strictObject({
      valuationAsset: z.enum(valuationAssets).default("USDT"),
      product: productNumber.optional(),
      ...dayRange,
    })
    .refine(isShort, shortRange),
  answer: z.object({
    ...sourceSeq,
    /** One for each day, the first first; the last one of a day that has not ended is now. Empty where a coin had no price yet. */
    days: z.array(z.object({ day: z.string(), value: z.string() })),
    /** Coins that are held and have no price: they are in no sum. */
    unpriced: z.array(assetText),
  }),
  refusals: [],
});
export type ValueDays = z.infer<typeof valueDays.answer>;
