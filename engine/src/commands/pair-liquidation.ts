import { bandMax, bandMin, ceilDiv } from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { Market } from "../records/market.ts";
import { cause, entryCause, Order, side, status } from "../records/order.ts";
import { prepareEngineIoc } from "../orders/engine-ioc.ts";
import { emitAccepted } from "../orders/records.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket, User } from "../records/user.ts";
import { debtOf, pairAccount } from "../pairs/debts.ts";
import { levelOf } from "../pairs/levels.ts";
import { Pair } from "../records/margin-pair.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { matchAll } from "../spot/match.ts";
import { endSpotOrder, hold } from "../spot/settle.ts";
import type { State } from "../state/state.ts";
import { payBack } from "./pairs.ts";

const band = 3_000_000;
const feeDivisor = 100n;

/** orders go, assets are sold or bought within 3 % of the index until the debts can be repaid, then all is repaid. */
export function* liquidatePair(state: State, pair: number): SlicedWork {
  const { memory } = state;
  const { w } = memory;
  const uid = w[pair + Pair.uid]!;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = levelOf(state, uid, market) ?? 0n;
  const userMarket = userMarketOf(state, uid, w[pair + Pair.market]!, product.margin);
  cancelOrders(state, userMarket);
  const quote = w[market + Market.quote]!;
  const base = w[market + Market.base]!;
  yield* cover(state, userMarket, market, quote);
  yield* cover(state, userMarket, market, base);
  let deficit = 0n;
  for (const asset of [quote, base]) deficit += settleDebt(state, uid, market, asset);
  state.events.emit("pair_liquidated", {
    uid,
    market: memory.w[market + Market.id]!,
    level: Number(level),
    deficitHigh: highOf(deficit),
    deficitLow: lowOf(deficit),
  });
}

function cancelOrders(state: State, userMarket: number): void {
  const { w } = state.memory;
  for (let order = w[w[userMarket + UserMarket.user]! + User.oldestOrder]!; order !== 0;) {
    const newer = w[order + Order.newer]!;
    if (w[order + Order.userMarket] === userMarket) endSpotOrder(state, order, status.canceled, cause.liquidation);
    order = newer;
  }
}

/** Sells base for a quote debt, or buys base for a base debt: as much as is missing, with the fee of 1 % that comes on top. */
function* cover(state: State, userMarket: number, market: number, asset: number): SlicedWork {
  const { ledger, memory } = state;
  const { w } = memory;
  const uid = w[userMarket + UserMarket.uid]!;
  const marketId = w[market + Market.id]!;
  const { principal, interest } = debtOf(state, uid, marketId, asset);
  const owed = principal + interest;
  const needed = withFee(owed);
  const has = ledger.balance(pairAccount(state, uid, marketId, asset, bucket.avail));
  if (needed <= has) return;
  const sells = asset === w[market + Market.quote];
  const index = w[market + Market.index]!;
  const limitTicks = sells ? bandMin(index, band) : bandMax(index, band);
  const unit = BigInt(memory.number(market + Market.unit));
  const lotUnits = BigInt(memory.number(market + Market.lotUnits));
  const missing = needed - has;
  // A hundredth more for the trading fee, which is taken from what is received.
  const gross = missing + ceilDiv(missing, feeDivisor);
  const wanted = sells ? ceilDiv(gross, BigInt(limitTicks) * unit) : ceilDiv(gross, lotUnits);
  const payer = ledger.balance(w[userMarket + UserMarket.avail + (sells ? side.sell : side.buy)]!);
  const affordable = sells ? payer / lotUnits : payer / (BigInt(limitTicks) * unit);
  const lots = Number(wanted < affordable ? wanted : affordable);
  if (lots > 0) yield* trade(state, userMarket, market, sells ? side.sell : side.buy, lots, limitTicks);
}

