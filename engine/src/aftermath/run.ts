import { Market } from "../markets/markets.ts";
import { Contract } from "../perps/contract-table.ts";
import { isTakable } from "../perps/armed.ts";
import { disposeOfWaiting } from "../perps/inventory.ts";
import { liquidateAccount, liquidateLeg, payDeficit } from "../perps/liquidation.ts";
import {
  healthOf,
  healthOfLeg,
  isoMarginOf,
  isSick,
  isLegSick,
  isSuspended,
  marginOf,
  marketOf,
} from "../perps/risk.ts";
import { equityOf, exactSum, sumsOf } from "../perps/risk-in-numbers.ts";
import { Leg, Margin } from "../perps/seats.ts";
import { warnAccount, warnLeg } from "../perps/warnings.ts";
import { accountsReached, isWatched, noteReached, spareToWatch, watchAccount, watchLeg } from "../perps/watches.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { phase, Trigger } from "../triggers/trigger-table.ts";
import { arm, marketOfTrigger } from "../triggers/waiting.ts";
import { asChild, asLongChild } from "./child.ts";
import { fire } from "./fire.ts";
import { gatherHits, HitQueue, mayFire } from "./hits.ts";
import { lookAtPairs, SickPairs } from "./pairs.ts";
import { type Patient, Patients } from "./patients.ts";

/** A test of takes about as long as so many writes, and so does a trigger that is refused. */
const lookupsPerExam = 20;
const lookupsPerTrigger = 5;

/**
 * What a price event or a changed account brings about, to its end: triggers first, then accounts at their margin, the sickest first, with
 * the triggers that their trades hit in between. Each is a child of its own: what fails is taken back alone. Yields when a
 * slice is over.
 */
export function* runAftermath(state: State): Rest {
  const { aftermath: notes } = state;
  if (!notes.isEmpty) yield* runToEnd(state);
  notes.rankings.clear();
}

function* runToEnd(state: State): Rest {
  const hits = new HitQueue();
  const patients = new Patients();
  const sickPairs = new SickPairs();
  for (;;) {
    yield* gatherHits(state, hits);
    const next = hits.take();
    if (next !== 0) yield* fireById(state, next);
    else {
      yield* findPatients(state, patients);
      const patient = patients.take();
      if (patient !== undefined) {
        if (!(yield* treat(state, patient))) patients.giveUp(patient);
      } else {
        const isTreated = yield* lookAtPairs(state, sickPairs);
        if (!isTreated && state.aftermath.isEmpty) return;
      }
    }
    if (state.isSliceOver) yield;
  }
}

/** A trigger that may not fire when its turn comes, or whose child failed, waits on. */
function* fireById(state: State, id: number): Rest {
  const trigger = state.triggers.find(id);
  state.memory.countLookups(lookupsPerTrigger);
  if (trigger === 0) return;
  const { w } = state.memory;
  const record = marketOfTrigger(state, trigger);
  // Those before it have taken what was offered: the others wait on without being sent.
  const isArmed = w[trigger + Trigger.phase] === phase.armed;
  if (isArmed && !isTakable(state, record, state.triggers.posSide(trigger))) return;
  const market = w[record + Market.id]!;
  if (mayFire(state, trigger) && (yield* asLongChild(state, market, () => fire(state, trigger)))) return;
  const isWaiting = state.memory.w[trigger + Trigger.phase] === phase.waiting;
  if (isWaiting) asChild(state, market, () => arm(state, trigger));
}

/** for everything that was touched or whose watch a mark has reached; the healthy get new watches. */
function* findPatients(state: State, patients: Patients): Rest {
  const { aftermath: notes } = state;
  for (const market of notes.reopened)
    if (state.memory.w[market + Market.contract] !== 0)
      yield* asLongChild(state, state.memory.w[market + Market.id]!, () => disposeOfWaiting(state, market));
  for (const market of new Set([...notes.marked, ...notes.reopened])) {
    const contract = state.memory.w[market + Market.contract]!;
    if (contract === 0) continue;
    const mark = state.memory.w[contract + Contract.mark]!;
    if (isSuspended(state, market)) yield* watchAnew(state, contract, mark);
    else yield* noteReached(state, contract, mark);
  }
  notes.marked.clear();
  notes.reopened.clear();
  for (const margin of notes.margins) {
    notes.margins.delete(margin);
    for (const ranking of notes.rankings.values()) ranking.margins.add(margin);
    if (examineAccount(state, margin)) patients.add(patientOf(state, 0, margin));
    if (state.isSliceOver) yield;
  }
  for (const leg of notes.legs) {
    notes.legs.delete(leg);
    for (const ranking of notes.rankings.values()) ranking.legs.add(leg);
    if (examineLeg(state, leg)) patients.add(patientOf(state, leg, marginOf(state, leg)));
    if (state.isSliceOver) yield;
  }
}

