import { eventCode } from "../events.ts";
import { noteTrade } from "../markets/reference.ts";
import { type State, variable } from "../state.ts";
import { feeOf } from "./fee.ts";
import { cause, entryCause, side, status } from "./order-table.ts";

/** What is held for a resting order: quote at its price for a buy, base for a sell. Exact, so nothing needs to be remembered. */
export function reserveOf(state: State, market: number, orderSide: number, price: number, qty: number): number {
  return orderSide === side.buy ? price * qty * state.markets.unit.a[market]! : qty * state.markets.lotUnits.a[market]!;
}

/** One trade between the taker and a resting order at the resting order's price: money, counts, events. */
export function fill(state: State, maker: number, price: number, qty: number): void {
  const t = state.taker;
  const m = state.markets;
  const o = state.orders;
  const stakes = state.stakes;
  const market = t.market;
  const makerStake = o.stake.get(maker);
  const value = price * qty * m.unit.a[market]!;
  const base = qty * m.lotUnits.a[market]!;
  const takerBuys = t.side === side.buy;
  const makerRate = state.fees.spotMaker.a[o.vip(maker)]!;
  const takerRate = state.fees.spotTaker.a[t.vip]!;
  // Each side pays in what it receives: the buyer in base, the seller in quote.
  const takerFee = feeOf(takerBuys ? base : value, takerRate);
  const makerFee = feeOf(takerBuys ? value : base, makerRate);
  const buyer = takerBuys ? t.stake : makerStake;
  const seller = takerBuys ? makerStake : t.stake;
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;

  const trade = state.next(variable.lastTrade);
  const ledger = state.ledger;
  ledger.beginEntry(entryCause.fill, trade);
  ledger.line(stakes.quoteHold.get(buyer), -value);
  ledger.line(stakes.quoteAvail.get(seller), value - sellerFee);
  ledger.line(m.feesQuote.a[market]!, sellerFee);
  ledger.line(stakes.baseHold.get(seller), -base);
  ledger.line(stakes.baseAvail.get(buyer), base - buyerFee);
  ledger.line(m.feesBase.a[market]!, buyerFee);
  ledger.endEntry();

  t.remaining -= qty;
  t.filled += qty;
  t.filledValue += value;
  t.fee += takerFee;
  t.held -= takerBuys ? value : base;
  if (t.budget >= 0) t.budget -= value;
  const makerQty = o.qty.get(maker);
  const makerLeft = state.books.remaining.get(maker) - qty;
  o.filledValue.set(maker, o.filledValue.get(maker) + value);
  o.fee.set(maker, o.fee.get(maker) + makerFee);
  if (m.last.a[market] !== price || m.sampleTail.a[market] === 0) noteTrade(state, market, price);

  const events = state.events;
  const at = events.row(18);
  const a = events.a;
  a[at] = eventCode.order_filled;
  a[at + 1] = market;
  a[at + 2] = trade;
  a[at + 3] = price;
  a[at + 4] = qty;
  a[at + 5] = t.side;
  a[at + 6] = o.idOf(maker);
  a[at + 7] = t.id;
  a[at + 8] = stakes.uid.get(makerStake);
  a[at + 9] = t.uid;
  a[at + 10] = makerFee;
  a[at + 11] = takerFee;
  a[at + 12] = makerQty - makerLeft;
  a[at + 13] = t.filled;
  a[at + 14] = o.filledValue.get(maker);
  a[at + 15] = t.filledValue;
  a[at + 16] = o.fee.get(maker);
  a[at + 17] = t.fee;

  state.books.reduce(market, maker, 1 - t.side, qty);
  if (makerLeft === 0) endResting(state, maker, makerQty, status.filled, cause.none);
}

/** A record whose order has left its book: out of every index (I5), told once, with what it came to. */
export function endResting(state: State, order: number, filled: number, finalStatus: number, why: number): void {
  const o = state.orders;
  const stake = o.stake.get(order);
  tellClosed(
    state,
    state.stakes.uid.get(stake),
    o.idOf(order),
    state.stakes.market.get(stake),
    finalStatus,
    why,
    filled,
    o.filledValue.get(order),
    o.fee.get(order),
  );
  unlinkFromUser(state, order);
  state.keys.forget(order);
  o.unindex(order);
  o.pool.free(order);
}

export function tellClosed(
  state: State,
  uid: number,
  id: number,
  market: number,
  finalStatus: number,
  why: number,
  filled: number,
  value: number,
  fee: number,
): void {
  const at = state.events.row(9);
  const a = state.events.a;
  a[at] = eventCode.order_closed;
  a[at + 1] = uid;
  a[at + 2] = id;
  a[at + 3] = market;
  a[at + 4] = finalStatus;
  a[at + 5] = why;
  a[at + 6] = filled;
  a[at + 7] = value;
  a[at + 8] = fee;
}

/** Takes a resting order out of its book and gives back what was held for it. */
export function endOpenOrder(state: State, order: number, finalStatus: number, why: number): void {
  const o = state.orders;
  const books = state.books;
  const stake = o.stake.get(order);
  const market = state.stakes.market.get(stake);
  const orderSide = o.side(order);
  const left = books.remaining.get(order);
  const price = books.price.get(books.levelOf.get(order));
  const total = books.remove(market, order, orderSide);
  release(state, stake, orderSide, o.idOf(order), reserveOf(state, market, orderSide, price, left));
  state.events.level(market, orderSide, price, total);
  endResting(state, order, o.qty.get(order) - left, finalStatus, why);
}

export function hold(state: State, stake: number, orderSide: number, id: number, amount: number): void {
  const s = state.stakes;
  if (orderSide === side.buy)
    state.ledger.move(entryCause.orderHold, id, s.quoteAvail.get(stake), s.quoteHold.get(stake), amount);
  else state.ledger.move(entryCause.orderHold, id, s.baseAvail.get(stake), s.baseHold.get(stake), amount);
}

export function release(state: State, stake: number, orderSide: number, id: number, amount: number): void {
  if (amount === 0) return;
  const s = state.stakes;
  if (orderSide === side.buy)
    state.ledger.move(entryCause.orderRelease, id, s.quoteHold.get(stake), s.quoteAvail.get(stake), amount);
  else state.ledger.move(entryCause.orderRelease, id, s.baseHold.get(stake), s.baseAvail.get(stake), amount);
}

/** The user's chain of open orders is in the order of their ids: a new order has the highest, and already knows which was so before. */
export function linkToUser(state: State, order: number): void {
  const o = state.orders;
  const stake = o.stake.get(order);
  const user = state.stakes.user.get(stake);
  const newest = o.older.get(order);
  if (newest === 0) state.users.oldestOrder.set(user, order);
  else o.newer.set(newest, order);
  state.users.newestOrder.set(user, order);
  state.users.openOrders.set(user, state.users.openOrders.get(user) + 1);
  state.stakes.openOrders.set(stake, state.stakes.openOrders.get(stake) + 1);
}

function unlinkFromUser(state: State, order: number): void {
  const o = state.orders;
  const stake = o.stake.get(order);
  const user = state.stakes.user.get(stake);
  const older = o.older.get(order);
  const newer = o.newer.get(order);
  if (older === 0) state.users.oldestOrder.set(user, newer);
  else o.newer.set(older, newer);
  if (newer === 0) state.users.newestOrder.set(user, older);
  else o.older.set(newer, older);
  state.users.openOrders.set(user, state.users.openOrders.get(user) - 1);
  state.stakes.openOrders.set(stake, state.stakes.openOrders.get(stake) - 1);
}
