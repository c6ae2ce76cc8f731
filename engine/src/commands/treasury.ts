import { type CommandOf, funds } from "@tidemark/contracts/journal";
import { isMoney } from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { entryCause } from "../records/order.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";

const systemAccount = (state: State, productId: number, asset: number, which: number): number =>
  state.ledger.account(0, accountKey(productId, 0, asset, which));
const userAccount = (state: State, uid: number, asset: number, which: number): number =>
  state.ledger.account(uid, accountKey(product.wallet, 0, asset, which));
const promoOf = (state: State, campaign: number, productId: number, asset: number): number =>
  state.ledger.account(campaign, accountKey(productId, 0, asset, system.promo));

function amountRefused(state: State, asset: number, amount: bigint): boolean {
  if (state.assets.isDefined(asset) && amount > 0n && isMoney(amount)) return false;
  state.refuse(refuse.AMOUNT_INVALID);
  return true;
}

/** Moves company or campaign money; refused when there is not enough. True: done. */
function move(state: State, cause: number, ref: number, from: number, to: number, amount: bigint): boolean {
  const { ledger } = state;
  if (ledger.balance(from) < amount) {
    state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, amount, ledger.balance(from));
    return false;
  }
  ledger.beginEntry(cause, ref);
  ledger.lineBig(from, -amount);
  ledger.lineBig(to, amount);
  ledger.endEntry();
  return true;
}

/** The same from one product to another: both positions meet in transit (rule book 3.3). */
function moveThroughTransit(
  state: State,
  cause: number,
  ref: number,
  asset: number,
  from: number,
  to: number,
  amount: bigint,
): boolean {
  const { ledger } = state;
  if (ledger.balance(from) < amount) {
    state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, amount, ledger.balance(from));
    return false;
  }
  const transit = systemAccount(state, 0, asset, system.transit);
  ledger.beginEntry(cause, ref);
  ledger.lineBig(from, -amount);
  ledger.lineBig(transit, amount);
  ledger.lineBig(transit, -amount);
  ledger.lineBig(to, amount);
  ledger.endEntry();
  return true;
}

/** Company money enters as coins do: against the mirror of deposits, into the treasury account of the wallet. */
export function creditTreasury(state: State, c: CommandOf<"credit_treasury">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const { ledger } = state;
  ledger.beginEntry(entryCause.treasury, 0);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.deposits), -c.amount);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.treasury), c.amount);
  ledger.endEntry();
}

/** From the wallet's treasury account to another product's, through transit. */
export function moveTreasury(state: State, c: CommandOf<"move_treasury">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  if (c.product < 2 || c.product > 5) return state.refuse(refuse.CONFIG_INVALID);
  const from = systemAccount(state, product.wallet, c.asset, system.treasury);
  const to = systemAccount(state, c.product, c.asset, system.treasury);
  moveThroughTransit(state, entryCause.treasury, c.product, c.asset, from, to, c.amount);
}

/** Treasury money becomes insurance fund, lending pool or earn pool. */
export function seedFund(state: State, c: CommandOf<"seed_fund">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const target = { [funds.insurance]: system.insurance, [funds.lending]: system.lending, [funds.earn]: system.earn }[
    c.fund
  ];
  if (target === undefined) return state.refuse(refuse.CONFIG_INVALID);
  const from = systemAccount(state, c.product, c.asset, system.treasury);
  move(state, entryCause.fundSeed, c.fund, from, systemAccount(state, c.product, c.asset, target), c.amount);
}

export function sweepRounding(state: State, c: CommandOf<"sweep_rounding">): void {
  const from = systemAccount(state, c.product, c.asset, system.rounding);
  const amount = state.ledger.balance(from);
  if (amount === 0n) return state.refuse(refuse.AMOUNT_INVALID);
  move(state, entryCause.sweep, 0, from, systemAccount(state, c.product, c.asset, system.insurance), amount);
}

