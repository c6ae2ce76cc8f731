import { isAtOrBeyond, trailingTrigger } from "@tidemark/money";
import { Alarm } from "../book/alarms.ts";
import { Market } from "../records/market.ts";
import { UserMarket } from "../records/user.ts";
import { Contract } from "../records/contract.ts";
import { posSide, sideName } from "../records/user-contract.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { NumberList } from "../state/number-list.ts";
import type { State } from "../state/state.ts";
import { sourcePrice } from "./source-price.ts";
import { activationsOf, callbackUnit, Group, Line, lineOf, Trail } from "../records/trailing-stop.ts";
import { source, Trigger } from "../records/trigger.ts";

const priceMax = 2_147_483_647;
const bothSides = [posSide.long, posSide.short] as const;
const units = [callbackUnit.basisPoints, callbackUnit.ticks] as const;

const activationsFor = (state: State, market: number, which: number, positionSide: number): number =>
  activationsOf(state.memory.w[market + Market.contract]! + Contract.trailing, which, positionSide);

const marketOfStop = (state: State, trigger: number): number => {
  const { w } = state.memory;
  return state.markets.at(w[w[trigger + Trigger.userMarket]! + UserMarket.market]!);
};

/** The best price of the source since the stop's activation; 0: it is not active yet. */
export function bestOf(state: State, trigger: number): number {
  const { w } = state.memory;
  const trail = w[trigger + Trigger.trail]!;
  const group = w[trail + Trail.group]!;
  return group === 0 ? w[trail + Trail.best]! : w[state.trails.living(group) + Group.best]!;
}

/** The price at which it fires as things stand; 0: it is not active yet. */
export function presentTrigger(state: State, trigger: number): number {
  const best = bestOf(state, trigger);
  return best === 0 ? 0 : triggerAt(state, state.memory.w[trigger + Trigger.trail]!, best);
}

function triggerAt(state: State, trail: number, best: number): number {
  const { w } = state.memory;
  const unit = w[trail + Trail.unit] === callbackUnit.ticks ? "ticks" : "basisPoints";
  const side = sideName(state.triggers.posSide(w[trail + Trail.trigger]!));
  return trailingTrigger(side, best, w[trail + Trail.callback]!, unit);
}

/** Starts to wait: for its activation price, or for the way back from its best one. One that was active goes on with what it had. */
export function startTrailing(state: State, trigger: number): void {
  const { alarms, memory } = state;
  const { w } = memory;
  const trail = w[trigger + Trigger.trail]!;
  const market = marketOfStop(state, trigger);
  const which = w[trigger + Trigger.source]!;
  const positionSide = state.triggers.posSide(trigger);
  const activations = activationsFor(state, market, which, positionSide);
  const price = sourcePrice(state, market, which);
  const activation = w[trigger + Trigger.triggerPrice]!;
  const isActive = activation === 0 || isAtOrBeyond(sideName(positionSide), price, activation);
  if (w[trail + Trail.best] !== 0) join(state, activations, trail, w[trail + Trail.best]!);
  else if (isActive) join(state, activations, trail, price);
  else memory.set(trigger + Trigger.alarm, alarms.set(activations, activation, trigger, 0));
}

/** Into the group of this best price. */
function join(state: State, activations: number, trail: number, best: number): void {
  const { prices, trails } = state;
  const line = lineOf(activations, state.memory.w[trail + Trail.unit]!);
  let group = prices.at(line + Line.bests, best);
  if (group === 0) {
    group = trails.newGroup(line, best);
    prices.insert(line + Line.bests, best, group);
  }
  trails.putIn(group, trail);
  setAlarm(state, group);
}

/**
 * Leaves its group, if it is in one, and keeps its best price. The group's alarm stays where it was, too near perhaps: it is moved when a
 * price comes to it.
 */
export function stopTrailing(state: State, trigger: number): void {
  const { memory, prices, trails } = state;
  const { w } = memory;
  const trail = w[trigger + Trigger.trail]!;
  const named = w[trail + Trail.group]!;
  if (named === 0) return;
  const group = trails.living(named);
  memory.set(trail + Trail.best, w[group + Group.best]!);
  memory.set(trail + Trail.group, 0);
  trails.takeOut(group, trail);
  if (!trails.letGo(named)) return;
  prices.remove(w[group + Group.line]! + Line.bests, w[group + Group.best]!);
  clearAlarm(state, group);
  trails.groups.free(group);
}

