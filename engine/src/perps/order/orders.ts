import { trimNewestFirst, valueCeilNumber } from "@tidemark/money";
import { Market } from "../../records/market.ts";
import { cause, entryCause, opens, Order, status } from "../../records/order.ts";
import { endRecord, emitAmended } from "../../orders/records.ts";
import { UserMarket, User } from "../../records/user.ts";
import type { State } from "../../state/state.ts";
import { isIsolated, marginOf } from "../margin/risk.ts";
import { Position, positionOf, Margin } from "../../records/user-contract.ts";
import { settleAttached } from "../tpsl/attached.ts";

/** The position that an order of a perpetual is about. */
export function positionOfOrder(state: State, order: number): number {
  const { w } = state.memory;
  return positionOf(w[w[order + Order.userMarket]! + UserMarket.userContract]!, state.orders.posSide(order));
}

/** Σ assumed value of a position's opening orders. */
export function countOpening(
  state: State,
  market: number,
  position: number,
  assumed: number,
  before: number,
  after: number,
): void {
  const measure = state.contracts.measureOf(market);
  const worthAfter = after === 0 ? 0 : valueCeilNumber(measure, assumed, after);
  const worthBefore = before === 0 ? 0 : valueCeilNumber(measure, assumed, before);
  state.memory.addMoney(position + Position.opening, worthAfter - worthBefore);
}

/** Sets a reserve aside, or gives it back if negative: cross in the account's sum, isolated between cash and hold. */
export function reserve(state: State, position: number, id: number, amount: number): void {
  if (amount === 0) return;
  const { ledger, memory } = state;
  const margin = marginOf(state, position);
  if (!isIsolated(state, position)) {
    memory.addMoney(margin + Margin.orderMargin, amount);
    return;
  }
  const cash = memory.w[margin + Margin.cash]!;
  const hold = memory.w[margin + Margin.hold]!;
  // What leaves cash no longer stands behind the account's cross positions: they are looked at again.
  state.pending.margins.add(margin);
  if (amount > 0) ledger.move(entryCause.orderHold, id, cash, hold, amount);
  else ledger.move(entryCause.orderRelease, id, hold, cash, -amount);
}

/** Takes a resting order of a perpetual out of its book, with all that was promised for it. */
export function endPerpOrder(state: State, order: number, finalStatus: number, why: number): void {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  const market = state.markets.at(w[userMarket + UserMarket.market]!);
  const orderSide = o.side(order);
  const left = w[order + Order.remaining]!;
  const filled = w[order + Order.qty]! - left;
  const price = books.priceOf(order);
  const position = positionOfOrder(state, order);
  const total = books.remove(market, order, orderSide);
  state.events.level(w[market + Market.id]!, orderSide, price, total);
  if (opens(orderSide, o.posSide(order))) {
    countOpening(state, market, position, o.assumed(order), left, 0);
    reserve(state, position, o.idOf(order), -o.reserve(order));
  } else memory.setNumber(position + Position.closing, memory.number(position + Position.closing) - left);
  settleAttached(state, w[order + Order.attached]!, filled);
  endRecord(state, order, filled, o.filledValue(order), o.fee(order), finalStatus, why);
}

/** The orders of a position that rest in the book, oldest first. */
export function ordersOfPosition(state: State, position: number, isOpening: boolean): number[] {
  const { orders: o } = state;
  const { w } = state.memory;
  const userMarket = w[w[position + Position.userContract]!]!;
  const found: number[] = [];
  let order = w[w[userMarket + UserMarket.user]! + User.oldestOrder]!;
  for (; order !== 0; order = w[order + Order.newer]!) {
    const isOfPosition = w[order + Order.userMarket] === userMarket && o.posSide(order) === w[position + Position.side];
    if (isOfPosition && opens(o.side(order), o.posSide(order)) === isOpening) found.push(order);
  }
  return found;
}

/** resting closes are cut, newest first, until they fit into `most`. */
export function trimCloses(state: State, position: number, most: number): void {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  if (memory.number(position + Position.closing) <= most) return;
  const closes = ordersOfPosition(state, position, false);
  const sizes = closes.map((order) => w[order + Order.remaining]!);
  trimNewestFirst(sizes, most).forEach((size, i) => {
    const order = closes[i]!;
    const cut = sizes[i]! - size;
    if (size === 0) endPerpOrder(state, order, status.canceled, cause.closeTrim);
    else if (cut > 0) {
      const market = state.markets.at(w[w[order + Order.userMarket]! + UserMarket.market]!);
      books.reduce(market, order, o.side(order), cut);
      memory.set(order + Order.qty, w[order + Order.qty]! - cut);
      memory.setNumber(position + Position.closing, memory.number(position + Position.closing) - cut);
      emitTrimmed(state, order, market);
    }
  });
}

function emitTrimmed(state: State, order: number, market: number): void {
  const { books, orders: o } = state;
  const { w } = state.memory;
  const userMarket = w[order + Order.userMarket]!;
  const price = books.priceOf(order);
  const qty = w[order + Order.qty]!;
  state.events.level(w[market + Market.id]!, o.side(order), price, books.totalAt(market, price));
  const filled = qty - w[order + Order.remaining]!;
  emitAmended(
    state,
    w[userMarket + UserMarket.uid]!,
    o.idOf(order),
    w[userMarket + UserMarket.market]!,
    price,
    qty,
    filled,
    true,
  );
}
