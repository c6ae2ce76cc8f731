import { Market } from "../markets/markets.ts";
import { Stake } from "../orders/users.ts";
import { NumberList } from "../sorted.ts";
import type { State } from "../state.ts";
import { marginOf } from "./risk.ts";
import { legOf, Margin, openLegs, posSide } from "./seats.ts";

/** Keys of the open positions of a contract, by (uid, long before short), gathered and sorted in slices. */
export function* openPositions(state: State, market: number): Generator<void, NumberList> {
  const keys = new NumberList();
  const contract = state.memory.w[market + Market.contract]!;
  for (const side of [posSide.long, posSide.short])
    for (const leg of openLegs(state.memory, contract, side)) {
      keys.push(state.memory.w[marginOf(state, leg) + Margin.uid]! * 2 + side - 1);
      state.memory.countLookups(2);
      if (state.isSliceOver) yield;
    }
  yield* keys.sort(state);
  return keys;
}

/** The leg of a key. */
export function legOfKey(state: State, market: number, key: number): number {
  const { w } = state.memory;
  const stake = state.stakes.find(Math.floor(key / 2), w[market + Market.id]!, w[market + Market.product]!);
  return legOf(w[stake + Stake.seat]!, (key % 2) + 1);
}
