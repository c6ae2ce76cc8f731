import { z } from "zod";
import { decimalText } from "../values.ts";
import type { CouponKind } from "./calls.ts";

/**
 * Built: the smallest loss that it pays for, whether positions that were liquidated count, and whether a profit comes before it and voids it. A campaign
 * cannot ask for the total of a window, a payment as bonus or a bound of the leverage: they are not built, and an option that is not listed is refused.
 */
const lossDeduction = z.strictObject({
  minLoss: decimalText.default("1"),
  isLiquidationCounted: z.boolean().default(false),
  isVoidedByProfit: z.boolean().default(false),
});

/**
 * Left out, the face is paid at once when the volume is reached. Streamed, each counted USDT releases `releaseRate`, a day (UTC) at most `dailyCap`, and the
 * user claims what is released.
 */
const cashBonus = z.strictObject({
  isStreamed: z.boolean().default(false),
  releaseRate: decimalText.default("0"),
  dailyCap: decimalText.default("0"),
});

/** What a profit comes to with the coupon, as a multiple of it: 2 adds it once more. The profit that is required is an amount. */
const profitDouble = z.strictObject({ multiple: z.number().int().min(2).max(10).default(2) });

/** What a campaign of each kind says beyond the terms that all have. Each option has a default: a campaign may leave it out. */
export const couponOptions = {
  CASH_BONUS: cashBonus,
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
  LOSS_DEDUCTION: lossDeduction,
  PROFIT_DOUBLE: profitDouble,
  CONTRACT_VOUCHER: z.strictObject({
    /** After so many hours the position is closed at market; 0: it may be held for ever. */
    maxHoldHours: z.number().int().min(0).max(720).default(0),
  }),
  TRADING_BONUS: z.strictObject({}),
  FUNDING_BONUS: z.strictObject({}),
} as const satisfies Record<CouponKind, z.ZodType>;
