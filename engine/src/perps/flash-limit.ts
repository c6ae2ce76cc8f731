import { bandMax, bandMin, tighterLimit } from "@tidemark/money";
import { limit, limitAt } from "../markets/reference.ts";
import { side } from "../orders/order-table.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { closingSide, isFillable } from "./fillable.ts";
import { orderSideName } from "./place.ts";
import { bankruptcyLimit, contractOf, marketOf } from "./risk.ts";

/** the worst price of a flash close: within its band around the mark, and not beyond bankruptcy. */
export function flashLimit(state: State, leg: number): number {
  const { w } = state.memory;
  const contract = contractOf(state, leg);
  const mark = w[contract + Contract.mark]!;
  const band = w[contract + Contract.flashBand]!;
  const closes = closingSide(state, leg);
  const near = closes === side.sell ? bandMin(mark, band) : bandMax(mark, band);
  return tighterLimit(orderSideName(closes), near, bankruptcyLimit(state, leg));
}

/** the worst price of a close at market. */
export function marketLimit(state: State, leg: number): number {
  const mark = state.memory.w[contractOf(state, leg) + Contract.mark]!;
  const closes = closingSide(state, leg);
  const which = closes === side.buy ? limit.marketBuy : limit.marketSell;
  return tighterLimit(
    orderSideName(closes),
    limitAt(state, marketOf(state, leg), mark, which),
    bankruptcyLimit(state, leg),
  );
}

/** Would a flash close of the leg fill anything? Asked before its resting closes are cancelled. */
export const isFlashFillable = (state: State, leg: number): boolean => isFillable(state, leg, flashLimit(state, leg));
