import { Market, marketStatus, suspension } from "../records/market.ts";
import type { State } from "../state/state.ts";

/** liquidation rests in HALT, in CANCEL_ONLY unless an operator lets it run, and for a minute after an index was gone. */
export function isSuspended(state: State, market: number): boolean {
  const { memory } = state;
  const status = memory.w[market + Market.status]!;
  return (
    status === marketStatus.halt ||
    status === marketStatus.settling ||
    (status === marketStatus.cancelOnly && memory.w[market + Market.suspension] !== suspension.none) ||
    memory.number(market + Market.restsUntil) !== 0
  );
}
