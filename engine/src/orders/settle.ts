import { Queued } from "../book/fast-book.ts";
import { eventCode } from "../events.ts";
import { feeRate, Market } from "../markets/markets.ts";
import { noteTrade } from "../markets/reference.ts";
import { type State, variable } from "../state.ts";
import { feeOf } from "./fee.ts";
import { cause, entryCause, Order, side, status } from "./order-table.ts";
import { Stake, User } from "./users.ts";

/** What is held for a resting order: quote at its price for a buy, base for a sell. Exact, so nothing needs to be remembered. */
export function reserveOf(state: State, market: number, orderSide: number, price: number, qty: number): number {
  const { memory } = state;
  return orderSide === side.buy
    ? price * qty * memory.number(market + Market.unit)
    : qty * memory.number(market + Market.lotUnits);
}

/** One trade between the taker and a resting order at the resting order's price: money, counts, events. */
export function fill(state: State, maker: number, price: number, qty: number): void {
  const { memory, taker: t, orders: o, fees } = state;
  const { w } = memory;
  const { market } = t;
  const makerStake = w[maker + Order.stake]!;
  const value = price * qty * memory.number(market + Market.unit);
  const base = qty * memory.number(market + Market.lotUnits);
  const takerBuys = t.side === side.buy;
  // Each side pays in what it receives: the buyer in base, the seller in quote.
  const takerFee = feeOf(takerBuys ? base : value, fees.rate(t.vip, feeRate.spotTaker));
  const makerFee = feeOf(takerBuys ? value : base, fees.rate(o.vip(maker), feeRate.spotMaker));
  const buyer = takerBuys ? t.stake : makerStake;
  const seller = takerBuys ? makerStake : t.stake;
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;

  const trade = state.next(variable.lastTrade);
  const { ledger } = state;
  ledger.beginEntry(entryCause.fill, trade);
  ledger.line(w[buyer + Stake.hold + side.buy]!, -value);
  ledger.line(w[seller + Stake.avail + side.buy]!, value - sellerFee);
  ledger.line(w[market + Market.feesQuote]!, sellerFee);
  ledger.line(w[seller + Stake.hold + side.sell]!, -base);
  ledger.line(w[buyer + Stake.avail + side.sell]!, base - buyerFee);
  ledger.line(w[market + Market.feesBase]!, buyerFee);
  ledger.endEntry();

  t.remaining -= qty;
  t.filled += qty;
  t.filledValue += value;
  t.fee += takerFee;
  t.held -= takerBuys ? value : base;
  if (t.budget >= 0) t.budget -= value;
  const makerQty = w[maker + Order.qty]!;
  const makerLeft = w[maker + Queued.remaining]! - qty;
  const makerValue = o.filledValue(maker) + value;
  const makerFees = o.fee(maker) + makerFee;
  if (w[market + Market.last] !== price || w[market + Market.sampleTail] === 0) noteTrade(state, market, price);

  const at = state.events.row(18);
  const { a } = state.events;
  a[at] = eventCode.order_filled;
  a[at + 1] = w[market + Market.id]!;
  a[at + 2] = trade;
  a[at + 3] = price;
  a[at + 4] = qty;
  a[at + 5] = t.side;
  a[at + 6] = o.idOf(maker);
  a[at + 7] = t.id;
  a[at + 8] = w[makerStake + Stake.uid]!;
  a[at + 9] = t.uid;
  a[at + 10] = makerFee;
  a[at + 11] = takerFee;
  a[at + 12] = makerQty - makerLeft;
  a[at + 13] = t.filled;
  a[at + 14] = makerValue;
  a[at + 15] = t.filledValue;
  a[at + 16] = makerFees;
  a[at + 17] = t.fee;

  state.books.reduce(market, maker, 1 - t.side, qty);
  if (makerLeft === 0) endRecord(state, maker, makerQty, makerValue, makerFees, status.filled, cause.none);
  else o.setTally(maker, makerValue, makerFees);
}

