import type { CommandOf } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { placePerp } from "../perps/order/place.ts";
import { refuse } from "../events/refusals.ts";
import { placeSpot } from "../spot/place.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { placeTrigger } from "./place-trigger.ts";

/** Places an order of any kind. A rest: matching goes on in slices. */
export function place(state: State, c: CommandOf<"place_order">): true | SlicedWork {
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
