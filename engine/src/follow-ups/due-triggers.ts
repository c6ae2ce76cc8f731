import { Market, marketStatus } from "../records/market.ts";
import { opens } from "../records/order.ts";
import { isTakable } from "../perps/order/armed.ts";
import { Contract, rung } from "../records/contract.ts";
import { posSide } from "../records/user-contract.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { NumberList } from "../state/number-list.ts";
import type { State } from "../state/state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { trailTo } from "../triggers/trailing.ts";
import { direction, phase, source, Trigger } from "../records/trigger.ts";
import { disarm, marketOfTrigger, treeOf } from "../triggers/waiting.ts";
import { runIsolatedInSlices } from "../markets/run-isolated.ts";

const noMarket = 0;

/**
 * Triggers on their way to fire, by id within one price event. A trigger leaves its alarm tree when it is queued, so that no price
 * finds it twice, and comes back into it if it may not fire when its turn comes: a cascade of n triggers costs n · log n.
 */
export class DueTriggers {
  private ids: Float64Array = new Float64Array(0);
  private next = 0;
  private readonly later: NumberList[] = [];
  /** a trigger fires at most once per command. */
  private readonly fired = new Set<number>();

  append(hits: NumberList): void {
    if (hits.length > 0) this.later.push(hits);
  }

  /** The id of the next trigger, 0 when there is none. */
  take(): number {
    for (;;) {
      while (this.next === this.ids.length) {
        const more = this.later.shift();
        if (more === undefined) return 0;
        this.ids = more.a.subarray(0, more.length);
        this.next = 0;
      }
      const id = this.ids[this.next]!;
      this.next += 1;
      if (this.fired.has(id)) continue;
      this.fired.add(id);
      return id;
    }
  }
}

/** Queues the triggers that the prices of this event have reached and that may fire now. */
export function* gatherDueTriggers(state: State, queue: DueTriggers): SlicedWork {
  const { pending } = state;
  if (!pending.hasPrices) return;
  const hits = new NumberList();
  const isSound = yield* runIsolatedInSlices(state, noMarket, () => takeHits(state, hits));
  pending.pricesDone();
  // What was taken back waits in its trees again.
  if (!isSound) return;
  yield* hits.sort(state);
  queue.append(hits);
}

function* takeHits(state: State, hits: NumberList): SlicedWork {
  const { pending } = state;
  for (const [market, { low, high }] of pending.sweeps) yield* takeReached(state, market, source.last, low, high, hits);
  for (const [market, way] of pending.ways)
    for (const price of way) yield* trail(state, market, source.last, price, hits);
  for (const market of pending.indices) yield* takeAtCurrent(state, market, source.index, hits);
  for (const market of pending.marks) {
    yield* takeAtCurrent(state, market, source.mark, hits);
    yield* trail(state, market, source.mark, sourcePrice(state, market, source.mark), hits);
    yield* addArmed(state, market, hits);
  }
  for (const market of pending.returned) {
    for (const which of [source.last, source.mark, source.index]) yield* takeAtCurrent(state, market, which, hits);
    for (const which of [source.last, source.mark])
      yield* trail(state, market, which, sourcePrice(state, market, which), hits);
    yield* addArmed(state, market, hits);
  }
  for (const market of pending.offered) yield* addArmed(state, market, hits);
  for (const id of pending.woken) {
    const trigger = state.triggers.find(id);
    // What woke it may have been taken back: then it is gone, or sleeps on.
    if (trigger === 0 || state.memory.w[trigger + Trigger.phase] !== phase.waiting) continue;
    if (!isReached(state, trigger) || !mayFire(state, trigger)) continue;
    disarm(state, trigger);
    hits.push(id);
  }
}

function* takeAtCurrent(state: State, market: number, which: number, hits: NumberList): SlicedWork {
  const price = sourcePrice(state, market, which);
  if (price !== 0) yield* takeReached(state, market, which, price, price, hits);
}

/** trailing stops follow a price of their source, and those that it has come back for are taken out of their groups. */
function* trail(state: State, market: number, which: number, price: number, hits: NumberList): SlicedWork {
  const { w } = state.memory;
  const isFollowed = price !== 0 && w[market + Market.trailing + which] !== 0;
  if (!isFollowed || w[market + Market.status] !== marketStatus.trading) return;
  yield* trailTo(state, market, which, price, hits);
}

/** Takes the triggers of a source out of their trees that a rise to `high` or a fall to `low` has reached. */
function* takeReached(
  state: State,
  market: number,
  which: number,
  low: number,
  high: number,
  hits: NumberList,
): SlicedWork {
  if (state.memory.w[market + Market.status] !== marketStatus.trading) return;
  for (const isOpening of [false, true]) {
    if (isOpening && !mayOpen(state, market)) continue;
    const rising = treeOf(market, which, direction.up, isOpening);
    const falling = treeOf(market, which, direction.down, isOpening);
    for (;;) {
      const trigger = state.alarms.lowest(rising, high) || state.alarms.highest(falling, low);
      if (trigger === 0) break;
      disarm(state, trigger);
      hits.push(state.triggers.idOf(trigger));
      if (state.isSliceOver) yield;
    }
  }
}

/**
 * stop losses that fired and found too little are sent again while their own source satisfies them, but only where the book
 * offers a price that a market order may take.
 */
function* addArmed(state: State, market: number, hits: NumberList): SlicedWork {
  for (const positionSide of [posSide.long, posSide.short]) {
    if (!isTakable(state, market, positionSide)) continue;
    let trigger = state.memory.w[market + Market.armed + positionSide - 1]!;
    for (; trigger !== 0; trigger = state.memory.w[trigger + Trigger.armedAfter]!) {
      if (isReached(state, trigger)) hits.push(state.triggers.idOf(trigger));
      state.memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
  }
}

function isReached(state: State, trigger: number): boolean {
  const { w } = state.memory;
  const price = sourcePrice(state, marketOfTrigger(state, trigger), w[trigger + Trigger.source]!);
  const at = w[trigger + Trigger.triggerPrice]!;
  const isUp = w[trigger + Trigger.direction] === direction.up;
  return price !== 0 && (isUp ? price >= at : price <= at);
}

/** triggers wait while their market does not trade, opening ones also in M4. A stale index is no price at all. */
export function mayFire(state: State, trigger: number): boolean {
  const { triggers: t } = state;
  const market = marketOfTrigger(state, trigger);
  if (state.memory.w[market + Market.status] !== marketStatus.trading) return false;
  return !opens(t.side(trigger), t.posSide(trigger)) || mayOpen(state, market);
}

function mayOpen(state: State, market: number): boolean {
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  return contract === 0 || w[contract + Contract.rung]! < rung.protected;
}
