import { endPerpOrder } from "../perps/order/orders.ts";
import { endSpotOrder } from "../spot/settle.ts";
import type { State } from "../state/state.ts";
import { endExit } from "../perps/tpsl/attached.ts";
import { dropTerms } from "../perps/tpsl/exit-terms.ts";
import { role, Trigger } from "../records/trigger.ts";
import { endTrigger } from "../triggers/waiting.ts";
import { status } from "../records/order.ts";

/** Ends a resting order of any kind. */
export function endOrder(state: State, order: number, finalStatus: number, why: number): void {
  if (state.orders.posSide(order) === 0) endSpotOrder(state, order, finalStatus, why);
  else endPerpOrder(state, order, finalStatus, why);
}

/** Cancels an order that waits, or a TP/SL. */
export function cancelTrigger(state: State, trigger: number, why: number): void {
  if (state.memory.w[trigger + Trigger.role] === role.order) endTrigger(state, trigger, status.canceled, why, 0, 0);
  else {
    dropTerms(state, trigger);
    endExit(state, trigger, status.canceled, why);
  }
}
