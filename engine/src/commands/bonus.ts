import type { CommandOf } from "@tidemark/contracts/journal";
import {
  isMoney,
  isRate,
  isWithinOpenInterestCap,
  openInterestOf,
  ordersToCancel,
  riskLimitOf,
  valueCeil,
  voucherFaceUsed,
  voucherQty,
} from "@tidemark/money";
import { product } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { feeRate, Market, marketKind, marketStatus } from "../records/market.ts";
import { limit, limitAt } from "../markets/reference.ts";
import { cause, entryCause, opens, Order, orderType, side, status, stp, tif } from "../records/order.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket, User } from "../records/user.ts";
import { Contract, rung } from "../records/contract.ts";
import { Grant, grantKind } from "../records/grant.ts";
import { linkGrant, unlinkGrant } from "../perps/grants/grants.ts";
import { enterPerp } from "../perps/order/match.ts";
import { endPerpOrder } from "../perps/order/orders.ts";
import { emitPosition } from "../perps/position/positions.ts";
import { healthOf, isoMarginOf, isAccountLiquidatable } from "../perps/margin/risk.ts";
import { Position, positionOf, Margin, marginMode, posSide, UserContract } from "../records/user-contract.ts";
import { Voucher } from "../records/voucher.ts";
import { promoAccount } from "../perps/grants/vouchers.ts";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { ownOrderOf } from "../orders/own-order.ts";
import { timerKind } from "../records/timer-heap.ts";

/** The asset of the USDT futures: bonus money is in it and nowhere else. */
export function bonusAsset(state: State): number {
  return (
    state.assets
      .all()
      .map((asset) => state.memory.w[asset]!)
      .find((id) => state.assets.code(id) === "USDT") ?? 0
  );
}

/** campaign money into a user's bonus, as one grant. */
export function grantBonus(state: State, c: CommandOf<"grant_bonus">): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const asset = bonusAsset(state);
  const isBad =
    c.uid === 0 || c.grant === 0 || c.campaign === 0 || c.kind > grantKind.funding || !isRate(c.ratio) || c.ratio <= 0;
  if (isBad || asset === 0 || state.grants.find(c.grant) !== 0 || c.endsAt <= state.now)
    return state.refuse(refuse.CONFIG_INVALID);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  const promo = promoAccount(state, c.campaign, product.futuresUsdt, asset);
  if (ledger.balance(promo) < c.amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, c.amount, ledger.balance(promo));
  const margin = state.userContracts.margin(c.uid, product.futuresUsdt, asset, state.users);
  if (isAccountLiquidatable(healthOf(state, margin))) return state.refuse(refuse.POSITION_IN_LIQUIDATION);
  const grant = state.grants.pool.alloc();
  memory.set(grant + Grant.id, c.grant);
  memory.set(grant + 1, 0);
  memory.set(grant + Grant.margin, margin);
  memory.set(grant + Grant.campaign, c.campaign);
  memory.set(grant + Grant.kind, c.kind);
  memory.set(grant + Grant.ratio, c.ratio);
  memory.set(grant + Grant.market, c.market);
  memory.set(grant + Grant.minLeverage, c.minLeverage);
  memory.set(grant + Grant.maxLeverage, c.maxLeverage);
  memory.setNumber(grant + Grant.endsAt, c.endsAt);
  memory.setMoney(grant + Grant.remaining, c.amount);
  state.grants.index(grant);
  linkGrant(state, margin, grant);
  state.timers.set(c.endsAt, timerKind.grantEnds, c.grant);
  ledger.beginEntry(entryCause.grant, c.grant);
  ledger.lineBig(promo, -c.amount);
  ledger.lineBig(w[margin + (c.kind === grantKind.trading ? Margin.bonus : Margin.fundBonus)]!, c.amount);
  ledger.endEntry();
  state.events.emit("bonus_granted", {
    uid: c.uid,
    grant: c.grant,
    campaign: c.campaign,
    kind: c.kind,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    ratio: c.ratio,
    endsAt: c.endsAt,
  });
  state.pending.margins.add(margin);
}

export function recallGrant(state: State, c: CommandOf<"recall_grant">): void {
  const grant = state.grants.find(c.grant);
  if (grant === 0) return state.refuse(refuse.NOT_FOUND);
  takeBackGrant(state, grant, entryCause.forfeit);
}

/** recall and expiry. A funding bonus is no equity: without it positions and orders are carried as well as before. */
export function takeBackGrant(state: State, grant: number, why: number): void {
  const { w } = state.memory;
  const margin = w[grant + Grant.margin]!;
  const isEquity = w[grant + Grant.kind] === grantKind.trading;
  endGrant(state, grant, why);
  if (isEquity) shedOrders(state, margin);
}

