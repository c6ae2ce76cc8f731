import { Market } from "../../records/market.ts";
import { UserMarket } from "../../records/user.ts";
import { NumberList } from "../../state/number-list.ts";
import type { State } from "../../state/state.ts";
import { marginOf } from "../margin/risk.ts";
import { positionOf, Margin, openPositions, posSide } from "../../records/user-contract.ts";

/** Keys of the open positions of a contract, by (uid, long before short), gathered and sorted in slices. */
export function* openPositionKeys(state: State, market: number): Generator<void, NumberList> {
  const keys = new NumberList();
  const contract = state.memory.w[market + Market.contract]!;
  for (const side of [posSide.long, posSide.short])
    for (const position of openPositions(state.memory, contract, side)) {
      keys.push(state.memory.w[marginOf(state, position) + Margin.uid]! * 2 + side - 1);
      state.memory.countLookups(2);
      if (state.isSliceOver) yield;
    }
  yield* keys.sort(state);
  return keys;
}

/** The position of a key. */
export function positionOfKey(state: State, market: number, key: number): number {
  const { w } = state.memory;
  const userMarket = state.userMarkets.find(Math.floor(key / 2), w[market + Market.id]!, w[market + Market.product]!);
  return positionOf(w[userMarket + UserMarket.userContract]!, (key % 2) + 1);
}
