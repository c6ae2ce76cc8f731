import { msg } from "@lingui/core/macro";
import { heldMessages } from "./held-messages.ts";
import { releaseMessages } from "./release-messages.ts";
import { taskMessages } from "./task-messages.ts";

export const m = {
  ...heldMessages,
  ...releaseMessages,
  ...taskMessages,
  title: msg`Coupon Center`,
  lead: msg`What each one is worth, what it asks for, and how far you are.`,
  usable: msg`Usable now`,
  within: msg`Within reach`,
  received: msg`Received so far`,
  groups: msg`Groups of coupons`,
  all: msg({ message: "All", context: "filter" }),
  ready: msg`Ready`,
  progress: msg`In progress`,
  finished: msg`Finished`,
  failed: msg`This part could not be loaded.`,
  retry: msg`Try again`,
  empty: msg`No coupons here`,
  emptyHint: msg`Coupons from campaigns and rewards stand here once you have them.`,
  older: msg`Show more`,
  close: msg`Close`,
  details: msg`Details`,
  // Kinds
  CASH_BONUS: msg`Cash bonus`,
  DEPOSIT: msg`Deposit coupon`,
  DEPOSIT_REWARD: msg`Deposit reward coupon`,
  CASHBACK: msg`Cashback coupon`,
  LOSS_DEDUCTION: msg`Loss deduction coupon`,
  PROFIT_DOUBLE: msg`Profit double coupon`,
  CONTRACT_VOUCHER: msg`Contract voucher`,
  TRADING_BONUS: msg`Trading bonus`,
  FUNDING_BONUS: msg`Funding bonus`,
  // What a kind does, in one sentence
  CASH_BONUS_rule: msg`Paid to your capital account when the volume is reached.`,
  CASH_BONUS_free_rule: msg`Paid to your capital account.`,
  DEPOSIT_rule: msg`Transfers into Derivatives earn trading bonus, up to this amount.`,
  DEPOSIT_REWARD_rule: msg`Keep the deposit until the day of distribution and reach the volume.`,
  DEPOSIT_REWARD_free_rule: msg`Keep the deposit until the day of distribution.`,
  CASHBACK_rule: msg`Fees you pay in cash come back the next day.`,
  LOSS_DEDUCTION_rule: msg`Pays a part of your first realised loss.`,
  PROFIT_DOUBLE_rule: msg`Profits are topped up until the amount is used.`,
  CONTRACT_VOUCHER_rule: msg`One isolated position. The profit is yours, the loss is ours.`,
  TRADING_BONUS_rule: msg`Margin in Derivatives. Pays fees, funding and losses; a transfer out recalls it.`,
  FUNDING_BONUS_rule: msg`Pays the funding you owe, and nothing else. Never counts as margin.`,
  // Statuses
  PENDING: msg({ message: "Pending", context: "coupon" }),
  SUCCESS: msg({ message: "Success", context: "coupon" }),
  FAILED: msg({ message: "Failed", context: "coupon" }),
  EXPIRED: msg({ message: "Expired", context: "coupon" }),
  INVALID: msg`Invalid`,
  RECALLED: msg`Recalled`,
  RUN_OUT: msg`Run Out`,
  USED_OFF: msg`Used off`,
  // Why it has its status
  VOLUME_UNMET: msg`The volume was not reached before the end.`,
  NOT_CLAIMED: msg`It was not claimed in time.`,
  CAMPAIGN_EMPTY: msg`The campaign had no money left.`,
  USED: msg`It was used in full.`,
  ENDED: msg`It ended before it was used in full.`,
  ENDED_UNPAID: msg`It ended without a loss that it pays for.`,
  TRANSFER_OUT: msg`Recalled by a transfer out of Derivatives.`,
  DEPOSIT_UNMET: msg`The net deposit was below what the coupon asks for.`,
  OPERATOR: msg`Invalid: withdrawn by the exchange. Support can give you the reason.`,
  REFUSED: msg`Invalid: it could not be paid. Support can give you the reason.`,
  USED_ONCE: msg`It pays once, and it has paid.`,
  USED_VOUCHER: msg`Its position is closed.`,
  BALANCE_UNMET: msg`There was not enough in Derivatives on the day of distribution.`,
  // What waits for a deposit
  back: msg({ message: "Up to {amount} USDT back" }),
  backHint: msg({
    message: "Transfers into Derivatives earn {percent}% as trading bonus until {date}, at most {amount} USDT.",
  }),
  claimFirst: msg({
    message:
      "Claim your deposit coupon first: what you transfer into Derivatives after that earns {percent}% as trading bonus, up to {amount} USDT.",
  }),
  depositEarns: msg({
    message:
      "You have a deposit coupon: what you transfer on to Derivatives earns {percent}% as trading bonus, up to {amount} USDT.",
  }),
  deposit: msg({ message: "Deposit", context: "button: to put coins in" }),
  // Card and details
  volume: msg`Volume`,
  remaining: msg`Remaining`,
  stillToEarn: msg`Still to earn`,
  ofTotal: msg({ message: "{done} of {total} USDT" }),
  ends: msg({ message: "Ends {date}" }),
  claimBy: msg({ message: "Claim by {date}" }),
  distribution: msg({ message: "Distribution {date}" }),
  claim: msg`Claim`,
  claimed: msg`The coupon is claimed`,
  claimTooLate: msg`It is too late: this coupon can no longer be claimed.`,
  trade: msg({ message: "Trade", context: "button: to where one trades" }),
  volumeCounted: msg`Volume counted`,
  leftToTrade: msg({ message: "Still to trade: {amount} USDT" }),
  granted: msg`Granted`,
  endsLabel: msg`Ends`,
  distributionTime: msg`Distribution time`,
  paidTo: msg`Paid to`,
  capitalAccount: msg`Capital account`,
  derivatives: msg`Derivatives`,
  paid: msg`Paid so far`,
  bonusGranted: msg`Bonus received`,
  bonusUsed: msg`Used for costs`,
  bonusReturned: msg`Returned to the campaign`,
  transferable: msg({ message: "Transferable", context: "a coupon, to another user" }),
  no: msg`No`,
  accounts: msg`Accounts`,
  markets: msg`Markets`,
  // Terms, made of the coupon's own figures
  terms: msg`Terms of this coupon`,
  termClaim: msg({ message: "Claim it by {date}, or it expires." }),
  termVolume: msg({ message: "Trade {volume} USDT before {date}. Opening and closing both count." }),
  termOwn: msg`Only the part of a trade that your own money carried counts. Trades with yourself, with linked accounts (same device or invitation) and simulated trades do not.`,
  termPaid: msg({
    message: "When the volume is reached, {amount} USDT arrive in your capital account and can be withdrawn at once.",
  }),
  termPaidNow: msg({ message: "{amount} USDT arrive in your capital account and can be withdrawn at once." }),
  termFails: msg`If it is not reached in time, the coupon fails and nothing is taken from you.`,
  termBonus: msg({
    message:
      "{amount} USDT stand as bonus in Derivatives until {date}. It counts as margin and pays fees, funding and losses first.",
  }),
  termBonusPart: msg({
    message:
      "{amount} USDT stand as bonus in Derivatives until {date}. It counts as margin and pays {percent}% of fees, funding and losses; your own money pays the rest while it lasts.",
  }),
  termBonusMarket: msg({ message: "The bonus counts as margin only for orders in {market}." }),
  termBonusLeverage: msg({
    message: "The bonus counts as margin only for orders at a leverage of {min}× to {max}×.",
  }),
  termBonusLeast: msg({ message: "The bonus counts as margin only for orders at a leverage of {min}× or more." }),
  termRecall: msg`A transfer out of Derivatives recalls what is left of it. It can never be withdrawn; what you win with it can.`,
  termFunding: msg({
    message: "It pays {ratio}% of the funding you owe until {date} or until {amount} USDT are used.",
  }),
  termFundingOnly: msg`It is no margin, pays nothing else, and stays when you transfer out.`,
  termVoucher: msg({
    message: "Opens one isolated position at market in any USDT contract. {amount} USDT are its margin and its fee.",
  }),
  termVoucherIn: msg({
    message: "Opens one isolated position at market in {markets}. {amount} USDT are its margin and its fee.",
  }),
  termVoucherLeverage: msg({ message: "The leverage is at most {leverage}×." }),
  termVoucherWhole: msg`The position takes no other margin and is closed as a whole. It needs a side of the contract without a position or order of yours.`,
  termVoucherEnd: msg({
    message: "When it is closed, what it is worth above {amount} USDT is yours. A loss costs you nothing.",
  }),
  termVoucherUnused: msg({
    message: "If it is not used by {date}, it expires. A position that is open then stays open.",
  }),
  termVoucherHold: msg({ message: "A position that is still open after {hours} hours is closed at market." }),
  closesAt: msg({ message: "Closed at market on {time} if it is still open" }),
  use: msg({ message: "Use", context: "a voucher" }),
  inUse: msg({ message: "In use: {position}" }),
  onItsWay: msg({ message: "On its way: {position}" }),
  LONG: msg`Long`,
  SHORT: msg`Short`,
  termDeposit: msg({
    message:
      "Each transfer into Derivatives before {date} earns {percent}% of it as trading bonus, up to {amount} USDT in all.",
  }),
  termDepositFirst: msg({
    message:
      "Only the first transfer into Derivatives that your account ever makes earns: {percent}% of it as trading bonus, up to {amount} USDT, before {date}.",
  }),
  termDepositPrior: msg({
    message: "What you moved out of Derivatives in the {days} days before has to come back first and earns nothing.",
  }),
  termDepositOne: msg`A transfer earns by one coupon: the oldest that gives anything for it.`,
  termDepositFlat: msg`It can be claimed only while you have no open position in Derivatives.`,
  termReward: msg({
    message:
      "Deposit at least {deposit} USDT from outside and keep it until {date}. Withdrawals are subtracted; transfers between your accounts do not count.",
  }),
  termRewardBalance: msg({ message: "On {date} at least {deposit} USDT have to be in Derivatives." }),
  termRewardBonus: msg({
    message: "It pays {percent}% of your first deposit, up to {amount} USDT, as trading bonus for {days} days.",
  }),
  termRewardCash: msg({
    message: "It pays {percent}% of your first deposit, up to {amount} USDT, to your capital account.",
  }),
  termRewardFails: msg`If one of these is not met by the end, the coupon fails; nothing is taken from you.`,
  // Counted fills
  fills: msg`Counted fills`,
  noFills: msg`No fill has been counted yet.`,
  time: msg`Time`,
  market: msg`Market`,
  traded: msg`Traded`,
  counted: msg`Counted`,
  CROSS: msg`Cross`,
  ISOLATED: msg`Isolated`,
  SPOT: msg`Spot`,
  byBonus: msg({ message: "{percent}% by bonus" }),
  VOUCHER: msg`Voucher: does not count`,
  OWN: msg`With yourself: does not count`,
  LINKED: msg`With a linked account: does not count`,
  // Simulator
  simulator: msg`What would a trade count?`,
  tradeWorth: msg`Worth of the trade`,
  wouldCount: msg`It would count`,
  marginMode: msg`Margin mode`,
  stillLeft: msg`Still to trade after it`,
  notListed: msg`This market does not count for the coupon.`,
} as const;
