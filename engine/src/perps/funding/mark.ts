import {
  basisSampleOf,
  bookBasisPrice,
  fundingBasisPrice,
  indexStateOf,
  markClamped,
  markMedian,
  markTowardLast,
} from "@tidemark/money";
import { Market, marketStatus } from "../../records/market.ts";
import { side } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Contract, rung } from "../../records/contract.ts";

const basisSamples = 30;
const silentMs = 600_000;
/** In place of a second that gave no sample. */
const absent = Number.MAX_SAFE_INTEGER;

/** the mark of this second. A market that is halted keeps the one it has. */
export function updateMark(state: State, market: number, missed: number): void {
  const { memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const index = w[market + Market.index]!;
  if (index === 0) return;
  const since = memory.number(market + Market.staleSince);
  const where = indexStateOf(w[market + Market.indexStale] === 1 ? state.now - since : undefined);
  const rungNow = { FRESH: rung.fresh, M3: rung.stale, M4: rung.protected, M5: rung.frozen }[where];
  const before = w[contract + Contract.mark]!;
  const isHalted = w[market + Market.status] === marketStatus.halt;
  let mark = before;
  if (rungNow <= rung.stale) {
    for (let i = 0; i < Math.min(missed, basisSamples); i += 1) keepBasis(state, contract, absent);
    sampleBasis(state, market, contract, index);
    if (!isHalted || before === 0) mark = liveMark(state, market, contract, index);
  } else keepBasis(state, contract, absent);
  if (rungNow === rung.protected && !isHalted) mark = markTowardLast(before, w[market + Market.last]! || before);
  // Every second is an update, moved or not: an armed stop loss is sent again.
  if (!isHalted) state.pending.marks.add(market);
  if (mark === before && w[contract + Contract.rung] === rungNow) return;
  memory.set(contract + Contract.rung, rungNow);
  memory.set(contract + Contract.mark, mark);
  state.events.emit("mark_set", { market: w[market + Market.id]!, mark, state: rungNow });
}

function sampleBasis(state: State, market: number, contract: number, index: number): void {
  const { books } = state;
  const bid = books.best(market, side.buy) || undefined;
  const ask = books.best(market, side.sell) || undefined;
  keepBasis(state, contract, basisSampleOf(bid, ask, index) ?? absent);
}

/** One second of the last thirty. */
function keepBasis(state: State, contract: number, sample: number): void {
  const { memory } = state;
  const next = memory.w[contract + Contract.basisNext]!;
  memory.setNumber(contract + Contract.basis + next * 2, sample);
  memory.set(contract + Contract.basisNext, (next + 1) % basisSamples);
  const count = memory.w[contract + Contract.basisCount]!;
  if (count < basisSamples) memory.set(contract + Contract.basisCount, count + 1);
}

/** What the mark is the median of, and what it is made from. Absent: too few samples of the book, or no price to stand in for the last. */
export type MarkParts = {
  readonly fundingBasis: number;
  readonly untilFundingMs: number;
  readonly bookBasis: number | undefined;
  readonly bookSamples: number;
  readonly last: number | undefined;
};

/** the three prices of this moment against an index. */
export function markPartsOf(state: State, market: number, contract: number, index: number): MarkParts {
  const { books, memory } = state;
  const { w } = memory;
  const interval = memory.number(contract + Contract.fundingIntervalMs);
  const until = Math.min(interval, Math.max(0, memory.number(contract + Contract.nextFundingAt) - state.now));
  let sum = 0;
  let samples = 0;
  for (let i = 0; i < w[contract + Contract.basisCount]!; i += 1) {
    const sample = memory.number(contract + Contract.basis + i * 2);
    if (sample === absent) continue;
    sum += sample;
    samples += 1;
  }
  const isSilent = state.now - memory.number(contract + Contract.lastTradeAt) >= silentMs;
  const bid = books.best(market, side.buy);
  const ask = books.best(market, side.sell);
  const mid = bid !== 0 && ask !== 0 ? Math.floor((bid + ask + 1) / 2) : undefined;
  return {
    fundingBasis: fundingBasisPrice(index, w[contract + Contract.lastRate]!, until, interval),
    untilFundingMs: until,
    bookBasis: bookBasisPrice(index, sum, samples),
    bookSamples: samples,
    last: isSilent ? mid : w[market + Market.last]! || undefined,
  };
}

function liveMark(state: State, market: number, contract: number, index: number): number {
  const { fundingBasis, bookBasis, last } = markPartsOf(state, market, contract, index);
  return markClamped(markMedian(fundingBasis, bookBasis, last), index, state.memory.w[contract + Contract.markClamp]!);
}
