import { Market } from "../records/market.ts";
import { cause, opens, status } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import type { State } from "../state/state.ts";
import { callbackUnit, Trail } from "../records/trailing-stop.ts";
import { anyTrailingOf, startTrailing, stopTrailing } from "./trailing.ts";
import { Attachment, direction, phase, role, Trigger } from "../records/trigger.ts";

/** The tree of a market's alarms for a source and a direction; triggers that open have trees of their own, since they wait in M4. */
export const treeOf = (market: number, which: number, way: number, isOpening: boolean): number =>
  market + Market.alarms + which * wordsPerSource + (way === direction.up ? 0 : 4) + (isOpening ? 2 : 0);
/** LAST comes first: its trees are the words that a trade looks at. */
export const wordsPerSource = 8;
const treeCount = 12;

/** One of the triggers that wait in a market, or are sent again; 0: there is none. */
export function anyTriggerOf(state: State, market: number): number {
  const { w } = state.memory;
  for (let i = 0; i < treeCount; i += 1) {
    const trigger = state.alarms.lowest(market + Market.alarms + i * 2, priceMax);
    if (trigger !== 0) return trigger;
  }
  return w[market + Market.armed]! || w[market + Market.armed + 1]! || anyTrailingOf(state, market);
}

const priceMax = 2_147_483_647;

export const marketOfTrigger = (state: State, trigger: number): number => {
  const { w } = state.memory;
  return state.markets.at(w[w[trigger + Trigger.userMarket]! + UserMarket.market]!);
};

/** Starts to wait for its price. */
export function arm(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const { triggers: t } = state;
  if (w[trigger + Trigger.role] === role.trailing) return startTrailing(state, trigger);
  const isOpening = opens(t.side(trigger), t.posSide(trigger));
  const market = marketOfTrigger(state, trigger);
  const tree = treeOf(market, w[trigger + Trigger.source]!, w[trigger + Trigger.direction]!, isOpening);
  memory.set(trigger + Trigger.alarm, state.alarms.set(tree, w[trigger + Trigger.triggerPrice]!, trigger, 0));
  if (w[trigger + Trigger.phase] === phase.dormant) memory.set(trigger + Trigger.phase, phase.waiting);
}

/** Waits no longer, neither for its price nor to be sent again. */
export function disarm(state: State, trigger: number): void {
  if (state.memory.w[trigger + Trigger.phase] === phase.armed) leaveArmed(state, trigger);
  if (state.memory.w[trigger + Trigger.role] === role.trailing) stopTrailing(state, trigger);
  const alarm = state.memory.w[trigger + Trigger.alarm]!;
  if (alarm === 0) return;
  state.alarms.clear(alarm);
  state.memory.set(trigger + Trigger.alarm, 0);
}

/** it has fired and is sent again as long as something of its position is left. */
export function keepArmed(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  if (w[trigger + Trigger.phase] === phase.armed) return;
  disarm(state, trigger);
  const head = armedHead(state, trigger);
  const first = w[head]!;
  memory.set(trigger + Trigger.phase, phase.armed);
  memory.set(trigger + Trigger.armedAhead, 0);
  memory.set(trigger + Trigger.armedAfter, first);
  if (first !== 0) memory.set(first + Trigger.armedAhead, trigger);
  memory.set(head, trigger);
}

function leaveArmed(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const ahead = w[trigger + Trigger.armedAhead]!;
  const after = w[trigger + Trigger.armedAfter]!;
  if (after !== 0) memory.set(after + Trigger.armedAhead, ahead);
  memory.set(ahead === 0 ? armedHead(state, trigger) : ahead + Trigger.armedAfter, after);
  memory.set(trigger + Trigger.phase, phase.waiting);
}

const armedHead = (state: State, trigger: number): number =>
  marketOfTrigger(state, trigger) + Market.armed + state.triggers.posSide(trigger) - 1;

/** Where an attachment keeps its TP or its SL. */
export const attachedAs = (what: number): number =>
  what === role.takeProfit ? Attachment.takeProfit : Attachment.stopLoss;

/** A TP/SL leaves what it hangs on; with an opening trigger that fired into nothing its TP/SL vanish. */
function letGo(state: State, trigger: number, attachment: number): void {
  const { memory } = state;
  const { w } = memory;
  if (w[trigger + Trigger.role] !== role.order)
    return memory.set(attachment + attachedAs(w[trigger + Trigger.role]!), 0);
  for (const place of [Attachment.takeProfit, Attachment.stopLoss])
    if (w[attachment + place] !== 0) endTrigger(state, w[attachment + place]!, status.canceled, cause.none, 0, 0);
  state.triggers.attachments.free(attachment);
}

