import { type LevelReach, levelReach } from "@tidemark/money";
import { Alarm } from "../book/alarms.ts";
import { Market } from "../records/market.ts";
import type { State } from "../state/state.ts";
import { levelsOf, measureOf, pairOf } from "./levels.ts";
import { Pair } from "../records/margin-pair.ts";

const alarmOwner = 0;
const priceMax = 2_147_483_647;

/**
 * Which pairs a move of the index may warn, liquidate or let recover, without looking at the others: the level of a pair rises or falls
 * with the index all the way, so one price borders on each level. An alarm there calls for the exact test, never decides it, and is then
 * set anew.
 */
export function setPairAlarms(state: State, pair: number): void {
  const { w } = state.memory;
  const market = state.markets.at(w[pair + Pair.market]!);
  const held = pairOf(state, w[pair + Pair.uid]!, market);
  const measure = measureOf(state, market);
  const { warn, liquidate } = levelsOf(state, pair);
  const toWarning = levelReach(held, warn, measure);
  const isWarned = w[pair + Pair.warned] !== 0;
  setAlarms(state, pair, isWarned ? firstOf(levelReach(held, liquidate, measure), beyond(toWarning)) : toWarning);
}

/** A pair without debt waits for nothing. */
export function clearPairAlarms(state: State, pair: number): void {
  setAlarms(state, pair, { down: 0, up: 0 });
  state.memory.set(pair + Pair.warned, 0);
}

/** The prices on the other side of a border. */
const beyond = ({ down, up }: LevelReach): LevelReach => ({
  down: up > 0 ? up - 1 : 0,
  up: down > 0 && down < priceMax ? down + 1 : 0,
});

/** Whatever comes first. */
const firstOf = (one: LevelReach, other: LevelReach): LevelReach => ({
  down: Math.max(one.down, other.down),
  up: one.up === 0 || other.up === 0 ? one.up + other.up : Math.min(one.up, other.up),
});

function setAlarms(state: State, pair: number, { down, up }: LevelReach): void {
  const market = state.markets.at(state.memory.w[pair + Pair.market]!);
  setOne(state, pair, Pair.alarmDown, market + Market.pairAlarmDown, down);
  setOne(state, pair, Pair.alarmUp, market + Market.pairAlarmUp, up);
}

function setOne(state: State, pair: number, which: number, tree: number, price: number): void {
  const { alarms, memory } = state;
  const known = memory.w[pair + which]!;
  if (known !== 0) {
    if (memory.w[known + Alarm.price] === price) return;
    alarms.clear(known);
  }
  memory.set(pair + which, price === 0 ? 0 : alarms.set(tree, price, pair, alarmOwner));
}

/** The pairs of a market whose alarms the index has reached. */
export function* pairsReached(state: State, market: number): Generator<number> {
  const { alarms, memory } = state;
  const index = memory.w[market + Market.index]!;
  for (const isRise of [false, true])
    for (const alarm of alarms.reached(market + (isRise ? Market.pairAlarmUp : Market.pairAlarmDown), index, isRise))
      yield memory.w[alarm + Alarm.owner]!;
}
