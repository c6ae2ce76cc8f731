import { trimNewestFirst, valueCeilNumber } from "@tidemark/money";
import { Queued } from "../book/fast-book.ts";
import { Market } from "../markets/markets.ts";
import { cause, entryCause, opens, Order, status } from "../orders/order-table.ts";
import { endRecord, tellAmended } from "../orders/records.ts";
import { Stake, User } from "../orders/users.ts";
import type { State } from "../state.ts";
import { isIsolated, marginOf } from "./risk.ts";
import { Leg, legOf, Margin } from "./seats.ts";
import { settleAttached } from "./attached.ts";

/** The leg that an order of a perpetual is about. */
export function legOfOrder(state: State, order: number): number {
  const { w } = state.memory;
  return legOf(w[w[order + Order.stake]! + Stake.seat]!, state.orders.posSide(order));
}

/** Σ assumed value of a leg's opening orders. */
export function countOpening(
  state: State,
  market: number,
  leg: number,
  assumed: number,
  before: number,
  after: number,
): void {
  const measure = state.contracts.measureOf(market);
  const worthAfter = after === 0 ? 0 : valueCeilNumber(measure, assumed, after);
  const worthBefore = before === 0 ? 0 : valueCeilNumber(measure, assumed, before);
  state.memory.addMoney(leg + Leg.opening, worthAfter - worthBefore);
}

/** Sets a reserve aside, or gives it back if negative: cross in the account's sum, isolated between cash and hold. */
export function reserve(state: State, leg: number, id: number, amount: number): void {
  if (amount === 0) return;
  const { ledger, memory } = state;
  const margin = marginOf(state, leg);
  if (!isIsolated(state, leg)) {
    memory.addMoney(margin + Margin.orderMargin, amount);
    return;
  }
  const cash = memory.w[margin + Margin.cash]!;
  const hold = memory.w[margin + Margin.hold]!;
  // What leaves cash no longer stands behind the account's cross legs: they are looked at again.
  state.aftermath.margins.add(margin);
  if (amount > 0) ledger.move(entryCause.orderHold, id, cash, hold, amount);
  else ledger.move(entryCause.orderRelease, id, hold, cash, -amount);
}

/** Takes a resting order of a perpetual out of its book, with all that was promised for it. */
export function endPerpOrder(state: State, order: number, finalStatus: number, why: number): void {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const stake = w[order + Order.stake]!;
  const market = state.markets.at(w[stake + Stake.market]!);
  const orderSide = o.side(order);
  const left = w[order + Queued.remaining]!;
  const filled = w[order + Order.qty]! - left;
  const price = books.priceOf(order);
  const leg = legOfOrder(state, order);
  const total = books.remove(market, order, orderSide);
  state.events.level(w[market + Market.id]!, orderSide, price, total);
  if (opens(orderSide, o.posSide(order))) {
    countOpening(state, market, leg, o.assumed(order), left, 0);
    reserve(state, leg, o.idOf(order), -o.reserve(order));
  } else memory.setNumber(leg + Leg.closing, memory.number(leg + Leg.closing) - left);
  settleAttached(state, w[order + Order.attached]!, filled);
  endRecord(state, order, filled, o.filledValue(order), o.fee(order), finalStatus, why);
}

/** The orders of a leg that rest in the book, oldest first. */
export function ordersOfLeg(state: State, leg: number, isOpening: boolean): number[] {
  const { orders: o } = state;
  const { w } = state.memory;
  const stake = w[w[leg + Leg.seat]!]!;
  const found: number[] = [];
  let order = w[w[stake + Stake.user]! + User.oldestOrder]!;
  for (; order !== 0; order = w[order + Order.newer]!) {
    const isOfLeg = w[order + Order.stake] === stake && o.posSide(order) === w[leg + Leg.side];
    if (isOfLeg && opens(o.side(order), o.posSide(order)) === isOpening) found.push(order);
  }
  return found;
}

/** resting closes are cut, newest first, until they fit into `most`. */
export function trimCloses(state: State, leg: number, most: number): void {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  if (memory.number(leg + Leg.closing) <= most) return;
  const closes = ordersOfLeg(state, leg, false);
  const sizes = closes.map((order) => w[order + Queued.remaining]!);
  trimNewestFirst(sizes, most).forEach((size, i) => {
    const order = closes[i]!;
    const cut = sizes[i]! - size;
    if (size === 0) endPerpOrder(state, order, status.canceled, cause.closeTrim);
    else if (cut > 0) {
      const market = state.markets.at(w[w[order + Order.stake]! + Stake.market]!);
      books.reduce(market, order, o.side(order), cut);
      memory.set(order + Order.qty, w[order + Order.qty]! - cut);
      memory.setNumber(leg + Leg.closing, memory.number(leg + Leg.closing) - cut);
      tellTrimmed(state, order, market);
    }
  });
}

function tellTrimmed(state: State, order: number, market: number): void {
  const { books, orders: o } = state;
  const { w } = state.memory;
  const stake = w[order + Order.stake]!;
  const price = books.priceOf(order);
  const qty = w[order + Order.qty]!;
  state.events.level(w[market + Market.id]!, o.side(order), price, books.totalAt(market, price));
  const filled = qty - w[order + Queued.remaining]!;
  tellAmended(state, w[stake + Stake.uid]!, o.idOf(order), w[stake + Stake.market]!, price, qty, filled, true);
}