/** A trigger that ends is told once, with what it became or why it failed; its sibling stays, without it. */
export function endTrigger(
  state: State,
  trigger: number,
  finalStatus: number,
  why: number,
  child: number,
  result: number,
): void {
  const { memory } = state;
  const { w } = memory;
  const userMarket = w[trigger + Trigger.userMarket]!;
  const sibling = w[trigger + Trigger.sibling]!;
  disarm(state, trigger);
  if (sibling !== 0) memory.set(sibling + Trigger.sibling, 0);
  if (w[trigger + Trigger.attachment] !== 0) letGo(state, trigger, w[trigger + Trigger.attachment]!);
  const beside = w[trigger + Trigger.beside]!;
  if (beside !== 0) memory.set(beside + Attachment.beside, 0);
  state.events.emit("trigger_ended", {
    uid: w[userMarket + UserMarket.uid]!,
    orderId: state.triggers.idOf(trigger),
    market: w[userMarket + UserMarket.market]!,
    status: finalStatus,
    cause: why,
    child,
    result,
  });
  if (w[trigger + Trigger.role] === role.trailing) dropTrail(state, trigger);
  state.triggers.drop(trigger);
}

function dropTrail(state: State, trigger: number): void {
  const { memory } = state;
  const count = marketOfTrigger(state, trigger) + Market.trailing + memory.w[trigger + Trigger.source]!;
  memory.set(count, memory.w[count]! - 1);
  state.trails.stops.free(memory.w[trigger + Trigger.trail]!);
}

/** Of a trailing stop: its callback in basis points and in ticks, one of which is 0. */
export function callbackOf(state: State, trigger: number): readonly [bps: number, ticks: number] {
  const { w } = state.memory;
  if (w[trigger + Trigger.role] !== role.trailing) return [0, 0];
  const trail = w[trigger + Trigger.trail]!;
  const callback = w[trail + Trail.callback]!;
  return w[trail + Trail.unit] === callbackUnit.ticks ? [0, callback] : [callback, 0];
}

/** `parent` is the order it sleeps with, 0 for none. */
export function emitTrigger(state: State, trigger: number, parent: number): void {
  const { triggers: t } = state;
  const { w } = state.memory;
  const userMarket = w[trigger + Trigger.userMarket]!;
  const sibling = w[trigger + Trigger.sibling]!;
  const [callbackBps, callbackTicks] = callbackOf(state, trigger);
  state.events.emit("trigger_accepted", {
    uid: w[userMarket + UserMarket.uid]!,
    orderId: t.idOf(trigger),
    market: w[userMarket + UserMarket.market]!,
    product: w[userMarket + UserMarket.product]!,
    side: t.side(trigger),
    posSide: t.posSide(trigger),
    orderType: t.type(trigger),
    role: w[trigger + Trigger.role]!,
    triggerPrice: w[trigger + Trigger.triggerPrice]!,
    triggerBy: w[trigger + Trigger.source]!,
    direction: w[trigger + Trigger.direction]!,
    price: w[trigger + Trigger.price]!,
    qty: w[trigger + Trigger.qty]!,
    tif: t.tif(trigger),
    postOnly: t.postOnly(trigger) ? 1 : 0,
    stp: t.stp(trigger),
    sibling: sibling === 0 ? 0 : t.idOf(sibling),
    parent,
    keyForm: t.keyForm(trigger),
    k0: w[trigger + Trigger.k0]!,
    k1: w[trigger + Trigger.k1]!,
    k2: w[trigger + Trigger.k2]!,
    k3: w[trigger + Trigger.k3]!,
    callbackBps,
    callbackTicks,
  });
}

/** What a waiting order, or a TP/SL, waits for and sends now. */
export function emitChanged(state: State, trigger: number): void {
  const { w } = state.memory;
  const userMarket = w[trigger + Trigger.userMarket]!;
  state.events.emit("trigger_amended", {
    uid: w[userMarket + UserMarket.uid]!,
    orderId: state.triggers.idOf(trigger),
    market: w[userMarket + UserMarket.market]!,
    triggerPrice: w[trigger + Trigger.triggerPrice]!,
    direction: w[trigger + Trigger.direction]!,
    price: w[trigger + Trigger.price]!,
    qty: w[trigger + Trigger.qty]!,
  });
}
