import { Queued } from "../book/fast-book.ts";
import { eventCode } from "../events.ts";
import { feeRate, Market } from "../markets/markets.ts";
import { noteTrade } from "../markets/reference.ts";
import { type State, variable } from "../state.ts";
import { feeOf } from "./fee.ts";
import { cause, entryCause, Order, side, status } from "../orders/order-table.ts";
import { endRecord } from "../orders/records.ts";
import { noteSweep } from "../orders/traded.ts";
import { Stake } from "../orders/users.ts";
import { touchPair } from "../pairs/debts.ts";

const marginProduct = 5;

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

  const at = state.events.row(20);
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
  a[at + 18] = 0;
  a[at + 19] = 0;

  noteSweep(state, market, price);
  // a fill changes the level of a margin pair, whoever it traded with.
  if (w[buyer + Stake.product] === marginProduct) touchPair(state, w[buyer + Stake.uid]!, w[market + Market.id]!);
  if (w[seller + Stake.product] === marginProduct) touchPair(state, w[seller + Stake.uid]!, w[market + Market.id]!);
  state.books.reduce(market, maker, 1 - t.side, qty);
  if (makerLeft === 0) endRecord(state, maker, makerQty, makerValue, makerFees, status.filled, cause.none);
  else o.setTally(maker, makerValue, makerFees);
}

/** Takes a resting order out of its book and gives back what was held for it. */
export function endSpotOrder(state: State, order: number, finalStatus: number, why: number): void {
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
