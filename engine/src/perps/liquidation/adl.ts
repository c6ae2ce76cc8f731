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
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { Market, marketStatus, suspension } from "../../records/market.ts";
import { entryCause } from "../../records/order.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import type { AdlQueue, Ranked } from "../../state/adl-queue.ts";
import { rankingOf } from "./adl-ranking.ts";
import { Contract } from "../../records/contract.ts";
import { endPosition } from "../order/exits.ts";
import { payOverdraft, realise } from "../order/fill.ts";
import { emitGrants } from "../grants/grants.ts";
import { trimCloses } from "../order/orders.ts";
import { clear, shrink, emitPosition } from "../position/positions.ts";
import {
  contractOf,
  figuresOf,
  isIsolated,
  isoMarginOf,
  lossBearer,
  marginOf,
  marketOf,
  touch,
} from "../margin/risk.ts";
import { Position, positionOf, Margin, posSide, sideName } from "../../records/user-contract.ts";
import { emitDeficits } from "../margin/shortfall.ts";

/**
 * `wanted` of the engine's position, worth `wantedValue`, is closed against the queue. What the engine loses by it (counterparties never
 * pay beyond their own bankruptcy, and inventory may have lost since) comes from the fund, the profits of this deleveraging and the company.
 * What they cannot cover stays with the engine, and the market halts. Returns what found nobody: then users have nothing left on that
 * side, and the engine holds both.
 */
export function* autoDeleverage(
  state: State,
  enginePosition: number,
  wanted: number,
  wantedValue: bigint,
): Generator<void, number> {
  const market = marketOf(state, enginePosition);
  const contract = state.memory.w[market + Market.contract]!;
  const isLong = state.memory.w[enginePosition + Position.side] === posSide.long;
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
    split.offer(queue.length, counterpartyOf(state, ranked.position));
    queue.push(ranked);
    state.memory.countLookups(lookupsPerOffer);
    if (state.isSliceOver) yield;
  }
  while (split.force()) {
    state.memory.countLookups(lookupsPerOffer);
    if (state.isSliceOver) yield;
  }
  const covered = yield* coverageOf(state, enginePosition, split, queue);
  yield* putBackOthers(state, ranking, queue, covered.parts);
  yield* settleParts(state, enginePosition, covered, queue);
  if (covered.sums.qty === qty) return wanted - qty;
  halt(state, market);
  return 0;
}

const lookupsPerOffer = 10;

const counterpartyOf = (state: State, position: number): AdlCounterparty => ({
  ...figuresOf(state, position),
  margin: lossBearer(state, position),
});

/** What users hold on a side: all of it but the engine's own. */
function usersQty(state: State, contract: number, side: number): number {
  const { memory } = state;
  const open = memory.number(contract + (side === posSide.long ? Contract.openLong : Contract.openShort));
  return open - memory.number(positionOf(memory.w[contract + Contract.inventory]!, side) + Position.qty);
}

/** What can be done, and who pays what the engine loses by it. */
type Covered = { readonly parts: readonly AdlPart[]; readonly sums: AdlSums; readonly cover: AdlCover };

