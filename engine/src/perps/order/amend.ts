import { type CommandOf, unchanged } from "@tidemark/contracts/journal";
import { remainingReserveNumber } from "@tidemark/money";
import { Market } from "../../records/market.ts";
import { cause, opens, Order, orderType, status } from "../../records/order.ts";
import { emitAmended } from "../../orders/records.ts";
import { UserMarket } from "../../records/user.ts";
import { ownOrderOf } from "../../orders/own-order.ts";
import { refuse } from "../../events/refusals.ts";
import { type SlicedWork, rollbackInSlices } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { countOpening, endPerpOrder, positionOfOrder, reserve } from "./orders.ts";
import { checkPerp, qtyRefused, sendPerp } from "./place.ts";
import { Position } from "../../records/user-contract.ts";

/** for an order of a perpetual. A rest: it entered again and matching goes on. */
export function amendPerp(state: State, c: CommandOf<"amend_order">, order: number): true | SlicedWork {
  const { books, memory } = state;
  const { w } = memory;
  const market = state.markets.at(w[w[order + Order.userMarket]! + UserMarket.market]!);
  const tick = memory.number(market + Market.tick);
  const lot = memory.number(market + Market.lot);
  const oldQty = w[order + Order.qty]!;
  const remaining = w[order + Order.remaining]!;
  const filled = oldQty - remaining;
  const oldPrice = books.priceOf(order);
  const price = c.price === unchanged ? oldPrice : c.price / tick;
  const qty = c.qty === unchanged ? oldQty : c.qty / lot;
  if (!Number.isInteger(price)) return refused(state, refuse.PRICE_TICK, BigInt(tick));
  if (!Number.isInteger(qty)) return refused(state, refuse.QTY_STEP, BigInt(lot));
  state.result.ref = c.orderId;
  if (price === oldPrice && qty === oldQty) return refused(state, refuse.AMEND_NO_CHANGE);
  if (qty <= filled) {
    endPerpOrder(state, order, status.canceled, cause.user);
    return true;
  }
  if (price !== oldPrice || qty > oldQty) return enterAgain(state, order, market, price, qty - filled);
  const isOpening = opens(state.orders.side(order), state.orders.posSide(order));
  const draft = draftOf(state, order, market, price, qty - filled);
  // Less of the same takes risk out of the book: neither its worth nor how far the market has moved stands against it.
  if (!qtyRefused(state, draft, market, positionOfOrder(state, order), isOpening)) reduce(state, order, market, qty);
  return true;
}

function refused(state: State, code: number, first = 0n): true {
  state.refuse(code, first);
  return true;
}

/** The same price and less of it: it keeps its place (V085). */
function reduce(state: State, order: number, market: number, qty: number): void {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  const position = positionOfOrder(state, order);
  const remaining = w[order + Order.remaining]!;
  const cut = w[order + Order.qty]! - qty;
  const left = remaining - cut;
  const price = books.priceOf(order);
  if (opens(o.side(order), o.posSide(order))) {
    const kept = remainingReserveNumber(o.reserve(order), left, remaining);
    reserve(state, position, o.idOf(order), kept - o.reserve(order));
    o.setReserve(order, kept, o.assumed(order));
    countOpening(state, market, position, o.assumed(order), remaining, left);
  } else memory.setNumber(position + Position.closing, memory.number(position + Position.closing) - cut);
  memory.set(order + Order.qty, qty);
  books.reduce(market, order, o.side(order), cut);
  emitAmended(
    state,
    w[userMarket + UserMarket.uid]!,
    o.idOf(order),
    w[userMarket + UserMarket.market]!,
    price,
    qty,
    qty - left,
    true,
  );
  state.events.level(w[userMarket + UserMarket.market]!, o.side(order), price, books.totalAt(market, price));
}

/** It leaves its place and everything promised for it, is checked like a new order, and enters at the tail; refused, it never left. */
function* enterAgain(state: State, order: number, market: number, price: number, left: number): SlicedWork {
  const { books, memory, events, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  const position = positionOfOrder(state, order);
  const isOpening = opens(o.side(order), o.posSide(order));
  const remaining = w[order + Order.remaining]!;
  const filled = w[order + Order.qty]! - remaining;
  const oldPrice = books.priceOf(order);
  const mark = memory.mark;
  const rows = events.length;
  const total = books.remove(market, order, o.side(order));
  events.level(w[userMarket + UserMarket.market]!, o.side(order), oldPrice, total);
  if (isOpening) {
    countOpening(state, market, position, o.assumed(order), remaining, 0);
    reserve(state, position, o.idOf(order), -o.reserve(order));
  } else memory.setNumber(position + Position.closing, memory.number(position + Position.closing) - remaining);
  const entry = checkPerp(state, draftOf(state, order, market, price, left), market, order);
  if (entry !== undefined) {
    const id = o.idOf(order);
    emitAmended(
      state,
      w[userMarket + UserMarket.uid]!,
      id,
      w[userMarket + UserMarket.market]!,
      entry.worst,
      left + filled,
      filled,
      false,
    );
    const ended = sendPerp(state, entry);
    if (ended !== true) yield* ended;
  }
  if (state.result.code === 200) return;
  const { code, first, second } = state.result;
  yield* rollbackInSlices(state.memory, mark);
  events.length = rows;
  state.forget();
  state.refuse(code, first, second);
}

function draftOf(state: State, order: number, market: number, price: number, left: number): CommandOf<"place_order"> {
  const { memory, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  return ownOrderOf({
    uid: w[userMarket + UserMarket.uid]!,
    market: w[userMarket + UserMarket.market]!,
    product: w[userMarket + UserMarket.product]!,
    side: o.side(order),
    orderType: orderType.limit,
    tif: o.tif(order),
    postOnly: o.postOnly(order),
    stp: o.stp(order),
    price: price * memory.number(market + Market.tick),
    qty: left * memory.number(market + Market.lot),
    posSide: o.posSide(order),
  });
}
