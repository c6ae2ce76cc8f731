import type { GrantBonus, OpenVoucher, RecallGrant } from "@tidemark/contracts/codec";
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
import { eventCode } from "../events.ts";
import { product } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { feeRate, Market, marketKind, marketStatus } from "../markets/markets.ts";
import { limit, limitAt } from "../markets/reference.ts";
import { cause, entryCause, opens, Order, orderType, side, status, stp, tif } from "../orders/order-table.ts";
import { stakeOf } from "../orders/stakes.ts";
import { Stake, User } from "../orders/users.ts";
import { Contract, rung } from "../perps/contract-table.ts";
import { Grant, grantKind } from "../perps/grant-table.ts";
import { linkGrant, unlinkGrant } from "../perps/grants.ts";
import { enterPerp } from "../perps/match.ts";
import { endPerpOrder } from "../perps/orders.ts";
import { tellPosition } from "../perps/positions.ts";
import { healthOf, isoMarginOf, isSick } from "../perps/risk.ts";
import { Leg, legOf, Margin, marginMode, posSide, Seat } from "../perps/seats.ts";
import { Voucher } from "../perps/voucher-table.ts";
import { promoAccount } from "../perps/vouchers.ts";
import { refuse } from "../refusals.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { ownOrderOf } from "./journal-words.ts";
import { timerKind } from "../timers/timer-heap.ts";

/** The asset of the USDT futures: bonus money is in it and nowhere else. */
function bonusAsset(state: State): number {
  return (
    state.assets
      .all()
      .map((asset) => state.memory.w[asset]!)
      .find((id) => state.assets.code(id) === "USDT") ?? 0
  );
}

/** campaign money into a user's bonus, as one grant. */
export function grantBonus(state: State, c: GrantBonus): void {
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
  const margin = state.seats.margin(c.uid, product.futuresUsdt, asset, state.users);
  if (isSick(healthOf(state, margin))) return state.refuse(refuse.POSITION_IN_LIQUIDATION);
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
  state.events.list(eventCode.bonus_granted, [
    c.uid,
    c.grant,
    c.campaign,
    c.kind,
    highOf(c.amount),
    lowOf(c.amount),
    c.ratio,
    c.endsAt,
  ]);
  state.aftermath.margins.add(margin);
}

export function recallGrant(state: State, c: RecallGrant): void {
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
  state.events.list(eventCode.bonus_changed, [w[margin + Margin.uid]!, id, why, highOf(left), lowOf(left), 0, 0]);
  unlinkGrant(state, grant);
  state.grants.drop(grant);
  state.aftermath.margins.add(margin);
}

/** opening cross orders go, newest first, while equity does not carry positions and orders. */
function shedOrders(state: State, margin: number): void {
  const { orders: o } = state;
  const { w } = state.memory;
  const { equity, initialMargin } = healthOf(state, margin);
  const opening: number[] = [];
  let order = w[w[margin + Margin.user]! + User.newestOrder]!;
  for (; order !== 0; order = w[order + Order.older]!) {
    const seat = w[w[order + Order.stake]! + Stake.seat]!;
    const isCross = seat !== 0 && w[seat + Seat.margin] === margin && w[seat + Seat.mode] === marginMode.cross;
    if (isCross && opens(o.side(order), o.posSide(order))) opening.push(order);
  }
  const reserves = opening.map((each) => BigInt(o.reserve(each)));
  const count = ordersToCancel(equity, initialMargin, reserves);
  for (const each of opening.slice(0, count)) endPerpOrder(state, each, status.canceled, cause.bonusExpired);
}

/** a contract voucher opens one isolated position whose margin and fee are the campaign's. */
export function openVoucher(state: State, c: OpenVoucher): true | Rest {
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
  const stake = stakeOf(state, c.uid, c.market, product.futuresUsdt);
  const seat = w[stake + Stake.seat]!;
  const leg = legOf(seat, c.posSide);
  // The other side may hold what it likes, in whichever mode: the voucher's leg has its own.
  const isTaken = memory.number(leg + Leg.qty) > 0 || memory.money(leg + Leg.opening) > 0n;
  if (isTaken) return refused(state, refuse.VOUCHER_LEG);
  if (c.leverage < 1 || c.leverage > w[contract + Contract.maxLeverage]!)
    return refused(state, refuse.LEVERAGE_RANGE, 1n, BigInt(w[contract + Contract.maxLeverage]!));
  const orderSide = c.posSide === posSide.long ? side.buy : side.sell;
  const mark = w[contract + Contract.mark]!;
  const worst = limitAt(state, market, mark, orderSide === side.buy ? limit.marketBuy : limit.marketSell);
  const takerRate = state.fees.rate(w[w[stake + Stake.user]! + User.vip]!, feeRate.perpTaker);
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
  return fillVoucher(state, c, { market, stake, leg, lots, worst, assumed, promo, orderSide });
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
  stake: number;
  leg: number;
  lots: number;
  worst: number;
  assumed: number;
  promo: number;
  orderSide: number;
};

/** The face stands in hold while the order fills; what was not used goes straight back. */
function* fillVoucher(state: State, c: OpenVoucher, order: VoucherOrder): Rest {
  const { ledger, memory } = state;
  const { w } = memory;
  const { leg, lots, promo, stake } = order;
  const margin = w[w[leg + Leg.seat]! + Seat.margin]!;
  const cash = w[margin + Margin.cash]!;
  ledger.beginEntry(entryCause.voucher, c.voucher);
  ledger.lineBig(promo, -c.face);
  ledger.lineBig(cash, c.face);
  ledger.endEntry();
  const voucher = state.vouchers.pool.alloc();
  memory.set(voucher + Voucher.id, c.voucher);
  memory.set(voucher + Voucher.campaign, c.campaign);
  memory.set(voucher + Voucher.leverage, c.leverage);
  memory.set(leg + Leg.voucher, voucher);
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
    stake,
    leg,
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
  const back = c.face - BigInt(state.taker.fee) - isoMarginOf(state, leg);
  const rest = c.face - used;
  ledger.beginEntry(entryCause.voucher, c.voucher);
  ledger.lineBig(cash, -back);
  ledger.lineBig(promo, rest < back ? rest : back);
  ledger.lineBig(memory.w[leg + Leg.iso]!, back > rest ? back - rest : 0n);
  ledger.endEntry();
  memory.setMoney(voucher + Voucher.used, used);
  if (filled > 0) tellPosition(state, leg, entryCause.voucher, 0n);
  else {
    memory.set(leg + Leg.voucher, 0);
    state.vouchers.pool.free(voucher);
  }
  state.events.list(eventCode.voucher_opened, [
    c.uid,
    c.voucher,
    c.campaign,
    c.market,
    c.posSide,
    filled,
    highOf(used),
    lowOf(used),
  ]);
}
