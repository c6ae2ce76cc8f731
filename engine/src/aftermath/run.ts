import { compareSick, type Sick } from "@tidemark/money";
import { Market } from "../markets/markets.ts";
import { lookAtPairs } from "../pairs/looks.ts";
import { Contract } from "../perps/contract-table.ts";
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
import { slackOf, sumsOf } from "../perps/risk-in-numbers.ts";
import { Leg, Margin } from "../perps/seats.ts";
import { warnAccount, warnLeg } from "../perps/warnings.ts";
import { reachedBy, slackToWatch, watchAccount, watchLeg } from "../perps/watches.ts";
import type { State } from "../state.ts";
import { Trigger } from "../triggers/trigger-table.ts";
import { marketOfTrigger } from "../triggers/waiting.ts";
import { asChild } from "./child.ts";
import { fire } from "./fire.ts";
import { collectHits, mayFire } from "./hits.ts";

const childrenPerSlice = 200;

type Patient = Sick & { readonly leg: number; readonly margin: number };

/**
 * What a price event or a changed account brings about, to its end: triggers first, then accounts at their margin, the sickest first, with
 * the triggers that their trades hit in between. Each is a child of its own: what fails is taken back alone. Yields when a
 * slice is over.
 */
export function* runAftermath(state: State): Generator<void> {
  const queue: number[] = [];
  // a trigger fires at most once per command. An account whose treatment failed is not tried again before the next event.
  const fired = new Set<number>();
  const lost = new Set<string>();
  let patients: Patient[] = [];
  for (let children = 1; ; children += 1) {
    for (const trigger of collectHits(state)) {
      const id = state.triggers.idOf(trigger);
      if (fired.has(id)) continue;
      fired.add(id);
      queue.push(id);
    }
    const next = queue.shift();
    if (next !== undefined) fireById(state, next);
    else {
      patients = merge(patients, findPatients(state)).filter((patient) => !lost.has(keyOf(patient)));
      const patient = patients.shift();
      if (patient !== undefined && !treat(state, patient)) lost.add(keyOf(patient));
      if (patient === undefined) lookAtPairs(state);
      if (patient === undefined && state.aftermath.isEmpty) return;
    }
    if (children % childrenPerSlice === 0) yield;
  }
}

const keyOf = ({ leg, margin }: Patient): string => `${leg}:${margin}`;

function fireById(state: State, id: number): void {
  const trigger = state.triggers.find(id);
  if (trigger === 0 || state.memory.w[trigger + Trigger.alarm] === 0 || !mayFire(state, trigger)) return;
  const market = state.memory.w[marketOfTrigger(state, trigger) + Market.id]!;
  asChild(state, market, () => fire(state, trigger));
}

/** for everything that was touched or whose watch a mark has reached; the healthy get new watches. */
function findPatients(state: State): Patient[] {
  const { aftermath: notes } = state;
  const { w } = state.memory;
  for (const market of notes.returned)
    if (w[market + Market.contract] !== 0)
      asChild(state, w[market + Market.id]!, () => disposeOfWaiting(state, market));
  for (const market of [...notes.marks, ...notes.returned]) {
    const contract = w[market + Market.contract]!;
    if (contract === 0 || isSuspended(state, market)) continue;
    const reached = reachedBy(state, contract, w[contract + Contract.mark]!);
    for (const margin of reached.margins) notes.margins.add(margin);
    for (const leg of reached.legs) notes.legs.add(leg);
  }
  notes.marks.clear();
  notes.returned.clear();
  const found = [
    ...[...notes.margins].flatMap((margin) => examineAccount(state, margin)),
    ...[...notes.legs].flatMap((leg) => examineLeg(state, leg)),
  ];
  notes.margins.clear();
  notes.legs.clear();
  return found;
}

function examineAccount(state: State, margin: number): Patient[] {
  // Most accounts are well, and plain numbers are enough to know it.
  const sums = sumsOf(state, margin);
  const quick = slackOf(sums);
  if (quick > 0 && sums.cash >= 0) {
    asChild(state, 0, () => {
      lookAfter(state, margin, BigInt(quick + sums.maintenanceMargin), BigInt(sums.maintenanceMargin));
    });
    return [];
  }
  const health = healthOf(state, margin);
  const isReachable = health.legs.some(({ leg }) => !isSuspended(state, marketOf(state, leg)));
  if (isReachable && isSick(health)) return [patientOf(state, 0, margin)];
  asChild(state, 0, () => {
    payDeficit(state, margin);
    lookAfter(state, margin, health.equity, health.maintenanceMargin);
  });
  return [];
}

/** A healthy account is warned if it is close, and watched until the next thing may happen to it. */
function lookAfter(state: State, margin: number, equity: bigint, maintenance: bigint): void {
  warnAccount(state, margin, equity, maintenance);
  const isWarned = state.memory.w[margin + Margin.isWarned] === 1;
  watchAccount(state, margin, slackToWatch(equity, maintenance, isWarned));
}

function examineLeg(state: State, leg: number): Patient[] {
  const isOpen = state.memory.number(leg + Leg.qty) > 0;
  if (isOpen && !isSuspended(state, marketOf(state, leg)) && isLegSick(state, leg))
    return [patientOf(state, leg, marginOf(state, leg))];
  asChild(state, 0, () => {
    warnLeg(state, leg);
    watchLeg(state, leg);
  });
  return [];
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

/** By how sick the event found them; whoever was found again counts as found now. */
function merge(before: readonly Patient[], found: readonly Patient[]): Patient[] {
  if (found.length === 0) return [...before];
  const all = new Map([...before, ...found].map((patient) => [keyOf(patient), patient]));
  return [...all.values()].sort(compareSick);
}

/** One account, whole, as one child; then it is looked at again like everybody it touched. False: it failed. */
function treat(state: State, { leg, margin }: Patient): boolean {
  const { w } = state.memory;
  const legs = leg === 0 ? healthOf(state, margin).legs.map((each) => each.leg) : [leg];
  // Somebody before may have cured it, or halted its market.
  const isReachable = legs.some((each) => !isSuspended(state, marketOf(state, each)));
  const isStillSick = isReachable && (leg === 0 ? isSick(healthOf(state, margin)) : isOpenAndSick(state, leg));
  state.aftermath.margins.add(margin);
  if (leg !== 0) state.aftermath.legs.add(leg);
  if (!isStillSick) return true;
  const market = w[marketOf(state, legs[0]!) + Market.id]!;
  return asChild(state, market, () => (leg === 0 ? liquidateAccount(state, margin) : liquidateLeg(state, leg)));
}

const isOpenAndSick = (state: State, leg: number): boolean =>
  state.memory.number(leg + Leg.qty) > 0 && isLegSick(state, leg);
