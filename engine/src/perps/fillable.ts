import { Queued } from "../book/fast-book.ts";
import { side } from "../orders/order-table.ts";
import { groupOf, groupOfStake, reaches } from "../orders/records.ts";
import type { State } from "../state.ts";
import { makerMay } from "./match.ts";
import { marketOf } from "./risk.ts";
import { Leg, posSide, Seat } from "./seats.ts";

/** How many resting orders the look ahead may pass over; a book that is worse than that is left to the matching. */
const makersMax = 1_000;

/** The side of an order that closes the leg. */
export const closingSide = (state: State, leg: number): number =>
  state.memory.w[leg + Leg.side] === posSide.long ? side.sell : side.buy;

/** Would a close within a limit fill anything? Own orders in its way expire, and so do those that may not fill: they are passed over. */
export function isFillable(state: State, leg: number, worst: number): boolean {
  const { books, memory } = state;
  const { w } = memory;
  const market = marketOf(state, leg);
  const closes = closingSide(state, leg);
  const group = groupOfStake(w, w[w[leg + Leg.seat]! + Seat.stake]!);
  const lots = memory.number(leg + Leg.qty);
  let maker = books.front(market, 1 - closes);
  for (let looked = 0; maker !== 0 && looked < makersMax; looked += 1) {
    memory.countLookups(1);
    const price = books.priceOf(maker);
    if (!reaches(closes, worst, price)) return false;
    const qty = Math.min(w[maker + Queued.remaining]!, lots);
    if (groupOf(w, maker) !== group && makerMay(state, maker, price, qty)) return true;
    maker = books.behind(market, maker, 1 - closes);
  }
  return maker !== 0;
}
