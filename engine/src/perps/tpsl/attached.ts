import { cause, Order, status } from "../../records/order.ts";
import { UserMarket } from "../../records/user.ts";
import type { State } from "../../state/state.ts";
import { Attachment, phase, role, Trigger } from "../../records/trigger.ts";
import { arm, attachedAs, endTrigger, emitChanged, emitTrigger } from "../../triggers/waiting.ts";
import { hasTerms, termsOf } from "./exit-terms.ts";
import { countExits, exitsMax, newExit, pair } from "./new-exit.ts";
import { marketOf } from "../margin/risk.ts";
import { Position, positionOf } from "../../records/user-contract.ts";

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
 * a fill adds to the pair that lives. Where none lives, or only one of it is left, the fill gets a pair of its own, unless the position
 * has as many as it may: then the one that is left grows.
 */
function protect(state: State, attached: number, by: number): void {
  const { w } = state.memory;
  const living = livingOf(state, attached);
  const wanted = both.filter((what) => hasTerms(state, attached, what));
  const order = w[attached + Attachment.order]!;
  const position =
    order === 0
      ? state.taker.position
      : positionOf(w[w[order + Order.userMarket]! + UserMarket.userContract]!, state.orders.posSide(order));
  const isWhole = living.length >= wanted.length;
  const isFull = !isWhole && living.length > 0 && countExits(state, position) + wanted.length > exitsMax;
  if (isWhole || isFull) for (const trigger of living) growExit(state, trigger, by);
  else makePair(state, attached, position, by);
}

/** A new pair of the order's terms, awake; what is left of the one before goes on by itself. */
function makePair(state: State, attached: number, position: number, lots: number): void {
  const { memory } = state;
  for (const trigger of livingOf(state, attached)) memory.set(trigger + Trigger.attachment, 0);
  const order = memory.w[attached + Attachment.order]!;
  const made: number[] = [];
  for (const what of both) {
    const exit = termsOf(state, attached, what, marketOf(state, position));
    const trigger = exit === undefined ? 0 : newExit(state, { exit, what, position, qty: lots, isWhole: false });
    memory.set(attached + attachedAs(what), trigger);
    if (trigger === 0) continue;
    memory.set(trigger + Trigger.attachment, attached);
    made.push(trigger);
  }
  pair(state, made);
  for (const trigger of made) {
    emitTrigger(state, trigger, order === 0 ? state.taker.id : state.orders.idOf(order));
    wake(state, trigger);
  }
}

/** With the first fill it wakes. */
function growExit(state: State, trigger: number, by: number): void {
  const { memory } = state;
  const sleeps = memory.w[trigger + Trigger.phase] === phase.dormant;
  memory.set(trigger + Trigger.qty, sleeps ? by : memory.w[trigger + Trigger.qty]! + by);
  emitChanged(state, trigger);
  if (sleeps) wake(state, trigger);
}

function wake(state: State, trigger: number): void {
  arm(state, trigger);
  linkExit(state, trigger);
  state.pending.woken.push(state.triggers.idOf(trigger));
}

/** its sibling filled so much of what both stand for. One of the whole position is as large as that anyway. */
export function shrinkExit(state: State, trigger: number, by: number): void {
  const { memory } = state;
  if (memory.w[trigger + Trigger.isWhole] === 1) return;
  const left = memory.w[trigger + Trigger.qty]! - by;
  if (left <= 0) return endExit(state, trigger, status.canceled, cause.ocoSibling);
  memory.set(trigger + Trigger.qty, left);
  emitChanged(state, trigger);
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
  const attachment = state.triggers.newAttachment(memory.w[order + Order.qty]! - memory.w[order + Order.remaining]!);
  memory.set(attachment + Attachment.order, order);
  memory.set(attachment + Attachment.beside, trigger);
  memory.set(trigger + Trigger.beside, attachment);
  memory.set(order + Order.attached, attachment);
}

/** A TP/SL joins its position, last in line. */
export function linkExit(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const position = w[trigger + Trigger.position]!;
  let at = position + Position.firstExit;
  while (w[at] !== 0) at = w[at]! + Trigger.nextExit;
  memory.set(trigger + Trigger.nextExit, 0);
  memory.set(at, trigger);
  memory.set(position + Position.exitCount, w[position + Position.exitCount]! + 1);
}

function unlinkExit(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  if (w[trigger + Trigger.phase] === phase.dormant) return;
  const position = w[trigger + Trigger.position]!;
  let at = position + Position.firstExit;
  while (w[at] !== trigger) at = w[at]! + Trigger.nextExit;
  memory.set(at, w[trigger + Trigger.nextExit]!);
  memory.set(position + Position.exitCount, w[position + Position.exitCount]! - 1);
}

/** The TP/SL of a position, oldest first. */
export function exitsOf(state: State, position: number): number[] {
  const { w } = state.memory;
  const found: number[] = [];
  for (let trigger = w[position + Position.firstExit]!; trigger !== 0; trigger = w[trigger + Trigger.nextExit]!)
    found.push(trigger);
  return found;
}

/** A TP/SL ends: out of its position, and told. */
export function endExit(state: State, trigger: number, finalStatus: number, why: number, child = 0, result = 0): void {
  unlinkExit(state, trigger);
  endTrigger(state, trigger, finalStatus, why, child, result);
}
