import { Market } from "../records/market.ts";
import { Contract } from "../records/contract.ts";
import { isTakable } from "../perps/order/armed.ts";
import { disposeOfWaiting } from "../perps/liquidation/inventory.ts";
import { liquidateAccount, liquidatePosition, payDeficit } from "../perps/liquidation/liquidation.ts";
import {
  healthOf,
  healthOfPosition,
  isoMarginOf,
  isAccountLiquidatable,
  isPositionLiquidatable,
  marginOf,
  marketOf,
} from "../perps/margin/risk.ts";
import { isSuspended } from "../markets/suspension.ts";
import { equityOf, exactSum, sumsOf } from "../perps/margin/risk-in-numbers.ts";
import { Position, Margin } from "../records/user-contract.ts";
import { warnAccount, warnPosition } from "../perps/margin/warnings.ts";
import {
  addReached,
  hasSafeAlarms,
  spareForAlarms,
  setAccountAlarms,
  setPositionAlarms,
} from "../perps/margin/liquidation-alarms.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { phase, Trigger } from "../records/trigger.ts";
import { arm, marketOfTrigger } from "../triggers/waiting.ts";
import { AddressSet } from "../collections/address-set.ts";
import { runIsolated, runIsolatedInSlices } from "../markets/run-isolated.ts";
import { fire } from "./fire-trigger.ts";
import { gatherDueTriggers, DueTriggers, mayFire } from "./due-triggers.ts";
import { examinePairs, PairQueue } from "./margin-pairs.ts";
import { type LiquidationCandidate, LiquidationQueue } from "./liquidation-queue.ts";

/** A test of takes about as long as so many writes, and so does a trigger that is refused. */
const lookupsPerExam = 20;
const lookupsPerTrigger = 5;

/**
 * What a price event or a changed account brings about, to its end: triggers first, then accounts at their margin, the sickest first, with
 * the triggers that their trades hit in between. Each is a child of its own: what fails is taken back alone. Yields when a
 * slice is over.
 */
export function* runFollowUps(state: State): SlicedWork {
  const { pending } = state;
  if (!pending.isEmpty) yield* runToEnd(state);
  pending.rankings.clear();
}

function* runToEnd(state: State): SlicedWork {
  const hits = new DueTriggers();
  const liquidations = new LiquidationQueue();
  const pairQueue = new PairQueue();
  for (;;) {
    yield* gatherDueTriggers(state, hits);
    const next = hits.take();
    if (next !== 0) yield* fireById(state, next);
    else {
      yield* findLiquidations(state, liquidations);
      const candidate = liquidations.take();
      if (candidate !== undefined) {
        if (!(yield* liquidate(state, candidate))) liquidations.giveUp(candidate);
      } else {
        const isTreated = yield* examinePairs(state, pairQueue);
        if (!isTreated && state.pending.isEmpty) return;
      }
    }
    if (state.isSliceOver) yield;
  }
}

/** A trigger that may not fire when its turn comes, or whose child failed, waits on. */
function* fireById(state: State, id: number): SlicedWork {
  const trigger = state.triggers.find(id);
  state.memory.countLookups(lookupsPerTrigger);
  if (trigger === 0) return;
  const { w } = state.memory;
  const record = marketOfTrigger(state, trigger);
  // Those before it have taken what was offered: the others wait on without being sent.
  const isArmed = w[trigger + Trigger.phase] === phase.armed;
  if (isArmed && !isTakable(state, record, state.triggers.posSide(trigger))) return;
  const market = w[record + Market.id]!;
  if (mayFire(state, trigger) && (yield* runIsolatedInSlices(state, market, () => fire(state, trigger)))) return;
  const isWaiting = state.memory.w[trigger + Trigger.phase] === phase.waiting;
  if (isWaiting) runIsolated(state, market, () => arm(state, trigger));
}

/** for everything that was touched or whose watch a mark has reached; the healthy get new watches. */
function* findLiquidations(state: State, liquidations: LiquidationQueue): SlicedWork {
  const { pending } = state;
  for (const market of pending.reopened)
    if (state.memory.w[market + Market.contract] !== 0)
      yield* runIsolatedInSlices(state, state.memory.w[market + Market.id]!, () => disposeOfWaiting(state, market));
  for (const market of new Set([...pending.marked, ...pending.reopened])) {
    const contract = state.memory.w[market + Market.contract]!;
    if (contract === 0) continue;
    const mark = state.memory.w[contract + Contract.mark]!;
    if (isSuspended(state, market)) yield* resetAlarms(state, contract, mark);
    else yield* addReached(state, contract, mark, pending.margins, pending.positions);
  }
  pending.marked.clear();
  pending.reopened.clear();
  for (const margin of pending.margins) {
    pending.margins.delete(margin);
    for (const ranking of pending.rankings.values()) ranking.margins.add(margin);
    if (examineAccount(state, margin)) liquidations.add(candidateOf(state, 0, margin));
    if (state.isSliceOver) yield;
  }
  for (const position of pending.positions) {
    pending.positions.delete(position);
    for (const ranking of pending.rankings.values()) ranking.positions.add(position);
    if (examinePosition(state, position)) liquidations.add(candidateOf(state, position, marginOf(state, position)));
    if (state.isSliceOver) yield;
  }
}

