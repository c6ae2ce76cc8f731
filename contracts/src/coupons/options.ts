import { z } from "zod";
import type { CouponKind } from "./calls.ts";

/** What a campaign of each kind says beyond the terms that all have. Each option has a default: a campaign may leave it out. */
export const couponOptions = {
  CASH_BONUS: z.strictObject({}),
  DEPOSIT: z.strictObject({
    /** What left derivatives in so many days before the coupon was taken must come back before anything is earned. */
    priorDays: z.number().int().min(0).max(90).default(7),
    /** Only the first transfer into derivatives that the account ever made earns. */
    isFirstOnly: z.boolean().default(false),
  }),
  DEPOSIT_REWARD: z.strictObject({
    /** Paid to the wallet account instead of as trading bonus. */
    paysCash: z.boolean().default(false),
    /** How long the trading bonus runs from its distribution. */
    bonusDays: z.number().int().min(1).max(365).default(7),
  }),
  CASHBACK: z.strictObject({}),
  LOSS_DEDUCTION: z.strictObject({}),
  PROFIT_DOUBLE: z.strictObject({}),
  CONTRACT_VOUCHER: z.strictObject({}),
  TRADING_BONUS: z.strictObject({}),
  FUNDING_BONUS: z.strictObject({}),
} as const satisfies Record<CouponKind, z.ZodType>;
