import { type CommandOf, unchanged } from "@tidemark/contracts/journal";
import { Market, marketStatus } from "../records/market.ts";
import { referenceOf } from "../markets/reference.ts";
import { bandRefused, notionalRefused, priceRefused, sizeRefused } from "../orders/checks.ts";
import { cause, Order, status } from "../records/order.ts";
import { groupOfUserMarket, emitAmended } from "../orders/records.ts";
import { UserMarket } from "../records/user.ts";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { matchAll } from "./match.ts";
import { endSpotOrder, hold, release, reserveOf } from "./settle.ts";

const totalMax = 1_000_000_000;
const worthMax = 4_503_599_627_370_496;

/** changes price or total size of a resting order in one atomic command. A rest: it entered again and matching goes on. */
export function amendSpot(state: State, c: CommandOf<"amend_order">, order: number): true | SlicedWork {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  const marketId = w[userMarket + UserMarket.market]!;
  const market = state.markets.at(marketId);
  const orderSide = o.side(order);
  const remaining = w[order + Order.remaining]!;
  const oldQty = w[order + Order.qty]!;
  const filled = oldQty - remaining;
  const oldPrice = books.priceOf(order);
  state.result.ref = c.orderId;

  const marketIs = w[market + Market.status]!;
  const reference = referenceOf(state, market);
  if (marketIs !== marketStatus.trading && marketIs !== marketStatus.postOnly)
    return refused(state, refuse.MARKET_NOT_TRADING);
  if (c.price !== unchanged && priceRefused(state, market, c.price)) return true;
  const price = c.price === unchanged ? oldPrice : c.price / memory.number(market + Market.tick);
  if (
    c.qty !== unchanged &&
    Math.floor(c.qty / memory.number(market + Market.lot)) * memory.number(market + Market.lot) !== c.qty
  )
    return refused(state, refuse.QTY_STEP, BigInt(memory.number(market + Market.lot)));
  const qty = c.qty === unchanged ? oldQty : c.qty / memory.number(market + Market.lot);
  if (price === oldPrice && qty === oldQty) return refused(state, refuse.AMEND_NO_CHANGE);
  if (qty <= filled) {
    endSpotOrder(state, order, status.canceled, cause.user);
    return true;
  }
  const left = qty - filled;
  // An order filled and raised again and again must stay within what its record can hold.
  if (qty > totalMax)
    return refused(
      state,
      refuse.QTY_RANGE,
      BigInt(memory.number(market + Market.minQty)) * BigInt(memory.number(market + Market.lot)),
      BigInt(totalMax) * BigInt(memory.number(market + Market.lot)),
    );
  if (o.filledValue(order) + price * left * memory.number(market + Market.unit) > worthMax)
    return refused(
      state,
      refuse.MAX_NOTIONAL,
      BigInt(memory.number(market + Market.maxNotional)),
      BigInt(memory.number(market + Market.maxNotional)) + 1n,
    );
  if (sizeRefused(state, market, left * memory.number(market + Market.lot), memory.number(market + Market.maxQty)))
    return true;
  const keepsPlace = price === oldPrice && left < remaining;
  // Less of the same takes risk out of the book: neither its worth nor how far the market has moved stands against it.
  if (!keepsPlace && notionalRefused(state, market, price * left * memory.number(market + Market.unit))) return true;
  if (!keepsPlace && bandRefused(state, market, orderSide, price, reference)) return true;

  const before = reserveOf(state, market, orderSide, oldPrice, remaining);
  const after = reserveOf(state, market, orderSide, price, left);
  const from = w[userMarket + UserMarket.avail + orderSide]!;
  if (after > before && !state.ledger.covers(from, after - before))
    return refused(state, refuse.INSUFFICIENT_MARGIN, BigInt(after - before), state.ledger.balance(from));
  const opposite = books.best(market, 1 - orderSide);
  const wouldTake = opposite !== 0 && (orderSide === 0 ? opposite <= price : opposite >= price);
  const mayTake = marketIs === marketStatus.trading && reference !== 0 && !o.postOnly(order);
  if (wouldTake && !mayTake) return refused(state, refuse.POST_ONLY_WOULD_TAKE);

  emitAmended(state, c.uid, c.orderId, marketId, price, qty, filled, keepsPlace);
  if (after > before) hold(state, userMarket, orderSide, c.orderId, after - before);
  else release(state, userMarket, orderSide, c.orderId, before - after);
  if (keepsPlace) {
    memory.set(order + Order.qty, qty);
    books.reduce(market, order, orderSide, remaining - left);
    state.events.level(marketId, orderSide, price, books.totalAt(market, price));
    return true;
  }
  books.remove(market, order, orderSide);
  state.events.level(marketId, orderSide, oldPrice, books.totalAt(market, oldPrice));
  return enterAgain(state, order, price, qty, filled, after);
}

function refused(state: State, code: number, first = 0n, second = 0n): true {
  state.refuse(code, first, second);
  return true;
}

/** The order leaves its place and enters at the tail under the same id; it may now take. */
function enterAgain(
  state: State,
  order: number,
  price: number,
  qty: number,
  filled: number,
  held: number,
): true | SlicedWork {
  const { memory, orders: o, taker: t } = state;
  const userMarket = memory.w[order + Order.userMarket]!;
  t.id = o.idOf(order);
  t.order = order;
  t.uid = memory.w[userMarket + UserMarket.uid]!;
  t.userMarket = userMarket;
  t.marketId = memory.w[userMarket + UserMarket.market]!;
  t.market = state.markets.at(t.marketId);
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
  t.filledValue = o.filledValue(order);
  t.fee = o.fee(order);
  t.held = held;
  t.acceptedAt = memory.number(order + Order.acceptedAt);
  t.stopped = false;
  t.touched = 0;
  t.group = groupOfUserMarket(memory.w, userMarket);
  t.position = 0;
  t.posSide = 0;
  t.attached = 0;
  return matchAll(state);
}
