import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: trigger order filled", "{qty} at {price}."],
  "trigger-fired": ["{symbol}: order triggered", "Its price was reached and the order was sent."],
  "trigger-failed": [
    "{symbol}: trigger order failed",
    "Its price was reached, but the order was refused. The order history says why.",
  ],
  "margin-warned": [
    "Margin ratio reached {ratio} in {asset}",
    "At 100% positions are liquidated. Add margin or reduce positions.",
  ],
  "position-warned": [
    "{symbol}: margin ratio reached {ratio}",
    "At 100% the position is liquidated. Add margin or reduce it.",
  ],
  "pair-warned": ["{symbol}: margin level fell to {level}", "Repay or add collateral before the pair is liquidated."],
  "liquidation-started": ["{symbol}: liquidation started", "The margin no longer covers the maintenance margin."],
  "position-liquidated": ["{symbol}: position liquidated", "{qty} went to the liquidation engine."],
  "pair-liquidated": ["{symbol}: margin pair liquidated", "Its assets were sold to repay the loan."],
  deleveraged: ["{symbol}: position reduced by auto-deleveraging", "{qty} were closed against a liquidated position."],
  "price-above": ["{symbol} rose to {level}", "Your alert: a trade at {value}. The alert is now off."],
  "price-below": ["{symbol} fell to {level}", "Your alert: a trade at {value}. The alert is now off."],
  "funding-above": [
    "{symbol}: funding rate at or above {level}",
    "Your alert: the next rate is {value}. The alert is now off.",
  ],
  "funding-below": [
    "{symbol}: funding rate at or below {level}",
    "Your alert: the next rate is {value}. The alert is now off.",
  ],
  "margin-above": ["Margin ratio in {symbol} reached {level}", "Your alert: it is {value}. The alert is now off."],
  "deposit-credited": ["Deposit credited: {amount} {asset}", "It is available in your account."],
  "deposit-reversed": ["Deposit taken back: {amount} {asset}", "The network has reversed its transaction."],
  "withdrawal-sent": ["Withdrawal sent: {amount} {asset}", "It was paid on the network."],
  "withdrawal-returned": [
    "Withdrawal returned: {amount} {asset}",
    "It was not paid. The amount is back in your account.",
  ],
  "coupon-paid": ["Coupon paid: {amount} {asset}", "It is available in your account."],
  "bonus-granted": ["Bonus granted: {amount} {asset}", "It is in Derivatives until it ends."],
  "bonus-ends-day": [
    "Your bonus ends within 24 hours: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "bonus-ends-hour": [
    "Your bonus ends within an hour: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "nickname-accepted": ["Nickname accepted: {nickname}", "It is in use from now on."],
  "nickname-rejected": ["Nickname refused: {nickname}", "It did not pass the review. You can submit another one."],
  "identity-verified": ["Identity verified: level {level}", "Your withdrawal limit follows this level."],
  "identity-rejected": ["Identity verification failed", "Your profile says why and what to do next."],
  "ticket-answered": ["Support has answered: {subject}", "Ticket S-{number}. Read the answer and write back there."],
  "new-device": ["New device: {device}", "IP {ip}. If this was not you, end the session and change your password."],
  "security-changed": [
    "Security settings changed",
    "Details are in your mail. If this was not you, freeze your account.",
  ],
};
