import type { ChangeMargin, SetLeverage, SetMarginMode } from "@tidemark/contracts/codec";
import {
  carriesMargin,
  feeOf,
  initialMargin,
  leverageShift,
  type MarginRemoval,
  openLoss,
  removableMargin,
  riskLimitOf,
  valueCeil,
} from "@tidemark/money";
import { Queued } from "../book/fast-book.ts";
import { eventCode } from "../events.ts";
import { limbBig } from "../ledger/limbs.ts";
import { feeRate, Market, marketKind, marketStatus } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import { stakeOf } from "../orders/stakes.ts";
import { Stake } from "../orders/users.ts";
import { Contract, rung } from "../perps/contract-table.ts";
import { ordersOfLeg, reserve } from "../perps/orders.ts";
import { inLiquidation, orderSideName } from "../perps/place.ts";
import { tellPosition } from "../perps/positions.ts";
import { availableNow, figuresOf, healthOf, healthOfLeg, isIsolated, isoMarginOf, touch } from "../perps/risk.ts";
import { Leg, legOf, Margin, marginMode, posSide, Seat } from "../perps/seats.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";

const bothSides = [posSide.long, posSide.short] as const;

/** The user's seat in a contract, made if he has none yet; 0 with the refusal set. */
function seatIn(state: State, uid: number, marketId: number): number {
  const { w } = state.memory;
  const market = state.markets.at(marketId);
  const isPerp = market !== 0 && w[market + Market.kind] !== marketKind.spot && w[market + Market.contract] !== 0;
  if (!isPerp || w[market + Market.status] === marketStatus.settling) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return 0;
  }
  return w[stakeOf(state, uid, marketId, w[market + Market.product]!) + Stake.seat]!;
}

/** both legs together, and only while the user has nothing in the contract. */
export function setMarginMode(state: State, c: SetMarginMode): void {
  const { memory } = state;
  const { w } = memory;
  const seat = seatIn(state, c.uid, c.market);
  if (seat === 0) return;
  if (c.mode > marginMode.isolated) return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  if (isInUse(state, seat)) return state.refuse(refuse.MODE_CHANGE_BLOCKED);
  memory.set(seat + Seat.mode, c.mode);
  // In cross both legs have the same leverage.
  if (c.mode === marginMode.cross)
    memory.set(legOf(seat, posSide.short) + Leg.leverage, w[legOf(seat, posSide.long) + Leg.leverage]!);
  tellSettings(state, seat, c.uid, c.market);
}

function isInUse(state: State, seat: number): boolean {
  const { memory } = state;
  const stake = memory.w[seat + Seat.stake]!;
  return (
    memory.w[stake + Stake.openOrders]! > 0 ||
    memory.w[stake + Stake.triggers]! > 0 ||
    bothSides.some((side) => memory.number(legOf(seat, side) + Leg.qty) > 0)
  );
}

function tellSettings(state: State, seat: number, uid: number, marketId: number): void {
  const { w } = state.memory;
  state.events.list(eventCode.margin_settings, [
    uid,
    marketId,
    w[seat + Seat.mode]!,
    w[legOf(seat, posSide.long) + Leg.leverage]!,
    w[legOf(seat, posSide.short) + Leg.leverage]!,
  ]);
}

