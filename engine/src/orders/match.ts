import { Queued } from "../book/fast-book.ts";
import { eventCode } from "../events.ts";
import { Market } from "../markets/markets.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import type { State } from "../state.ts";
import { cause, Order, orderType, orderWords, packTerms, side, status, stp, tif } from "./order-table.ts";
import { endOpenOrder, endRecord, fill, linkToUser, release, reserveOf, tellClosed } from "./settle.ts";
import { Stake, User } from "./users.ts";

/** A slice ends after this many trades; the command goes on where it stopped. */
const fillsPerSlice = 500;
const longForm = 3;

/** Would the taker's limit meet a resting order at this price? */
const reaches = (takerSide: number, limit: number, price: number): boolean =>
  price !== 0 && (takerSide === side.buy ? price <= limit : price >= limit);

/** Who an order belongs to. */
const ownerOf = (w: Int32Array, order: number): number => w[w[order + Order.stake]! + Stake.uid]!;

/** Matches the taker until it is filled, stopped or out of reach. False: the slice is over, call again. */
export function match(state: State): boolean {
  const { books, memory, taker: t } = state;
  const { w } = memory;
  const { market } = t;
  const opposite = 1 - t.side;
  for (let work = 0; t.remaining > 0 && !t.stopped; work += 1) {
    const price = books.best(market, opposite);
    if (!reaches(t.side, t.limit, price)) break;
    if (work === fillsPerSlice) return false;
    if (price !== t.touched) leaveLevel(state);
    t.touched = price;
    const maker = books.front(market, opposite);
    if (ownerOf(w, maker) === t.uid) {
      meetOwn(state, maker);
      continue;
    }
    const resting = w[maker + Queued.remaining]!;
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

/** The new total of the level that was being eaten, told once per level and not once per trade. */
function leaveLevel(state: State): void {
  const t = state.taker;
  if (t.touched === 0) return;
  state.events.level(t.marketId, 1 - t.side, t.touched, state.books.totalAt(t.market, t.touched));
  t.touched = 0;
}

/** the taker's mode decides what happens when it meets an order of its own group. */
function meetOwn(state: State, maker: number): void {
  const t = state.taker;
  if (t.stp !== stp.expireTaker) endOpenOrder(state, maker, status.expired, cause.stp);
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
  release(state, t.stake, t.side, t.id, t.held);
  const reason = finalStatus === status.filled ? cause.none : why;
  if (t.order === 0) tellClosed(state, t.uid, t.id, t.marketId, finalStatus, reason, t.filled, t.filledValue, t.fee);
  else endRecord(state, t.order, t.filled, t.filledValue, t.fee, finalStatus, reason);
}

/** What is left rests at its limit; what was held beyond that goes back. */
function rest(state: State): void {
  const t = state.taker;
  const needed = reserveOf(state, t.market, t.side, t.limit, t.remaining);
  release(state, t.stake, t.side, t.id, t.held - needed);
  let order = t.order;
  if (order === 0) order = newRecord(state);
  else state.memory.set(order + Order.qty, t.qty);
  state.orders.setTally(order, t.filledValue, t.fee);
  const total = state.books.rest(t.market, order, t.side, t.limit, t.remaining);
  state.events.level(t.marketId, t.side, t.limit, total);
}

const draft = new Int32Array(orderWords);
const draftNumbers = new Float64Array(draft.buffer);

/** A record for the taker, all words of it written at once; it has no place in a book yet. */
function newRecord(state: State): number {
  const { memory, orders: o, taker: t } = state;
  const { w } = memory;
  const order = o.pool.alloc();
  draft[Order.idLow] = lowWord(t.id);
  draft[Order.idHigh] = highWord(t.id);
  draft[Order.stake] = t.stake;
  draft[Order.terms] = packTerms(t.side, t.type, t.tif, t.postOnly, t.stp, t.vip, t.keyForm);
  draft[Order.qty] = t.qty;
  draft[Order.older] = w[w[t.stake + Stake.user]! + User.newestOrder]!;
  draft[Order.k0] = t.keyForm === longForm ? o.keepLongKey(t.keyText) : t.k0;
  draft[Order.k1] = t.k1;
  draft[Order.k2] = t.k2;
  draft[Order.k3] = t.k3;
  draftNumbers[Order.acceptedAt / 2] = t.acceptedAt;
  memory.setAll(order, draft, orderWords);
  o.index(order);
  linkToUser(state, order, t.stake);
  return order;
}

/** R-5.7: could the taker be filled completely by other owners' orders inside its limit? */
export function fillable(
  state: State,
  uid: number,
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
  for (let order = books.front(market, opposite); order !== 0; order = books.behind(market, order, opposite)) {
    if (!reaches(takerSide, limit, books.priceOf(order))) return false;
    if (ownerOf(w, order) === uid) {
      // Any mode but EXPIRE_MAKER would stop the order here, short of its size.
      if (mode !== stp.expireMaker) return false;
      continue;
    }
    left -= w[order + Queued.remaining]!;
    if (left <= 0) return true;
  }
  return false;
}

export function tellAccepted(state: State, product: number, limitPrice: number, quoteAmount: number): void {
  const t = state.taker;
  const at = state.events.row(18);
  const a = state.events.a;
  a[at] = eventCode.order_accepted;
  a[at + 1] = t.uid;
  a[at + 2] = t.id;
  a[at + 3] = t.marketId;
  a[at + 4] = product;
  a[at + 5] = t.side;
  a[at + 6] = t.type;
  a[at + 7] = t.tif;
  a[at + 8] = t.postOnly ? 1 : 0;
  a[at + 9] = t.stp;
  a[at + 10] = limitPrice;
  a[at + 11] = t.qty;
  a[at + 12] = quoteAmount;
  a[at + 13] = t.keyForm;
  a[at + 14] = t.k0;
  a[at + 15] = t.k1;
  a[at + 16] = t.k2;
  a[at + 17] = t.k3;
  if (t.keyForm === longForm) tellLongKey(state);
}

function tellLongKey(state: State): void {
  const t = state.taker;
  const words = Array.from({ length: 9 }, (_, w) => {
    let word = 0;
    for (let j = 3; j >= 0; j -= 1)
      word = word * 256 + (w * 4 + j < t.keyText.length ? t.keyText.charCodeAt(w * 4 + j) : 0);
    return word;
  });
  state.events.list(eventCode.order_key, [t.uid, t.id, t.keyText.length, ...words]);
}