/**
 * the mark of a suspended market starts no test, but what it takes from a cross account is missing elsewhere: the account is watched
 * anew, and one that is at its margin is found by the next mark of a market that is not suspended.
 */
function* resetAlarms(state: State, contract: number, mark: number): SlicedWork {
  const margins = new AddressSet();
  yield* addReached(state, contract, mark, margins);
  for (const margin of margins) {
    state.memory.countLookups(lookupsPerExam);
    if (!staysHealthy(state, margin)) {
      const health = healthOf(state, margin);
      runIsolated(state, 0, () => {
        if (isAccountLiquidatable(health)) setAccountAlarms(state, margin, 0);
        else warnAndSetAlarms(state, margin, health.equity, health.maintenanceMargin);
      });
    }
    if (state.isSliceOver) yield;
  }
}

/**
 * What nearly every command leaves behind: accounts that are well, far from a warning, and known to be so by plain numbers. True: that was
 * all, and there is nothing more to look at.
 */
export function areAllHealthy(state: State): boolean {
  const { pending } = state;
  if (!pending.isOnlyMargins) return false;
  for (const margin of pending.margins) {
    if (!staysHealthy(state, margin)) return false;
    pending.margins.delete(margin);
  }
  return true;
}

/** The account is well and will not be warned; its alarms stand where they may, or are moved. False: the exact test must say. */
function staysHealthy(state: State, margin: number): boolean {
  const sums = sumsOf(state, margin);
  // Five times the maintenance margin is a safe number where the equity above it is one.
  const spare = exactSum(equityOf(sums), -Math.floor((sums.maintenanceMargin * 5) / 4) - 1);
  if (!(spare > 0) || sums.cash < 0 || state.memory.w[margin + Margin.isWarned] !== 0) return false;
  if (!hasSafeAlarms(state, margin, spare)) runIsolated(state, 0, () => setAccountAlarms(state, margin, spare));
  return true;
}

/** Is the account to be liquidated? A healthy one gets new watches. */
function examineAccount(state: State, margin: number): boolean {
  state.memory.countLookups(lookupsPerExam);
  if (staysHealthy(state, margin)) return false;
  const health = healthOf(state, margin);
  const isReachable = health.positions.some(({ position }) => !isSuspended(state, marketOf(state, position)));
  if (isReachable && isAccountLiquidatable(health)) return true;
  runIsolated(state, 0, () => {
    payDeficit(state, margin);
    warnAndSetAlarms(state, margin, health.equity, health.maintenanceMargin);
  });
  return false;
}

/** A healthy account is warned if it is close, and watched until the next thing may happen to it. */
function warnAndSetAlarms(state: State, margin: number, equity: bigint, maintenance: bigint): void {
  warnAccount(state, margin, equity, maintenance);
  const isWarned = state.memory.w[margin + Margin.isWarned] === 1;
  setAccountAlarms(state, margin, spareForAlarms(equity, maintenance, isWarned));
}

function examinePosition(state: State, position: number): boolean {
  const isOpen = state.memory.number(position + Position.qty) > 0;
  state.memory.countLookups(lookupsPerExam);
  if (isOpen && !isSuspended(state, marketOf(state, position)) && isPositionLiquidatable(state, position)) return true;
  runIsolated(state, 0, () => {
    warnPosition(state, position);
    setPositionAlarms(state, position);
  });
  return false;
}

function candidateOf(state: State, position: number, margin: number): LiquidationCandidate {
  const uid = state.memory.w[margin + Margin.uid]!;
  if (position === 0) {
    const { equity, maintenanceMargin } = healthOf(state, margin);
    return { equity, maintenanceMargin, uid, position, margin };
  }
  const { uPnl, maintenanceMargin } = healthOfPosition(state, position);
  return { equity: isoMarginOf(state, position) + uPnl, maintenanceMargin, uid, position, margin };
}

/** One account, whole, as one child; then it is looked at again like everybody it touched. False: it failed. */
function* liquidate(state: State, { position, margin }: LiquidationCandidate): Generator<void, boolean> {
  const { w } = state.memory;
  const positions = position === 0 ? healthOf(state, margin).positions.map((each) => each.position) : [position];
  // Somebody before may have cured it, or halted its market.
  const isReachable = positions.some((each) => !isSuspended(state, marketOf(state, each)));
  const isStillLiquidatable =
    isReachable &&
    (position === 0 ? isAccountLiquidatable(healthOf(state, margin)) : isOpenAndLiquidatable(state, position));
  state.pending.margins.add(margin);
  if (position !== 0) state.pending.positions.add(position);
  if (!isStillLiquidatable) return true;
  const market = w[marketOf(state, positions[0]!) + Market.id]!;
  return yield* runIsolatedInSlices(state, market, () =>
    position === 0 ? liquidateAccount(state, margin) : liquidatePosition(state, position),
  );
}

const isOpenAndLiquidatable = (state: State, position: number): boolean =>
  state.memory.number(position + Position.qty) > 0 && isPositionLiquidatable(state, position);
