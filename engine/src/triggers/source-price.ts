import { Market } from "../records/market.ts";
import { Contract } from "../records/contract.ts";
import type { State } from "../state/state.ts";
import { source } from "../records/trigger.ts";

/** The price that a source stands at now; 0: it is not available. */
export function sourcePrice(state: State, market: number, which: number): number {
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  if (which === source.last) return w[market + Market.last]!;
  if (which === source.mark) return contract === 0 ? 0 : w[contract + Contract.mark]!;
  return w[market + Market.indexStale] === 1 ? 0 : w[market + Market.index]!;
}
