import { bandMax, bandMin, roundHalfUp } from "@tidemark/money";
import { Contract } from "../records/contract.ts";
import type { State } from "../state/state.ts";
import { Market, Sample } from "../records/market.ts";

const windowMs = 60_000;

/** Notes the price of a trade for the mean of the last minute. Trades of one millisecond leave one sample: the last. */
export function noteTrade(state: State, market: number, price: number): void {
  const { memory, now } = state;
  const { w } = memory;
  memory.set(market + Market.last, price);
  const tail = w[market + Market.sampleTail]!;
  if (tail !== 0 && memory.number(tail + Sample.at) === now) {
    memory.set(tail + Sample.price, price);
    return;
  }
  if (tail !== 0 && w[tail + Sample.price] === price) return;
  const sample = state.markets.samples.alloc();
  memory.setNumber(sample + Sample.at, now);
  memory.set(sample + Sample.price, price);
  memory.set(sample + Sample.next, 0);
  if (tail === 0) memory.set(market + Market.sampleHead, sample);
  else {
    trim(state, market);
    memory.set(tail + Sample.next, sample);
    const lasted = now - memory.number(tail + Sample.at);
    memory.setNumber(
      market + Market.sampleSum,
      memory.number(market + Market.sampleSum) + w[tail + Sample.price]! * lasted,
    );
  }
  memory.set(market + Market.sampleTail, sample);
}

/** Cuts off what is older than a minute, so that the sum stays small and the mean is one division. */
function trim(state: State, market: number): void {
  const { memory } = state;
  const { w } = memory;
  const start = state.now - windowMs;
  for (;;) {
    const head = w[market + Market.sampleHead]!;
    const next = w[head + Sample.next]!;
    const since = memory.number(head + Sample.at);
    if (since >= start) return;
    const until = next === 0 ? start : Math.min(memory.number(next + Sample.at), start);
    const sum = memory.number(market + Market.sampleSum);
    if (next !== 0) memory.setNumber(market + Market.sampleSum, sum - w[head + Sample.price]! * (until - since));
    if (next === 0 || memory.number(next + Sample.at) > start) {
      memory.setNumber(head + Sample.at, until);
      return;
    }
    memory.set(market + Market.sampleHead, next);
    state.markets.samples.free(head);
  }
}

/** The mean of the last price over the minute before now, weighted by ms, half up (V113); 0 when there is none yet. */
function meanOfLast(state: State, market: number): number {
  const { memory } = state;
  const { w } = memory;
  const tail = w[market + Market.sampleTail]!;
  if (tail === 0) return 0;
  trim(state, market);
  const elapsed = state.now - memory.number(w[market + Market.sampleHead]! + Sample.at);
  if (elapsed === 0) return 0;
  const open = w[tail + Sample.price]! * (state.now - memory.number(tail + Sample.at));
  return Number(roundHalfUp(BigInt(memory.number(market + Market.sampleSum) + open), BigInt(elapsed)));
}

/** of a perpetual the mark; of a spot market the index; if it is stale the mean of the last minute; never the last trade alone. 0: there is neither. */
export function referenceOf(state: State, market: number): number {
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  if (contract !== 0) return w[contract + Contract.mark]!;
  const index = w[market + Market.index]!;
  if (index !== 0 && w[market + Market.indexStale] === 0) return index;
  return meanOfLast(state, market);
}

export const limit = { buyMax: 0, sellMin: 1, buyMin: 2, sellMax: 3, marketBuy: 4, marketSell: 5 } as const;

/** A limit of the bands around a reference; all six are kept until the reference moves. */
export function limitAt(state: State, market: number, reference: number, which: number): number {
  if (state.memory.w[market + Market.bandReference] !== reference) computeLimits(state, market, reference);
  return state.memory.w[market + Market.limits + which]!;
}

function computeLimits(state: State, market: number, reference: number): void {
  const { memory } = state;
  const { w } = memory;
  const band = w[market + Market.band]!;
  const farBand = w[market + Market.farBand]!;
  const protection = w[market + Market.protection]!;
  const set = (which: number, price: number): void =>
    memory.set(market + Market.limits + which, Math.max(1, Math.min(priceMax, price)));
  memory.set(market + Market.bandReference, reference);
  set(limit.buyMax, bandMax(reference, band));
  set(limit.sellMin, bandMin(reference, band));
  set(limit.buyMin, bandMin(reference, farBand));
  set(limit.sellMax, bandMax(reference, farBand));
  set(limit.marketBuy, bandMax(reference, protection));
  set(limit.marketSell, bandMin(reference, protection));
}

const priceMax = 2_147_483_647;
