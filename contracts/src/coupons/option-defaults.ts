/** What an option is where a campaign leaves it out. Plain values, because pages are built without schemas. */
export const couponOptionDefaults = {
  CASH_BONUS: { isStreamed: false, releaseRate: "0", dailyCap: "0" },
  DEPOSIT: { priorDays: 7, isFirstOnly: false, isWithoutPositions: false },
  DEPOSIT_REWARD: { paysCash: false, bonusDays: 7 },
  CASHBACK: {},
  LOSS_DEDUCTION: {
    minLoss: "1",
    isLiquidationCounted: false,
    isVoidedByProfit: false,
    isTotal: false,
    isPaidAsBonus: false,
    bonusDays: 7,
  },
  PROFIT_DOUBLE: { multiple: 2, minRoePercent: 0 },
  CONTRACT_VOUCHER: { maxHoldHours: 0 },
  TRADING_BONUS: {},
  FUNDING_BONUS: {},
};

/** All options of a coupon as its kind has them. The platform has checked what a campaign says. */
export function couponOptionsOf<K extends keyof typeof couponOptionDefaults>(
  kind: K,
  options: Readonly<Record<string, unknown>>,
): (typeof couponOptionDefaults)[K] {
  return { ...couponOptionDefaults[kind], ...options };
}
