import { isIsolated, leverageOf } from "../perps/margin/risk.ts";
import { termsOf } from "../perps/tpsl/exit-terms.ts";
import { positionOfOrder } from "../perps/order/orders.ts";
import { marginMode } from "../records/user-contract.ts";
import { Market } from "../records/market.ts";
import { Order } from "../records/order.ts";
import { role } from "../records/trigger.ts";
import { User, UserMarket } from "../records/user.ts";
import type { State } from "../state/state.ts";

/** What an open order of a contract binds, on which terms, and the prices in ticks of the TP/SL it brings along (0: none). */
export type OrderFiguresNow = {
  id: number;
  market: number;
  mode: number;
  leverage: number;
  reserve: number;
  takeProfit: number;
  stopLoss: number;
};

/** Orders of spot markets and pairs hold balances and have none of these. */
export function orderFiguresOf(state: State, uid: number): OrderFiguresNow[] {
  const { w } = state.memory;
  const user = state.users.find(uid);
  const found: OrderFiguresNow[] = [];
  if (user === 0) return found;
  for (let order = w[user + User.oldestOrder]!; order !== 0; order = w[order + Order.newer]!)
    if (state.orders.posSide(order) !== 0) found.push(describe(state, order));
  return found;
}

function describe(state: State, order: number): OrderFiguresNow {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(w[w[order + Order.userMarket]! + UserMarket.market]!);
  const position = positionOfOrder(state, order);
  const attached = w[order + Order.attached]!;
  const priceOf = (what: number): number => {
    const exit = attached === 0 ? undefined : termsOf(state, attached, what, market);
    return exit === undefined ? 0 : exit.price / memory.number(market + Market.tick);
  };
  return {
    id: state.orders.idOf(order),
    market: w[market + Market.id]!,
    mode: isIsolated(state, position) ? marginMode.isolated : marginMode.cross,
    leverage: leverageOf(state, position),
    reserve: state.orders.reserve(order),
    takeProfit: priceOf(role.takeProfit),
    stopLoss: priceOf(role.stopLoss),
  };
}
