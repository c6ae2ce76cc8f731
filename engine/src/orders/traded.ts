import { Market } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { wordsPerSource } from "../triggers/waiting.ts";

/** A book trade: every price of a sweep counts for triggers on LAST, if any waits. */
export function noteSweep(state: State, market: number, price: number): void {
  const { w } = state.memory;
  const trees = market + Market.alarms;
  if (w[market + Market.trailing] !== 0) state.aftermath.follow(market, price);
  for (let i = 0; i < wordsPerSource; i += 1) if (w[trees + i] !== 0) return state.aftermath.sweep(market, price);
}
