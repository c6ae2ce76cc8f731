import { bandMax, bandMin, tighterLimit } from "@tidemark/money";
import { limit, limitAt } from "../../markets/reference.ts";
import { side } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { closingSide, isFillable } from "./fillable.ts";
import { orderSideName } from "./place.ts";
import { bankruptcyLimit, contractOf, marketOf } from "../margin/risk.ts";

/** the worst price of a flash close: within its band around the mark, and not beyond bankruptcy. */
export function flashLimit(state: State, position: number): number {
  const { w } = state.memory;
  const contract = contractOf(state, position);
  const mark = w[contract + Contract.mark]!;
  const band = w[contract + Contract.flashBand]!;
  const closes = closingSide(state, position);
  const near = closes === side.sell ? bandMin(mark, band) : bandMax(mark, band);
  return tighterLimit(orderSideName(closes), near, bankruptcyLimit(state, position));
}

/** the worst price of a close at market. */
export function marketLimit(state: State, position: number): number {
  const mark = state.memory.w[contractOf(state, position) + Contract.mark]!;
  const closes = closingSide(state, position);
  const which = closes === side.buy ? limit.marketBuy : limit.marketSell;
  return tighterLimit(
    orderSideName(closes),
    limitAt(state, marketOf(state, position), mark, which),
    bankruptcyLimit(state, position),
  );
}

/** Would a flash close of the position fill anything? Asked before its resting closes are cancelled. */
export const isFlashFillable = (state: State, position: number): boolean =>
  isFillable(state, position, flashLimit(state, position));
