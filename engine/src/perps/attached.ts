import { Queued } from "../book/fast-book.ts";
import { cause, Order, status } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import type { State } from "../state.ts";
import { Attachment, phase, role, Trigger } from "../triggers/trigger-table.ts";
import { arm, attachedAs, endTrigger, tellChanged, tellTrigger } from "../triggers/waiting.ts";
import { hasTerms, termsOf } from "./exit-terms.ts";
import { countExits, exitsMax, newExit, pair } from "./new-exit.ts";
import { marketOf } from "./risk.ts";
import { Leg, legOf } from "./seats.ts";

/** The TP/SL of an opening order that live: they sleep with it or follow its fills. */
function livingOf(state: State, attached: number): number[] {
  const { w } = state.memory;
  return [w[attached + Attachment.takeProfit]!, w[attached + Attachment.stopLoss]!].filter((trigger) => trigger !== 0);
}

/** An order filled further: what it brought along wakes or grows by it, what waits beside it shrinks. */
export function followFill(state: State, attached: number, filled: number): void {
  if (attached === 0) return;
  const { memory } = state;
  const more = filled - memory.w[attached + Attachment.filled]!;
  if (more === 0) return;
  memory.set(attached + Attachment.filled, filled);
  const beside = memory.w[attached + Attachment.beside]!;
  if (beside !== 0) shrinkExit(state, beside, more);
  else protect(state, attached, more);
}

const both = [role.takeProfit, role.stopLoss] as const;

/**
 * a fill adds to the pair that lives. Where none lives, or only one of it is left, the fill gets a pair of its own, unless the leg
 * has as many as it may: then the one that is left grows.
 */
function protect(state: State, attached: number, by: number): void {
  const { w } = state.memory;
  const living = livingOf(state, attached);
  const wanted = both.filter((what) => hasTerms(state, attached, what));
  const order = w[attached + Attachment.order]!;
  const leg =
    order === 0 ? state.taker.leg : legOf(w[w[order + Order.stake]! + Stake.seat]!, state.orders.posSide(order));
  const isWhole = living.length >= wanted.length;
  const isFull = !isWhole && living.length > 0 && countExits(state, leg) + wanted.length > exitsMax;
  if (isWhole || isFull) for (const trigger of living) growExit(state, trigger, by);
  else makePair(state, attached, leg, by);
}

/** A new pair of the order's terms, awake; what is left of the one before goes on by itself. */
function makePair(state: State, attached: number, leg: number, lots: number): void {
  const { memory } = state;
  for (const trigger of livingOf(state, attached)) memory.set(trigger + Trigger.attachment, 0);
  const order = memory.w[attached + Attachment.order]!;
  const made: number[] = [];
  for (const what of both) {
    const exit = termsOf(state, attached, what, marketOf(state, leg));
    const trigger = exit === undefined ? 0 : newExit(state, { exit, what, leg, qty: lots, isWhole: false });
    memory.set(attached + attachedAs(what), trigger);
    if (trigger === 0) continue;
    memory.set(trigger + Trigger.attachment, attached);
    made.push(trigger);
  }
  pair(state, made);
  for (const trigger of made) {
    tellTrigger(state, trigger, order === 0 ? state.taker.id : state.orders.idOf(order));
    wake(state, trigger);
  }
}

/** With the first fill it wakes. */
function growExit(state: State, trigger: number, by: number): void {
  const { memory } = state;
  const sleeps = memory.w[trigger + Trigger.phase] === phase.dormant;
  memory.set(trigger + Trigger.qty, sleeps ? by : memory.w[trigger + Trigger.qty]! + by);
  tellChanged(state, trigger);
  if (sleeps) wake(state, trigger);
}

function wake(state: State, trigger: number): void {
  arm(state, trigger);
  linkExit(state, trigger);
  state.aftermath.woken.push(state.triggers.idOf(trigger));
}

/** its sibling filled so much of what both stand for. One of the whole position is as large as that anyway. */
export function shrinkExit(state: State, trigger: number, by: number): void {
  const { memory } = state;
  if (memory.w[trigger + Trigger.isWhole] === 1) return;
  const left = memory.w[trigger + Trigger.qty]! - by;
  if (left <= 0) return endExit(state, trigger, status.canceled, cause.ocoSibling);
  memory.set(trigger + Trigger.qty, left);
  tellChanged(state, trigger);
}

/** The order has ended: TP/SL that never woke vanish, all others stay on their own. */
export function settleAttached(state: State, attached: number, filled: number): void {
  if (attached === 0) return;
  const { memory } = state;
  const beside = memory.w[attached + Attachment.beside]!;
  if (beside !== 0) memory.set(beside + Trigger.beside, 0);
  for (const trigger of livingOf(state, attached))
    if (filled === 0) endTrigger(state, trigger, status.canceled, cause.none, 0, 0);
    else memory.set(trigger + Trigger.attachment, 0);
  state.triggers.attachments.free(attached);
}

/** The order has come to rest: what hangs on it knows where. */
export function adopt(state: State, attached: number, order: number): void {
  if (attached !== 0) state.memory.set(attached + Attachment.order, order);
}

/** a TP/SL has become a close that rests; its sibling goes on waiting beside it. */
export function waitBeside(state: State, trigger: number, order: number): void {
  const { memory } = state;
  const attachment = state.triggers.newAttachment(memory.w[order + Order.qty]! - memory.w[order + Queued.remaining]!);
  memory.set(attachment + Attachment.order, order);
  memory.set(attachment + Attachment.beside, trigger);
  memory.set(trigger + Trigger.beside, attachment);
  memory.set(order + Order.attached, attachment);
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