/** A record whose order has left its book: out of every index (I5), told once, with what it came to. */
export function endRecord(
  state: State,
  order: number,
  filled: number,
  value: number,
  fee: number,
  finalStatus: number,
  why: number,
): void {
  const { w } = state.memory;
  const stake = w[order + Order.stake]!;
  tellClosed(
    state,
    w[stake + Stake.uid]!,
    state.orders.idOf(order),
    w[stake + Stake.market]!,
    finalStatus,
    why,
    filled,
    value,
    fee,
  );
  unlinkFromUser(state, order, stake);
  state.keys.forget(order);
  state.orders.drop(order);
}

export function tellClosed(
  state: State,
  uid: number,
  id: number,
  marketId: number,
  finalStatus: number,
  why: number,
  filled: number,
  value: number,
  fee: number,
): void {
  const at = state.events.row(9);
  const { a } = state.events;
  a[at] = eventCode.order_closed;
  a[at + 1] = uid;
  a[at + 2] = id;
  a[at + 3] = marketId;
  a[at + 4] = finalStatus;
  a[at + 5] = why;
  a[at + 6] = filled;
  a[at + 7] = value;
  a[at + 8] = fee;
}

/** Takes a resting order out of its book and gives back what was held for it. */
export function endOpenOrder(state: State, order: number, finalStatus: number, why: number): void {
  const { books, orders: o } = state;
  const { w } = state.memory;
  const stake = w[order + Order.stake]!;
  const market = state.markets.at(w[stake + Stake.market]!);
  const orderSide = o.side(order);
  const left = w[order + Queued.remaining]!;
  const price = books.priceOf(order);
  const total = books.remove(market, order, orderSide);
  release(state, stake, orderSide, o.idOf(order), reserveOf(state, market, orderSide, price, left));
  state.events.level(w[market + Market.id]!, orderSide, price, total);
  endRecord(state, order, w[order + Order.qty]! - left, o.filledValue(order), o.fee(order), finalStatus, why);
}

export function hold(state: State, stake: number, orderSide: number, id: number, amount: number): void {
  const { w } = state.memory;
  const from = w[stake + Stake.avail + orderSide]!;
  state.ledger.move(entryCause.orderHold, id, from, w[stake + Stake.hold + orderSide]!, amount);
}

export function release(state: State, stake: number, orderSide: number, id: number, amount: number): void {
  if (amount === 0) return;
  const { w } = state.memory;
  const from = w[stake + Stake.hold + orderSide]!;
  state.ledger.move(entryCause.orderRelease, id, from, w[stake + Stake.avail + orderSide]!, amount);
}

/** The user's chain of open orders is in the order of their ids: a new order has the highest, and already knows which was so before. */
export function linkToUser(state: State, order: number, stake: number): void {
  const { memory } = state;
  const { w } = memory;
  const user = w[stake + Stake.user]!;
  const newest = w[order + Order.older]!;
  if (newest === 0) memory.set(user + User.oldestOrder, order);
  else memory.set(newest + Order.newer, order);
  memory.set(user + User.newestOrder, order);
  memory.set(user + User.openOrders, w[user + User.openOrders]! + 1);
  memory.set(stake + Stake.openOrders, w[stake + Stake.openOrders]! + 1);
}

function unlinkFromUser(state: State, order: number, stake: number): void {
  const { memory } = state;
  const { w } = memory;
  const user = w[stake + Stake.user]!;
  const older = w[order + Order.older]!;
  const newer = w[order + Order.newer]!;
  if (older === 0) memory.set(user + User.oldestOrder, newer);
  else memory.set(older + Order.newer, newer);
  if (newer === 0) memory.set(user + User.newestOrder, older);
  else memory.set(newer + Order.older, older);
  memory.set(user + User.openOrders, w[user + User.openOrders]! - 1);
  memory.set(stake + Stake.openOrders, w[stake + Stake.openOrders]! - 1);
}
