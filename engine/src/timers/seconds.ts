import { breakerRange, breakerReturns } from "@tidemark/money";
import { runIsolated, runIsolatedInSlices } from "../markets/run-isolated.ts";
import { runFollowUps } from "../follow-ups/run.ts";
import { endsByItself, Market, marketStatus, suspension } from "../records/market.ts";
import { referenceOf } from "../markets/reference.ts";
import { Contract, rung } from "../records/contract.ts";
import { samplePremium } from "../perps/funding/funding.ts";
import { unwind } from "../perps/liquidation/inventory.ts";
import { updateMark } from "../perps/funding/mark.ts";
import { isSuspended } from "../markets/suspension.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { settleFunding } from "./settle-funding.ts";

const secondMs = 1_000;
const breakerSamples = 60;
const returnMs = 60_000;

/** What every market does each second of batch time: mark, breaker, return from a suspension, premium, funding, unwinding. */
export function* everySecond(state: State): SlicedWork {
  const { memory } = state;
  for (const market of state.markets.all()) {
    const due = memory.number(market + Market.secondAt);
    if (state.now < due || memory.w[market + Market.status] === marketStatus.settling) continue;
    const id = memory.w[market + Market.id]!;
    memory.setNumber(market + Market.secondAt, Math.floor(state.now / secondMs) * secondMs + secondMs);
    const missed = due === 0 ? 0 : Math.floor((state.now - due) / secondMs);
    runIsolated(state, id, () => tick(state, market, missed));
    if (memory.w[market + Market.contract] === 0) continue;
    yield* runFollowUps(state);
    runIsolated(state, id, () => samplePremium(state, market));
    yield* settleFunding(state, market);
    yield* runIsolatedInSlices(state, id, () => unwind(state, market));
    yield* runFollowUps(state);
    if (state.isSliceOver) yield;
  }
}

/** `missed`: seconds since the last tick that nobody was there to see. */
function tick(state: State, market: number, missed: number): void {
  const isPerp = state.memory.w[market + Market.contract] !== 0;
  if (isPerp) updateMark(state, market, missed);
  checkIndex(state, market, isPerp);
  breaker(state, market, missed);
  endRest(state, market);
  comeBack(state, market);
}

/**
 * an index that is gone for five minutes halts a perpetual; its return, also from M4, is a minute of cancels only. A market
 * that an operator or a fault keeps closed, or that takes post-only orders before its opening, is not opened by it, but nobody is liquidated
 * there in that minute either.
 */
function checkIndex(state: State, market: number, isPerp: boolean): void {
  const { memory } = state;
  const { w } = memory;
  if (!isPerp) return;
  const now = w[w[market + Market.contract]! + Contract.rung]!;
  const status = w[market + Market.status]!;
  const why = w[market + Market.suspension]!;
  const isClosed = status === marketStatus.cancelOnly;
  const isOurs = status === marketStatus.trading || (isClosed && endsByItself(why));
  const isBack = now === rung.fresh && w[market + Market.indexGone] === 1;
  if (now >= rung.protected) memory.set(market + Market.indexGone, 1);
  if (isBack) {
    memory.set(market + Market.indexGone, 0);
    memory.setNumber(market + Market.restsUntil, state.now + returnMs);
  }
  if (now === rung.frozen && (isClosed || isOurs)) {
    suspend(state, market, marketStatus.halt, isOurs ? suspension.index : why);
    memory.set(market + Market.haltedByIndex, 1);
  } else if (isBack && w[market + Market.haltedByIndex] === 1) {
    suspend(state, market, marketStatus.cancelOnly, why);
    memory.set(market + Market.haltedByIndex, 0);
  } else if (isBack && isOurs) suspend(state, market, marketStatus.cancelOnly, suspension.index);
}

/** the minute is over in a market where liquidation goes on although it is closed. */
function endRest(state: State, market: number): void {
  const { memory } = state;
  const until = memory.number(market + Market.restsUntil);
  if (until === 0 || state.now < until) return;
  memory.setNumber(market + Market.restsUntil, 0);
  if (!isSuspended(state, market)) state.pending.returned.add(market);
}

function suspend(state: State, market: number, status: number, why: number): void {
  const { memory } = state;
  memory.set(market + Market.status, status);
  memory.set(market + Market.suspension, why);
  memory.setNumber(market + Market.returnsAt, state.now + returnMs);
  state.events.emit("market_status_set", { market: memory.w[market + Market.id]!, status });
}

/** a reference that moved by more than the market bears within a minute closes the market to all but cancels. */
function breaker(state: State, market: number, missed: number): void {
  const { memory } = state;
  const { w } = memory;
  if (w[market + Market.status] !== marketStatus.trading) {
    // The samples start anew when it trades again.
    memory.set(market + Market.breakerCount, 0);
    return;
  }
  const now = referenceOf(state, market);
  if (now === 0) return;
  const known = breakerSamplesKept(state, market, missed);
  const next = w[market + Market.breakerNext]!;
  const samples = market + Market.breakerSamples;
  const { min, max } = breakerRange(now, w[market + Market.breaker]!);
  for (let age = 1; age <= known; age += 1) {
    const before = w[samples + ((next - age + breakerSamples) % breakerSamples)]!;
    if (before >= min && before <= max) continue;
    memory.set(market + Market.breakerCount, 0);
    state.events.emit("breaker_tripped", { market: w[market + Market.id]!, reference: now, before });
    return suspend(state, market, marketStatus.cancelOnly, suspension.breaker);
  }
  memory.set(samples + next, now);
  memory.set(market + Market.breakerNext, (next + 1) % breakerSamples);
  memory.set(market + Market.breakerCount, Math.min(breakerSamples, known + 1));
}

/** Samples of the last 60 s; a change of source is no move, so with it they start anew. */
function breakerSamplesKept(state: State, market: number, missed: number): number {
  const { memory } = state;
  const { w } = memory;
  const isFallback = w[market + Market.contract] === 0 && w[market + Market.indexStale] === 1;
  const source = isFallback ? 1 : 0;
  const isSame = w[market + Market.breakerSource] === source;
  memory.set(market + Market.breakerSource, source);
  if (!isSame) return 0;
  const gone = Math.max(0, w[market + Market.breakerCount]! + missed - breakerSamples);
  return missed >= breakerSamples ? 0 : Math.max(0, w[market + Market.breakerCount]! - gone);
}

/** after a minute, and with a fresh index, triggers are checked and trading goes on. */
function comeBack(state: State, market: number): void {
  const { memory } = state;
  const { w } = memory;
  const isOurs = endsByItself(w[market + Market.suspension]!);
  if (!isOurs || w[market + Market.status] !== marketStatus.cancelOnly) return;
  const isFresh = w[market + Market.indexStale] === 0 && w[market + Market.index] !== 0;
  const closedMs = state.now - (memory.number(market + Market.returnsAt) - returnMs);
  if (!breakerReturns(closedMs, isFresh)) return;
  memory.set(market + Market.suspension, suspension.none);
  memory.set(market + Market.status, marketStatus.trading);
  state.events.emit("market_status_set", { market: w[market + Market.id]!, status: marketStatus.trading });
  state.pending.returned.add(market);
}
