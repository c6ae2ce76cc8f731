import type { SettleMarket } from "@tidemark/contracts/codec";
import { type SettledLeg, SettlementSplit, unrealisedPnl } from "@tidemark/money";
import { asChild } from "../aftermath/child.ts";
import { eventCode } from "../events.ts";
import { Market, marketStatus } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import { Contract } from "../perps/contract-table.ts";
import { endLeg } from "../perps/exits.ts";
import { realise } from "../perps/fill.ts";
import { tellGrants } from "../perps/grants.ts";
import { legOfKey, openPositions } from "../perps/open-positions.ts";
import { clear, gains, shrink, tellPosition } from "../perps/positions.ts";
import { contractOf, figuresOf, isIsolated, isoMarginOf, marginOf, marketOf } from "../perps/risk.ts";
import { Leg, Margin, sideName } from "../perps/seats.ts";
import { payShortfall, tellDeficits } from "../perps/shortfall.ts";
import { refuse } from "../refusals.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { cancelMarket } from "./cancel.ts";

/**
 * a market ends for good, from CANCEL_ONLY or HALT. Every order, trigger and position of it is a child of its own, so that a market
 * of any size is settled in slices.
 */
export function settleMarket(state: State, c: SettleMarket): true | Rest {
  const { memory } = state;
  const market = state.markets.at(c.market);
  if (market === 0) return refused(state, refuse.SYMBOL_NOT_FOUND);
  const now = memory.w[market + Market.status]!;
  const mark = c.mark / memory.number(market + Market.tick);
  const isPerp = memory.w[market + Market.contract] !== 0;
  if (now !== marketStatus.cancelOnly && now !== marketStatus.halt) return refused(state, refuse.CONFIG_INVALID);
  if (isPerp && (!Number.isInteger(mark) || mark < 1)) return refused(state, refuse.PRICE_TICK);
  memory.set(market + Market.status, marketStatus.settling);
  state.events.two(eventCode.market_status_set, c.market, marketStatus.settling);
  return end(state, market, mark);
}

function* end(state: State, market: number, mark: number): Rest {
  yield* cancelMarket(state, state.memory.w[market + Market.id]!);
  if (state.memory.w[market + Market.contract] !== 0) yield* settlePositions(state, market, mark);
}

function refused(state: State, code: number): true {
  state.refuse(code);
  return true;
}

/** Steps 2–4: every leg realises its PnL at the published mark without fee; what no margin covers is paid by the fund, winners, company. */
function* settlePositions(state: State, market: number, mark: number): Rest {
  const id = state.memory.w[market + Market.id]!;
  const contract = state.memory.w[market + Market.contract]!;
  asChild(state, id, () => state.memory.set(contract + Contract.mark, mark));
  const keys = yield* openPositions(state, market);
  const split = new SettlementSplit();
  for (let i = 0; i < keys.length; i += 1) {
    const leg = legOfKey(state, market, keys.a[i]!);
    split.add(pnlOf(state, leg), marginBehind(state, leg));
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
  split.pay(state.ledger.balance(state.memory.w[contract + Contract.insurance]!));
  let owed = 0n;
  let isSound = true;
  for (let i = 0; i < keys.length; i += 1) {
    const leg = legOfKey(state, market, keys.a[i]!);
    const settled = split.settle(pnlOf(state, leg), marginBehind(state, leg));
    if (asChild(state, id, () => settleLeg(state, leg, settled))) owed += settled.shortfall - settled.cut;
    else isSound = false;
    if (state.isSliceOver) yield;
  }
  asChild(state, id, () => closeAccounts(state, market, owed, isSound));
  state.events.three(eventCode.market_settled, id, mark, keys.length);
}

const pnlOf = (state: State, leg: number): bigint => {
  const { w } = state.memory;
  const mark = w[contractOf(state, leg) + Contract.mark]!;
  const measure = state.contracts.measureOf(marketOf(state, leg));
  return unrealisedPnl(measure, sideName(w[leg + Leg.side]!), figuresOf(state, leg), mark);
};

/** What bounds the loss of a leg: its own margin, nothing for the engine's inventory; undefined where cash bears all. */
function marginBehind(state: State, leg: number): bigint | undefined {
  if (state.memory.w[marginOf(state, leg) + Margin.uid] === 0) return 0n;
  return isIsolated(state, leg) ? isoMarginOf(state, leg) : undefined;
}

/** One leg: what its margin cannot bear stays open in clearing until the payers have paid, what its profit is cut by stays there for them. */
function settleLeg(state: State, leg: number, { pnl, shortfall, cut }: SettledLeg): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const margin = marginOf(state, leg);
  const contract = contractOf(state, leg);
  const cash = w[margin + Margin.cash]!;
  const { qty, entryValue } = figuresOf(state, leg);
  ledger.beginEntry(entryCause.settlement, w[marketOf(state, leg) + Market.id]!);
  shrink(state, leg, qty, gains(state, leg) ? entryValue + pnl : entryValue - pnl);
  clear(state, contract, shortfall - cut);
  if (w[margin + Margin.uid] === 0) {
    clear(state, contract, pnl);
    ledger.lineBig(w[contract + Contract.insurance]!, pnl + shortfall - cut);
  } else if (isIsolated(state, leg)) {
    clear(state, contract, pnl);
    // A voucher's profit is in its bucket, and so is what is cut from it.
    const isVoucher = w[leg + Leg.voucher] !== 0;
    ledger.lineBig(w[leg + Leg.iso]!, pnl + shortfall - (isVoucher ? cut : 0n));
    if (!isVoucher) ledger.lineBig(cash, -cut);
  } else {
    realise(state, leg, pnl);
    ledger.lineBig(cash, -cut);
  }
  ledger.endEntry();
  tellPosition(state, leg, entryCause.settlement, pnl);
  endLeg(state, leg);
  tellGrants(state);
  if (w[margin + Margin.uid] !== 0) state.aftermath.margins.add(margin);
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
  tellDeficits(state);
  // A leg whose child failed still stands in clearing: then an operator has to look.
  const residue = isSound ? ledger.balance(clearing) : 0n;
  if (residue === 0n) return;
  ledger.beginEntry(entryCause.settlement, w[market + Market.id]!);
  ledger.lineBig(clearing, -residue);
  ledger.lineBig(w[contract + Contract.rounding]!, residue);
  ledger.endEntry();
}
