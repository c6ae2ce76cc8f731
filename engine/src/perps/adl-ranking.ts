import { adlEquityOfCross, adlScore, tradeValue } from "@tidemark/money";
import type { State } from "../state.ts";
import { AdlQueue, type Ranked } from "./adl-queue.ts";
import { Contract } from "./contract-table.ts";
import { contractOf, figuresOf, healthOf, healthOfLeg, isIsolated, isoMarginOf, marginOf, marketOf } from "./risk.ts";
import { Leg, legOf, Margin, openLegs, Seat, seatsOf } from "./seats.ts";

/** A score takes about as long as so many writes. */
const lookupsPerScore = 20;

/** The ranking of a contract's side as it stands now. */
export function* rankingOf(state: State, contract: number, side: number): Generator<void, AdlQueue> {
  const { rankings } = state.aftermath;
  const key = contract * 2 + side - 1;
  const known = rankings.get(key);
  const ranking = known ?? new AdlQueue();
  if (known === undefined) {
    rankings.set(key, ranking);
    for (const leg of openLegs(state.memory, contract, side)) {
      ranking.rank(leg, rankedOf(state, leg));
      state.memory.countLookups(lookupsPerScore);
      if (state.isSliceOver) yield;
    }
  } else {
    for (const leg of legsTouched(state, ranking, contract, side)) {
      ranking.rank(leg, rankedOf(state, leg));
      state.memory.countLookups(lookupsPerScore);
      if (state.isSliceOver) yield;
    }
  }
  ranking.legs.clear();
  ranking.margins.clear();
  return ranking;
}

/** Legs of this side that were examined since, or still wait to be; one may come twice. */
function* legsTouched(state: State, ranking: AdlQueue, contract: number, side: number): Generator<number> {
  const { aftermath: notes, memory } = state;
  const { w } = memory;
  for (const legs of [ranking.legs, notes.legs])
    for (const leg of legs) if (w[leg + Leg.side] === side && contractOf(state, leg) === contract) yield leg;
  for (const margins of [ranking.margins, notes.margins])
    for (const margin of margins)
      for (const seat of seatsOf(memory, margin)) if (w[seat + Seat.contract] === contract) yield legOf(seat, side);
}

export function rankedOf(state: State, leg: number): Ranked | undefined {
  const { w } = state.memory;
  const uid = w[marginOf(state, leg) + Margin.uid]!;
  const { qty, entryValue } = figuresOf(state, leg);
  if (uid === 0 || qty === 0) return undefined;
  const measure = state.contracts.measureOf(marketOf(state, leg));
  const { uPnl } = healthOfLeg(state, leg);
  const markValue = tradeValue(measure, w[contractOf(state, leg) + Contract.mark]!, qty);
  const equity = equityOf(state, leg, uPnl, markValue);
  return { leg, qty, uid, score: adlScore({ uPnl, markValue, entryValue, equity }) };
}

function equityOf(state: State, leg: number, uPnl: bigint, markValue: bigint): bigint {
  if (isIsolated(state, leg)) return isoMarginOf(state, leg) + uPnl;
  const health = healthOf(state, marginOf(state, leg));
  const { w } = state.memory;
  const values = health.legs.reduce((sum, each) => {
    const measure = state.contracts.measureOf(marketOf(state, each.leg));
    return sum + tradeValue(measure, w[contractOf(state, each.leg) + Contract.mark]!, figuresOf(state, each.leg).qty);
  }, 0n);
  return adlEquityOfCross(health.equity, markValue, values);
}
