import type {
  CreditHouse,
  EarnRedeem,
  EarnSubscribe,
  FundCampaign,
  MoveHouse,
  PayCoupon,
  PayEarn,
  PayReferral,
  ReverseDeposit,
  SeedFund,
  SweepRounding,
} from "@tidemark/contracts/codec";
import { isMoney } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { entryCause } from "../orders/order-table.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { funds } from "./journal-words.ts";

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

/** The same from one product to another: both legs meet in transit (rule book 3.3). */
function moveThroughTransit(
  state: State,
  cause: number,
  ref: number,
  asset: number,
  from: number,
  to: number,
  amount: bigint,
): void {
  const { ledger } = state;
  if (ledger.balance(from) < amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, amount, ledger.balance(from));
  const transit = systemAccount(state, 0, asset, system.transit);
  ledger.beginEntry(cause, ref);
  ledger.lineBig(from, -amount);
  ledger.lineBig(transit, amount);
  ledger.lineBig(transit, -amount);
  ledger.lineBig(to, amount);
  ledger.endEntry();
}

/** Company money enters as coins do: against the mirror of deposits, into the house account of the wallet. */
export function creditHouse(state: State, c: CreditHouse): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const { ledger } = state;
  ledger.beginEntry(entryCause.house, 0);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.deposits), -c.amount);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.house), c.amount);
  ledger.endEntry();
}

/** From the wallet's house account to another product's, through transit. */
export function moveHouse(state: State, c: MoveHouse): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  if (c.product < 2 || c.product > 5) return state.refuse(refuse.CONFIG_INVALID);
  const from = systemAccount(state, product.wallet, c.asset, system.house);
  const to = systemAccount(state, c.product, c.asset, system.house);
  moveThroughTransit(state, entryCause.house, c.product, c.asset, from, to, c.amount);
}

/** House money becomes insurance fund, lending pool or earn pool. */
export function seedFund(state: State, c: SeedFund): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const target = { [funds.insurance]: system.insurance, [funds.lending]: system.lending, [funds.earn]: system.earn }[
    c.fund
  ];
  if (target === undefined) return state.refuse(refuse.CONFIG_INVALID);
  const from = systemAccount(state, c.product, c.asset, system.house);
  move(state, entryCause.fundSeed, c.fund, from, systemAccount(state, c.product, c.asset, target), c.amount);
}

export function sweepRounding(state: State, c: SweepRounding): void {
  const from = systemAccount(state, c.product, c.asset, system.rounding);
  const amount = state.ledger.balance(from);
  if (amount === 0n) return state.refuse(refuse.AMOUNT_INVALID);
  move(state, entryCause.sweep, 0, from, systemAccount(state, c.product, c.asset, system.insurance), amount);
}

/** Campaign money comes from the house account of its product, never from nothing. */
export function fundCampaign(state: State, c: FundCampaign): void {
  if (amountRefused(state, c.asset, c.amount) || campaignRefused(state, c.campaign)) return;
  const from = systemAccount(state, c.product, c.asset, system.house);
  if (!move(state, entryCause.campaign, c.campaign, from, promoOf(state, c.campaign, c.product, c.asset), c.amount))
    return;
  state.events.list(eventCode.campaign_funded, [c.campaign, c.product, c.asset, highOf(c.amount), lowOf(c.amount)]);
}

function campaignRefused(state: State, campaign: number): boolean {
  if (campaign > 0) return false;
  state.refuse(refuse.CONFIG_INVALID);
  return true;
}

/** Cashback, loss deduction, profit double, cash bonus: campaign money into the wallet. */
export function payCoupon(state: State, c: PayCoupon): void {
  if (amountRefused(state, c.asset, c.amount) || campaignRefused(state, c.campaign)) return;
  const from = promoOf(state, c.campaign, product.wallet, c.asset);
  if (!move(state, entryCause.coupon, c.campaign, from, userAccount(state, c.uid, c.asset, bucket.avail), c.amount))
    return;
  state.events.list(eventCode.coupon_paid, [c.uid, c.campaign, c.asset, highOf(c.amount), lowOf(c.amount)]);
}

/** a share of what a product earned in fees, through transit into the referrer's wallet. */
export function payReferral(state: State, c: PayReferral): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const from = systemAccount(state, c.product, c.asset, system.fees);
  const to = userAccount(state, c.uid, c.asset, bucket.avail);
  moveThroughTransit(state, entryCause.referral, c.uid, c.asset, from, to, c.amount);
}

/** Money of the wallet that earns, and back. */
export function subscribeEarn(state: State, c: EarnSubscribe | EarnRedeem): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const isIn = c.type === "earn_subscribe";
  const avail = userAccount(state, c.uid, c.asset, bucket.avail);
  const earn = userAccount(state, c.uid, c.asset, bucket.earn);
  if (!move(state, entryCause.earn, c.uid, isIn ? avail : earn, isIn ? earn : avail, c.amount)) return;
  state.events.list(eventCode.earn_changed, [c.uid, c.asset, isIn ? 0 : 1, highOf(c.amount), lowOf(c.amount)]);
}

export function payEarn(state: State, c: PayEarn): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const pool = systemAccount(state, product.wallet, c.asset, system.earn);
  if (!move(state, entryCause.earn, c.uid, pool, userAccount(state, c.uid, c.asset, bucket.avail), c.amount)) return;
  state.events.list(eventCode.earn_changed, [c.uid, c.asset, 2, highOf(c.amount), lowOf(c.amount)]);
}

/** The debt of a user whose deposit was taken back (rule book 3.2): what later deposits repay first. */
export const reorgDebt = (state: State, uid: number, asset: number): bigint => {
  const account = state.ledger.find(uid, accountKey(product.wallet, 0, asset, system.reorg));
  return account === 0 ? 0n : -state.ledger.balance(account);
};

/** V133: a deposit reversed beyond finality takes what the wallet still has; the rest is a debt. */
export function reverseDeposit(state: State, c: ReverseDeposit): void {
  if (amountRefused(state, c.asset, c.amount)) return;
  const { ledger } = state;
  const avail = userAccount(state, c.uid, c.asset, bucket.avail);
  const there = ledger.balance(avail);
  const taken = there < c.amount ? there : c.amount;
  ledger.beginEntry(entryCause.reorg, c.uid);
  ledger.lineBig(systemAccount(state, product.wallet, c.asset, system.deposits), c.amount);
  ledger.lineBig(avail, -taken);
  ledger.lineBig(userAccount(state, c.uid, c.asset, system.reorg), taken - c.amount);
  ledger.endEntry();
  const debt = reorgDebt(state, c.uid, c.asset);
  state.events.list(eventCode.deposit_reversed, [
    c.uid,
    c.asset,
    highOf(c.amount),
    lowOf(c.amount),
    highOf(debt),
    lowOf(debt),
  ]);
}