/** Puts the alarm of a group where its head fires; a price that no market has needs none. */
function setAlarm(state: State, group: number): void {
  const { alarms, memory } = state;
  const { w } = memory;
  const at = triggerAt(state, w[group + Group.head]!, w[group + Group.best]!);
  const before = w[group + Group.alarm]!;
  if (before !== 0 && w[before + Alarm.price] === at) return;
  const isPrice = at > 0 && at < priceMax;
  const after = isPrice ? alarms.set(w[group + Group.line]! + Line.alarms, at, group, 0) : 0;
  clearAlarm(state, group);
  memory.set(group + Group.alarm, after);
}

function clearAlarm(state: State, group: number): void {
  const alarm = state.memory.w[group + Group.alarm]!;
  if (alarm !== 0) state.alarms.clear(alarm);
  state.memory.set(group + Group.alarm, 0);
}

/**
 * One price of a source: groups whose best it exceeds become one at the new best, stops that it activates join, and those that it
 * has come back for are taken out of their groups and queued. Each stop brings one group at most and each group is taken in once, at the
 * cost of a logarithm; so a price costs that much, amortised, and what it hits.
 */
export function* trailTo(state: State, market: number, which: number, price: number, hits: NumberList): SlicedWork {
  for (const positionSide of bothSides) {
    const activations = activationsFor(state, market, which, positionSide);
    for (const unit of units) yield* raise(state, lineOf(activations, unit), positionSide, price);
    yield* activate(state, activations, positionSide, price);
    for (const unit of units) yield* takeBackers(state, lineOf(activations, unit), positionSide, price, hits);
  }
}

/** The best price of the group that is first to be exceeded; 0: there is none. */
function lowestBest(state: State, line: number, positionSide: number): number {
  const { prices } = state;
  const tree = line + Line.bests;
  if (positionSide === posSide.long) return prices.above(tree, 0);
  return prices.at(tree, priceMax) === 0 ? prices.below(tree, priceMax) : priceMax;
}

function* raise(state: State, line: number, positionSide: number, price: number): SlicedWork {
  const { memory, prices, trails } = state;
  const tree = line + Line.bests;
  let isMoved = false;
  for (;;) {
    const best = lowestBest(state, line, positionSide);
    if (best === 0 || isAtOrBeyond(sideName(positionSide), best, price)) break;
    const group = prices.at(tree, best);
    const there = prices.at(tree, price);
    isMoved = true;
    if (there === 0) {
      memory.set(group + Group.best, price);
      prices.insert(tree, price, group);
    } else {
      clearAlarm(state, group);
      clearAlarm(state, there);
      const one = trails.unite(there, group);
      memory.set(one + Group.best, price);
      prices.replace(tree, price, one);
    }
    prices.remove(tree, best);
    if (state.isSliceOver) yield;
  }
  if (isMoved) setAlarm(state, prices.at(tree, price));
}

function* activate(state: State, activations: number, positionSide: number, price: number): SlicedWork {
  const { alarms, memory } = state;
  for (;;) {
    const trigger =
      positionSide === posSide.long ? alarms.lowest(activations, price) : alarms.highest(activations, price);
    if (trigger === 0) return;
    alarms.clear(memory.w[trigger + Trigger.alarm]!);
    memory.set(trigger + Trigger.alarm, 0);
    join(state, activations, memory.w[trigger + Trigger.trail]!, price);
    if (state.isSliceOver) yield;
  }
}

function* takeBackers(state: State, line: number, positionSide: number, price: number, hits: NumberList): SlicedWork {
  const { alarms, memory } = state;
  const tree = line + Line.alarms;
  for (;;) {
    const group = positionSide === posSide.long ? alarms.highest(tree, price) : alarms.lowest(tree, price);
    if (group === 0) return;
    const { w } = memory;
    const head = w[group + Group.head]!;
    if (isAtOrBeyond(sideName(positionSide), triggerAt(state, head, w[group + Group.best]!), price)) {
      const trigger = w[head + Trail.trigger]!;
      stopTrailing(state, trigger);
      hits.push(state.triggers.idOf(trigger));
    } else setAlarm(state, group);
    if (state.isSliceOver) yield;
  }
}

/** One of a market's trailing stops that wait, active or not; 0: there is none. */
export function anyTrailingOf(state: State, market: number): number {
  const { alarms, prices } = state;
  const { w } = state.memory;
  if (w[market + Market.contract] === 0) return 0;
  for (const which of [source.last, source.mark])
    for (const positionSide of bothSides) {
      const activations = activationsFor(state, market, which, positionSide);
      const waiting = alarms.lowest(activations, priceMax);
      if (waiting !== 0) return waiting;
      for (const unit of units) {
        const line = lineOf(activations, unit);
        const best = lowestBest(state, line, positionSide);
        if (best !== 0) return w[w[prices.at(line + Line.bests, best) + Group.head]! + Trail.trigger]!;
      }
    }
  return 0;
}