/** What is left of a grant goes back to its own campaign. */
export function endGrant(state: State, grant: number, why: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const margin = w[grant + Grant.margin]!;
  const left = memory.money(grant + Grant.remaining);
  const isTrading = w[grant + Grant.kind] === grantKind.trading;
  const id = w[grant + Grant.id]!;
  const promo = promoAccount(state, w[grant + Grant.campaign]!, product.futuresUsdt, w[margin + Margin.key]! % 1024);
  ledger.beginEntry(why, id);
  ledger.lineBig(w[margin + (isTrading ? Margin.bonus : Margin.fundBonus)]!, -left);
  ledger.lineBig(promo, left);
  ledger.endEntry();
  state.events.emit("bonus_changed", {
    uid: w[margin + Margin.uid]!,
    grant: id,
    cause: why,
    amountHigh: highOf(left),
    amountLow: lowOf(left),
    remainingHigh: 0,
    remainingLow: 0,
  });
  unlinkGrant(state, grant);
  state.grants.drop(grant);
  state.pending.margins.add(margin);
}

/** opening cross orders go, newest first, while equity does not carry positions and orders. */
function shedOrders(state: State, margin: number): void {
  const { orders: o } = state;
  const { w } = state.memory;
  const { equity, initialMargin } = healthOf(state, margin);
  const opening: number[] = [];
  let order = w[w[margin + Margin.user]! + User.newestOrder]!;
  for (; order !== 0; order = w[order + Order.older]!) {
    const userContract = w[w[order + Order.userMarket]! + UserMarket.userContract]!;
    const isCross =
      userContract !== 0 &&
      w[userContract + UserContract.margin] === margin &&
      w[userContract + UserContract.mode] === marginMode.cross;
    if (isCross && opens(o.side(order), o.posSide(order))) opening.push(order);
  }
  const reserves = opening.map((each) => BigInt(o.reserve(each)));
  const count = ordersToCancel(equity, initialMargin, reserves);
  for (const each of opening.slice(0, count)) endPerpOrder(state, each, status.canceled, cause.bonusExpired);
}

