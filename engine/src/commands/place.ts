import type { PlaceOrder } from "@tidemark/contracts/codec";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { matchPerp } from "../perps/match.ts";
import { placePerp } from "../perps/place.ts";
import { refuse } from "../refusals.ts";
import { match } from "../spot/match.ts";
import { placeSpot } from "../spot/place.ts";
import { job, type State } from "../state.ts";
import { placeTrigger } from "../triggers/place-trigger.ts";

/** Places an order of any kind. False: matching goes on in slices. */
export function place(state: State, c: PlaceOrder): boolean {
  const market = state.markets.at(c.market);
  if (market === 0 || state.memory.w[market + Market.status] === marketStatus.settling) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return true;
  }
  if (c.trigger !== undefined) {
    placeTrigger(state, c, c.trigger, market);
    return true;
  }
  return state.memory.w[market + Market.kind] === marketKind.spot
    ? placeSpot(state, c, market)
    : placePerp(state, c, market);
}

/** The next slice of a taker that has not come to its end. */
export const goOnMatching = (state: State): boolean => (state.job === job.matchPerp ? matchPerp(state) : match(state));
