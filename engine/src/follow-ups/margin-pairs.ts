import { liquidatePair } from "../commands/pair-liquidation.ts";
import { Heap } from "../collections/heap.ts";
import { Market } from "../records/market.ts";
import { isAtRest, levelOf, levelsOf } from "../pairs/levels.ts";
import { Pair } from "../records/margin-pair.ts";
import { pairsReached, setPairAlarms } from "../pairs/pair-alarms.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { runIsolated, runIsolatedInSlices } from "../markets/run-isolated.ts";

type PairCandidate = { readonly pair: number; readonly uid: number; readonly level: bigint };

/** Margin pairs at the level of liquidation: the lowest level first, of equal ones the lowest uid. */
export class PairQueue extends Heap<PairCandidate> {
  constructor() {
    super((one, other) => (one.level === other.level ? one.uid - other.uid : one.level < other.level ? -1 : 1));
  }
}

/** A test of a pair's level takes about as long as so many writes. */
const lookupsPerLook = 20;

/**
 * looks at the margin pairs that changed or whose alarm an index has reached, and liquidates the one with the lowest level. False:
 * there was none to liquidate.
 */
export function* examinePairs(state: State, sick: PairQueue): Generator<void, boolean> {
  const { pending } = state;
  for (const market of pending.indexed) {
    pending.indexed.delete(market);
    if (isAtRest(state, market)) continue;
    for (const pair of pairsReached(state, market)) {
      pending.pairs.add(pair);
      state.memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
  }
  for (const pair of pending.pairs) {
    pending.pairs.delete(pair);
    look(state, pair, sick);
    if (state.isSliceOver) yield;
  }
  const next = sick.take();
  if (next === undefined) return false;
  yield* liquidate(state, next.pair);
  return true;
}

function look(state: State, pair: number, sick: PairQueue): void {
  const { w } = state.memory;
  state.memory.countLookups(lookupsPerLook);
  if (w[pair + Pair.isListed] === 0) return;
  const uid = w[pair + Pair.uid]!;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, uid, market);
  if (level !== undefined && level <= levelsOf(state, pair).liquidate) return sick.add({ pair, uid, level });
  runIsolated(state, 0, () => {
    if (level !== undefined) warn(state, pair, level);
    setPairAlarms(state, pair);
  });
}

/** Once until the level has been above again. */
function warn(state: State, pair: number, level: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const isLow = level <= levelsOf(state, pair).warn;
  if (isLow === (w[pair + Pair.warned] !== 0)) return;
  memory.set(pair + Pair.warned, isLow ? Number(level) : 0);
  if (isLow)
    state.events.emit("pair_warned", {
      uid: w[pair + Pair.uid]!,
      market: w[pair + Pair.market]!,
      level: Number(level),
    });
}

function* liquidate(state: State, pair: number): SlicedWork {
  const { w } = state.memory;
  if (w[pair + Pair.isListed] === 0) return;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, w[pair + Pair.uid]!, market);
  const isStillLiquidatable = level !== undefined && level <= levelsOf(state, pair).liquidate;
  yield* runIsolatedInSlices(state, w[market + Market.id]!, function* () {
    if (isStillLiquidatable) yield* liquidatePair(state, pair);
    // What neither fund nor company could pay stays a debt: the next index looks at it again.
    if (state.memory.w[pair + Pair.isListed] === 1) setPairAlarms(state, pair);
  });
}
