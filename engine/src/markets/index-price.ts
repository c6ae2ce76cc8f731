import type { CommandOf } from "@tidemark/contracts/journal";
import { indexOf, type IndexSource, roundHalfUp } from "@tidemark/money";
import { refuse } from "../events/refusals.ts";
import { type State, variable } from "../state/state.ts";
import { Market, sourceCount } from "../records/market.ts";

/** an older price of a source does not count. */
const sourceAgeMaxMs = 10_000;
const never = Number.MAX_SAFE_INTEGER;
const priceMax = 2_147_483_647;

/** An outside price of a market's base asset, from one of its configured sources. */
export function setSourcePrice(state: State, command: CommandOf<"source_price_set">): void {
  const { memory } = state;
  const { source } = command;
  const market = state.markets.at(command.market);
  if (market === 0) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  if (source >= sourceCount || memory.w[market + Market.weight + source] === 0)
    return state.refuse(refuse.CONFIG_INVALID);
  const ticks = Number(roundHalfUp(BigInt(command.price), BigInt(memory.number(market + Market.tick))));
  if (ticks < 1 || ticks > priceMax) return state.refuse(refuse.PRICE_RANGE);
  memory.set(market + Market.sourcePrice + source, ticks);
  memory.setNumber(market + Market.sourceAt + source * 2, state.now);
  computeIndex(state, market);
}

type FreshSource = IndexSource & { readonly source: number; readonly until: number };

/** the weighed sources whose price is not too old, and until when it is not. */
export function freshSourcesOf(state: State, market: number): FreshSource[] {
  const { memory } = state;
  const { w } = memory;
  const sources: FreshSource[] = [];
  for (let source = 0; source < sourceCount; source += 1) {
    const at = memory.number(market + Market.sourceAt + source * 2);
    const price = w[market + Market.sourcePrice + source]!;
    const weight = w[market + Market.weight + source]!;
    if (weight === 0 || price === 0 || state.now - at >= sourceAgeMaxMs) continue;
    sources.push({ source, ticks: price, weight, until: at + sourceAgeMaxMs });
  }
  return sources;
}

/** The index and until when it holds: computed at each price and whenever a source grows too old. */
function computeIndex(state: State, market: number): void {
  const { memory } = state;
  const { w } = memory;
  const sources = freshSourcesOf(state, market);
  let until = never;
  for (const source of sources) until = Math.min(until, source.until);
  const index = indexOf(sources, w[market + Market.indexCap]!)?.index ?? 0;
  const stale = index === 0 ? 1 : 0;
  const before = w[market + Market.index]!;
  const changed = w[market + Market.indexStale] !== stale || (index !== 0 && index !== before);
  if (index !== 0) memory.set(market + Market.index, index);
  if (stale === 1 && w[market + Market.indexStale] === 0)
    memory.setNumber(market + Market.staleSince, Math.min(state.now, secondLastUntil(state, market)));
  memory.set(market + Market.indexStale, stale);
  memory.setNumber(market + Market.indexUntil, until);
  const check = state.get(variable.indexCheck);
  if (until < check || check === 0) state.set(variable.indexCheck, until);
  if (changed) state.pending.indices.add(market);
  if (changed)
    state.events.emit("index_set", { market: w[market + Market.id]!, index: w[market + Market.index]!, stale });
}

/** When the last source but one grew too old. After an outage that is long ago, and the index was gone since then, not since we look. */
function secondLastUntil(state: State, market: number): number {
  const { memory } = state;
  let last = 0;
  let secondLast = 0;
  for (let source = 0; source < sourceCount; source += 1) {
    if (memory.w[market + Market.weight + source] === 0) continue;
    const until = memory.number(market + Market.sourceAt + source * 2) + sourceAgeMaxMs;
    secondLast = Math.max(secondLast, Math.min(last, until));
    last = Math.max(last, until);
  }
  return secondLast;
}

/** At the start of a batch: indices whose sources have grown too old since the last one. */
export function ageIndices(state: State): void {
  const due = state.get(variable.indexCheck);
  if (due === 0 || state.now < due) return;
  state.set(variable.indexCheck, never);
  for (const market of state.markets.all()) {
    const until = state.memory.number(market + Market.indexUntil);
    if (until === 0) continue;
    if (until <= state.now) computeIndex(state, market);
    else if (until < state.get(variable.indexCheck)) state.set(variable.indexCheck, until);
  }
}
