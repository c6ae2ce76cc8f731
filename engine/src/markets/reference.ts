import { bandMax, bandMin, roundHalfUp } from "@tidemark/money";
import type { State } from "../state.ts";

const windowMs = 60_000;

/** Notes the price of a trade for the mean of the last minute. Trades of one millisecond leave one sample: the last. */
export function noteTrade(state: State, market: number, price: number): void {
  const m = state.markets;
  const now = state.now;
  m.last.set(market, price);
  const tail = m.sampleTail.a[market]!;
  if (tail !== 0 && m.sampleAt.a[tail] === now) {
    m.samplePrice.set(tail, price);
    return;
  }
  if (tail !== 0 && m.samplePrice.a[tail] === price) return;
  const sample = m.samples.alloc();
  m.sampleAt.set(sample, now);
  m.samplePrice.set(sample, price);
  m.sampleNext.set(sample, 0);
  if (tail === 0) m.sampleHead.set(market, sample);
  else {
    trim(state, market);
    m.sampleNext.set(tail, sample);
    m.sampleSum.set(market, m.sampleSum.a[market]! + m.samplePrice.a[tail]! * (now - m.sampleAt.a[tail]!));
  }
  m.sampleTail.set(market, sample);
}

/** Cuts off what is older than a minute, so that the sum stays small and the mean is one division. */
function trim(state: State, market: number): void {
  const m = state.markets;
  const start = state.now - windowMs;
  for (;;) {
    const head = m.sampleHead.a[market]!;
    const next = m.sampleNext.a[head]!;
    const since = m.sampleAt.a[head]!;
    if (since >= start) return;
    const until = next === 0 ? start : Math.min(m.sampleAt.a[next]!, start);
    if (next !== 0) m.sampleSum.set(market, m.sampleSum.a[market]! - m.samplePrice.a[head]! * (until - since));
    if (next === 0 || m.sampleAt.a[next]! > start) {
      m.sampleAt.set(head, until);
      return;
    }
    m.sampleHead.set(market, next);
    m.samples.free(head);
  }
}

/** The mean of the last price over the minute before now, weighted by ms, half up (V113); 0 when there is none yet. */
function meanOfLast(state: State, market: number): number {
  const m = state.markets;
  const tail = m.sampleTail.a[market]!;
  if (tail === 0) return 0;
  trim(state, market);
  const since = m.sampleAt.a[m.sampleHead.a[market]!]!;
  const elapsed = state.now - since;
  if (elapsed === 0) return 0;
  const sum = m.sampleSum.a[market]! + m.samplePrice.a[tail]! * (state.now - m.sampleAt.a[tail]!);
  return Number(roundHalfUp(BigInt(sum), BigInt(elapsed)));
}

/** for spot: the index; if it is stale the mean of the last minute; never the last trade alone. 0: there is neither. */
export function referenceOf(state: State, market: number): number {
  const m = state.markets;
  const index = m.index.a[market]!;
  if (index !== 0 && m.indexStale.a[market] === 0) return index;
  return meanOfLast(state, market);
}

export const limit = { buyMax: 0, sellMin: 1, buyMin: 2, sellMax: 3, marketBuy: 4, marketSell: 5 } as const;

/** The limits of the bands around a reference, kept until the reference moves. */
export function limitsAt(state: State, market: number, reference: number): Int32Array {
  const m = state.markets;
  if (m.bandReference.a[market] !== reference) {
    const at = market * 6;
    m.bandReference.set(market, reference);
    m.limits.set(at + limit.buyMax, clamp(bandMax(reference, m.band.a[market]!)));
    m.limits.set(at + limit.sellMin, clamp(bandMin(reference, m.band.a[market]!)));
    m.limits.set(at + limit.buyMin, clamp(bandMin(reference, m.farBand.a[market]!)));
    m.limits.set(at + limit.sellMax, clamp(bandMax(reference, m.farBand.a[market]!)));
    m.limits.set(at + limit.marketBuy, clamp(bandMax(reference, m.protection.a[market]!)));
    m.limits.set(at + limit.marketSell, clamp(bandMin(reference, m.protection.a[market]!)));
  }
  return m.limits.a;
}

const priceMax = 2_147_483_647;
const clamp = (price: number): number => Math.max(1, Math.min(priceMax, price));
