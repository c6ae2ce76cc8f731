import { eventCode } from "../events.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import type { State } from "../state.ts";
import { Order, orderWords, packTerms, side } from "./order-table.ts";
import { Stake, User } from "./users.ts";

const longForm = 3;

/** Would the taker's limit meet a resting order at this price? */
export const reaches = (takerSide: number, limit: number, price: number): boolean =>
  price !== 0 && (takerSide === side.buy ? price <= limit : price >= limit);

/** Who an order belongs to. */
/** the master uid whose orders must not meet each other. */
export const groupOfStake = (w: Int32Array, stake: number): number => w[w[stake + Stake.user]! + User.master]!;
export const groupOf = (w: Int32Array, order: number): number => groupOfStake(w, w[order + Order.stake]!);

/** The new total of the level that was being eaten, told once per level and not once per trade. */
export function leaveLevel(state: State): void {
  const t = state.taker;
  if (t.touched === 0) return;
  state.events.level(t.marketId, 1 - t.side, t.touched, state.books.totalAt(t.market, t.touched));
  t.touched = 0;
}

const draft = new Int32Array(orderWords);
const draftNumbers = new Float64Array(draft.buffer);

/** A record for the taker, all words of it written at once; it has no place in a book yet. */
export function newRecord(state: State): number {
  const { memory, orders: o, taker: t } = state;
  const { w } = memory;
  const order = o.pool.alloc();
  draft[Order.idLow] = lowWord(t.id);
  draft[Order.idHigh] = highWord(t.id);
  draft[Order.stake] = t.stake;
  draft[Order.terms] = packTerms(t.side, t.type, t.tif, t.postOnly, t.stp, t.vip, t.keyForm, t.posSide);
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

/** The user's chain of open orders is in the order of their ids: a new order has the highest, and already knows which was so before. */
function linkToUser(state: State, order: number, stake: number): void {
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
export function tellAccepted(state: State, product: number, limitPrice: number, quoteAmount: number): void {
  const t = state.taker;
  const at = state.events.row(21);
  const { a } = state.events;
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
  a[at + 18] = t.posSide;
  a[at + 19] = 0;
  a[at + 20] = t.held;
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

export function tellAmended(
  state: State,
  uid: number,
  id: number,
  marketId: number,
  price: number,
  qty: number,
  filled: number,
  keptPlace: boolean,
): void {
  state.events.list(eventCode.order_amended, [uid, id, marketId, price, qty, filled, keptPlace ? 1 : 0]);
}
