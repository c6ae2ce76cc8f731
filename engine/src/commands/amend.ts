import { type CommandOf, unchanged } from "@tidemark/contracts/journal";
import { Market, marketStatus } from "../records/market.ts";
import { priceRefused, sizeRefused } from "../orders/checks.ts";
import { closes, Order } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import { amendPerp } from "../perps/order/amend.ts";
import { amendTerms, waitedFor } from "../perps/tpsl/exit-terms.ts";
import { exitRefused } from "../perps/order/exits.ts";
import { refuse } from "../events/refusals.ts";
import { amendSpot } from "../spot/amend.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { triggerRefused } from "./place-trigger.ts";
import { direction, phase, role, Trigger } from "../records/trigger.ts";
import { arm, disarm, marketOfTrigger, emitChanged } from "../triggers/waiting.ts";
import { ownOrder, ownTrigger } from "./cancel.ts";

/** changes an order that rests, or one that waits, in one atomic command. A rest: it entered again and matching goes on. */
export function amend(state: State, c: CommandOf<"amend_order">): true | SlicedWork {
  const { w } = state.memory;
  const trigger = ownTrigger(state, c.uid, c.orderId);
  const order = trigger === 0 ? ownOrder(state, c.uid, c.orderId) : 0;
  if (trigger === 0 && order === 0) return true;
  if (order !== 0 && c.trigger !== unchanged) {
    state.refuse(refuse.AMEND_NOT_ALLOWED);
    return true;
  }
  const userMarket = trigger === 0 ? w[order + Order.userMarket]! : w[trigger + Trigger.userMarket]!;
  const now = w[state.markets.at(w[userMarket + UserMarket.market]!) + Market.status]!;
  if (now !== marketStatus.trading && (now !== marketStatus.postOnly || trigger !== 0)) {
    state.refuse(refuse.MARKET_NOT_TRADING);
    return true;
  }
  const { orders: o, triggers: t } = state;
  const isClose = trigger === 0 ? closes(o.side(order), o.posSide(order)) : closes(t.side(trigger), t.posSide(trigger));
  if (!isClose && state.isStopped(c.uid, w[userMarket + UserMarket.market]!)) {
    state.refuse(refuse.LOCKED_BY_OPERATOR);
    return true;
  }
  if (trigger !== 0) {
    amendTrigger(state, c, trigger);
    return true;
  }
  return state.orders.posSide(order) === 0 ? amendSpot(state, c, order) : amendPerp(state, c, order);
}

/** An order that waits may change what it waits for, its price and its size; its direction is found anew. */
function amendTrigger(state: State, c: CommandOf<"amend_order">, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const market = marketOfTrigger(state, trigger);
  const tick = memory.number(market + Market.tick);
  const isExit = w[trigger + Trigger.role] !== role.order;
  // Another callback is another stop: who wants one cancels and places anew.
  const isFixed = w[trigger + Trigger.phase] === phase.armed || w[trigger + Trigger.role] === role.trailing;
  if (isFixed) return state.refuse(refuse.AMEND_NOT_ALLOWED);
  if (c.price === unchanged && c.qty === unchanged && c.trigger === unchanged)
    return state.refuse(refuse.AMEND_NO_CHANGE);
  if (c.price !== unchanged && (w[trigger + Trigger.price] === 0 || priceRefused(state, market, c.price))) {
    if (w[trigger + Trigger.price] === 0) state.refuse(refuse.AMEND_NOT_ALLOWED);
    return;
  }
  const most = memory.number(market + Market.maxQty);
  if (c.qty !== unchanged && w[trigger + Trigger.isWhole] === 1) return state.refuse(refuse.AMEND_NOT_ALLOWED);
  if (c.qty !== unchanged && sizeRefused(state, market, c.qty, most)) return;
  const price = c.trigger === unchanged ? w[trigger + Trigger.triggerPrice]! * tick : c.trigger;
  const terms = { price, by: w[trigger + Trigger.source]!, limit: 0 };
  let way = w[trigger + Trigger.direction]!;
  if (c.trigger !== unchanged && isExit) {
    const positionSide = state.triggers.posSide(trigger);
    if (exitRefused(state, market, positionSide, w[trigger + Trigger.role]!, terms, waitedFor(state, trigger))) return;
  } else if (c.trigger !== unchanged) {
    const now = triggerRefused(state, market, terms);
    if (now === 0) return;
    way = price / tick > now ? direction.up : direction.down;
  }
  write(state, c, trigger, market, price / tick, way);
}

function write(
  state: State,
  c: CommandOf<"amend_order">,
  trigger: number,
  market: number,
  price: number,
  way: number,
): void {
  const { memory } = state;
  const { w } = memory;
  const isAwake = w[trigger + Trigger.alarm] !== 0;
  if (isAwake) disarm(state, trigger);
  memory.set(trigger + Trigger.triggerPrice, price);
  memory.set(trigger + Trigger.direction, way);
  if (c.price !== unchanged) memory.set(trigger + Trigger.price, c.price / memory.number(market + Market.tick));
  if (c.qty !== unchanged) memory.set(trigger + Trigger.qty, c.qty / memory.number(market + Market.lot));
  if (isAwake) arm(state, trigger);
  amendTerms(state, trigger);
  state.result.ref = c.orderId;
  emitChanged(state, trigger);
}
