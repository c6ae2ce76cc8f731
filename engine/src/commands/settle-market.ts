import type { SettleMarket } from "@tidemark/contracts/codec";
import { settleMarket as settlementOf } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { Market, marketStatus } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import { Contract } from "../perps/contract-table.ts";
import { endLeg } from "../perps/exits.ts";
import { realise } from "../perps/fill.ts";
import { tellGrants } from "../perps/grants.ts";
import { clear, gains, shrink, tellPosition } from "../perps/positions.ts";
import { figuresOf, isIsolated, isoMarginOf, marginOf } from "../perps/risk.ts";
import { Leg, Margin, openLegs, posSide, sideName } from "../perps/seats.ts";
import { refuse } from "../refusals.ts";
import { job, type State } from "../state.ts";
import { cancelMarket } from "./cancel.ts";

/** a market ends for good, from CANCEL_ONLY or HALT. False: more in the next slice. */
export function settleMarket(state: State, c: SettleMarket): boolean {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  const now = w[market + Market.status]!;
  if (market === 0) return refused(state, refuse.SYMBOL_NOT_FOUND);
  if (state.job !== job.settle) {
    const mark = c.mark / memory.number(market + Market.tick);
    const isPerp = w[market + Market.contract] !== 0;
    if (now !== marketStatus.cancelOnly && now !== marketStatus.halt) return refused(state, refuse.CONFIG_INVALID);
    if (isPerp && (!Number.isInteger(mark) || mark < 1)) return refused(state, refuse.PRICE_TICK);
    memory.set(market + Market.status, marketStatus.settling);
    state.events.two(eventCode.market_status_set, c.market, marketStatus.settling);
    state.job = job.settle;
  }
  if (!cancelMarket(state, c.market)) return false;
  if (w[market + Market.contract] !== 0) settlePositions(state, market, c.mark / memory.number(market + Market.tick));
  return true;
}

function refused(state: State, code: number): true {
  state.refuse(code);
  return true;
}

/** Steps 2–4: every leg realises its PnL at the published mark without fee; what no margin covers is paid by the fund, winners, company. */
function settlePositions(state: State, market: number, mark: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const measure = state.contracts.measureOf(market);
  memory.set(contract + Contract.mark, mark);
  const uidOf = (leg: number): number => w[marginOf(state, leg) + Margin.uid]!;
  const legs = [...openLegs(memory, contract, posSide.long), ...openLegs(memory, contract, posSide.short)].sort(
    (a, b) => uidOf(a) - uidOf(b) || w[a + Leg.side]! - w[b + Leg.side]!,
  );
  const insurance = w[contract + Contract.insurance]!;
  const figures = legs.map((leg) => ({
    side: sideName(w[leg + Leg.side]!),
    leg: figuresOf(state, leg),
    margin: uidOf(leg) === 0 ? 0n : isIsolated(state, leg) ? isoMarginOf(state, leg) : undefined,
  }));
  const result = settlementOf(measure, mark, figures, ledger.balance(insurance));
  ledger.beginEntry(entryCause.settlement, w[market + Market.id]!);
  legs.forEach((leg, i) => settleLeg(state, contract, leg, result.legs[i]!));
  ledger.lineBig(insurance, -result.fundPays);
  ledger.lineBig(w[contract + Contract.house]!, -result.housePays);
  // What flooring left in clearing (inverse only) ends in rounding.
  const residue = ledger.balance(w[contract + Contract.clearing]!);
  ledger.lineBig(w[contract + Contract.clearing]!, -residue);
  ledger.lineBig(w[contract + Contract.rounding]!, residue);
  ledger.endEntry();
  legs.forEach((leg, i) => {
    tellPosition(state, leg, entryCause.settlement, result.legs[i]!.pnl);
    endLeg(state, leg);
    if (uidOf(leg) !== 0) state.aftermath.margins.add(marginOf(state, leg));
  });
  tellGrants(state);
  state.events.three(eventCode.market_settled, w[market + Market.id]!, mark, legs.length);
}

type SettledLeg = { readonly pnl: bigint; readonly shortfall: bigint; readonly cut: bigint };

/** One leg inside the entry: what its margin cannot bear is left to the payers, what its profit is cut by goes to them. */
function settleLeg(state: State, contract: number, leg: number, { pnl, shortfall, cut }: SettledLeg): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const margin = marginOf(state, leg);
  const cash = w[margin + Margin.cash]!;
  const { qty, entryValue } = figuresOf(state, leg);
  shrink(state, leg, qty, gains(state, leg) ? entryValue + pnl : entryValue - pnl);
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
}