/**
 * the mark of a suspended market starts no test, but what it takes from a cross account is missing elsewhere: the account is watched
 * anew, and one that is at its margin is found by the next mark of a market that is not suspended.
 */
function* watchAnew(state: State, contract: number, mark: number): Rest {
  for (const margin of yield* accountsReached(state, contract, mark)) {
    state.memory.countLookups(lookupsPerExam);
    if (!keepsWell(state, margin)) {
      const health = healthOf(state, margin);
      asChild(state, 0, () => {
        if (isSick(health)) watchAccount(state, margin, 0);
        else lookAfter(state, margin, health.equity, health.maintenanceMargin);
      });
    }
    if (state.isSliceOver) yield;
  }
}

/**
 * What nearly every command leaves behind: accounts that are well, far from a warning, and known to be so by plain numbers. True: that was
 * all, and there is nothing more to look at.
 */
export function isOnlyWell(state: State): boolean {
  const { aftermath: notes } = state;
  if (!notes.isOnlyMargins) return false;
  for (const margin of notes.margins) {
    if (!keepsWell(state, margin)) return false;
    notes.margins.delete(margin);
  }
  return true;
}

/** The account is well and will not be warned; its alarms stand where they may, or are moved. False: the exact test must say. */
function keepsWell(state: State, margin: number): boolean {
  const sums = sumsOf(state, margin);
  // Five times the maintenance margin is a safe number where the equity above it is one.
  const spare = exactSum(equityOf(sums), -Math.floor((sums.maintenanceMargin * 5) / 4) - 1);
  if (!(spare > 0) || sums.cash < 0 || state.memory.w[margin + Margin.isWarned] !== 0) return false;
  if (!isWatched(state, margin, spare)) asChild(state, 0, () => watchAccount(state, margin, spare));
  return true;
}

/** Is the account to be liquidated? A healthy one gets new watches. */
function examineAccount(state: State, margin: number): boolean {
  state.memory.countLookups(lookupsPerExam);
  if (keepsWell(state, margin)) return false;
  const health = healthOf(state, margin);
  const isReachable = health.legs.some(({ leg }) => !isSuspended(state, marketOf(state, leg)));
  if (isReachable && isSick(health)) return true;
  asChild(state, 0, () => {
    payDeficit(state, margin);
    lookAfter(state, margin, health.equity, health.maintenanceMargin);
  });
  return false;
}

/** A healthy account is warned if it is close, and watched until the next thing may happen to it. */
function lookAfter(state: State, margin: number, equity: bigint, maintenance: bigint): void {
  warnAccount(state, margin, equity, maintenance);
  const isWarned = state.memory.w[margin + Margin.isWarned] === 1;
  watchAccount(state, margin, spareToWatch(equity, maintenance, isWarned));
}

function examineLeg(state: State, leg: number): boolean {
  const isOpen = state.memory.number(leg + Leg.qty) > 0;
  state.memory.countLookups(lookupsPerExam);
  if (isOpen && !isSuspended(state, marketOf(state, leg)) && isLegSick(state, leg)) return true;
  asChild(state, 0, () => {
    warnLeg(state, leg);
    watchLeg(state, leg);
  });
  return false;
}

function patientOf(state: State, leg: number, margin: number): Patient {
  const uid = state.memory.w[margin + Margin.uid]!;
  if (leg === 0) {
    const { equity, maintenanceMargin } = healthOf(state, margin);
    return { equity, maintenanceMargin, uid, leg, margin };
  }
  const { uPnl, maintenanceMargin } = healthOfLeg(state, leg);
  return { equity: isoMarginOf(state, leg) + uPnl, maintenanceMargin, uid, leg, margin };
}

/** One account, whole, as one child; then it is looked at again like everybody it touched. False: it failed. */
function* treat(state: State, { leg, margin }: Patient): Generator<void, boolean> {
  const { w } = state.memory;
  const legs = leg === 0 ? healthOf(state, margin).legs.map((each) => each.leg) : [leg];
  // Somebody before may have cured it, or halted its market.
  const isReachable = legs.some((each) => !isSuspended(state, marketOf(state, each)));
  const isStillSick = isReachable && (leg === 0 ? isSick(healthOf(state, margin)) : isOpenAndSick(state, leg));
  state.aftermath.margins.add(margin);
  if (leg !== 0) state.aftermath.legs.add(leg);
  if (!isStillSick) return true;
  const market = w[marketOf(state, legs[0]!) + Market.id]!;
  return yield* asLongChild(state, market, () =>
    leg === 0 ? liquidateAccount(state, margin) : liquidateLeg(state, leg),
  );
}

const isOpenAndSick = (state: State, leg: number): boolean =>
  state.memory.number(leg + Leg.qty) > 0 && isLegSick(state, leg);