/** An IOC of the engine for the user, on the common book. */
function* trade(
  state: State,
  userMarket: number,
  market: number,
  orderSide: number,
  lots: number,
  limitTicks: number,
): SlicedWork {
  const { memory, taker: t } = state;
  prepareEngineIoc(state, userMarket, market, orderSide, lots, limitTicks);
  t.held =
    orderSide === side.buy
      ? limitTicks * lots * memory.number(market + Market.unit)
      : lots * memory.number(market + Market.lotUnits);
  emitAccepted(state, product.margin, limitTicks, 0);
  hold(state, userMarket, orderSide, t.id, t.held);
  const ended = matchAll(state);
  if (ended !== true) yield* ended;
}

/** Repays what the pair has, takes the fee, and lets the fund and the company pay the rest. Returns what was missing. */
function settleDebt(state: State, uid: number, market: number, asset: number): bigint {
  const { ledger } = state;
  const marketId = state.memory.w[market + Market.id]!;
  const avail = pairAccount(state, uid, marketId, asset, bucket.avail);
  const paid = payBack(state, uid, market, asset, ledger.balance(avail));
  const fee = ceilDiv(paid, feeDivisor);
  const left = ledger.balance(avail);
  const charged = fee < left ? fee : left;
  const insurance = ledger.account(0, accountKey(product.margin, 0, asset, system.insurance));
  const { principal, interest } = debtOf(state, uid, marketId, asset);
  const missing = principal + interest;
  const fund = ledger.balance(insurance) + charged;
  const fromFund = missing < fund ? missing : fund;
  const treasury = ledger.account(0, accountKey(product.margin, 0, asset, system.treasury));
  const owed = missing - fromFund;
  // What neither has stays a debt of the pair, with the assets that stand for it.
  const fromTreasury = owed < ledger.balance(treasury) ? owed : ledger.balance(treasury);
  const paidFor = fromFund + fromTreasury;
  if (charged === 0n && paidFor === 0n) return 0n;
  ledger.beginEntry(entryCause.pairLiquidation, marketId);
  ledger.lineBig(avail, paidFor - charged);
  ledger.lineBig(insurance, charged - fromFund);
  ledger.lineBig(treasury, -fromTreasury);
  ledger.endEntry();
  if (paidFor === 0n) return 0n;
  payBack(state, uid, market, asset, paidFor);
  return paidFor - takeCollateral(state, uid, market, asset, paidFor);
}

/**
 * Nobody bought what had to be sold, so the fund that paid the debt takes it instead, at the worst price that the market would have been
 * asked for and with the fee: an empty book must not make a debt a gift. Returns how much of the debt that is worth.
 */
function takeCollateral(state: State, uid: number, market: number, asset: number, missing: bigint): bigint {
  const { ledger, memory } = state;
  const { w } = memory;
  const marketId = w[market + Market.id]!;
  const isQuote = asset === w[market + Market.quote];
  const other = w[market + (isQuote ? Market.base : Market.quote)]!;
  const owed = debtOf(state, uid, marketId, other);
  const avail = pairAccount(state, uid, marketId, other, bucket.avail);
  const spare = ledger.balance(avail) - withFee(owed.principal + owed.interest);
  const index = w[market + Market.index]!;
  const price =
    BigInt(isQuote ? bandMin(index, band) : bandMax(index, band)) * BigInt(memory.number(market + Market.unit));
  const lotUnits = BigInt(memory.number(market + Market.lotUnits));
  const [multiplier, divisor] = isQuote ? [lotUnits, price] : [price, lotUnits];
  const needed = ceilDiv(withFee(missing) * multiplier, divisor);
  if (spare <= 0n) return 0n;
  const taken = needed < spare ? needed : spare;
  ledger.beginEntry(entryCause.pairLiquidation, marketId);
  ledger.lineBig(avail, -taken);
  ledger.lineBig(ledger.account(0, accountKey(product.margin, 0, other, system.insurance)), taken);
  ledger.endEntry();
  const worth = (taken * divisor) / multiplier;
  return worth < missing ? worth : missing;
}

const withFee = (amount: bigint): bigint => amount + ceilDiv(amount, feeDivisor);
