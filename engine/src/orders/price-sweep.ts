import { Market } from "../records/market.ts";
import type { State } from "../state/state.ts";
import { wordsPerSource } from "../triggers/waiting.ts";

/** A book trade: every price of a sweep counts for triggers on LAST, if any waits. */
export function noteSweep(state: State, market: number, price: number): void {
  const { w } = state.memory;
  const trees = market + Market.alarms;
  if (w[market + Market.trailing] !== 0) state.pending.follow(market, price);
  for (let i = 0; i < wordsPerSource; i += 1) if (w[trees + i] !== 0) return state.pending.sweep(market, price);
}
