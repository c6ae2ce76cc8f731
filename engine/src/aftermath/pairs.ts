import { liquidatePair } from "../commands/pair-liquidation.ts";
import { eventCode } from "../events.ts";
import { Heap } from "../heap.ts";
import { Market } from "../markets/markets.ts";
import { isAtRest, levelOf, levelsOf } from "../pairs/levels.ts";
import { Pair } from "../pairs/pair-table.ts";
import { pairsReached, watchPair } from "../pairs/watches.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { asChild, asLongChild } from "./child.ts";

type SickPair = { readonly pair: number; readonly uid: number; readonly level: bigint };

/** Margin pairs at the level of liquidation: the lowest level first, of equal ones the lowest uid. */
export class SickPairs extends Heap<SickPair> {
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
export function* lookAtPairs(state: State, sick: SickPairs): Generator<void, boolean> {
  const { aftermath: notes } = state;
  for (const market of notes.indexed) {
    notes.indexed.delete(market);
    if (isAtRest(state, market)) continue;
    for (const pair of pairsReached(state, market)) {
      notes.pairs.add(pair);
      state.memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
  }
  for (const pair of notes.pairs) {
    notes.pairs.delete(pair);
    look(state, pair, sick);
    if (state.isSliceOver) yield;
  }
  const next = sick.take();
  if (next === undefined) return false;
  yield* liquidate(state, next.pair);
  return true;
}

function look(state: State, pair: number, sick: SickPairs): void {
  const { w } = state.memory;
  state.memory.countLookups(lookupsPerLook);
  if (w[pair + Pair.isListed] === 0) return;
  const uid = w[pair + Pair.uid]!;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, uid, market);
  if (level !== undefined && level <= levelsOf(state, pair).liquidate) return sick.add({ pair, uid, level });
  asChild(state, 0, () => {
    if (level !== undefined) warn(state, pair, level);
    watchPair(state, pair);
  });
}

/** Once until the level has been above again. */
function warn(state: State, pair: number, level: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const isLow = level <= levelsOf(state, pair).warn;
  if (isLow === (w[pair + Pair.warned] !== 0)) return;
  memory.set(pair + Pair.warned, isLow ? Number(level) : 0);
  if (isLow) state.events.three(eventCode.pair_warned, w[pair + Pair.uid]!, w[pair + Pair.market]!, Number(level));
}

function* liquidate(state: State, pair: number): Rest {
  const { w } = state.memory;
  if (w[pair + Pair.isListed] === 0) return;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, w[pair + Pair.uid]!, market);
  const isStillSick = level !== undefined && level <= levelsOf(state, pair).liquidate;
  yield* asLongChild(state, w[market + Market.id]!, function* () {
    if (isStillSick) yield* liquidatePair(state, pair);
    // What neither fund nor company could pay stays a debt: the next index looks at it again.
    if (state.memory.w[pair + Pair.isListed] === 1) watchPair(state, pair);
  });
}
