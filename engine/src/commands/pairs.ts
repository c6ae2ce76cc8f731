import type { CommandOf } from "@tidemark/contracts/journal";
import {
  hourlyInterest,
  isBorrowAllowed,
  isMoney,
  maxBorrow,
  maxTransferOutValue,
  pairAssets,
  pairDebts,
  repaymentOf,
} from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { entryCause } from "../records/order.ts";
import { debtOf, pairAccount } from "../pairs/debts.ts";
import { isStale, measureOf, pairOf } from "../pairs/levels.ts";
import { Pair } from "../records/margin-pair.ts";
import { clearPairAlarms } from "../pairs/pair-alarms.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { type DueTimer, timerKind } from "../records/timer-heap.ts";

const hourMs = 3_600_000;
const leverages = [0, 3, 5, 10];

export function configurePair(state: State, c: CommandOf<"configure_pair">): void {
  const { memory } = state;
  const market = state.markets.at(c.market);
  const isSpot = market !== 0 && memory.w[market + Market.kind] === marketKind.spot;
  if (!isSpot || !leverages.includes(c.leverage)) return state.refuse(refuse.CONFIG_INVALID);
  // A pair that is closed to new loans stays one: leverage 1 lends nothing, and what is owed and held can still be moved.
  const isKnown = memory.w[market + Market.pairLeverage] !== 0;
  memory.set(market + Market.pairLeverage, c.leverage === 0 && isKnown ? 1 : c.leverage);
  memory.set(market + Market.pairBaseRate, c.baseRate);
  memory.set(market + Market.pairQuoteRate, c.quoteRate);
  state.events.emit("pair_configured", { market: c.market });
}

/** The pair's market if the command names one of its assets; 0 with the refusal set. */
function pairMarket(state: State, c: CommandOf<"borrow"> | CommandOf<"repay">): number {
  const { w } = state.memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.pairLeverage] === 0) state.refuse(refuse.SYMBOL_NOT_FOUND);
  else if (c.asset !== w[market + Market.base] && c.asset !== w[market + Market.quote])
    state.refuse(refuse.ASSET_NOT_IN_PRODUCT, BigInt(product.margin));
  else if (c.amount <= 0n || !isMoney(c.amount)) state.refuse(refuse.AMOUNT_INVALID);
  else return market;
  return 0;
}

/** a loan that keeps the level, from a pool that has it; its first hour of interest is charged at once. */
export function borrow(state: State, c: CommandOf<"borrow">): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const market = pairMarket(state, c);
  if (market === 0) return;
  if (isStale(state, market) || w[market + Market.status] !== marketStatus.trading)
    return state.refuse(refuse.MARKET_NOT_TRADING);
  if (state.isStopped(c.uid, c.market)) return state.refuse(refuse.LOCKED_BY_OPERATOR);
  const isBase = c.asset === w[market + Market.base];
  const which = isBase ? "base" : "quote";
  const hourlyRate = w[market + (isBase ? Market.pairBaseRate : Market.pairQuoteRate)]!;
  const terms = { leverage: w[market + Market.pairLeverage]!, hourlyRate };
  const index = w[market + Market.index]!;
  const pair = pairOf(state, c.uid, market);
  const measure = measureOf(state, market);
  if (!isBorrowAllowed(pair, which, c.amount, terms, index, measure))
    return state.refuse(refuse.BORROW_LIMIT, maxBorrow(pair, which, terms, index, measure));
  const pool = ledger.account(0, accountKey(product.margin, 0, c.asset, system.lending));
  if (ledger.balance(pool) < c.amount) return state.refuse(refuse.POOL_EMPTY, ledger.balance(pool));
  const interest = hourlyInterest(c.amount, hourlyRate);
  const account = (kind: number): number => pairAccount(state, c.uid, c.market, c.asset, kind);
  ledger.beginEntry(entryCause.loan, c.market);
  ledger.lineBig(pool, -c.amount);
  ledger.lineBig(account(bucket.avail), c.amount);
  ledger.lineBig(account(bucket.loan), -c.amount);
  ledger.lineBig(account(bucket.interest), -interest);
  ledger.lineBig(ledger.account(0, accountKey(product.margin, 0, c.asset, system.loans)), c.amount + interest);
  ledger.endEntry();
  const record = state.pairs.pair(c.uid, c.market);
  if (memory.w[record + Pair.isListed] === 0) chargeAt(state, record, state.now + hourMs);
  state.pairs.list(record, market);
  memory.set(record + Pair.leverage, terms.leverage);
  state.pending.pairs.add(record);
  emitLoan(state, c, entryCause.loan, c.amount);
}

function emitLoan(
  state: State,
  c: Pick<CommandOf<"borrow">, "uid" | "market" | "asset">,
  why: number,
  amount: bigint,
): void {
  state.events.emit("loan_changed", {
    uid: c.uid,
    market: c.market,
    asset: c.asset,
    cause: why,
    amountHigh: highOf(amount),
    amountLow: lowOf(amount),
  });
}

