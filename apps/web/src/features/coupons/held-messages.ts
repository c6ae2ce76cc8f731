import { msg } from "@lingui/core/macro";

/** Of coupons that are in force and pay by fees, losses and profits. */
export const heldMessages = {
  refundAmount: msg`Refund amount`,
  cashbackAmount: msg`Cashback amount`,
  profitDoubleAmount: msg`Profit double amount`,
  profitRequirement: msg`Profitability requirement`,
  requiredRoe: msg`Required ROE`,
  smallestLoss: msg`Smallest loss`,
  totalResult: msg`Result so far`,
  totalInvested: msg`Opening margin so far`,
  OPPOSITE_POSITION: msg`Invalid: an opposite position was open in the same market.`,
  PROFIT_MADE: msg`Invalid: a position closed with a profit first.`,
  termCashback: msg({
    message:
      "{ratio}% of the trading fees that you pay in cash come back, until {date} or until {amount} USDT are paid.",
  }),
  termCashbackDay: msg`The fees of a day (UTC) are paid to your capital account the next day, those of the last day too.`,
  termCashbackNot: msg`Funding, liquidation fees and fees paid by bonus do not count. Of several cashback coupons the oldest is used first.`,
  termLoss: msg({
    message:
      "Pays {ratio}% of the price loss of your first position that closes with a loss above {loss} USDT, at most {amount} USDT.",
  }),
  LOSS_TOTAL_rule: msg`Pays a part of what your positions lose in total.`,
  termLossTotal: msg({
    message:
      "Pays {ratio}% of what your positions lose in total before {date}, if that is above {loss} USDT, at most {amount} USDT.",
  }),
  termLossTotalWhich: msg`Positions that are opened after the coupon came and closed before its end count: profits always, losses only with your own money (isolated, or cross without bonus in the account).`,
  termLossInvested: msg({
    message: "The margin with which they were opened must come to at least {amount} USDT in all.",
  }),
  termLossLeverage: msg({
    message: "Losses of positions whose leverage was ever above {leverage}× do not count.",
  }),
  termLossHold: msg({ message: "Losses of positions that were held for less than {hours} hours do not count." }),
  termLossPaidBonus: msg({
    message:
      "Fees and funding are not covered. It pays once, on the next day (UTC), as trading bonus in Derivatives that runs for {days} days.",
  }),
  termLossOwn: msg({
    message:
      "The position must be opened after the coupon came and closed before {date}, with your own money: isolated, or cross without bonus in the account.",
  }),
  termLossLiquidation: msg`Positions that were liquidated do not count.`,
  termLossLiquidated: msg`Positions that were liquidated count too.`,
  termLossVoid: msg`If a position closes with a profit first, the coupon becomes invalid.`,
  termLossPaid: msg`Fees and funding are not covered. It pays once, to your capital account on the next day (UTC).`,
  termHold: msg({ message: "The position must be held for at least {hours} hours." }),
  termProfit: msg({
    message:
      "When a position that was opened after the coupon came is closed in full with a profit, {percent}% of the profit is added in your capital account.",
  }),
  termProfitLeast: msg({ message: "The profit after fees and funding must be at least {profit} USDT." }),
  termProfitRoe: msg({
    message: "The profit after fees and funding must be at least {percent}% of the opening margin of the position.",
  }),
  termProfitParts: msg`Parts that were closed before count together at the full close. Losses leave the coupon as it is.`,
  termProfitUntil: msg({ message: "It adds up to {amount} USDT until {date}." }),
  termProfitOpposite: msg`An opposite position in the same market, yours or of a linked account, makes the coupon invalid.`,
} as const;
