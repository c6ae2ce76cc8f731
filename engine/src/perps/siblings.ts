import { cause, orderType, status } from "../orders/order-table.ts";
import type { State } from "../state.ts";
import { Attachment, Trigger } from "../triggers/trigger-table.ts";
import { shrinkExit, waitBeside } from "./attached.ts";
import { isFillable } from "./fillable.ts";
import { marketLimit } from "./flash-limit.ts";
import { endPerpOrder, trimCloses } from "./orders.ts";
import { Leg } from "./seats.ts";

/**
 * a TP/SL that fires first takes out of the book what its sibling left there; then other resting closes give way to it.
 * Where nobody would take it at market (21016) all of them stand as they were.
 */
export function makeWay(state: State, trigger: number, leg: number, qty: number): void {
  const { memory } = state;
  const isMarket = state.triggers.type(trigger) === orderType.market;
  if (isMarket && !isFillable(state, leg, marketLimit(state, leg))) return;
  const beside = memory.w[trigger + Trigger.beside]!;
  if (beside !== 0) endPerpOrder(state, memory.w[beside + Attachment.order]!, status.canceled, cause.ocoSibling);
  trimCloses(state, leg, memory.number(leg + Leg.qty) - qty);
}

/** one of a pair has fired and filled so much: the other shrinks by it, and waits beside what rests of the order. */
export function followFired(state: State, trigger: number, filled: number, orderId: number): void {
  const { w } = state.memory;
  if (filled > 0 && w[trigger + Trigger.sibling] !== 0) shrinkExit(state, w[trigger + Trigger.sibling]!, filled);
  const order = state.orders.find(orderId);
  // It ends when nothing is left of it, and with the position.
  const sibling = w[trigger + Trigger.sibling]!;
  if (sibling !== 0 && order !== 0) waitBeside(state, sibling, order);
}