/** a contract voucher opens one isolated position whose margin and fee are the campaign's. */
export function openVoucher(state: State, c: CommandOf<"open_voucher">): true | SlicedWork {
  const { ledger, memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  const isPerp = market !== 0 && w[market + Market.kind] === marketKind.linear && w[market + Market.contract] !== 0;
  if (!isPerp || c.uid === 0 || c.campaign === 0 || c.posSide < 1 || c.posSide > 2)
    return refused(state, refuse.CONFIG_INVALID);
  const contract = w[market + Market.contract]!;
  const isOpen = w[market + Market.status] === marketStatus.trading && w[contract + Contract.rung]! < rung.protected;
  if (!isOpen || w[contract + Contract.mark] === 0) return refused(state, refuse.MARKET_NOT_TRADING);
  if (state.isStopped(c.uid, c.market)) return refused(state, refuse.LOCKED_BY_OPERATOR);
  const userMarket = userMarketOf(state, c.uid, c.market, product.futuresUsdt);
  const userContract = w[userMarket + UserMarket.userContract]!;
  const position = positionOf(userContract, c.posSide);
  // The other side may hold what it likes, in whichever mode: the voucher's position has its own.
  const isTaken = memory.number(position + Position.qty) > 0 || memory.money(position + Position.opening) > 0n;
  if (isTaken) return refused(state, refuse.VOUCHER_LEG);
  if (c.leverage < 1 || c.leverage > w[contract + Contract.maxLeverage]!)
    return refused(state, refuse.LEVERAGE_RANGE, 1n, BigInt(w[contract + Contract.maxLeverage]!));
  const orderSide = c.posSide === posSide.long ? side.buy : side.sell;
  const mark = w[contract + Contract.mark]!;
  const worst = limitAt(state, market, mark, orderSide === side.buy ? limit.marketBuy : limit.marketSell);
  const takerRate = state.fees.rate(w[w[userMarket + UserMarket.user]! + User.vip]!, feeRate.perpTaker);
  const assumed = orderSide === side.buy ? worst : Math.max(mark, state.books.best(market, side.buy));
  const lots = voucherQty(state.contracts.measureOf(market), {
    face: c.face,
    leverage: c.leverage,
    takerRate,
    protectionTicks: assumed,
  });
  if (sizeRefused(state, market, c.leverage, lots, assumed)) return true;
  const promo = promoAccount(state, c.campaign, product.futuresUsdt, w[contract + Contract.settle]!);
  if (lots < memory.number(market + Market.minQty)) return refused(state, refuse.QTY_RANGE);
  if (ledger.balance(promo) < c.face)
    return refused(state, refuse.INSUFFICIENT_TRANSFERABLE, c.face, ledger.balance(promo));
  if (state.books.best(market, 1 - orderSide) === 0) return refused(state, refuse.NO_LIQUIDITY);
  return fillVoucher(state, c, { market, userMarket, position, lots, worst, assumed, promo, orderSide });
}

/** Check 15 for a voucher: risk limit and open interest. */
function sizeRefused(state: State, market: number, leverage: number, lots: number, assumed: number): boolean {
  const { memory } = state;
  const contract = memory.w[market + Market.contract]!;
  const measure = state.contracts.measureOf(market);
  const most = riskLimitOf(state.contracts.tiersOf(contract), leverage) ?? 0n;
  const worth = valueCeil(measure, assumed, lots);
  if (worth > most) return refused(state, refuse.RISK_LIMIT_EXCEEDED, most, worth);
  const mark = memory.w[contract + Contract.mark]!;
  const interest = openInterestOf(measure, memory.number(contract + Contract.openLong), mark);
  const cap = memory.money(contract + Contract.oiCap);
  if (isWithinOpenInterestCap(measure, interest, { qty: lots, assumedTicks: assumed }, cap)) return false;
  return refused(state, refuse.OPEN_INTEREST_CAP, cap, interest + worth);
}

function refused(state: State, code: number, first = 0n, second = 0n): true {
  state.refuse(code, first, second);
  return true;
}

type VoucherOrder = {
  market: number;
  userMarket: number;
  position: number;
  lots: number;
  worst: number;
  assumed: number;
  promo: number;
  orderSide: number;
};

/** The face stands in hold while the order fills; what was not used goes straight back. */
function* fillVoucher(state: State, c: CommandOf<"open_voucher">, order: VoucherOrder): SlicedWork {
  const { ledger, memory } = state;
  const { w } = memory;
  const { position, lots, promo, userMarket } = order;
  const margin = w[w[position + Position.userContract]! + UserContract.margin]!;
  const cash = w[margin + Margin.cash]!;
  ledger.beginEntry(entryCause.voucher, c.voucher);
  ledger.lineBig(promo, -c.face);
  ledger.lineBig(cash, c.face);
  ledger.endEntry();
  const voucher = state.vouchers.pool.alloc();
  memory.set(voucher + Voucher.id, c.voucher);
  memory.set(voucher + Voucher.campaign, c.campaign);
  memory.set(voucher + Voucher.leverage, c.leverage);
  memory.set(position + Position.voucher, voucher);
  const ended = enterPerp(state, {
    c: ownOrderOf({
      uid: c.uid,
      market: c.market,
      product: product.futuresUsdt,
      side: order.orderSide,
      orderType: orderType.market,
      tif: tif.ioc,
      postOnly: false,
      stp: stp.expireMaker,
      price: 0,
      qty: 0,
      posSide: c.posSide,
    }),
    market: order.market,
    userMarket,
    position,
    isOpening: true,
    lots,
    worst: order.worst,
    reserve: Number(c.face),
    assumed: order.assumed,
    openable: Number.NaN,
  });
  if (ended !== true) yield* ended;
  const { filled } = state.taker;
  const used = filled === 0 ? 0n : voucherFaceUsed(c.face, filled, lots);
  // All of the used face that is neither margin nor fee joins the margin: nothing of a voucher is cash.
  const back = c.face - BigInt(state.taker.fee) - isoMarginOf(state, position);
  const rest = c.face - used;
  ledger.beginEntry(entryCause.voucher, c.voucher);
  ledger.lineBig(cash, -back);
  ledger.lineBig(promo, rest < back ? rest : back);
  ledger.lineBig(memory.w[position + Position.iso]!, back > rest ? back - rest : 0n);
  ledger.endEntry();
  memory.setMoney(voucher + Voucher.used, used);
  if (filled > 0) emitPosition(state, position, entryCause.voucher, 0n);
  else {
    memory.set(position + Position.voucher, 0);
    state.vouchers.pool.free(voucher);
  }
  state.events.emit("voucher_opened", {
    uid: c.uid,
    voucher: c.voucher,
    campaign: c.campaign,
    market: c.market,
    posSide: c.posSide,
    qty: filled,
    usedHigh: highOf(used),
    usedLow: lowOf(used),
  });
}
