import { layoutOf } from "../events/layout.ts";
import { feeRate, Market } from "../records/market.ts";
import { noteTrade } from "../markets/reference.ts";
import { type State, variable } from "../state/state.ts";
import { feeOf } from "./fee.ts";
import { cause, entryCause, Order, side, status } from "../records/order.ts";
import { endRecord } from "../orders/records.ts";
import { noteSweep } from "../orders/price-sweep.ts";
import { UserMarket } from "../records/user.ts";
import { touchPair } from "../pairs/debts.ts";

const filled = layoutOf("order_filled");
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
  const makerUserMarket = w[maker + Order.userMarket]!;
  const value = price * qty * memory.number(market + Market.unit);
  const base = qty * memory.number(market + Market.lotUnits);
  const takerBuys = t.side === side.buy;
  // Each side pays in what it receives: the buyer in base, the seller in quote.
  const takerFee = feeOf(takerBuys ? base : value, fees.rate(t.vip, feeRate.spotTaker));
  const makerFee = feeOf(takerBuys ? value : base, fees.rate(o.vip(maker), feeRate.spotMaker));
  const buyer = takerBuys ? t.userMarket : makerUserMarket;
  const seller = takerBuys ? makerUserMarket : t.userMarket;
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;

  const trade = state.next(variable.lastTrade);
  const { ledger } = state;
  ledger.beginEntry(entryCause.fill, trade);
  ledger.line(w[buyer + UserMarket.hold + side.buy]!, -value);
  ledger.line(w[seller + UserMarket.avail + side.buy]!, value - sellerFee);
  ledger.line(w[market + Market.feesQuote]!, sellerFee);
  ledger.line(w[seller + UserMarket.hold + side.sell]!, -base);
  ledger.line(w[buyer + UserMarket.avail + side.sell]!, base - buyerFee);
  ledger.line(w[market + Market.feesBase]!, buyerFee);
  ledger.endEntry();

  t.remaining -= qty;
  t.filled += qty;
  t.filledValue += value;
  t.fee += takerFee;
  t.held -= takerBuys ? value : base;
  if (t.budget >= 0) t.budget -= value;
  const makerQty = w[maker + Order.qty]!;
  const makerLeft = w[maker + Order.remaining]! - qty;
  const makerValue = o.filledValue(maker) + value;
  const makerFees = o.fee(maker) + makerFee;
  if (w[market + Market.last] !== price || w[market + Market.sampleTail] === 0) noteTrade(state, market, price);

  const at = state.events.begin(filled);
  const { a } = state.events;
  a[at + filled.at.market] = w[market + Market.id]!;
  a[at + filled.at.tradeId] = trade;
  a[at + filled.at.price] = price;
  a[at + filled.at.qty] = qty;
  a[at + filled.at.takerSide] = t.side;
  a[at + filled.at.makerOrder] = o.idOf(maker);
  a[at + filled.at.takerOrder] = t.id;
  a[at + filled.at.makerUid] = w[makerUserMarket + UserMarket.uid]!;
  a[at + filled.at.takerUid] = t.uid;
  a[at + filled.at.makerFee] = makerFee;
  a[at + filled.at.takerFee] = takerFee;
  a[at + filled.at.makerFilled] = makerQty - makerLeft;
  a[at + filled.at.takerFilled] = t.filled;
  a[at + filled.at.makerValue] = makerValue;
  a[at + filled.at.takerValue] = t.filledValue;
  a[at + filled.at.makerFees] = makerFees;
  a[at + filled.at.takerFees] = t.fee;
  a[at + filled.at.makerPosSide] = 0;
  a[at + filled.at.takerPosSide] = 0;
  a[at + filled.at.makerPnlHigh] = 0;
  a[at + filled.at.makerPnlLow] = 0;
  a[at + filled.at.takerPnlHigh] = 0;
  a[at + filled.at.takerPnlLow] = 0;

  noteSweep(state, market, price);
  // a fill changes the level of a margin pair, whoever it traded with.
  if (w[buyer + UserMarket.product] === marginProduct)
    touchPair(state, w[buyer + UserMarket.uid]!, w[market + Market.id]!);
  if (w[seller + UserMarket.product] === marginProduct)
    touchPair(state, w[seller + UserMarket.uid]!, w[market + Market.id]!);
  state.books.reduce(market, maker, 1 - t.side, qty);
  if (makerLeft === 0) endRecord(state, maker, makerQty, makerValue, makerFees, status.filled, cause.none);
  else o.setTally(maker, makerValue, makerFees);
}

/** Takes a resting order out of its book and gives back what was held for it. */
export function endSpotOrder(state: State, order: number, finalStatus: number, why: number): void {
  const { books, orders: o } = state;
  const { w } = state.memory;
  const userMarket = w[order + Order.userMarket]!;
  const market = state.markets.at(w[userMarket + UserMarket.market]!);
  const orderSide = o.side(order);
  const left = w[order + Order.remaining]!;
  const price = books.priceOf(order);
  const total = books.remove(market, order, orderSide);
  release(state, userMarket, orderSide, o.idOf(order), reserveOf(state, market, orderSide, price, left));
  state.events.level(w[market + Market.id]!, orderSide, price, total);
  endRecord(state, order, w[order + Order.qty]! - left, o.filledValue(order), o.fee(order), finalStatus, why);
}

export function hold(state: State, userMarket: number, orderSide: number, id: number, amount: number): void {
  const { w } = state.memory;
  const from = w[userMarket + UserMarket.avail + orderSide]!;
  state.ledger.move(entryCause.orderHold, id, from, w[userMarket + UserMarket.hold + orderSide]!, amount);
}

export function release(state: State, userMarket: number, orderSide: number, id: number, amount: number): void {
  if (amount === 0) return;
  const { w } = state.memory;
  const from = w[userMarket + UserMarket.hold + orderSide]!;
  state.ledger.move(entryCause.orderRelease, id, from, w[userMarket + UserMarket.avail + orderSide]!, amount);
}
