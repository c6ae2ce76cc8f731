import { z } from "zod";
import type { CouponKind } from "./calls.ts";

/** What a campaign of each kind says beyond the terms that all have. Each option has a default: a campaign may leave it out. */
export const couponOptions = {
  CASH_BONUS: z.strictObject({}),
  DEPOSIT: z.strictObject({}),
  DEPOSIT_REWARD: z.strictObject({}),
  CASHBACK: z.strictObject({}),
  LOSS_DEDUCTION: z.strictObject({}),
  PROFIT_DOUBLE: z.strictObject({}),
  CONTRACT_VOUCHER: z.strictObject({}),
  TRADING_BONUS: z.strictObject({}),
  FUNDING_BONUS: z.strictObject({}),
} as const satisfies Record<CouponKind, z.ZodType>;
