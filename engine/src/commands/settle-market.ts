import type { CommandOf } from "@tidemark/contracts/journal";
import { type SettledPosition, SettlementSplit, unrealisedPnl } from "@tidemark/money";
import { runIsolated } from "../markets/run-isolated.ts";
import { Market, marketStatus } from "../records/market.ts";
import { entryCause } from "../records/order.ts";
import { Contract } from "../records/contract.ts";
import { endPosition } from "../perps/order/exits.ts";
import { realise } from "../perps/order/fill.ts";
import { emitGrants } from "../perps/grants/grants.ts";
import { positionOfKey, openPositionKeys } from "../perps/position/open-positions.ts";
import { clear, gains, shrink, emitPosition } from "../perps/position/positions.ts";
import { contractOf, figuresOf, isIsolated, isoMarginOf, marginOf, marketOf } from "../perps/margin/risk.ts";
import { Position, Margin, sideName } from "../records/user-contract.ts";
import { payShortfall, emitDeficits } from "../perps/margin/shortfall.ts";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { cancelMarket } from "./cancel.ts";

/**
 * a market ends for good, from CANCEL_ONLY or HALT. Every order, trigger and position of it is a child of its own, so that a market
 * of any size is settled in slices.
 */
export function settleMarket(state: State, c: CommandOf<"settle_market">): true | SlicedWork {
  const { memory } = state;
  const market = state.markets.at(c.market);
  if (market === 0) return refused(state, refuse.SYMBOL_NOT_FOUND);
  const now = memory.w[market + Market.status]!;
  const mark = c.mark / memory.number(market + Market.tick);
  const isPerp = memory.w[market + Market.contract] !== 0;
  if (now !== marketStatus.cancelOnly && now !== marketStatus.halt) return refused(state, refuse.CONFIG_INVALID);
  if (isPerp && (!Number.isInteger(mark) || mark < 1)) return refused(state, refuse.PRICE_TICK);
  memory.set(market + Market.status, marketStatus.settling);
  state.events.emit("market_status_set", { market: c.market, status: marketStatus.settling });
  return end(state, market, mark);
}

function* end(state: State, market: number, mark: number): SlicedWork {
  yield* cancelMarket(state, state.memory.w[market + Market.id]!);
  if (state.memory.w[market + Market.contract] !== 0) yield* settlePositions(state, market, mark);
}

function refused(state: State, code: number): true {
  state.refuse(code);
  return true;
}

/** Steps 2–4: every position realises its PnL at the published mark without fee; what no margin covers is paid by the fund, winners, company. */
function* settlePositions(state: State, market: number, mark: number): SlicedWork {
  const id = state.memory.w[market + Market.id]!;
  const contract = state.memory.w[market + Market.contract]!;
  runIsolated(state, id, () => state.memory.set(contract + Contract.mark, mark));
  const keys = yield* openPositionKeys(state, market);
  const split = new SettlementSplit();
  for (let i = 0; i < keys.length; i += 1) {
    const position = positionOfKey(state, market, keys.a[i]!);
    split.add(pnlOf(state, position), marginBehind(state, position));
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
  split.pay(state.ledger.balance(state.memory.w[contract + Contract.insurance]!));
  let owed = 0n;
  let isSound = true;
  for (let i = 0; i < keys.length; i += 1) {
    const position = positionOfKey(state, market, keys.a[i]!);
    const settled = split.settle(pnlOf(state, position), marginBehind(state, position));
    if (runIsolated(state, id, () => settlePosition(state, position, settled))) owed += settled.shortfall - settled.cut;
    else isSound = false;
    if (state.isSliceOver) yield;
  }
  runIsolated(state, id, () => closeAccounts(state, market, owed, isSound));
  state.events.emit("market_settled", { market: id, mark, positions: keys.length });
}

const pnlOf = (state: State, position: number): bigint => {
  const { w } = state.memory;
  const mark = w[contractOf(state, position) + Contract.mark]!;
  const measure = state.contracts.measureOf(marketOf(state, position));
  return unrealisedPnl(measure, sideName(w[position + Position.side]!), figuresOf(state, position), mark);
};

/** What bounds the loss of a position: its own margin, nothing for the engine's inventory; undefined where cash bears all. */
function marginBehind(state: State, position: number): bigint | undefined {
  if (state.memory.w[marginOf(state, position) + Margin.uid] === 0) return 0n;
  return isIsolated(state, position) ? isoMarginOf(state, position) : undefined;
}

/** One position: what its margin cannot bear stays open in clearing until the payers have paid, what its profit is cut by stays there for them. */
function settlePosition(state: State, position: number, { pnl, shortfall, cut }: SettledPosition): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const margin = marginOf(state, position);
  const contract = contractOf(state, position);
  const cash = w[margin + Margin.cash]!;
  const { qty, entryValue } = figuresOf(state, position);
  ledger.beginEntry(entryCause.settlement, w[marketOf(state, position) + Market.id]!);
  shrink(state, position, qty, gains(state, position) ? entryValue + pnl : entryValue - pnl);
  clear(state, contract, shortfall - cut);
  if (w[margin + Margin.uid] === 0) {
    clear(state, contract, pnl);
    ledger.lineBig(w[contract + Contract.insurance]!, pnl + shortfall - cut);
  } else if (isIsolated(state, position)) {
    clear(state, contract, pnl);
    // A voucher's profit is in its bucket, and so is what is cut from it.
    const isVoucher = w[position + Position.voucher] !== 0;
    ledger.lineBig(w[position + Position.iso]!, pnl + shortfall - (isVoucher ? cut : 0n));
    if (!isVoucher) ledger.lineBig(cash, -cut);
  } else {
    realise(state, position, pnl);
    ledger.lineBig(cash, -cut);
  }
  ledger.endEntry();
  emitPosition(state, position, entryCause.settlement, pnl);
  endPosition(state, position);
  emitGrants(state);
  if (w[margin + Margin.uid] !== 0) state.pending.margins.add(margin);
}

/** Fund and company pay what is owed to clearing; what flooring left there (inverse only) ends in rounding. */
function closeAccounts(state: State, market: number, owed: bigint, isSound: boolean): void {
  const { ledger } = state;
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  const clearing = w[contract + Contract.clearing]!;
  ledger.beginEntry(entryCause.settlement, w[market + Market.id]!);
  ledger.lineBig(clearing, owed);
  payShortfall(state, contract, owed, false);
  ledger.endEntry();
  emitDeficits(state);
  // A position whose child failed still stands in clearing: then an operator has to look.
  const residue = isSound ? ledger.balance(clearing) : 0n;
  if (residue === 0n) return;
  ledger.beginEntry(entryCause.settlement, w[market + Market.id]!);
  ledger.lineBig(clearing, -residue);
  ledger.lineBig(w[contract + Contract.rounding]!, residue);
  ledger.endEntry();
}
