import type { CancelAll, CancelByKey, CancelOrder } from "@tidemark/contracts/codec";
import { eventCode } from "../events.ts";
import { closeToOrders } from "../markets/configure.ts";
import { placedBy, refuse } from "../refusals.ts";
import { job, type State, variable } from "../state.ts";
import { cause, side, status } from "./order-table.ts";
import { endOpenOrder } from "./settle.ts";

const cancelsPerSlice = 200;
const anyMarket = 65_535;
/** In place of a command's number: what happened by time alone. */
const noCommand = -1;
const orderLifeMs = 180 * 24 * 60 * 60 * 1_000;
const idsLookedAtPerBatch = 4_096;

/** The user's own open order, or 0 with the refusal set. Another user's order does not exist for him. */
export function ownOrder(state: State, uid: number, id: number): number {
  const order = state.orders.find(id);
  if (order !== 0 && state.stakes.uid.get(state.orders.stake.get(order)) === uid) return order;
  state.refuse(
    order === 0 && id >= 1 && id <= state.vars.a[variable.lastOrder]! ? refuse.ORDER_FINAL : refuse.ORDER_NOT_FOUND,
  );
  return 0;
}

export function cancel(state: State, c: CancelOrder): void {
  cancelById(state, c.uid, c.orderId);
}

function cancelById(state: State, uid: number, id: number): void {
  const order = ownOrder(state, uid, id);
  if (order === 0) return;
  endOpenOrder(state, order, status.canceled, cause.user);
  state.result.ref = id;
}

export function cancelByKey(state: State, c: CancelByKey): void {
  if (!state.keys.find(c.targetHigh, c.targetLow, state.now)) return state.refuse(refuse.ORDER_NOT_FOUND);
  // Keys of other commands are remembered too, and their numbers are not orders.
  const id = placedBy(state.keys.foundResult);
  if (id === 0) return state.refuse(refuse.ORDER_NOT_FOUND);
  cancelById(state, c.uid, id);
}

/** ascending id, one command, never fails as a whole; `ref` counts. False: more in the next slice. */
export function cancelAll(state: State, c: CancelAll): boolean {
  const o = state.orders;
  const user = state.users.find(c.uid);
  if (user === 0) return true;
  state.job = job.cancelAll;
  let order = state.users.oldestOrder.get(user);
  for (let work = 0; order !== 0;) {
    const newer = o.newer.get(order);
    const market = state.stakes.market.get(o.stake.get(order));
    if (
      (c.market === anyMarket || c.market === market) &&
      (c.product === 0 || c.product === state.markets.product.a[market])
    ) {
      if (work === cancelsPerSlice) return false;
      endOpenOrder(state, order, status.canceled, cause.cancelAll);
      state.result.ref += 1;
      work += 1;
    }
    order = newer;
  }
  return true;
}

/** step 1: a settled market keeps no orders. False: more in the next slice. */
export function cancelMarket(state: State, market: number): boolean {
  const books = state.books;
  for (let work = 0; work < cancelsPerSlice; work += 1) {
    const order = books.front(market, side.buy) || books.front(market, side.sell);
    if (order === 0) return true;
    endOpenOrder(state, order, status.canceled, cause.settlement);
  }
  return false;
}

/** Each order is a child of its own: a fault at one leaves it as it was, closes its market, and the others still end. */
function expireOne(state: State, order: number): void {
  state.memory.cut();
  const eventsBefore = state.events.length;
  try {
    endOpenOrder(state, order, status.expired, cause.age);
  } catch {
    state.memory.rollback();
    state.events.length = eventsBefore;
    const market = state.stakes.market.get(state.orders.stake.get(order));
    closeToOrders(state, market);
    state.events.two(eventCode.poisoned, noCommand, market);
  }
}

/** at the start of a batch, orders accepted 180 days ago end. Ids ascend with time, so the oldest is found by counting up. */
export function expireByAge(state: State): boolean {
  const o = state.orders;
  let id = state.vars.a[variable.oldestOrder]!;
  const last = state.vars.a[variable.lastOrder]!;
  let expired = 0;
  for (let looked = 0; id <= last && looked < idsLookedAtPerBatch; looked += 1) {
    const order = o.find(id);
    if (order !== 0) {
      if (o.acceptedAt.get(order) + orderLifeMs > state.now) break;
      if (expired === cancelsPerSlice) {
        state.vars.set(variable.oldestOrder, id);
        state.job = job.age;
        return false;
      }
      expireOne(state, order);
      expired += 1;
    }
    id += 1;
  }
  state.vars.set(variable.oldestOrder, id);
  return true;
}
