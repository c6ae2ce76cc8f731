import type { CommandOf } from "@tidemark/contracts/journal";
import { ownOrderOf } from "../orders/own-order.ts";
import { place } from "../commands/place.ts";
import { Market } from "../records/market.ts";
import { cause, orderType, status } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import { endExit } from "../perps/tpsl/attached.ts";
import { termsOf } from "../perps/tpsl/exit-terms.ts";
import { followFired, makeWay } from "../perps/order/siblings.ts";
import { Position } from "../records/user-contract.ts";
import { ok } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { presentTrigger } from "../triggers/trailing.ts";
import { role, Trigger } from "../records/trigger.ts";
import { endTrigger, keepArmed, marketOfTrigger } from "../triggers/waiting.ts";

/** A trigger fires: it becomes an order with every check of that moment. Its own answer does not disturb the command's. */
export function* fire(state: State, trigger: number): SlicedWork {
  const { code, ref, first, second } = state.result;
  state.pending.firing = trigger;
  try {
    if (state.memory.w[trigger + Trigger.role] === role.order) yield* fireOrder(state, trigger);
    else yield* fireExit(state, trigger);
  } finally {
    state.pending.firing = 0;
    Object.assign(state.result, { code, ref, first, second });
  }
}

/** What the trigger sends, `lots` of it. */
function childOf(state: State, trigger: number, lots: number): CommandOf<"place_order"> {
  const { memory, triggers: t } = state;
  const { w } = memory;
  const market = marketOfTrigger(state, trigger);
  const userMarket = w[trigger + Trigger.userMarket]!;
  return ownOrderOf({
    uid: w[userMarket + UserMarket.uid]!,
    market: w[userMarket + UserMarket.market]!,
    product: w[userMarket + UserMarket.product]!,
    side: t.side(trigger),
    orderType: t.type(trigger),
    tif: t.tif(trigger),
    postOnly: t.postOnly(trigger),
    stp: t.stp(trigger),
    price: w[trigger + Trigger.price]! * memory.number(market + Market.tick),
    qty: lots * memory.number(market + Market.lot),
    posSide: t.posSide(trigger),
  });
}

/** What an opening or closing trigger sends: all of it, with the TP/SL that it brings along. */
function orderOf(state: State, trigger: number): CommandOf<"place_order"> {
  const { w } = state.memory;
  const child = childOf(state, trigger, w[trigger + Trigger.qty]!);
  const attachment = w[trigger + Trigger.attachment]!;
  if (attachment === 0) return child;
  const market = marketOfTrigger(state, trigger);
  const tp = termsOf(state, attachment, role.takeProfit, market);
  return { ...child, tp, sl: termsOf(state, attachment, role.stopLoss, market) };
}

/** Runs the child to its end. */
function* send(state: State, child: CommandOf<"place_order">): Generator<void, { code: number; order: number }> {
  state.result.code = ok;
  state.result.ref = 0;
  const ended = place(state, child);
  if (ended !== true) yield* ended;
  return { code: state.result.code, order: state.result.ref };
}

function* fireOrder(state: State, trigger: number): SlicedWork {
  const { code, order } = yield* send(state, orderOf(state, trigger));
  const finalStatus = code === ok ? status.triggered : status.triggerFailed;
  endTrigger(state, trigger, finalStatus, cause.none, order, code === ok ? 0 : code);
}

/**
 * what its sibling left in the book goes, resting closes make room, and the close is sent; the sibling shrinks by what was
 * filled. A position's stop loss stays while any is left.
 */
function* fireExit(state: State, trigger: number): SlicedWork {
  const { memory } = state;
  const { w } = memory;
  const position = w[trigger + Trigger.position]!;
  const openQty = memory.number(position + Position.qty);
  const isWhole = w[trigger + Trigger.isWhole] === 1;
  const qty = isWhole ? openQty : Math.min(w[trigger + Trigger.qty]!, openQty);
  makeWay(state, trigger, position, qty);
  const isStopOfAll = isWhole && w[trigger + Trigger.role] !== role.takeProfit;
  if (w[trigger + Trigger.role] === role.trailing)
    memory.set(trigger + Trigger.triggerPrice, presentTrigger(state, trigger));
  const { code, order } = yield* send(state, childOf(state, trigger, qty));
  followFired(state, trigger, openQty - memory.number(position + Position.qty), order);
  if (isStopOfAll && memory.number(position + Position.qty) > 0 && state.triggers.type(trigger) === orderType.market)
    return keepArmed(state, trigger);
  endExit(
    state,
    trigger,
    code === ok ? status.triggered : status.triggerFailed,
    cause.none,
    order,
    code === ok ? 0 : code,
  );
}
