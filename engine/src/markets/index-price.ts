import type { SourcePriceSet } from "@tidemark/contracts/codec";
import { rateOneBig, roundHalfUp } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { refuse } from "../refusals.ts";
import { type State, variable } from "../state.ts";
import { marketCount, sourceCount } from "./markets.ts";

const sourceAgeMaxMs = 10_000;
const never = Number.MAX_SAFE_INTEGER;
const priceMax = 2_147_483_647;

/** An outside price of a market's base asset, from one of its configured sources. */
export function setSourcePrice(state: State, command: SourcePriceSet): void {
  const m = state.markets;
  const { market, source } = command;
  if (market >= marketCount || m.defined.a[market] === 0) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  if (source >= sourceCount || m.weight.a[market * sourceCount + source] === 0)
    return state.refuse(refuse.CONFIG_INVALID);
  const ticks = Number(roundHalfUp(BigInt(command.price), BigInt(m.tick.a[market]!)));
  if (ticks < 1 || ticks > priceMax) return state.refuse(refuse.PRICE_RANGE);
  m.sourcePrice.set(market * sourceCount + source, ticks);
  m.sourceAt.set(market * sourceCount + source, state.now);
  computeIndex(state, market);
}

/** The sources that count now, and until when: computed at each price and whenever one of them grows too old. */
function computeIndex(state: State, market: number): void {
  const m = state.markets;
  const prices: number[] = [];
  const weights: number[] = [];
  let until = never;
  for (let i = market * sourceCount; i < (market + 1) * sourceCount; i += 1) {
    const age = state.now - m.sourceAt.a[i]!;
    if (m.weight.a[i] === 0 || m.sourcePrice.a[i] === 0 || age >= sourceAgeMaxMs) continue;
    prices.push(m.sourcePrice.a[i]!);
    weights.push(m.weight.a[i]!);
    until = Math.min(until, m.sourceAt.a[i]! + sourceAgeMaxMs);
  }
  const index = indexOf(prices, weights, m.indexCap.a[market]!);
  const stale = index === 0 ? 1 : 0;
  const before = m.index.a[market]!;
  const changed = m.indexStale.a[market] !== stale || (index !== 0 && index !== before);
  if (index !== 0) m.index.set(market, index);
  m.indexStale.set(market, stale);
  m.indexUntil.set(market, until);
  if (until < state.vars.a[variable.indexCheck]! || state.vars.a[variable.indexCheck] === 0)
    state.vars.set(variable.indexCheck, until);
  if (changed) state.events.three(eventCode.index_set, market, m.index.a[market]!, stale);
}

/**
 * Weighted mean of the sources, each clamped into the median ± cap (V056, V057); of two sources the mean if they agree within 1 %. 0 means
 * that there is no index: fewer than two sources, or two that contradict each other.
 */
export function indexOf(prices: readonly number[], weights: readonly number[], cap: number): number {
  if (prices.length < 2) return 0;
  const sorted = [...prices].sort((a, b) => a - b);
  if (prices.length === 2) {
    const [low, high] = sorted as [number, number];
    return (high - low) * 100 <= low ? Number(roundHalfUp(BigInt(low) + BigInt(high), 2n)) : 0;
  }
  const middle = Math.floor(sorted.length / 2);
  const median =
    sorted.length % 2 === 1
      ? sorted[middle]!
      : Number(roundHalfUp(BigInt(sorted[middle - 1]!) + BigInt(sorted[middle]!), 2n));
  const highest = Number(roundHalfUp(BigInt(median) * (rateOneBig + BigInt(cap)), rateOneBig));
  const lowest = Number(roundHalfUp(BigInt(median) * (rateOneBig - BigInt(cap)), rateOneBig));
  let sum = 0n;
  let weight = 0n;
  for (let i = 0; i < prices.length; i += 1) {
    sum += BigInt(Math.max(lowest, Math.min(highest, prices[i]!))) * BigInt(weights[i]!);
    weight += BigInt(weights[i]!);
  }
  return Number(roundHalfUp(sum, weight));
}

/** At the start of a batch: indices whose sources have grown too old since the last one. */
export function ageIndices(state: State): void {
  const due = state.vars.a[variable.indexCheck]!;
  if (due === 0 || state.now < due) return;
  const m = state.markets;
  state.vars.set(variable.indexCheck, never);
  for (let market = 1; market < marketCount; market += 1) {
    if (m.defined.a[market] === 0 || m.indexUntil.a[market] === 0) continue;
    if (m.indexUntil.a[market]! <= state.now) computeIndex(state, market);
    else if (m.indexUntil.a[market]! < state.vars.a[variable.indexCheck]!)
      state.vars.set(variable.indexCheck, m.indexUntil.a[market]!);
  }
}
