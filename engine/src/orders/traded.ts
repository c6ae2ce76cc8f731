import { Market } from "../markets/markets.ts";
import type { State } from "../state.ts";

/** A book trade: every price of a sweep counts for triggers on LAST, if any waits. */
export function noteSweep(state: State, market: number, price: number): void {
  const { w } = state.memory;
  const trees = market + Market.alarms;
  if (w[trees] === 0 && w[trees + 1] === 0 && w[trees + 2] === 0 && w[trees + 3] === 0) return;
  state.aftermath.sweep(market, price);
}
