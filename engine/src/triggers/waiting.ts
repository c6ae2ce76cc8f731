import { eventCode } from "../events.ts";
import { Market } from "../markets/markets.ts";
import { Order } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import type { State } from "../state.ts";
import { direction, phase, Trigger } from "./trigger-table.ts";

/** The tree of a market's alarms for a source and a direction. */
export const treeOf = (market: number, which: number, way: number): number =>
  market + Market.alarms + which * 4 + (way === direction.up ? 0 : 2);

export const marketOfTrigger = (state: State, trigger: number): number => {
  const { w } = state.memory;
  return state.markets.at(w[w[trigger + Trigger.stake]! + Stake.market]!);
};

/** Starts to wait for its price. */
export function arm(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const tree = treeOf(marketOfTrigger(state, trigger), w[trigger + Trigger.source]!, w[trigger + Trigger.direction]!);
  memory.set(trigger + Trigger.alarm, state.alarms.set(tree, w[trigger + Trigger.triggerPrice]!, trigger, 0));
  if (w[trigger + Trigger.phase] === phase.dormant) memory.set(trigger + Trigger.phase, phase.waiting);
}

export function disarm(state: State, trigger: number): void {
  const alarm = state.memory.w[trigger + Trigger.alarm]!;
  if (alarm === 0) return;
  state.alarms.clear(alarm);
  state.memory.set(trigger + Trigger.alarm, 0);
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
  const stake = w[trigger + Trigger.stake]!;
  const sibling = w[trigger + Trigger.sibling]!;
  disarm(state, trigger);
  if (sibling !== 0) memory.set(sibling + Trigger.sibling, 0);
  const parent = w[trigger + Trigger.parent]!;
  if (parent !== 0 && w[parent + Order.attached] === trigger) memory.set(parent + Order.attached, sibling);
  state.events.list(eventCode.trigger_ended, [
    w[stake + Stake.uid]!,
    state.triggers.idOf(trigger),
    w[stake + Stake.market]!,
    finalStatus,
    why,
    child,
    result,
  ]);
  state.triggers.drop(trigger);
}

/** `parent` is the order it sleeps with, 0 for none. */
export function tellTrigger(state: State, trigger: number, parent: number): void {
  const { triggers: t } = state;
  const { w } = state.memory;
  const stake = w[trigger + Trigger.stake]!;
  const sibling = w[trigger + Trigger.sibling]!;
  state.events.list(eventCode.trigger_accepted, [
    w[stake + Stake.uid]!,
    t.idOf(trigger),
    w[stake + Stake.market]!,
    w[stake + Stake.product]!,
    t.side(trigger),
    t.posSide(trigger),
    t.type(trigger),
    w[trigger + Trigger.role]!,
    w[trigger + Trigger.triggerPrice]!,
    w[trigger + Trigger.source]!,
    w[trigger + Trigger.direction]!,
    w[trigger + Trigger.price]!,
    w[trigger + Trigger.qty]!,
    t.tif(trigger),
    t.postOnly(trigger) ? 1 : 0,
    t.stp(trigger),
    sibling === 0 ? 0 : t.idOf(sibling),
    parent,
    t.keyForm(trigger),
    w[trigger + Trigger.k0]!,
    w[trigger + Trigger.k1]!,
    w[trigger + Trigger.k2]!,
    w[trigger + Trigger.k3]!,
  ]);
}

/** What a waiting order, or a TP/SL, waits for and sends now. */
export function tellChanged(state: State, trigger: number): void {
  const { w } = state.memory;
  const stake = w[trigger + Trigger.stake]!;
  state.events.list(eventCode.trigger_amended, [
    w[stake + Stake.uid]!,
    state.triggers.idOf(trigger),
    w[stake + Stake.market]!,
    w[trigger + Trigger.triggerPrice]!,
    w[trigger + Trigger.direction]!,
    w[trigger + Trigger.price]!,
    w[trigger + Trigger.qty]!,
  ]);
}
