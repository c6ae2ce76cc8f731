import { Market, marketStatus } from "../../records/market.ts";
import { limit, limitAt } from "../../markets/reference.ts";
import { side } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { posSide } from "../../records/user-contract.ts";

/** Are there armed stop losses of such positions, and does the book offer a price at which a market close of them could trade? */
export function isTakable(state: State, market: number, positionSide: number): boolean {
  const { w } = state.memory;
  if (w[market + Market.armed + positionSide - 1] === 0 || w[market + Market.status] !== marketStatus.trading)
    return false;
  const mark = w[w[market + Market.contract]! + Contract.mark]!;
  const isLong = positionSide === posSide.long;
  const best = state.books.best(market, isLong ? side.buy : side.sell);
  if (best === 0) return false;
  return isLong
    ? best >= limitAt(state, market, mark, limit.marketSell)
    : best <= limitAt(state, market, mark, limit.marketBuy);
}

/** An order has come to rest: armed stop losses that it could fill are sent again in the same command. */
export function noteOffer(state: State, market: number, orderSide: number): void {
  if (isTakable(state, market, orderSide === side.buy ? posSide.long : posSide.short))
    state.pending.offered.add(market);
}
