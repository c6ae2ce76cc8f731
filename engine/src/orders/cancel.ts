import type { CancelAll, CancelByKey, CancelOrder } from "@tidemark/contracts/codec";
import { eventCode } from "../events.ts";
import { closeToOrders } from "../markets/configure.ts";
import { Market } from "../markets/markets.ts";
import { placedBy, refuse } from "../refusals.ts";
import { job, type State, variable } from "../state.ts";
import { cause, Order, side, status } from "./order-table.ts";
import { endOpenOrder } from "./settle.ts";
import { Stake, User } from "./users.ts";

const cancelsPerSlice = 200;
const anyMarket = 65_535;
/** In place of a command's number: what happened by time alone. */
const noCommand = -1;
const orderLifeMs = 180 * 24 * 60 * 60 * 1_000;
const idsLookedAtPerBatch = 4_096;

/** The user's own open order, or 0 with the refusal set. Another user's order does not exist for him. */
export function ownOrder(state: State, uid: number, id: number): number {
  const { w } = state.memory;
  const order = state.orders.find(id);
  if (order !== 0 && w[w[order + Order.stake]! + Stake.uid] === uid) return order;
  state.refuse(
    order === 0 && id >= 1 && id <= state.get(variable.lastOrder) ? refuse.ORDER_FINAL : refuse.ORDER_NOT_FOUND,
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
  const { w } = state.memory;
  const user = state.users.find(c.uid);
  if (user === 0) return true;
  state.job = job.cancelAll;
  let order = w[user + User.oldestOrder]!;
  for (let work = 0; order !== 0;) {
    const newer = w[order + Order.newer]!;
    const market = w[w[order + Order.stake]! + Stake.market]!;
    const product = w[state.markets.at(market) + Market.product];
    if ((c.market === anyMarket || c.market === market) && (c.product === 0 || c.product === product)) {
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
export function cancelMarket(state: State, marketId: number): boolean {
  const { books } = state;
  const market = state.markets.at(marketId);
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
    const { w } = state.memory;
    const market = w[w[order + Order.stake]! + Stake.market]!;
    closeToOrders(state, market);
    state.events.two(eventCode.poisoned, noCommand, market);
  }
}

/** at the start of a batch, orders accepted 180 days ago end. Ids ascend with time, so the oldest is found by counting up. */
export function expireByAge(state: State): boolean {
  let id = state.get(variable.oldestOrder);
  const last = state.get(variable.lastOrder);
  let expired = 0;
  for (let looked = 0; id <= last && looked < idsLookedAtPerBatch; looked += 1) {
    const order = state.orders.find(id);
    if (order !== 0) {
      if (state.memory.number(order + Order.acceptedAt) + orderLifeMs > state.now) break;
      if (expired === cancelsPerSlice) {
        state.set(variable.oldestOrder, id);
        state.job = job.age;
        return false;
      }
      expireOne(state, order);
      expired += 1;
    }
    id += 1;
  }
  state.set(variable.oldestOrder, id);
  return true;
}
