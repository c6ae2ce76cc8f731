import { z } from "zod";
import { defineCall } from "../define.ts";
import { companyAccounts } from "../journal/company-balances.ts";
import { assetText, signedDecimalText } from "../values.ts";
import { readBy } from "./of-platform.ts";

const treasuryRow = z.object({
  account: z.enum(companyAccounts),
  product: z.number().int(),
  asset: assetText,
  amount: signedDecimalText,
});
export type TreasuryRow = z.infer<typeof treasuryRow>;
const promoRow = treasuryRow.omit({ account: true }).extend({ campaign: z.number().int(), name: z.string() });
export type PromoRow = z.infer<typeof promoRow>;

/** The company's accounts in the ledger of the real exchange, all behind one batch. Those that hold nothing are left out. */
export const treasuryBalances = defineCall({
  ...readBy("treasury"),
  name: "treasury.balances",
  path: "GET /console/treasury",
  ask: z.strictObject({}),
  answer: z.object({
    at: z.number().int(),
    seq: z.number().int(),
    rows: z.array(treasuryRow),
    promo: z.array(promoRow),
    /** The insurance fund of the USDT futures at the end of the last days, the oldest first; empty where the history did not answer. */
    insuranceDays: z.array(z.object({ at: z.number().int(), balance: signedDecimalText })),
  }),
});
