import { asChild } from "../aftermath/child.ts";
import { liquidatePair } from "../commands/pair-liquidation.ts";
import { eventCode } from "../events.ts";
import { Market } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { isAtRest, levelOf, levelsOf } from "./levels.ts";
import { Pair } from "./pair-table.ts";
import { pairsReached, watchPair } from "./watches.ts";

/** How many pairs one call looks at; the rest stays noted, so that a slice may end in between. */
const looksPerCall = 16;

/**
 * a part of the looks at margin pairs that changed or whose alarm an index has reached, or if none is left, the liquidation of
 * the one with the lowest level. To be called until nothing is noted.
 */
export function lookAtPairs(state: State): void {
  const { aftermath: notes } = state;
  for (const market of notes.indexed)
    if (!isAtRest(state, market)) for (const pair of pairsReached(state, market)) notes.pairs.add(pair);
  notes.indexed.clear();
  if (notes.pairs.size === 0) return liquidateNext(state);
  let looks = 0;
  for (const pair of notes.pairs) {
    notes.pairs.delete(pair);
    look(state, pair);
    looks += 1;
    if (looks === looksPerCall) return;
  }
}

function look(state: State, pair: number): void {
  const { w } = state.memory;
  if (w[pair + Pair.isListed] === 0) return;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, w[pair + Pair.uid]!, market);
  if (level !== undefined && level <= levelsOf(state, pair).liquidate) return noteSick(state, pair, level);
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

/** The list is kept with the lowest level, and of equal ones the lowest uid, at its end. */
function noteSick(state: State, pair: number, level: bigint): void {
  const { w } = state.memory;
  const { sickPairs } = state.aftermath;
  const isBefore = (other: { pair: number; level: bigint }): boolean =>
    level === other.level ? w[pair + Pair.uid]! < w[other.pair + Pair.uid]! : level < other.level;
  let low = 0;
  let high = sickPairs.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBefore(sickPairs[middle]!)) low = middle + 1;
    else high = middle;
  }
  sickPairs.splice(low, 0, { pair, level });
}

function liquidateNext(state: State): void {
  const { w } = state.memory;
  const next = state.aftermath.sickPairs.pop();
  if (next === undefined || w[next.pair + Pair.isListed] === 0) return;
  const { pair } = next;
  const market = state.markets.at(w[pair + Pair.market]!);
  const level = isAtRest(state, market) ? undefined : levelOf(state, w[pair + Pair.uid]!, market);
  const isStillSick = level !== undefined && level <= levelsOf(state, pair).liquidate;
  asChild(state, w[market + Market.id]!, () => {
    if (isStillSick) liquidatePair(state, pair);
    // What neither fund nor company could pay stays a debt: the next index looks at it again.
    if (w[pair + Pair.isListed] === 1) watchPair(state, pair);
  });
}
