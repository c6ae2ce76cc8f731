import { adlEquityOfCross, adlScore, tradeValue } from "@tidemark/money";
import type { State } from "../../state/state.ts";
import { AdlQueue, type Ranked } from "../../state/adl-queue.ts";
import { Contract } from "../../records/contract.ts";
import {
  contractOf,
  figuresOf,
  healthOf,
  healthOfPosition,
  isIsolated,
  isoMarginOf,
  marginOf,
  marketOf,
} from "../margin/risk.ts";
import {
  Position,
  positionOf,
  Margin,
  openPositions,
  UserContract,
  userContractsOf,
} from "../../records/user-contract.ts";

/** A score takes about as long as so many writes. */
const lookupsPerScore = 20;

/** The ranking of a contract's side as it stands now. */
export function* rankingOf(state: State, contract: number, side: number): Generator<void, AdlQueue> {
  const { rankings } = state.pending;
  const key = contract * 2 + side - 1;
  const known = rankings.get(key);
  const ranking = known ?? new AdlQueue();
  if (known === undefined) {
    rankings.set(key, ranking);
    for (const position of openPositions(state.memory, contract, side)) {
      ranking.rank(position, rankedOf(state, position));
      state.memory.countLookups(lookupsPerScore);
      if (state.isSliceOver) yield;
    }
  } else {
    for (const position of positionsTouched(state, ranking, contract, side)) {
      ranking.rank(position, rankedOf(state, position));
      state.memory.countLookups(lookupsPerScore);
      if (state.isSliceOver) yield;
    }
  }
  ranking.positions.clear();
  ranking.margins.clear();
  return ranking;
}

/** Positions of this side that were examined since, or still wait to be; one may come twice. */
function* positionsTouched(state: State, ranking: AdlQueue, contract: number, side: number): Generator<number> {
  const { pending, memory } = state;
  const { w } = memory;
  for (const positions of [ranking.positions, pending.positions])
    for (const position of positions)
      if (w[position + Position.side] === side && contractOf(state, position) === contract) yield position;
  for (const margins of [ranking.margins, pending.margins])
    for (const margin of margins)
      for (const userContract of userContractsOf(memory, margin))
        if (w[userContract + UserContract.contract] === contract) yield positionOf(userContract, side);
}

export function rankedOf(state: State, position: number): Ranked | undefined {
  const { w } = state.memory;
  const uid = w[marginOf(state, position) + Margin.uid]!;
  const { qty, entryValue } = figuresOf(state, position);
  if (uid === 0 || qty === 0) return undefined;
  const measure = state.contracts.measureOf(marketOf(state, position));
  const { uPnl } = healthOfPosition(state, position);
  const markValue = tradeValue(measure, w[contractOf(state, position) + Contract.mark]!, qty);
  const equity = equityOf(state, position, uPnl, markValue);
  return { position, qty, uid, score: adlScore({ uPnl, markValue, entryValue, equity }) };
}

function equityOf(state: State, position: number, uPnl: bigint, markValue: bigint): bigint {
  if (isIsolated(state, position)) return isoMarginOf(state, position) + uPnl;
  const health = healthOf(state, marginOf(state, position));
  const { w } = state.memory;
  const values = health.positions.reduce((sum, each) => {
    const measure = state.contracts.measureOf(marketOf(state, each.position));
    return (
      sum +
      tradeValue(measure, w[contractOf(state, each.position) + Contract.mark]!, figuresOf(state, each.position).qty)
    );
  }, 0n);
  return adlEquityOfCross(health.equity, markValue, values);
}
