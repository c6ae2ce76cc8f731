import type { State } from "../../state/state.ts";
import { Grant, grantKind } from "../../records/grant.ts";
import { grantsOf } from "./grants.ts";

/** grants whose limits this order does not keep do not count in what is available for it. */
export function bonusBarredFor(state: State, margin: number, marketId: number, leverage: number): bigint {
  const { memory } = state;
  const { w } = memory;
  let barred = 0n;
  for (const grant of grantsOf(state, margin, grantKind.trading)) {
    const market = w[grant + Grant.market]!;
    const least = w[grant + Grant.minLeverage]!;
    const most = w[grant + Grant.maxLeverage]!;
    const fits = (market === 0 || market === marketId) && leverage >= least && (most === 0 || leverage <= most);
    if (!fits) barred += memory.money(grant + Grant.remaining);
  }
  return barred;
}
