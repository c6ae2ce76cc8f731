import type { CommandOf } from "@tidemark/contracts/journal";
import { runIsolated } from "../markets/run-isolated.ts";
import { cause, Order, side, status } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";
import { placedBy, refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { type State, variable } from "../state/state.ts";
import { role, Trigger } from "../records/trigger.ts";
import { anyTriggerOf } from "../triggers/waiting.ts";
import { cancelTrigger, endOrder } from "./end-order.ts";

export const anyMarket = 65_535;
const orderLifeMs = 180 * 24 * 60 * 60 * 1_000;
const idsLookedAtPerBatch = 4_096;

/** The user's own open order, or 0 with the refusal set. Another user's order does not exist for him. */
export function ownOrder(state: State, uid: number, id: number): number {
  const { w } = state.memory;
  const order = state.orders.find(id);
  if (order !== 0 && w[w[order + Order.userMarket]! + UserMarket.uid] === uid) return order;
  state.refuse(
    order === 0 && id >= 1 && id <= state.get(variable.lastOrder) ? refuse.ORDER_FINAL : refuse.ORDER_NOT_FOUND,
  );
  return 0;
}

/** The user's own waiting order or TP/SL; 0 for none. */
export function ownTrigger(state: State, uid: number, id: number): number {
  const { w } = state.memory;
  const trigger = state.triggers.find(id);
  return trigger !== 0 && w[w[trigger + Trigger.userMarket]! + UserMarket.uid] === uid ? trigger : 0;
}

export function cancel(state: State, c: CommandOf<"cancel_order">): void {
  cancelById(state, c.uid, c.orderId);
}

function cancelById(state: State, uid: number, id: number): void {
  const trigger = ownTrigger(state, uid, id);
  if (trigger !== 0) cancelTrigger(state, trigger, cause.user);
  else {
    const order = ownOrder(state, uid, id);
    if (order === 0) return;
    endOrder(state, order, status.canceled, cause.user);
  }
  state.result.ref = id;
}

export function cancelByKey(state: State, c: CommandOf<"cancel_by_key">): void {
  if (!state.keys.find(c.targetHigh, c.targetLow, state.now)) return state.refuse(refuse.ORDER_NOT_FOUND);
  // Keys of other commands are remembered too, and their numbers are not orders.
  const id = placedBy(state.keys.foundResult);
  if (id === 0) return state.refuse(refuse.ORDER_NOT_FOUND);
  cancelById(state, c.uid, id);
}

/** What a sweep takes: 0 and `anyMarket` mean everything. */
export type Sweep = Pick<CommandOf<"cancel_all">, "market" | "product" | "posSide" | "includeTriggers" | "includeTpsl">;

/** ascending id, one command, never fails as a whole; `ref` counts. */
export function cancelAll(state: State, c: CommandOf<"cancel_all">): true | SlicedWork {
  const user = state.users.find(c.uid);
  return user === 0 || sweep(state, user, c, cause.cancelAll);
}

/** Orders and waiting orders of a user, in the order of their ids. */
export function* sweep(state: State, user: number, scope: Sweep, why: number): SlicedWork {
  for (const id of inScope(state, user, scope)) {
    if (state.isSliceOver) yield;
    // An order that ends takes the TP/SL with it that slept on it, so each is looked up when its turn comes.
    const order = state.orders.find(id);
    const trigger = order === 0 ? state.triggers.find(id) : 0;
    if (order !== 0) endOrder(state, order, status.canceled, why);
    else if (trigger !== 0) cancelTrigger(state, trigger, why);
    else continue;
    state.result.ref += 1;
  }
}

function inScope(state: State, user: number, scope: Sweep): number[] {
  const { orders, triggers } = state;
  const { w } = state.memory;
  const ids: number[] = [];
  for (let order = w[user + User.oldestOrder]!; order !== 0; order = w[order + Order.newer]!)
    if (isInScope(state, w[order + Order.userMarket]!, orders.posSide(order), scope)) ids.push(orders.idOf(order));
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const isMeant = w[trigger + Trigger.role] === role.order ? scope.includeTriggers : scope.includeTpsl;
    if (isMeant && isInScope(state, w[trigger + Trigger.userMarket]!, triggers.posSide(trigger), scope))
      ids.push(triggers.idOf(trigger));
  }
  state.memory.countLookups(ids.length);
  return ids.sort((a, b) => a - b);
}

function isInScope(state: State, userMarket: number, posSide: number, scope: Sweep): boolean {
  const { w } = state.memory;
  return (
    (scope.market === anyMarket || scope.market === w[userMarket + UserMarket.market]) &&
    (scope.product === 0 || scope.product === w[userMarket + UserMarket.product]) &&
    (scope.posSide === 0 || scope.posSide === posSide)
  );
}

/** step 1: a settled market keeps no orders and nothing that waits. Each is a child of its own. */
export function* cancelMarket(state: State, marketId: number): SlicedWork {
  const { books } = state;
  const market = state.markets.at(marketId);
  for (let isSound = true; isSound;) {
    const order = books.front(market, side.buy) || books.front(market, side.sell);
    const trigger = order === 0 ? anyTriggerOf(state, market) : 0;
    if (order === 0 && trigger === 0) return;
    isSound = runIsolated(state, marketId, () => {
      if (order !== 0) endOrder(state, order, status.canceled, cause.settlement);
      else cancelTrigger(state, trigger, cause.settlement);
    });
    if (state.isSliceOver) yield;
  }
}

/** at the start of a batch, orders accepted 180 days ago end. Ids ascend with time, so the oldest is found by counting up. */
export function* expireByAge(state: State): SlicedWork {
  let id = state.get(variable.oldestOrder);
  const last = state.get(variable.lastOrder);
  for (let looked = 0; id <= last && looked < idsLookedAtPerBatch; looked += 1) {
    const order = state.orders.find(id);
    if (order !== 0) {
      if (state.memory.number(order + Order.acceptedAt) + orderLifeMs > state.now) break;
      const { w } = state.memory;
      const market = w[w[order + Order.userMarket]! + UserMarket.market]!;
      runIsolated(state, market, () => endOrder(state, order, status.expired, cause.age));
    }
    if (state.isSliceOver) yield;
    id += 1;
  }
  state.set(variable.oldestOrder, id);
}
