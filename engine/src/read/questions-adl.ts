import { adlLights, type AdlRank, compareAdl } from "@tidemark/money";
import { Market } from "../records/market.ts";
import { rankedOf } from "../perps/liquidation/adl-ranking.ts";
import { Position, positionOf, openPositions, UserContract } from "../records/user-contract.ts";
import { UserMarket } from "../records/user.ts";
import type { State } from "../state/state.ts";

/** A queue of deleveraging with the lights of each place, as it stood at some moment of this second. */
type Lights = { readonly second: number; readonly queue: readonly AdlRank[]; readonly lights: readonly number[] };

/** Positions that are scored for the lights of one side. Of a larger one they are evenly spread, which tells the fifths well enough. */
const scoredMax = 300;
const secondMs = 1_000;

/** Kept beside the state and no part of it: an indicator for people, which need not follow every trade. */
const known = new WeakMap<State, Map<number, Lights>>();

/**
 * how near a position is to being deleveraged: 5 in the first fifth of all size on its side, 1 in the last; 0 where there is none.
 */
export function adlLightsOf(state: State, uid: number, marketId: number, side: number): number {
  const { w } = state.memory;
  const product = w[state.markets.at(marketId) + Market.product]!;
  const userMarket = state.userMarkets.find(uid, marketId, product);
  const own =
    userMarket === 0 ? undefined : rankedOf(state, positionOf(w[userMarket + UserMarket.userContract]!, side));
  if (own === undefined) return 0;
  const { queue, lights } = lightsOf(
    state,
    w[w[userMarket + UserMarket.userContract]! + UserContract.contract]!,
    w[own.position + Position.side]!,
  );
  const place = queue.findIndex((each) => compareAdl(own, each) <= 0);
  return place < 0 ? 1 : lights[place]!;
}

function lightsOf(state: State, contract: number, side: number): Lights {
  const sides = known.get(state) ?? new Map<number, Lights>();
  known.set(state, sides);
  const key = contract * 2 + side - 1;
  const second = Math.floor(state.now / secondMs);
  const found = sides.get(key);
  if (found !== undefined && found.second === second) return found;
  const positions = [...openPositions(state.memory, contract, side)];
  const step = Math.ceil(positions.length / scoredMax);
  const queue = positions
    .filter((_, at) => at % step === 0)
    .flatMap((position) => rankedOf(state, position) ?? [])
    .sort(compareAdl);
  const lights = { second, queue, lights: adlLights(queue.map(({ qty }) => qty)) };
  sides.set(key, lights);
  return lights;
}
