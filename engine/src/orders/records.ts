import { layoutOf } from "../events/layout.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import { textWord } from "../memory/texts.ts";
import type { State } from "../state/state.ts";
import { Order, packTerms, side } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";
import { sizeOf } from "../memory/record.ts";

const accepted = layoutOf("order_accepted");
const longKey = layoutOf("order_key");
const longKeyWords = 9;
const closed = layoutOf("order_closed");
const longForm = 3;

/** Would the taker's limit meet a resting order at this price? */
export const reaches = (takerSide: number, limit: number, price: number): boolean =>
  price !== 0 && (takerSide === side.buy ? price <= limit : price >= limit);

/** Who an order belongs to. */
/** the master uid whose orders must not meet each other. */
export const groupOfUserMarket = (w: Int32Array, userMarket: number): number =>
  w[w[userMarket + UserMarket.user]! + User.master]!;
export const groupOf = (w: Int32Array, order: number): number => groupOfUserMarket(w, w[order + Order.userMarket]!);

/** The new total of the level that was being eaten, told once per level and not once per trade. */
export function leaveLevel(state: State): void {
  const t = state.taker;
  if (t.touched === 0) return;
  state.events.level(t.marketId, 1 - t.side, t.touched, state.books.totalAt(t.market, t.touched));
  t.touched = 0;
}

const draft = new Int32Array(sizeOf(Order));
const draftNumbers = new Float64Array(draft.buffer);

/** A record for the taker, all words of it written at once; it has no place in a book yet. */
export function newRecord(state: State): number {
  const { memory, orders: o, taker: t } = state;
  const { w } = memory;
  const order = o.pool.alloc();
  draft[Order.idLow] = lowWord(t.id);
  draft[Order.idHigh] = highWord(t.id);
  draft[Order.userMarket] = t.userMarket;
  draft[Order.terms] = packTerms(t.side, t.type, t.tif, t.postOnly, t.stp, t.vip, t.keyForm, t.posSide);
  draft[Order.qty] = t.qty;
  draft[Order.older] = w[w[t.userMarket + UserMarket.user]! + User.newestOrder]!;
  draft[Order.k0] = t.keyForm === longForm ? o.keepLongKey(t.keyText) : t.k0;
  draft[Order.k1] = t.k1;
  draft[Order.k2] = t.k2;
  draft[Order.k3] = t.k3;
  draftNumbers[Order.acceptedAt / 2] = t.acceptedAt;
  memory.setAll(order, draft, sizeOf(Order));
  o.index(order);
  linkToUser(state, order, t.userMarket);
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
  const userMarket = w[order + Order.userMarket]!;
  emitClosed(
    state,
    w[userMarket + UserMarket.uid]!,
    state.orders.idOf(order),
    w[userMarket + UserMarket.market]!,
    finalStatus,
    why,
    filled,
    value,
    fee,
  );
  unlinkFromUser(state, order, userMarket);
  state.keys.forget(order);
  state.orders.drop(order);
}

export function emitClosed(
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
  const at = state.events.begin(closed);
  const { a } = state.events;
  a[at + closed.at.uid] = uid;
  a[at + closed.at.orderId] = id;
  a[at + closed.at.market] = marketId;
  a[at + closed.at.status] = finalStatus;
  a[at + closed.at.cause] = why;
  a[at + closed.at.filled] = filled;
  a[at + closed.at.value] = value;
  a[at + closed.at.fee] = fee;
}

/** The user's chain of open orders is in the order of their ids: a new order has the highest, and already knows which was so before. */
function linkToUser(state: State, order: number, userMarket: number): void {
  const { memory } = state;
  const { w } = memory;
  const user = w[userMarket + UserMarket.user]!;
  const newest = w[order + Order.older]!;
  if (newest === 0) memory.set(user + User.oldestOrder, order);
  else memory.set(newest + Order.newer, order);
  memory.set(user + User.newestOrder, order);
  memory.set(user + User.openOrders, w[user + User.openOrders]! + 1);
  memory.set(userMarket + UserMarket.openOrders, w[userMarket + UserMarket.openOrders]! + 1);
}

function unlinkFromUser(state: State, order: number, userMarket: number): void {
  const { memory } = state;
  const { w } = memory;
  const user = w[userMarket + UserMarket.user]!;
  const older = w[order + Order.older]!;
  const newer = w[order + Order.newer]!;
  if (older === 0) memory.set(user + User.oldestOrder, newer);
  else memory.set(older + Order.newer, newer);
  if (newer === 0) memory.set(user + User.newestOrder, older);
  else memory.set(newer + Order.older, older);
  memory.set(user + User.openOrders, w[user + User.openOrders]! - 1);
  memory.set(userMarket + UserMarket.openOrders, w[userMarket + UserMarket.openOrders]! - 1);
}
export function emitAccepted(state: State, product: number, limitPrice: number, quoteAmount: number): void {
  const t = state.taker;
  const at = state.events.begin(accepted);
  const { a } = state.events;
  a[at + accepted.at.uid] = t.uid;
  a[at + accepted.at.orderId] = t.id;
  a[at + accepted.at.market] = t.marketId;
  a[at + accepted.at.product] = product;
  a[at + accepted.at.side] = t.side;
  a[at + accepted.at.orderType] = t.type;
  a[at + accepted.at.tif] = t.tif;
  a[at + accepted.at.postOnly] = t.postOnly ? 1 : 0;
  a[at + accepted.at.stp] = t.stp;
  a[at + accepted.at.price] = limitPrice;
  a[at + accepted.at.qty] = t.qty;
  a[at + accepted.at.quoteAmount] = quoteAmount;
  a[at + accepted.at.keyForm] = t.keyForm;
  a[at + accepted.at.k0] = t.k0;
  a[at + accepted.at.k1] = t.k1;
  a[at + accepted.at.k2] = t.k2;
  a[at + accepted.at.k3] = t.k3;
  a[at + accepted.at.posSide] = t.posSide;
  a[at + accepted.at.reserveHigh] = 0;
  a[at + accepted.at.reserveLow] = t.held;
  if (t.keyForm === longForm) emitLongKey(state);
}

function emitLongKey(state: State): void {
  const t = state.taker;
  const at = state.events.begin(longKey);
  const { a } = state.events;
  a[at + longKey.at.uid] = t.uid;
  a[at + longKey.at.orderId] = t.id;
  a[at + longKey.at.length] = t.keyText.length;
  for (let place = 0; place < longKeyWords; place += 1) a[at + longKey.at.w0 + place] = textWord(t.keyText, place);
}

export function emitAmended(
  state: State,
  uid: number,
  id: number,
  marketId: number,
  price: number,
  qty: number,
  filled: number,
  keptPlace: boolean,
): void {
  state.events.emit("order_amended", {
    uid,
    orderId: id,
    market: marketId,
    price,
    qty,
    filled,
    keptPlace: keptPlace ? 1 : 0,
  });
}
