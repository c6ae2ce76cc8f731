import { z } from "zod";
import { listOf, historyPage, productNumber, publicRead } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText, entryCauses, seq, signedDecimalText, sourceSeq } from "../values.ts";

/** Every change of an insurance fund, from the ledger's own lines: what is advertised can be held against it. */
export const insuranceFund = defineCall({
  ...publicRead,
  name: "market.insuranceFund",
  path: "GET /market/v2/insurance-fund",
  answers: "history",
  ask: z.strictObject({ ...historyPage, product: productNumber.optional(), asset: assetText.optional() }),
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

/** One line of the fund's day: what came and went, by why. `change` is their sum. */
const fundDay = z.object({
  /** Midnight UTC at which the day begins. */
  at: z.number().int(),
  /** Positions closed better than their bankruptcy price, and the fees of partial liquidations. */
  gained: decimalText,
  /** Positions closed worse, deficits and shortfalls. Negative. */
  covered: signedDecimalText,
  /** Funding of the positions that it holds. */
  funding: signedDecimalText,
  /** Money of the company that was put in, and swept rounding. */
  added: signedDecimalText,
  change: signedDecimalText,
  balance: signedDecimalText,
  deleveragings: z.number().int(),
});
export type FundDay = z.infer<typeof fundDay>;

/** An insurance fund by days, newest first, from the ledger's own lines; days without a line are left out. */
export const insuranceFundDays = defineCall({
  ...publicRead,
  name: "market.insuranceFundDays",
  path: "GET /market/v2/insurance-fund/days",
  answers: "history",
  // A day's sums: a minute more or less changes nothing for a reader, and four queries for everybody are spared.
  cacheMaxAgeSeconds: 60,
  ask: z.strictObject({
    product: z.number().int().min(3).max(5),
    asset: assetText,
    days: z.number().int().min(1).max(400).default(120),
  }),
  answer: z.object({
    ...sourceSeq,
    balance: signedDecimalText,
    rows: z.array(fundDay),
    /** The five largest lines that it paid in these days. */
    losses: z.array(
      z.object({ at: z.number().int(), cause: z.enum(entryCauses), symbol: z.string(), paid: decimalText }),
    ),
  }),
  refusals: [],
});