function* coverageOf(
  state: State,
  enginePosition: number,
  split: AdlSplit,
  queue: readonly Ranked[],
): Generator<void, Covered> {
  const { ledger, memory } = state;
  const contract = contractOf(state, enginePosition);
  const { kind } = state.contracts.measureOf(marketOf(state, enginePosition));
  const payers = {
    fund: ledger.balance(memory.w[contract + Contract.insurance]!),
    treasury: ledger.balance(memory.w[contract + Contract.treasury]!),
  };
  const engine = {
    side: sideName(memory.w[enginePosition + Position.side]!),
    position: figuresOf(state, enginePosition),
  };
  const coverOf = (sums: AdlSums): AdlCover => {
    const pnl = sums.qty === 0 ? 0n : closeFill(kind, engine.side, engine.position, sums.qty, sums.value).pnl;
    return new AdlCover(pnl < 0n ? -pnl : 0n, sums, payers);
  };
  const all = { parts: split.parts, sums: split.sums, cover: coverOf(split.sums) };
  if (all.cover.uncovered === 0n) return all;
  const holderAt = (place: number): AdlCounterparty => counterpartyOf(state, queue[place]!.position);
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
function* putBackOthers(
  state: State,
  ranking: AdlQueue,
  queue: readonly Ranked[],
  parts: readonly AdlPart[],
): SlicedWork {
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
  enginePosition: number,
  { parts, sums, cover }: Covered,
  queue: readonly Ranked[],
): SlicedWork {
  if (parts.length === 0) return;
  const { ledger, memory } = state;
  const contract = contractOf(state, enginePosition);
  const insurance = memory.w[contract + Contract.insurance]!;
  ledger.beginEntry(entryCause.adl, memory.w[marketOf(state, enginePosition) + Market.id]!);
  const pnl = shrink(state, enginePosition, sums.qty, sums.value);
  clear(state, contract, pnl);
  ledger.lineBig(insurance, pnl + cover.cutFromProfits + cover.treasuryPays);
  ledger.lineBig(memory.w[contract + Contract.treasury]!, -cover.treasuryPays);
  const closed: Deleveraged[] = [];
  for (const part of parts) {
    const given = { ...part, cut: cover.cutOf(part) };
    closed.push(given);
    give(state, queue[part.place]!.position, given);
    if (state.isSliceOver) yield;
  }
  ledger.endEntry();
  for (const part of closed) {
    emitGiven(state, queue[part.place]!.position, part);
    if (state.isSliceOver) yield;
  }
  emitGrants(state);
  emitDeficits(state);
}

/** One counterparty's part of the entry: ordinary realised PnL without fee, less what its profit is cut by. */
function give(state: State, position: number, part: Deleveraged): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const cash = w[marginOf(state, position) + Margin.cash]!;
  const isoMargin = isoMarginOf(state, position);
  const before = memory.number(position + Position.qty);
  const pnl = shrink(state, position, part.qty, part.value);
  if (!isIsolated(state, position)) realise(state, position, pnl);
  else if (w[position + Position.voucher] !== 0) {
    clear(state, w[marketOf(state, position) + Market.contract]!, pnl);
    // nothing leaves a voucher's bucket, and nothing of the holder's pays for it.
    ledger.lineBig(w[position + Position.iso]!, pnl - part.cut);
    return;
  } else {
    const result = closeIsolated({ isoMargin, qty: before, closeQty: part.qty, pnl, fee: 0n });
    clear(state, w[marketOf(state, position) + Market.contract]!, pnl);
    ledger.lineBig(w[position + Position.iso]!, result.marginLeft - isoMargin);
    ledger.lineBig(cash, result.toCash);
    payOverdraft(state, position, result.overdrawn);
  }
  ledger.lineBig(cash, -part.cut);
}

function emitGiven(state: State, position: number, part: Deleveraged): void {
  const { memory } = state;
  const { w } = memory;
  emitPosition(state, position, entryCause.adl, part.pnl);
  state.events.emit("deleveraged", {
    uid: w[marginOf(state, position) + Margin.uid]!,
    market: w[marketOf(state, position) + Market.id]!,
    posSide: w[position + Position.side]!,
    qty: part.qty,
    valueHigh: highOf(part.value),
    valueLow: lowOf(part.value),
    pnlHigh: highOf(part.pnl),
    pnlLow: lowOf(part.pnl),
    cutHigh: highOf(part.cut),
    cutLow: lowOf(part.cut),
  });
  touch(state, position);
  if (memory.number(position + Position.qty) === 0) endPosition(state, position);
  else trimCloses(state, position, memory.number(position + Position.qty));
}

export function halt(state: State, market: number): void {
  state.memory.set(market + Market.status, marketStatus.halt);
  // Operators decide when it opens again, not the index.
  state.memory.set(market + Market.suspension, suspension.none);
  state.memory.set(market + Market.haltedByIndex, 0);
  state.events.emit("market_status_set", { market: state.memory.w[market + Market.id]!, status: marketStatus.halt });
}
