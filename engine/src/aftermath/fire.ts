import type { PlaceOrder } from "@tidemark/contracts/codec";
import { ownOrderOf } from "../commands/journal-words.ts";
import { place } from "../commands/place.ts";
import { Market } from "../markets/markets.ts";
import { cause, orderType, status } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import { endExit } from "../perps/attached.ts";
import { termsOf } from "../perps/exit-terms.ts";
import { followFired, makeWay } from "../perps/siblings.ts";
import { Leg } from "../perps/seats.ts";
import { ok } from "../refusals.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { presentTrigger } from "../triggers/trailing.ts";
import { role, Trigger } from "../triggers/trigger-table.ts";
import { endTrigger, keepArmed, marketOfTrigger } from "../triggers/waiting.ts";

/** A trigger fires: it becomes an order with every check of that moment. Its own answer does not disturb the command's. */
export function* fire(state: State, trigger: number): Rest {
  const { code, ref, first, second } = state.result;
  state.aftermath.firing = trigger;
  try {
    if (state.memory.w[trigger + Trigger.role] === role.order) yield* fireOrder(state, trigger);
    else yield* fireExit(state, trigger);
  } finally {
    state.aftermath.firing = 0;
    Object.assign(state.result, { code, ref, first, second });
  }
}

/** What the trigger sends, `lots` of it. */
function childOf(state: State, trigger: number, lots: number): PlaceOrder {
  const { memory, triggers: t } = state;
  const { w } = memory;
  const market = marketOfTrigger(state, trigger);
  const stake = w[trigger + Trigger.stake]!;
  return ownOrderOf({
    uid: w[stake + Stake.uid]!,
    market: w[stake + Stake.market]!,
    product: w[stake + Stake.product]!,
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
function orderOf(state: State, trigger: number): PlaceOrder {
  const { w } = state.memory;
  const child = childOf(state, trigger, w[trigger + Trigger.qty]!);
  const attachment = w[trigger + Trigger.attachment]!;
  if (attachment === 0) return child;
  const market = marketOfTrigger(state, trigger);
  const tp = termsOf(state, attachment, role.takeProfit, market);
  return { ...child, tp, sl: termsOf(state, attachment, role.stopLoss, market) };
}

/** Runs the child to its end. */
function* send(state: State, child: PlaceOrder): Generator<void, { code: number; order: number }> {
  state.result.code = ok;
  state.result.ref = 0;
  const ended = place(state, child);
  if (ended !== true) yield* ended;
  return { code: state.result.code, order: state.result.ref };
}

function* fireOrder(state: State, trigger: number): Rest {
  const { code, order } = yield* send(state, orderOf(state, trigger));
  const finalStatus = code === ok ? status.triggered : status.triggerFailed;
  endTrigger(state, trigger, finalStatus, cause.none, order, code === ok ? 0 : code);
}

/**
 * what its sibling left in the book goes, resting closes make room, and the close is sent; the sibling shrinks by what was
 * filled. A position's stop loss stays while any is left.
 */
function* fireExit(state: State, trigger: number): Rest {
  const { memory } = state;
  const { w } = memory;
  const leg = w[trigger + Trigger.leg]!;
  const position = memory.number(leg + Leg.qty);
  const isWhole = w[trigger + Trigger.isWhole] === 1;
  const qty = isWhole ? position : Math.min(w[trigger + Trigger.qty]!, position);
  makeWay(state, trigger, leg, qty);
  const isStopOfAll = isWhole && w[trigger + Trigger.role] !== role.takeProfit;
  if (w[trigger + Trigger.role] === role.trailing)
    memory.set(trigger + Trigger.triggerPrice, presentTrigger(state, trigger));
  const { code, order } = yield* send(state, childOf(state, trigger, qty));
  followFired(state, trigger, position - memory.number(leg + Leg.qty), order);
  if (isStopOfAll && memory.number(leg + Leg.qty) > 0 && state.triggers.type(trigger) === orderType.market)
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
