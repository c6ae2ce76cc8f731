import type { PlaceOrder } from "@tidemark/contracts/codec";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { placePerp } from "../perps/place.ts";
import { refuse } from "../refusals.ts";
import { placeSpot } from "../spot/place.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { placeTrigger } from "../triggers/place-trigger.ts";

/** Places an order of any kind. A rest: matching goes on in slices. */
export function place(state: State, c: PlaceOrder): true | Rest {
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
