import {
  type AdlCounterparty,
  AdlCover,
  type AdlPart,
  AdlSplit,
  type AdlSums,
  closeFill,
  closeIsolated,
  coverableInSteps,
  type Deleveraged,
  sumOfParts,
} from "@tidemark/money";
import { eventCode } from "../events.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { Market, marketStatus, suspension } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import type { AdlQueue, Ranked } from "./adl-queue.ts";
import { rankingOf } from "./adl-ranking.ts";
import { Contract } from "./contract-table.ts";
import { endLeg } from "./exits.ts";
import { payOverdraft, realise } from "./fill.ts";
import { tellGrants } from "./grants.ts";
import { trimCloses } from "./orders.ts";
import { clear, shrink, tellPosition } from "./positions.ts";
import { contractOf, figuresOf, isIsolated, isoMarginOf, lossBearer, marginOf, marketOf, touch } from "./risk.ts";
import { Leg, legOf, Margin, posSide, sideName } from "./seats.ts";
import { tellDeficits } from "./shortfall.ts";

/**
 * `wanted` of the engine's leg, worth `wantedValue`, is closed against the queue. What the engine loses by it (counterparties never
 * pay beyond their own bankruptcy, and inventory may have lost since) comes from the fund, the profits of this deleveraging and the company.
 * What they cannot cover stays with the engine, and the market halts. Returns what found nobody: then users have nothing left on that
 * side, and the engine holds both.
 */
export function* autoDeleverage(
  state: State,
  engineLeg: number,
  wanted: number,
  wantedValue: bigint,
): Generator<void, number> {
  const market = marketOf(state, engineLeg);
  const contract = state.memory.w[market + Market.contract]!;
  const isLong = state.memory.w[engineLeg + Leg.side] === posSide.long;
  const opposite = isLong ? posSide.short : posSide.long;
  const ranking = yield* rankingOf(state, contract, opposite);
  const qty = Math.min(wanted, usersQty(state, contract, opposite));
  if (qty === 0) return wanted;
  const value = qty === wanted ? wantedValue : (wantedValue * BigInt(qty)) / BigInt(wanted);
  const { kind } = state.contracts.measureOf(market);
  const split = new AdlSplit(kind, sideName(opposite), { value, qty });
  const queue: Ranked[] = [];
  while (split.qtyLeft > 0) {
    const ranked = ranking.take();
    if (ranked === undefined) break;
    split.offer(queue.length, counterpartyOf(state, ranked.leg));
    queue.push(ranked);
    state.memory.countLookups(lookupsPerOffer);
    if (state.isSliceOver) yield;
  }
  while (split.force()) {
    state.memory.countLookups(lookupsPerOffer);
    if (state.isSliceOver) yield;
  }
  const covered = yield* coverageOf(state, engineLeg, split, queue);
  yield* putBackOthers(state, ranking, queue, covered.parts);
  yield* settleParts(state, engineLeg, covered, queue);
  if (covered.sums.qty === qty) return wanted - qty;
  halt(state, market);
  return 0;
}

const lookupsPerOffer = 10;

const counterpartyOf = (state: State, leg: number): AdlCounterparty => ({
  ...figuresOf(state, leg),
  margin: lossBearer(state, leg),
});

/** What users hold on a side: all of it but the engine's own. */
function usersQty(state: State, contract: number, side: number): number {
  const { memory } = state;
  const open = memory.number(contract + (side === posSide.long ? Contract.openLong : Contract.openShort));
  return open - memory.number(legOf(memory.w[contract + Contract.inventory]!, side) + Leg.qty);
}

/** What can be done, and who pays what the engine loses by it. */
type Covered = { readonly parts: readonly AdlPart[]; readonly sums: AdlSums; readonly cover: AdlCover };

function* coverageOf(
  state: State,
  engineLeg: number,
  split: AdlSplit,
  queue: readonly Ranked[],
): Generator<void, Covered> {
  const { ledger, memory } = state;
  const contract = contractOf(state, engineLeg);
  const { kind } = state.contracts.measureOf(marketOf(state, engineLeg));
  const payers = {
    fund: ledger.balance(memory.w[contract + Contract.insurance]!),
    house: ledger.balance(memory.w[contract + Contract.house]!),
  };
  const engine = { side: sideName(memory.w[engineLeg + Leg.side]!), leg: figuresOf(state, engineLeg) };
  const coverOf = (sums: AdlSums): AdlCover => {
    const pnl = sums.qty === 0 ? 0n : closeFill(kind, engine.side, engine.leg, sums.qty, sums.value).pnl;
    return new AdlCover(pnl < 0n ? -pnl : 0n, sums, payers);
  };
  const all = { parts: split.parts, sums: split.sums, cover: coverOf(split.sums) };
  if (all.cover.uncovered === 0n) return all;
  const holderAt = (place: number): AdlCounterparty => counterpartyOf(state, queue[place]!.leg);
  const steps = coverableInSteps(kind, engine, split.parts, holderAt, payers);
  for (;;) {
    const { done, value: parts } = steps.next();
    state.memory.countLookups(lookupsPerStep);
    if (state.isSliceOver) yield;
    if (done !== true) continue;
    const sums = sumOfParts(parts);
    return { parts, sums, cover: coverOf(sums) };
  }
}

