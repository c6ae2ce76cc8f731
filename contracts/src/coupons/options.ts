import { z } from "zod";
import { decimalText } from "../values.ts";
import type { CouponKind } from "./calls.ts";
import { couponOptionDefaults as defaults } from "./option-defaults.ts";

/**
 * Built: the smallest loss that it pays for, whether positions that were liquidated count, and whether a profit comes before it and voids it. A campaign
 * cannot ask for the total of a window, a payment as bonus or a bound of the leverage: they are not built, and an option that is not listed is refused.
 */
const lossDeduction = z.strictObject({
  minLoss: decimalText.default(defaults.LOSS_DEDUCTION.minLoss),
  isLiquidationCounted: z.boolean().default(defaults.LOSS_DEDUCTION.isLiquidationCounted),
  isVoidedByProfit: z.boolean().default(defaults.LOSS_DEDUCTION.isVoidedByProfit),
});

/**
 * Left out, the face is paid at once when the volume is reached. Streamed, each counted USDT releases `releaseRate`, a day (UTC) at most `dailyCap`, and the
 * user claims what is released.
 */
const cashBonus = z.strictObject({
  isStreamed: z.boolean().default(defaults.CASH_BONUS.isStreamed),
  releaseRate: decimalText.default(defaults.CASH_BONUS.releaseRate),
  dailyCap: decimalText.default(defaults.CASH_BONUS.dailyCap),
});

/** What a profit comes to with the coupon, as a multiple of it: 2 adds it once more. The profit that is required is an amount. */
const profitDouble = z.strictObject({
  multiple: z.number().int().min(2).max(10).default(defaults.PROFIT_DOUBLE.multiple),
});

/** What a campaign of each kind says beyond the terms that all have. Each option has a default: a campaign may leave it out. */
export const couponOptions = {
  CASH_BONUS: cashBonus,
  DEPOSIT: z.strictObject({
    /** What left derivatives in so many days before the coupon was taken must come back before anything is earned. */
    priorDays: z.number().int().min(0).max(90).default(defaults.DEPOSIT.priorDays),
    /** Only the first transfer into derivatives that the account ever made earns. */
    isFirstOnly: z.boolean().default(defaults.DEPOSIT.isFirstOnly),
  }),
  DEPOSIT_REWARD: z.strictObject({
    /** Paid to the wallet account instead of as trading bonus. */
    paysCash: z.boolean().default(defaults.DEPOSIT_REWARD.paysCash),
    /** How long the trading bonus runs from its distribution. */
    bonusDays: z.number().int().min(1).max(365).default(defaults.DEPOSIT_REWARD.bonusDays),
  }),
  CASHBACK: z.strictObject({}),
  LOSS_DEDUCTION: lossDeduction,
  PROFIT_DOUBLE: profitDouble,
  CONTRACT_VOUCHER: z.strictObject({
    /** After so many hours the position is closed at market; 0: it may be held for ever. */
    maxHoldHours: z.number().int().min(0).max(720).default(defaults.CONTRACT_VOUCHER.maxHoldHours),
  }),
  TRADING_BONUS: z.strictObject({}),
  FUNDING_BONUS: z.strictObject({}),
} as const satisfies Record<CouponKind, z.ZodType>;