/** Orders that rest keep their place; what they reserve is counted anew. */
export function setLeverage(state: State, c: SetLeverage): void {
  const { memory } = state;
  const { w } = memory;
  const seat = seatIn(state, c.uid, c.market);
  if (seat === 0) return;
  const contract = w[seat + Seat.contract]!;
  if (isClosed(state, seat)) return state.refuse(refuse.MARKET_NOT_TRADING);
  const most = w[contract + Contract.maxLeverage]!;
  if (c.leverage < 1 || c.leverage > most) return state.refuse(refuse.LEVERAGE_RANGE, 1n, BigInt(most));
  const isOwn = w[seat + Seat.mode] === marginMode.isolated;
  const legs = bothSides
    .filter((side) => !isOwn || c.posSide === posSide.none || c.posSide === side)
    .map((side) => legOf(seat, side));
  if (legs.some((leg) => w[leg + Leg.voucher] !== 0)) return state.refuse(refuse.VOUCHER_LEG);
  const isRaised = legs.some((leg) => c.leverage > w[leg + Leg.leverage]!);
  if (isRaised && w[contract + Contract.rung]! >= rung.protected) return state.refuse(refuse.MARKET_NOT_TRADING);
  const limit = riskLimitOf(state.contracts.tiersOf(contract), c.leverage);
  const measure = state.contracts.measureOf(w[seat + Seat.market]!);
  for (const leg of legs) {
    const worth =
      valueCeil(measure, Math.max(1, w[contract + Contract.mark]!), memory.number(leg + Leg.qty)) +
      memory.money(leg + Leg.opening);
    if (limit === undefined || worth > limit) return state.refuse(refuse.RISK_LIMIT_EXCEEDED, limit ?? 0n, worth);
  }
  const changes = legs.map((leg) => ({ leg, reserves: newReserves(state, leg, c.leverage) }));
  // As at entry: what an order reserves is posted as a plain number.
  const tooMuch = changes.flatMap(({ reserves }) => reserves).find(({ amount }) => amount >= limbBig);
  if (tooMuch !== undefined) return state.refuse(refuse.RISK_LIMIT_EXCEEDED, limbBig, tooMuch.amount);
  const more = changes.reduce((sum, { reserves }) => sum + reserves.reduce((all, each) => all + each.more, 0n), 0n);
  if (isOwn ? !moveMargin(state, legs, c.leverage, more) : !crossCarries(state, seat, legs, c.leverage, more)) return;
  for (const { leg, reserves } of changes) {
    for (const { order, more: extra, amount } of reserves) {
      reserve(state, leg, state.orders.idOf(order), Number(extra));
      state.orders.setReserve(order, Number(amount), state.orders.assumed(order));
    }
    memory.set(leg + Leg.leverage, c.leverage);
  }
  tellSettings(state, seat, c.uid, c.market);
}

type NewReserve = { order: number; amount: bigint; more: bigint };

/** What the opening orders of a leg would reserve at another leverage: margin and fee at the assumed price, open loss as says. */
function newReserves(state: State, leg: number, leverage: number): NewReserve[] {
  const { memory, orders: o } = state;
  const { w } = memory;
  const seat = w[leg + Leg.seat]!;
  const market = w[seat + Seat.market]!;
  const measure = state.contracts.measureOf(market);
  const mark = w[w[seat + Seat.contract]! + Contract.mark]!;
  return ordersOfLeg(state, leg, true).map((order) => {
    const left = w[order + Queued.remaining]!;
    const value = valueCeil(measure, o.assumed(order), left);
    const rate = state.fees.rate(o.vip(order), feeRate.perpTaker);
    const loss = isIsolated(state, leg)
      ? 0n
      : openLoss(measure, orderSideName(o.side(order)), state.books.priceOf(order), mark, left);
    const amount = initialMargin(value, leverage) + feeOf(value, rate) + loss;
    return { order, amount, more: amount - BigInt(o.reserve(order)) };
  });
}

/** CROSS: equity must carry positions and orders at the new leverage. False: refused. */
function crossCarries(state: State, seat: number, legs: readonly number[], leverage: number, more: bigint): boolean {
  const { memory } = state;
  const margin = memory.w[seat + Seat.margin]!;
  const health = healthOf(state, margin);
  let needed = health.initialMargin;
  for (const { leg, notional } of health.legs)
    if (legs.includes(leg))
      needed += initialMargin(notional, leverage) - initialMargin(notional, memory.w[leg + Leg.leverage]!);
  const orderMargin = memory.money(margin + Margin.orderMargin) + more;
  const { cash, bonus, uPnl, equity } = health;
  const isRaise = needed + orderMargin <= health.initialMargin + memory.money(margin + Margin.orderMargin);
  if (isRaise || carriesMargin({ cash, bonus, uPnl, initialMargin: needed, orderMargin })) return true;
  state.refuse(refuse.LEVERAGE_MARGIN, needed + orderMargin, equity > 0n ? equity : 0n);
  return false;
}

