import {
  initialMarginInNumbers,
  maintenanceMarginInNumbers,
  unrealisedPnlInNumbers,
  valueCeilInNumbers,
} from "@tidemark/money";
import { Account } from "../ledger/ledger.ts";
import { limb } from "../ledger/limbs.ts";
import { Market, marketStatus } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { Leg, Margin, marginMode, Seat, sideName } from "./seats.ts";

/**
 * The figures of a cross account in plain numbers, for the test that stands before every fill and after it. NaN anywhere means that something
 * left 2^53: then `healthOf` must be asked.
 */
export type Sums = { cash: number; bonus: number; uPnl: number; initialMargin: number; maintenanceMargin: number };

/** One leg of a size and entry value, at the current mark. */
export type LegSums = { uPnl: number; notional: number; maintenanceMargin: number };

/** The answers, written anew by each call and read before the next: these are asked several times for every order. */
const ofLeg: LegSums = { uPnl: 0, notional: 0, maintenanceMargin: 0 };
const ofAccount: Sums = { cash: 0, bonus: 0, uPnl: 0, initialMargin: 0, maintenanceMargin: 0 };

const safeMax = Number.MAX_SAFE_INTEGER;

function balanceOf(state: State, account: number): number {
  const high = state.memory.w[account + Account.high]!;
  const low = state.memory.number(account + Account.low);
  if (high === 0) return low;
  return high === -1 ? low - limb : Number.NaN;
}

/** An entry value, or NaN where it takes two limbs. */
export const entryOf = (state: State, leg: number): number =>
  state.memory.w[leg + Leg.value + 2] === 0 ? state.memory.number(leg + Leg.value) : Number.NaN;

/** Valid until the next call. */
export function sumsOfLeg(state: State, leg: number, qty: number, entryValue: number): LegSums {
  const { w } = state.memory;
  const seat = w[leg + Leg.seat]!;
  const contract = w[seat + Seat.contract]!;
  const measure = state.contracts.measureOf(w[seat + Seat.market]!);
  const mark = w[contract + Contract.mark]!;
  const notional = valueCeilInNumbers(measure, mark, qty);
  ofLeg.notional = notional;
  ofLeg.uPnl = unrealisedPnlInNumbers(measure, sideName(w[leg + Leg.side]!), qty, entryValue, mark);
  ofLeg.maintenanceMargin = maintenanceMarginInNumbers(state.contracts.tierNumbersOf(contract), notional);
  return ofLeg;
}

/** All cross legs but `without`; valid until the next call. A leg whose mark is frozen makes the sums NaN: what counts of it is another question. */
export function sumsOf(state: State, margin: number, without = 0): Sums {
  const { memory } = state;
  const { w } = memory;
  let uPnl = 0;
  let initialMargin = 0;
  let maintenanceMargin = 0;
  for (let seat = w[margin + Margin.firstSeat]!; seat !== 0; seat = w[seat + Seat.nextSeat]!) {
    if (w[seat + Seat.mode] !== marginMode.cross) continue;
    const isFrozen = w[w[seat + Seat.market]! + Market.status] === marketStatus.halt;
    for (let leg = seat + Seat.long; leg <= seat + Seat.short; leg += Seat.short - Seat.long) {
      const qty = memory.number(leg + Leg.qty);
      if (qty === 0 || leg === without || w[leg + Leg.voucher] !== 0) continue;
      const each = sumsOfLeg(state, leg, qty, isFrozen ? Number.NaN : entryOf(state, leg));
      uPnl = exactSum(uPnl, each.uPnl);
      initialMargin = exactSum(initialMargin, initialMarginInNumbers(each.notional, w[leg + Leg.leverage]!));
      maintenanceMargin = exactSum(maintenanceMargin, each.maintenanceMargin);
    }
  }
  ofAccount.cash = balanceOf(state, w[margin + Margin.cash]!);
  ofAccount.bonus = balanceOf(state, w[margin + Margin.bonus]!);
  ofAccount.uPnl = uPnl;
  ofAccount.initialMargin = initialMargin;
  ofAccount.maintenanceMargin = maintenanceMargin;
  return ofAccount;
}

/** Exact or NaN: as long as it stays below 2^53 a sum of whole numbers is not rounded. */
export const exactSum = (one: number, other: number): number => {
  const sum = one + other;
  return sum <= safeMax && sum >= -safeMax ? sum : Number.NaN;
};

export const equityOf = ({ cash, bonus, uPnl }: Sums): number => exactSum(exactSum(cash, bonus), uPnl);

/** What a cross account has above its maintenance margin. */
export const slackOf = (sums: Sums): number => exactSum(equityOf(sums), -sums.maintenanceMargin);
