import type { AmendOrder } from "@tidemark/contracts/codec";
import { eventCode } from "../events.ts";
import { marketStatus } from "../markets/markets.ts";
import { referenceOf } from "../markets/reference.ts";
import { refuse } from "../refusals.ts";
import { job, type State } from "../state.ts";
import { ownOrder } from "./cancel.ts";
import { match } from "./match.ts";
import { cause, side, status } from "./order-table.ts";
import { bandRefused, notionalRefused, priceRefused, sizeRefused } from "./place.ts";
import { endOpenOrder, hold, release, reserveOf } from "./settle.ts";

/** The journal's word for a price or size that stays; 0 is a size, and cancels what is left. */
const unchanged = Number.MAX_SAFE_INTEGER;
const totalMax = 1_000_000_000;
const worthMax = 4_503_599_627_370_496;

/** changes price or total size of a resting order in one atomic command. False: it entered again and matching goes on. */
export function amend(state: State, c: AmendOrder): boolean {
  const order = ownOrder(state, c.uid, c.orderId);
  if (order === 0) return true;
  const o = state.orders;
  const m = state.markets;
  const books = state.books;
  const stake = o.stake.get(order);
  const market = state.stakes.market.get(stake);
  const orderSide = o.side(order);
  const remaining = books.remaining.get(order);
  const filled = o.qty.get(order) - remaining;
  const oldPrice = books.price.get(books.levelOf.get(order));
  state.result.ref = c.orderId;

  const marketIs = m.status.a[market]!;
  const reference = referenceOf(state, market);
  if (marketIs !== marketStatus.trading && marketIs !== marketStatus.postOnly)
    return refused(state, refuse.MARKET_NOT_TRADING);
  if (c.price !== unchanged && priceRefused(state, market, c.price)) return true;
  const price = c.price === unchanged ? oldPrice : c.price / m.tick.a[market]!;
  if (c.qty !== unchanged && Math.floor(c.qty / m.lot.a[market]!) * m.lot.a[market]! !== c.qty)
    return refused(state, refuse.QTY_STEP, BigInt(m.lot.a[market]!));
  const qty = c.qty === unchanged ? o.qty.get(order) : c.qty / m.lot.a[market]!;
  if (price === oldPrice && qty === o.qty.get(order)) return refused(state, refuse.AMEND_NO_CHANGE);
  if (qty <= filled) {
    endOpenOrder(state, order, status.canceled, cause.user);
    return true;
  }
  const left = qty - filled;
  // An order filled and raised again and again must stay within what its record can hold.
  if (qty > totalMax)
    return refused(
      state,
      refuse.QTY_RANGE,
      BigInt(m.minQty.a[market]!) * BigInt(m.lot.a[market]!),
      BigInt(totalMax) * BigInt(m.lot.a[market]!),
    );
  if (o.filledValue.get(order) + price * left * m.unit.a[market]! > worthMax)
    return refused(state, refuse.MAX_NOTIONAL, BigInt(m.maxNotional.a[market]!), BigInt(m.maxNotional.a[market]!) + 1n);
  if (sizeRefused(state, market, left * m.lot.a[market]!, m.maxQty.a[market]!)) return true;
  if (notionalRefused(state, market, price * left * m.unit.a[market]!)) return true;
  if (bandRefused(state, market, orderSide, price, reference)) return true;

  const before = reserveOf(state, market, orderSide, oldPrice, remaining);
  const after = reserveOf(state, market, orderSide, price, left);
  const from = orderSide === side.buy ? state.stakes.quoteAvail.get(stake) : state.stakes.baseAvail.get(stake);
  if (after > before && !state.ledger.covers(from, after - before))
    return refused(state, refuse.INSUFFICIENT_MARGIN, BigInt(after - before), state.ledger.balance(from));
  const opposite = books.bestPrice.a[market * 2 + 1 - orderSide]!;
  const wouldTake = opposite !== 0 && (orderSide === side.buy ? opposite <= price : opposite >= price);
  const mayTake = marketIs === marketStatus.trading && reference !== 0 && !o.postOnly(order);
  if (wouldTake && !mayTake) return refused(state, refuse.POST_ONLY_WOULD_TAKE);

  const keepsPlace = price === oldPrice && left < remaining;
  tellAmended(state, c.uid, c.orderId, market, price, qty, filled, keepsPlace);
  if (after > before) hold(state, stake, orderSide, c.orderId, after - before);
  else release(state, stake, orderSide, c.orderId, before - after);
  if (keepsPlace) {
    o.qty.set(order, qty);
    books.reduce(market, order, orderSide, remaining - left);
    state.events.level(market, orderSide, price, books.totalAt(market, price));
    return true;
  }
  books.remove(market, order, orderSide);
  state.events.level(market, orderSide, oldPrice, books.totalAt(market, oldPrice));
  return enterAgain(state, order, price, qty, filled, after);
}

function refused(state: State, code: number, first = 0n, second = 0n): true {
  state.refuse(code, first, second);
  return true;
}

function tellAmended(
  state: State,
  uid: number,
  id: number,
  market: number,
  price: number,
  qty: number,
  filled: number,
  keptPlace: boolean,
): void {
  state.events.list(eventCode.order_amended, [uid, id, market, price, qty, filled, keptPlace ? 1 : 0]);
}

/** The order leaves its place and enters at the tail under the same id; it may now take. */
function enterAgain(state: State, order: number, price: number, qty: number, filled: number, held: number): boolean {
  const o = state.orders;
  const t = state.taker;
  const stake = o.stake.get(order);
  t.id = o.idOf(order);
  t.order = order;
  t.uid = state.stakes.uid.get(stake);
  t.stake = stake;
  t.market = state.stakes.market.get(stake);
  t.side = o.side(order);
  t.type = o.type(order);
  t.tif = o.tif(order);
  t.postOnly = o.postOnly(order);
  t.stp = o.stp(order);
  t.vip = o.vip(order);
  t.limit = price;
  t.qty = qty;
  t.remaining = qty - filled;
  t.budget = -1;
  t.filled = filled;
  t.filledValue = o.filledValue.get(order);
  t.fee = o.fee.get(order);
  t.held = held;
  t.acceptedAt = o.acceptedAt.get(order);
  t.stopped = false;
  t.touched = 0;
  state.job = job.match;
  return match(state);
}
