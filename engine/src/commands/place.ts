import type { CommandOf } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { placePerp } from "../perps/order/place.ts";
import { refuse } from "../events/refusals.ts";
import { placeSpot } from "../spot/place.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { onNetSide } from "../perps/order/net-side.ts";
import { posSide } from "../records/user-contract.ts";
import { placeTrigger } from "./place-trigger.ts";

/** Places an order of any kind. A rest: matching goes on in slices. */
export function place(state: State, given: CommandOf<"place_order">): true | SlicedWork {
  const market = state.markets.at(given.market);
  if (market === 0 || state.memory.w[market + Market.status] === marketStatus.settling) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return true;
  }
  const isSpot = state.memory.w[market + Market.kind] === marketKind.spot;
  const c = given.posSide === posSide.both && !isSpot ? onNetSide(state, given, market) : given;
  if (c === undefined) {
    state.refuse(refuse.BOTH_SIDES_OPEN);
    return true;
  }
  if (c.trigger !== undefined) {
    placeTrigger(state, c, c.trigger, market);
    return true;
  }
  return isSpot ? placeSpot(state, c, market) : placePerp(state, c, market);
}
