import { cause, status } from "../orders/order-table.ts";
import type { State } from "../state.ts";
import { phase, Trigger } from "../triggers/trigger-table.ts";
import { arm, endTrigger, tellChanged } from "../triggers/waiting.ts";
import { Leg } from "./seats.ts";

/** The one or two TP/SL that sleep with an order: the first, and its sibling. */
const pairOf = (state: State, attached: number): number[] => {
  if (attached === 0) return [];
  const sibling = state.memory.w[attached + Trigger.sibling]!;
  return sibling === 0 ? [attached] : [attached, sibling];
};

/** with the first fill they wake, and their size follows what was filled. */
export function followFill(state: State, attached: number, filled: number): void {
  const { memory } = state;
  for (const trigger of pairOf(state, attached)) {
    if (memory.w[trigger + Trigger.qty] === filled && memory.w[trigger + Trigger.phase] !== phase.dormant) continue;
    memory.set(trigger + Trigger.qty, filled);
    tellChanged(state, trigger);
    if (memory.w[trigger + Trigger.phase] !== phase.dormant) continue;
    arm(state, trigger);
    linkExit(state, trigger);
    state.aftermath.woken.push(state.triggers.idOf(trigger));
  }
}

/** The order has ended: a pair that never woke vanishes, one that did stays on its own. */
export function settleAttached(state: State, attached: number, filled: number): void {
  for (const trigger of pairOf(state, attached))
    if (filled > 0) state.memory.set(trigger + Trigger.parent, 0);
    else endTrigger(state, trigger, status.canceled, cause.none, 0, 0);
}

/** The order has come to rest: its pair knows where. */
export function adopt(state: State, attached: number, order: number): void {
  for (const trigger of pairOf(state, attached)) state.memory.set(trigger + Trigger.parent, order);
}

/** A TP/SL joins its leg, last in line. */
export function linkExit(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const leg = w[trigger + Trigger.leg]!;
  let at = leg + Leg.firstExit;
  while (w[at] !== 0) at = w[at]! + Trigger.nextExit;
  memory.set(trigger + Trigger.nextExit, 0);
  memory.set(at, trigger);
  memory.set(leg + Leg.exitCount, w[leg + Leg.exitCount]! + 1);
}

function unlinkExit(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  if (w[trigger + Trigger.phase] === phase.dormant) return;
  const leg = w[trigger + Trigger.leg]!;
  let at = leg + Leg.firstExit;
  while (w[at] !== trigger) at = w[at]! + Trigger.nextExit;
  memory.set(at, w[trigger + Trigger.nextExit]!);
  memory.set(leg + Leg.exitCount, w[leg + Leg.exitCount]! - 1);
}

/** The TP/SL of a leg, oldest first. */
export function exitsOf(state: State, leg: number): number[] {
  const { w } = state.memory;
  const found: number[] = [];
  for (let trigger = w[leg + Leg.firstExit]!; trigger !== 0; trigger = w[trigger + Trigger.nextExit]!)
    found.push(trigger);
  return found;
}

/** A TP/SL ends: out of its leg, and told. */
export function endExit(state: State, trigger: number, finalStatus: number, why: number, child = 0, result = 0): void {
  unlinkExit(state, trigger);
  endTrigger(state, trigger, finalStatus, why, child, result);
}
