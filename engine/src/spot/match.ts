import { fokMakersMax } from "../orders/fill-or-kill.ts";
import { Market } from "../records/market.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { cause, Order, orderType, side, status, stp, tif } from "../records/order.ts";
import { endRecord, groupOf, leaveLevel, newRecord, reaches, emitClosed } from "../orders/records.ts";
import { endSpotOrder, fill, release, reserveOf } from "./settle.ts";

/** The taker to its end: true, or what is left of it when the slice is over. */
export const matchAll = (state: State): true | SlicedWork => match(state) || matchOn(state);

function* matchOn(state: State): SlicedWork {
  do yield;
  while (!match(state));
}

/** Matches the taker until it is filled, stopped or out of reach. False: the slice is over, call again. */
function match(state: State): boolean {
  const { books, memory, taker: t } = state;
  const { w } = memory;
  const { market } = t;
  const opposite = 1 - t.side;
  while (t.remaining > 0 && !t.stopped) {
    const price = books.best(market, opposite);
    if (!reaches(t.side, t.limit, price)) break;
    if (state.isSliceOver) return false;
    if (price !== t.touched) leaveLevel(state);
    t.touched = price;
    const maker = books.front(market, opposite);
    if (groupOf(w, maker) === t.group) {
      meetOwn(state, maker);
      continue;
    }
    const resting = w[maker + Order.remaining]!;
    let qty = resting < t.remaining ? resting : t.remaining;
    if (t.budget >= 0) {
      // A market buy by amount takes what the money left buys at this price (V007).
      const affordable = Math.floor(t.budget / (price * memory.number(market + Market.unit)));
      if (affordable === 0) break;
      if (affordable < qty) qty = affordable;
    }
    fill(state, maker, price, qty);
  }
  leaveLevel(state);
  finish(state);
  return true;
}

/** the taker's mode decides what happens when it meets an order of its own group. */
function meetOwn(state: State, maker: number): void {
  const t = state.taker;
  if (t.stp !== stp.expireTaker) endSpotOrder(state, maker, status.expired, cause.stp);
  if (t.stp !== stp.expireMaker) t.stopped = true;
}

function finish(state: State): void {
  const t = state.taker;
  if (t.budget >= 0)
    return endTaker(
      state,
      t.filled > 0 && !t.stopped && spent(state) ? status.filled : status.expired,
      t.stopped ? cause.stp : cause.protection,
    );
  if (t.remaining === 0) return endTaker(state, status.filled, cause.none);
  if (t.stopped) return endTaker(state, status.expired, cause.stp);
  if (t.type === orderType.market) return endTaker(state, status.expired, cause.protection);
  if (t.tif !== tif.gtc) return endTaker(state, status.expired, cause.ioc);
  rest(state);
}

/** Nothing more could be bought with what is left, at the best price in reach: the amount is spent. */
function spent(state: State): boolean {
  const t = state.taker;
  if (t.budget === 0) return true;
  const price = state.books.best(t.market, side.sell);
  return reaches(side.buy, t.limit, price) && t.budget < price * state.memory.number(t.market + Market.unit);
}

function endTaker(state: State, finalStatus: number, why: number): void {
  const t = state.taker;
  release(state, t.userMarket, t.side, t.id, t.held);
  const reason = finalStatus === status.filled ? cause.none : why;
  if (t.order === 0) emitClosed(state, t.uid, t.id, t.marketId, finalStatus, reason, t.filled, t.filledValue, t.fee);
  else endRecord(state, t.order, t.filled, t.filledValue, t.fee, finalStatus, reason);
}

/** What is left rests at its limit; what was held beyond that goes back. */
function rest(state: State): void {
  const t = state.taker;
  const needed = reserveOf(state, t.market, t.side, t.limit, t.remaining);
  release(state, t.userMarket, t.side, t.id, t.held - needed);
  let order = t.order;
  if (order === 0) order = newRecord(state);
  else state.memory.set(order + Order.qty, t.qty);
  state.orders.setTally(order, t.filledValue, t.fee);
  const total = state.books.rest(t.market, order, t.side, t.limit, t.remaining);
  state.events.level(t.marketId, t.side, t.limit, total);
}

/** R-5.7: could the taker be filled completely by other owners' orders inside its limit, by the first thousand that it would meet? */
export function fillable(
  state: State,
  group: number,
  market: number,
  takerSide: number,
  limit: number,
  qty: number,
  mode: number,
): boolean {
  const { books } = state;
  const { w } = state.memory;
  const opposite = 1 - takerSide;
  let left = qty;
  let looked = 0;
  for (let order = books.front(market, opposite); order !== 0; order = books.behind(market, order, opposite)) {
    looked += 1;
    if (looked > fokMakersMax || !reaches(takerSide, limit, books.priceOf(order))) break;
    if (groupOf(w, order) === group) {
      // Any mode but EXPIRE_MAKER would stop the order here, short of its size.
      if (mode !== stp.expireMaker) break;
      continue;
    }
    left -= w[order + Order.remaining]!;
    if (left <= 0) break;
  }
  state.memory.countLookups(looked);
  return left <= 0;
}
