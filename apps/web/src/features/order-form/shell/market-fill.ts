import type { LevelRow, Side } from "@tidemark/contracts";
import { bandMax, bandMin } from "@tidemark/money";
import { type StepMarket, typedSteps } from "./typed-steps.ts";

export type BookLevel = { readonly ticks: number; readonly lots: number };

/** What a market order would fill in the book as it is. */
export type MarketFill = {
  readonly lots: number;
  /** In minor units of the market's value asset. */
  readonly value: bigint;
  /** The average price in units of 10^-8: size weighted, of a coin contract harmonic. */
  readonly average: bigint;
  /** How much worse the average is than the best price, in 1e-8. */
  readonly slippage: number;
  /** The book fills all that is wanted. */
  readonly isWhole: boolean;
};

/** The market's side of the computation. */
export type FillTerms = {
  readonly tick: bigint;
  readonly valueOf: (ticks: number, lots: number) => bigint;
  /** Coin contracts: sizes are in USD, so prices average harmonically. */
  readonly isInverse: boolean;
};

/** Size of an order, or the money that a market buy spends. */
export type Wanted = { readonly lots: number } | { readonly value: bigint };

type Reach = { readonly reference: string | undefined; readonly protection: number };

/**
 * The levels that a market order of this side takes, best first. It takes none beyond its protection price, `protection` away from
 * the reference; without a reference the whole book counts.
 */
export function levelsFor(rows: readonly LevelRow[], side: Side, market: StepMarket, reach: Reach): BookLevel[] {
  const reference = reach.reference === undefined ? undefined : typedSteps(reach.reference, market.tick);
  const isBuy = side === "BUY";
  const worst = reference && (isBuy ? bandMax : bandMin)(reference, reach.protection);
  const levels = rows
    .filter((row) => row.side !== side)
    .map((row) => ({ ticks: typedSteps(row.price, market.tick) ?? 0, lots: typedSteps(row.qty, market.lot) ?? 0 }))
    .filter(({ ticks, lots }) => ticks > 0 && lots > 0)
    .filter(({ ticks }) => !worst || (isBuy ? ticks <= worst : ticks >= worst));
  return levels.sort((a, b) => (isBuy ? a.ticks - b.ticks : b.ticks - a.ticks));
}

/** Lots taken of one level, and whether the order is done with them. */
function takenOf(level: BookLevel, rest: Wanted, valueOf: FillTerms["valueOf"]): { lots: number; isLast: boolean } {
  if ("lots" in rest) return { lots: Math.min(level.lots, rest.lots), isLast: rest.lots <= level.lots };
  const perLot = valueOf(level.ticks, 1);
  const affordable = rest.value / perLot;
  const isLast = affordable <= BigInt(level.lots);
  return { lots: isLast ? Number(affordable) : level.lots, isLast };
}

/** Walks the levels, best first. Undefined where nothing is wanted or nothing can be filled. */
export function marketFillOf(levels: readonly BookLevel[], wanted: Wanted, terms: FillTerms): MarketFill | undefined {
  let rest = wanted;
  let [lots, value, isWhole] = [0, 0n, false];
  /** Sums for the two averages: ticks times lots, and lots over ticks scaled up. */
  let [weighted, inverse] = [0n, 0n];
  for (const level of levels) {
    const { lots: taken, isLast } = takenOf(level, rest, terms.valueOf);
    const worth = terms.valueOf(level.ticks, taken);
    [lots, value] = [lots + taken, value + worth];
    weighted += BigInt(level.ticks) * BigInt(taken);
    inverse += (BigInt(taken) * inverseScale) / BigInt(level.ticks);
    rest = "lots" in rest ? { lots: rest.lots - taken } : { value: rest.value - worth };
    isWhole = isLast;
    if (isLast) break;
  }
  if (lots === 0) return undefined;
  const average = terms.isInverse
    ? (BigInt(lots) * inverseScale * terms.tick) / inverse
    : (weighted * terms.tick) / BigInt(lots);
  return { lots, value, average, slippage: slippageOf(average, BigInt(levels[0]!.ticks) * terms.tick), isWhole };
}

const inverseScale = 10n ** 24n;

function slippageOf(average: bigint, best: bigint): number {
  const away = average > best ? average - best : best - average;
  return Number((away * 100_000_000n) / best);
}

/** From 1 % on, or where a part stays unfilled, the trader is asked before the order is sent. */
const slippageAskedFrom = 1_000_000;

export const isFillAsked = (fill: MarketFill | undefined): boolean =>
  fill !== undefined && (!fill.isWhole || fill.slippage >= slippageAskedFrom);