/** Campaign money comes from the treasury account of its product, never from nothing. */
export function fundCampaign(state: State, c: CommandOf<"fund_campaign">): void {
  if (amountRefused(state, c.asset, c.amount) || campaignRefused(state, c.campaign)) return;
  const from = systemAccount(state, c.product, c.asset, system.treasury);
  if (!move(state, entryCause.campaign, c.campaign, from, promoOf(state, c.campaign, c.product, c.asset), c.amount))
    return;
  state.events.emit("campaign_funded", {
    campaign: c.campaign,
    product: c.product,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
  });
}

function campaignRefused(state: State, campaign: number): boolean {
  if (campaign > 0) return false;
  state.refuse(refuse.CONFIG_INVALID);
  return true;
}

/** Cashback, loss deduction, profit double, cash bonus: campaign money into the wallet. */
export function payCoupon(state: State, c: CommandOf<"pay_coupon">): void {
  if (amountRefused(state, c.asset, c.amount) || campaignRefused(state, c.campaign)) return;
  const from = promoOf(state, c.campaign, product.wallet, c.asset);
  if (!move(state, entryCause.coupon, c.coupon, from, userAccount(state, c.uid, c.asset, bucket.avail), c.amount))
    return;
  state.events.emit("coupon_paid", {
    uid: c.uid,
    campaign: c.campaign,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    coupon: c.coupon,
  });
}

/** a share of what a product earned in fees, through transit into the referrer's wallet. */
export function payReferral(state: State, c: CommandOf<"pay_referral">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const from = systemAccount(state, c.product, c.asset, system.fees);
  const to = userAccount(state, c.uid, c.asset, bucket.avail);
  if (!moveThroughTransit(state, entryCause.referral, c.day, c.asset, from, to, c.amount)) return;
  state.events.emit("referral_paid", {
    uid: c.uid,
    product: c.product,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    day: c.day,
  });
}

/** Money of the wallet that earns, and back. */
export function subscribeEarn(state: State, c: CommandOf<"earn_subscribe"> | CommandOf<"earn_redeem">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const isIn = c.type === "earn_subscribe";
  const avail = userAccount(state, c.uid, c.asset, bucket.avail);
  const earn = userAccount(state, c.uid, c.asset, bucket.earn);
  if (!move(state, entryCause.earn, c.uid, isIn ? avail : earn, isIn ? earn : avail, c.amount)) return;
  state.events.emit("earn_changed", {
    uid: c.uid,
    asset: c.asset,
    cause: isIn ? 0 : 1,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    day: 0,
  });
}

export function payEarn(state: State, c: CommandOf<"pay_earn">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const pool = systemAccount(state, product.wallet, c.asset, system.earn);
  if (!move(state, entryCause.earn, c.day, pool, userAccount(state, c.uid, c.asset, bucket.avail), c.amount)) return;
  state.events.emit("earn_changed", {
    uid: c.uid,
    asset: c.asset,
    cause: 2,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    day: c.day,
  });
}

/** The debt of a user whose deposit was taken back (rule book 3.2): what later deposits repay first. */
export const reorgDebt = (state: State, uid: number, asset: number): bigint => {
  const account = state.ledger.find(uid, accountKey(product.wallet, 0, asset, system.reorg));
  return account === 0 ? 0n : -state.ledger.balance(account);
};

/** V133: a deposit reversed beyond finality takes what the wallet still has; the rest is a debt. */
export function reverseDeposit(state: State, c: CommandOf<"reverse_deposit">): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const { ledger } = state;
  const avail = userAccount(state, c.uid, c.asset, bucket.avail);
  const there = ledger.balance(avail);
  const taken = there < c.amount ? there : c.amount;
  ledger.beginEntry(entryCause.reorg, c.deposit);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.deposits), c.amount);
  ledger.lineBig(avail, -taken);
  ledger.lineBig(userAccount(state, c.uid, c.asset, system.reorg), taken - c.amount);
  ledger.endEntry();
  const debt = reorgDebt(state, c.uid, c.asset);
  state.events.emit("deposit_reversed", {
    uid: c.uid,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    debtHigh: highOf(debt),
    debtLow: lowOf(debt),
    depositId: c.deposit,
  });
}
