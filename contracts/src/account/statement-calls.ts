import { z } from "zod";
import { historyPage, listOf, ofTrader, productNumber } from "../call-parts.ts";
import { csvAsk, csvCall, csvOf, csvText as text, csvTime } from "../csv-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, buckets, entryCauses, seq, signedDecimalText, symbolText } from "../values.ts";

const moment = z.number().int().nonnegative();

/** What came from coupons stands apart from own money: trading bonus, what pays funding only, and the margin of open voucher positions. */
const statementParts = ["own", "bonus", "fundbonus", "voucher"] as const;

/** `sub` is the market that an account belongs to: a margin pair, or that of an isolated position. The time is from a moment on and before another. */
const statementFilter = {
  asset: assetText.optional(),
  product: productNumber.optional(),
  sub: symbolText.optional(),
  part: z.enum(statementParts).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

/** The ledger lines behind a balance: what the trader opens when a number is in doubt. */
export const statement = defineCall({
  ...ofTrader,
  name: "account.statement",
  path: "GET /api/exchange-account-center-api/asset/statement",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ ...historyPage, ...statementFilter }),
  answer: listOf(
    z.object({
      seq,
      cause: z.enum(entryCauses),
      ref: z.string(),
      /** What it was booked for: the number of an order, trade, transfer, withdrawal or coupon, a market's symbol, or `ETHEREUM:0x…` of a deposit. */
      reference: z.string(),
      product: z.number().int(),
      /** The market that the account belongs to: margin of an isolated position, or a margin pair. */
      sub: z.string(),
      asset: assetText,
      bucket: z.enum(buckets),
      delta: signedDecimalText,
      balance: signedDecimalText,
      at: z.number().int(),
    }),
  ),
  refusals: [],
});

/** The same lines as a file. Over all accounts and coins of a year it is what a tax return starts from. */
export const statementCsv = defineCall({
  ...csvCall,
  name: "account.statementCsv",
  path: "GET /api/exchange-account-center-api/asset/statement.csv",
  ask: z.strictObject({ ...statementFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...csvTime,
      account: text,
      market: text,
      asset: text,
      kind: text,
      cause: text,
      amount: text,
      balance: text,
      reference: text,
      sequence: text,
    }),
  ),
});
