import { Order, side } from "../../records/order.ts";
import { groupOf, groupOfUserMarket, reaches } from "../../orders/records.ts";
import type { State } from "../../state/state.ts";
import { makerMay } from "./match.ts";
import { marketOf } from "../margin/risk.ts";
import { Position, posSide, UserContract } from "../../records/user-contract.ts";

/** How many resting orders the look ahead may pass over; a book that is worse than that is left to the matching. */
const makersMax = 1_000;

/** The side of an order that closes the position. */
export const closingSide = (state: State, position: number): number =>
  state.memory.w[position + Position.side] === posSide.long ? side.sell : side.buy;

/** Would a close within a limit fill anything? Own orders in its way expire, and so do those that may not fill: they are passed over. */
export function isFillable(state: State, position: number, worst: number): boolean {
  const { books, memory } = state;
  const { w } = memory;
  const market = marketOf(state, position);
  const closes = closingSide(state, position);
  const group = groupOfUserMarket(w, w[w[position + Position.userContract]! + UserContract.userMarket]!);
  const lots = memory.number(position + Position.qty);
  let maker = books.front(market, 1 - closes);
  for (let looked = 0; maker !== 0 && looked < makersMax; looked += 1) {
    memory.countLookups(1);
    const price = books.priceOf(maker);
    if (!reaches(closes, worst, price)) return false;
    const qty = Math.min(w[maker + Order.remaining]!, lots);
    if (groupOf(w, maker) !== group && makerMay(state, maker, price, qty)) return true;
    maker = books.behind(market, maker, 1 - closes);
  }
  return maker !== 0;
}