/** ISOLATED: a lower leverage moves what is missing from cash (V041), a higher one gives back what the leg need not keep. False: refused. */
function moveMargin(state: State, legs: readonly number[], leverage: number, more: bigint): boolean {
  const { w } = state.memory;
  const margin = w[w[legs[0]! + Leg.seat]! + Seat.margin]!;
  const moves = legs.map((leg) => leverageShift(removalOf(state, leg), leverage));
  const taken = moves.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n);
  const needed = taken + (more > 0n ? more : 0n);
  const free = availableNow(state, margin).isolated;
  if (needed > free) {
    state.refuse(refuse.LEVERAGE_MARGIN, needed, free);
    return false;
  }
  legs.forEach((leg, i) => {
    if (moves[i] !== 0n) addToLeg(state, leg, moves[i]!);
  });
  return true;
}

/** Cash into the margin of a leg; below zero out of it. */
function addToLeg(state: State, leg: number, amount: bigint): void {
  const { ledger } = state;
  const { w } = state.memory;
  const seat = w[leg + Leg.seat]!;
  const margin = w[seat + Seat.margin]!;
  ledger.beginEntry(entryCause.margin, w[w[seat + Seat.market]! + Market.id]!);
  ledger.lineBig(w[margin + Margin.cash]!, -amount);
  ledger.lineBig(w[leg + Leg.iso]!, amount);
  ledger.endEntry();
  tellPosition(state, leg, entryCause.margin, 0n);
  touch(state, leg);
  state.aftermath.margins.add(margin);
}

/** What asks of a leg before margin may leave it; one without a position has nothing to keep. */
function removalOf(state: State, leg: number): MarginRemoval {
  const { qty, entryValue } = figuresOf(state, leg);
  const { uPnl, notional } = qty === 0 ? { uPnl: 0n, notional: 0n } : healthOfLeg(state, leg);
  const leverage = state.memory.w[leg + Leg.leverage]!;
  return { isoMargin: isoMarginOf(state, leg), entryValue, uPnl, markValue: notional, leverage };
}

/** adds to, or takes from, the margin of an isolated leg. */
export function changeMargin(state: State, c: ChangeMargin): void {
  const { memory } = state;
  const { w } = memory;
  const seat = seatIn(state, c.uid, c.market);
  if (seat === 0) return;
  if (c.posSide < 1 || c.posSide > 2) return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  const leg = legOf(seat, c.posSide);
  if (w[leg + Leg.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  if (w[seat + Seat.mode] !== marginMode.isolated) return state.refuse(refuse.NOT_ISOLATED);
  if (memory.number(leg + Leg.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  const margin = w[seat + Seat.margin]!;
  if (c.amount === 0n) return state.refuse(refuse.AMOUNT_INVALID);
  if (c.amount > 0n) {
    const free = availableNow(state, margin).isolated;
    if (c.amount > free) return state.refuse(refuse.INSUFFICIENT_MARGIN, c.amount, free);
  } else if (removalRefused(state, seat, leg, margin, -c.amount)) return;
  addToLeg(state, leg, c.amount);
}

/** of all that concerns margin, CANCEL_ONLY and HALT take only what adds to it. */
function isClosed(state: State, seat: number): boolean {
  const { w } = state.memory;
  const status = w[w[seat + Seat.market]! + Market.status]!;
  return status === marketStatus.cancelOnly || status === marketStatus.halt;
}

/** Removing is barred in M4, and while the leg is at its maintenance margin. */
function removalRefused(state: State, seat: number, leg: number, margin: number, amount: bigint): boolean {
  const { w } = state.memory;
  if (isClosed(state, seat) || w[w[seat + Seat.contract]! + Contract.rung]! >= rung.protected) {
    state.refuse(refuse.MARKET_NOT_TRADING);
    return true;
  }
  if (inLiquidation(state, leg, margin)) {
    state.refuse(refuse.POSITION_IN_LIQUIDATION);
    return true;
  }
  const most = removableMargin(removalOf(state, leg));
  if (amount <= most) return false;
  state.refuse(refuse.MARGIN_REMOVE_TOO_MUCH, most);
  return true;
}