const lookupsPerStep = 640;

/** Whoever was asked and gives nothing stands in the queue again. */
function* putBackOthers(state: State, ranking: AdlQueue, queue: readonly Ranked[], parts: readonly AdlPart[]): Rest {
  const gives = new Uint8Array(queue.length);
  for (const { place } of parts) gives[place] = 1;
  for (const [place, ranked] of queue.entries()) {
    if (gives[place] === 0) ranking.putBack(ranked);
    state.memory.countLookups(1);
    if (state.isSliceOver) yield;
  }
}

/** One entry for all of it; then each counterparty is told. */
function* settleParts(
  state: State,
  engineLeg: number,
  { parts, sums, cover }: Covered,
  queue: readonly Ranked[],
): Rest {
  if (parts.length === 0) return;
  const { ledger, memory } = state;
  const contract = contractOf(state, engineLeg);
  const insurance = memory.w[contract + Contract.insurance]!;
  ledger.beginEntry(entryCause.adl, memory.w[marketOf(state, engineLeg) + Market.id]!);
  const pnl = shrink(state, engineLeg, sums.qty, sums.value);
  clear(state, contract, pnl);
  ledger.lineBig(insurance, pnl + cover.cutFromProfits + cover.housePays);
  ledger.lineBig(memory.w[contract + Contract.house]!, -cover.housePays);
  const closed: Deleveraged[] = [];
  for (const part of parts) {
    const given = { ...part, cut: cover.cutOf(part) };
    closed.push(given);
    give(state, queue[part.place]!.leg, given);
    if (state.isSliceOver) yield;
  }
  ledger.endEntry();
  for (const part of closed) {
    tellGiven(state, queue[part.place]!.leg, part);
    if (state.isSliceOver) yield;
  }
  tellGrants(state);
  tellDeficits(state);
}

/** One counterparty's part of the entry: ordinary realised PnL without fee, less what its profit is cut by. */
function give(state: State, leg: number, part: Deleveraged): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const cash = w[marginOf(state, leg) + Margin.cash]!;
  const isoMargin = isoMarginOf(state, leg);
  const before = memory.number(leg + Leg.qty);
  const pnl = shrink(state, leg, part.qty, part.value);
  if (!isIsolated(state, leg)) realise(state, leg, pnl);
  else if (w[leg + Leg.voucher] !== 0) {
    clear(state, w[marketOf(state, leg) + Market.contract]!, pnl);
    // nothing leaves a voucher's bucket, and nothing of the holder's pays for it.
    ledger.lineBig(w[leg + Leg.iso]!, pnl - part.cut);
    return;
  } else {
    const result = closeIsolated({ isoMargin, qty: before, closeQty: part.qty, pnl, fee: 0n });
    clear(state, w[marketOf(state, leg) + Market.contract]!, pnl);
    ledger.lineBig(w[leg + Leg.iso]!, result.marginLeft - isoMargin);
    ledger.lineBig(cash, result.toCash);
    payOverdraft(state, leg, result.overdrawn);
  }
  ledger.lineBig(cash, -part.cut);
}

function tellGiven(state: State, leg: number, part: Deleveraged): void {
  const { memory } = state;
  const { w } = memory;
  tellPosition(state, leg, entryCause.adl, part.pnl);
  state.events.list(eventCode.deleveraged, [
    w[marginOf(state, leg) + Margin.uid]!,
    w[marketOf(state, leg) + Market.id]!,
    w[leg + Leg.side]!,
    part.qty,
    highOf(part.value),
    lowOf(part.value),
    highOf(part.pnl),
    lowOf(part.pnl),
    highOf(part.cut),
    lowOf(part.cut),
  ]);
  touch(state, leg);
  if (memory.number(leg + Leg.qty) === 0) endLeg(state, leg);
  else trimCloses(state, leg, memory.number(leg + Leg.qty));
}

export function halt(state: State, market: number): void {
  state.memory.set(market + Market.status, marketStatus.halt);
  // Operators decide when it opens again, not the index.
  state.memory.set(market + Market.suspension, suspension.none);
  state.memory.set(market + Market.haltedByIndex, 0);
  state.events.two(eventCode.market_status_set, state.memory.w[market + Market.id]!, marketStatus.halt);
}