/** interest first, then principal; more than is owed stays where it is. */
export function repay(state: State, c: CommandOf<"repay">): void {
  const market = pairMarket(state, c);
  if (market === 0) return;
  const avail = pairAccount(state, c.uid, c.market, c.asset, bucket.avail);
  if (state.ledger.balance(avail) < c.amount)
    return state.refuse(refuse.INSUFFICIENT_BALANCE, c.amount, state.ledger.balance(avail));
  payBack(state, c.uid, market, c.asset, c.amount);
}

/** Pays what is owed, up to an amount; returns how much it was. */
export function payBack(state: State, uid: number, market: number, asset: number, most: bigint): bigint {
  const { ledger } = state;
  const marketId = state.memory.w[market + Market.id]!;
  const { principal, interest } = debtOf(state, uid, marketId, asset);
  const { toInterest, toPrincipal } = repaymentOf(most, interest, principal);
  const paid = toInterest + toPrincipal;
  if (paid === 0n) return 0n;
  const account = (kind: number): number => pairAccount(state, uid, marketId, asset, kind);
  ledger.beginEntry(entryCause.repay, marketId);
  ledger.lineBig(account(bucket.avail), -paid);
  ledger.lineBig(ledger.account(0, accountKey(product.margin, 0, asset, system.lending)), paid);
  ledger.lineBig(account(bucket.interest), toInterest);
  ledger.lineBig(account(bucket.loan), toPrincipal);
  ledger.lineBig(ledger.account(0, accountKey(product.margin, 0, asset, system.loans)), -paid);
  ledger.endEntry();
  const record = state.pairs.pair(uid, marketId);
  if (hasDebt(state, uid, market)) state.pending.pairs.add(record);
  else {
    state.pairs.unlist(record, market);
    clearPairAlarms(state, record);
  }
  emitLoan(state, { uid, market: marketId, asset }, entryCause.repay, paid);
  return paid;
}

function hasDebt(state: State, uid: number, market: number): boolean {
  const pair = pairOf(state, uid, market);
  return pair.baseDebt > 0n || pair.quoteDebt > 0n;
}

/** every hour since the first loan, on the principal of both assets. */
export function chargeInterest(state: State, { owner: record, due }: DueTimer): void {
  const { ledger, memory } = state;
  const { w } = memory;
  // The timer of a loan that was repaid rings as well, and must not charge the next one.
  if (w[record + Pair.isListed] === 0 || memory.number(record + Pair.interestAt) !== due) return;
  const uid = w[record + Pair.uid]!;
  const marketId = w[record + Pair.market]!;
  const market = state.markets.at(marketId);
  for (const [asset, rate] of [
    [w[market + Market.base]!, w[market + Market.pairBaseRate]!],
    [w[market + Market.quote]!, w[market + Market.pairQuoteRate]!],
  ] as const) {
    const { principal } = debtOf(state, uid, marketId, asset);
    const amount = hourlyInterest(principal, rate);
    if (amount === 0n) continue;
    ledger.beginEntry(entryCause.interest, marketId);
    ledger.lineBig(pairAccount(state, uid, marketId, asset, bucket.interest), -amount);
    ledger.lineBig(ledger.account(0, accountKey(product.margin, 0, asset, system.loans)), amount);
    ledger.endEntry();
    state.events.emit("loan_changed", {
      uid,
      market: marketId,
      asset,
      cause: entryCause.interest,
      amountHigh: highOf(amount),
      amountLow: lowOf(amount),
    });
  }
  // After an outage the missed hours are not made up for: interest is charged for hours that were served.
  chargeAt(state, record, Math.max(due, state.now - hourMs) + hourMs);
  state.pending.pairs.add(record);
}

function chargeAt(state: State, record: number, at: number): void {
  state.memory.setNumber(record + Pair.interestAt, at);
  state.timers.set(at, timerKind.interest, record);
}

/** out of a pair with debt money may leave while the level stays at 2; nothing while the index is stale. */
export function pairTransferable(state: State, uid: number, marketId: number, asset: number, balance: bigint): bigint {
  const { w } = state.memory;
  const market = state.markets.at(marketId);
  if (!hasDebt(state, uid, market)) return balance;
  if (isStale(state, market)) return 0n;
  const pair = pairOf(state, uid, market);
  const measure = measureOf(state, market);
  const index = w[market + Market.index]!;
  const spare = maxTransferOutValue(pairAssets(pair, index, measure), pairDebts(pair, index, measure));
  const most = asset === w[market + Market.quote] ? spare : (spare * measure.lotUnits) / (BigInt(index) * measure.unit);
  return balance < most ? balance : most;
}
