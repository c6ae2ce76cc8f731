import {
  borrowLevel,
  type BorrowLevels,
  borrowLevelsOf,
  type BorrowPair,
  pairAssets,
  pairDebts,
  type SpotMeasure,
} from "@tidemark/money";
import { bucket } from "../ledger/accounts.ts";
import { Market } from "../records/market.ts";
import { isSuspended } from "../markets/suspension.ts";
import type { State } from "../state/state.ts";
import { debtOf, pairBalance } from "./debts.ts";
import { Pair } from "../records/margin-pair.ts";

export const measureOf = (state: State, market: number): SpotMeasure => ({
  unit: BigInt(state.memory.number(market + Market.unit)),
  lotUnits: BigInt(state.memory.number(market + Market.lotUnits)),
});

/** a user's pair as it stands: what it holds, held orders included, and what it owes. */
export function pairOf(state: State, uid: number, market: number): BorrowPair {
  const { w } = state.memory;
  const id = w[market + Market.id]!;
  const holds = (asset: number): bigint =>
    pairBalance(state, uid, id, asset, bucket.avail) + pairBalance(state, uid, id, asset, bucket.hold);
  const owes = (asset: number): bigint => {
    const { principal, interest } = debtOf(state, uid, id, asset);
    return principal + interest;
  };
  const base = w[market + Market.base]!;
  const quote = w[market + Market.quote]!;
  return { base: holds(base), quote: holds(quote), baseDebt: owes(base), quoteDebt: owes(quote) };
}

/** Assets over debts in 1e-8; undefined without debt or without an index. */
export function levelOf(state: State, uid: number, market: number): bigint | undefined {
  const index = state.memory.w[market + Market.index]!;
  if (index === 0) return undefined;
  const pair = pairOf(state, uid, market);
  const measure = measureOf(state, market);
  return borrowLevel(pairAssets(pair, index, measure), pairDebts(pair, index, measure));
}

/** the levels of a pair that has a debt. */
export const levelsOf = (state: State, pair: number): BorrowLevels =>
  borrowLevelsOf(state.memory.w[pair + Pair.leverage]!);

export const isStale = (state: State, market: number): boolean =>
  state.memory.w[market + Market.indexStale] === 1 || state.memory.w[market + Market.index] === 0;

/** nobody is warned or liquidated while the index is stale or liquidation is suspended. */
export const isAtRest = (state: State, market: number): boolean => isStale(state, market) || isSuspended(state, market);
