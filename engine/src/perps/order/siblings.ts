import { cause, orderType, status } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Attachment, Trigger } from "../../records/trigger.ts";
import { shrinkExit, waitBeside } from "../tpsl/attached.ts";
import { isFillable } from "./fillable.ts";
import { marketLimit } from "./flash-limit.ts";
import { endPerpOrder, trimCloses } from "./orders.ts";
import { Position } from "../../records/user-contract.ts";

/**
 * a TP/SL that fires first takes out of the book what its sibling left there; then other resting closes give way to it.
 * Where nobody would take it at market (21016) all of them stand as they were.
 */
export function makeWay(state: State, trigger: number, position: number, qty: number): void {
  const { memory } = state;
  const isMarket = state.triggers.type(trigger) === orderType.market;
  if (isMarket && !isFillable(state, position, marketLimit(state, position))) return;
  const beside = memory.w[trigger + Trigger.beside]!;
  if (beside !== 0) endPerpOrder(state, memory.w[beside + Attachment.order]!, status.canceled, cause.ocoSibling);
  trimCloses(state, position, memory.number(position + Position.qty) - qty);
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
