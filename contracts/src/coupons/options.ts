import { z } from "zod";
import { decimalText } from "../values.ts";
import type { CouponKind } from "./calls.ts";
import { couponOptionDefaults as defaults } from "./option-defaults.ts";

/** The smallest loss that it pays for, of one position or of the total; the highest leverage and the shortest hold of a loss are terms that other kinds have too. */
const lossDeduction = z.strictObject({
  minLoss: decimalText.default(defaults.LOSS_DEDUCTION.minLoss),
  isLiquidationCounted: z.boolean().default(defaults.LOSS_DEDUCTION.isLiquidationCounted),
  /** A position that ends with a profit before one with a loss makes it invalid. */
  isVoidedByProfit: z.boolean().default(defaults.LOSS_DEDUCTION.isVoidedByProfit),
  /** It pays at its end, by what all positions since it came have lost together, where as much as its face was invested in them. */
  isTotal: z.boolean().default(defaults.LOSS_DEDUCTION.isTotal),
  /** Paid as trading bonus, which runs for so many days, instead of to the wallet account. */
  isPaidAsBonus: z.boolean().default(defaults.LOSS_DEDUCTION.isPaidAsBonus),
  bonusDays: z.number().int().min(1).max(365).default(defaults.LOSS_DEDUCTION.bonusDays),
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

/** The profit that is required is an amount, a term that all kinds have, or a part of the margin, or both. */
const profitDouble = z.strictObject({
  /** What a profit comes to with the coupon, as a multiple of it: 2 adds it once more. */
  multiple: z.number().int().min(2).max(10).default(defaults.PROFIT_DOUBLE.multiple),
  /** The least return on the opening margin, in percent; 0: any. */
  minRoePercent: z.number().int().min(0).max(10_000).default(defaults.PROFIT_DOUBLE.minRoePercent),
});

/** What a campaign of each kind says beyond the terms that all have. Each option has a default: a campaign may leave it out. */
export const couponOptions = {
  CASH_BONUS: cashBonus,
  DEPOSIT: z.strictObject({
    /** What left derivatives in so many days before the coupon was taken must come back before anything is earned. */
    priorDays: z.number().int().min(0).max(90).default(defaults.DEPOSIT.priorDays),
    /** Only the first transfer into derivatives that the account ever made earns. */
    isFirstOnly: z.boolean().default(defaults.DEPOSIT.isFirstOnly),
    /** It can be claimed only while no position of USDT contracts is open. */
    isWithoutPositions: z.boolean().default(defaults.DEPOSIT.isWithoutPositions),
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
