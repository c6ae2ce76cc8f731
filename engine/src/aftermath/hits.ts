import { Alarm } from "../book/alarms.ts";
import { Market, marketStatus } from "../markets/markets.ts";
import { opens } from "../orders/order-table.ts";
import { Contract, rung } from "../perps/contract-table.ts";
import { sourcePrice } from "../perps/exits.ts";
import type { State } from "../state.ts";
import { direction, phase, source, Trigger } from "../triggers/trigger-table.ts";
import { marketOfTrigger, treeOf } from "../triggers/waiting.ts";

const none: number[] = [];

/** Triggers that the prices of this event have reached and that may fire now, by id. */
export function collectHits(state: State): number[] {
  const { aftermath: notes } = state;
  if (!notes.hasPrices) return none;
  const hits = new Set<number>();
  for (const [market, { low, high }] of notes.sweeps) reach(state, market, source.last, low, high, hits);
  for (const market of notes.indices) {
    reachNow(state, market, source.index, hits);
    notes.indexed.add(market);
  }
  for (const market of notes.marks) {
    reachNow(state, market, source.mark, hits);
    // a stop loss that fired in part is sent again at each mark update while its own source satisfies it.
    for (const which of [source.last, source.index]) reachNow(state, market, which, hits, phase.armed);
  }
  for (const market of notes.returned) {
    for (const which of [source.last, source.mark, source.index]) reachNow(state, market, which, hits);
    notes.indexed.add(market);
  }
  for (const id of notes.woken) {
    const trigger = state.triggers.find(id);
    if (trigger !== 0 && isReached(state, trigger)) hits.add(trigger);
  }
  notes.sweeps.clear();
  notes.indices.clear();
  notes.woken.length = 0;
  return [...hits].sort((a, b) => state.triggers.idOf(a) - state.triggers.idOf(b));
}

function reachNow(state: State, market: number, which: number, hits: Set<number>, only?: number): void {
  const price = sourcePrice(state, market, which);
  if (price !== 0) reach(state, market, which, price, price, hits, only);
}

function reach(
  state: State,
  market: number,
  which: number,
  low: number,
  high: number,
  hits: Set<number>,
  only?: number,
): void {
  const { alarms } = state;
  const { w } = state.memory;
  for (const alarm of [
    ...alarms.reachedFromBelow(treeOf(market, which, direction.up), high),
    ...alarms.reachedFromAbove(treeOf(market, which, direction.down), low),
  ]) {
    const trigger = w[alarm + Alarm.owner]!;
    const now = w[trigger + Trigger.phase];
    // An armed one waits for the next mark, whatever else moves.
    const isDue = only === undefined ? now !== phase.armed || which === source.mark : now === only;
    if (isDue && mayFire(state, trigger)) hits.add(trigger);
  }
}

function isReached(state: State, trigger: number): boolean {
  const { w } = state.memory;
  const price = sourcePrice(state, marketOfTrigger(state, trigger), w[trigger + Trigger.source]!);
  const at = w[trigger + Trigger.triggerPrice]!;
  const isUp = w[trigger + Trigger.direction] === direction.up;
  return price !== 0 && (isUp ? price >= at : price <= at) && mayFire(state, trigger);
}

/** triggers wait while their market does not trade, opening ones also in M4. A stale index is no price at all. */
export function mayFire(state: State, trigger: number): boolean {
  const { triggers: t } = state;
  const { w } = state.memory;
  const market = marketOfTrigger(state, trigger);
  if (w[market + Market.status] !== marketStatus.trading) return false;
  const contract = w[market + Market.contract]!;
  const isOpening = opens(t.side(trigger), t.posSide(trigger));
  return contract === 0 || !isOpening || w[contract + Contract.rung]! < rung.protected;
}
