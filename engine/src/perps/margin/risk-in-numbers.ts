import {
  initialMarginInNumbers,
  maintenanceMarginInNumbers,
  unrealisedPnlInNumbers,
  valueCeilInNumbers,
} from "@tidemark/money";
import { Account } from "../../ledger/ledger.ts";
import { splitBase } from "../../memory/split-amount.ts";
import { Market, marketStatus } from "../../records/market.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { Position, Margin, marginMode, UserContract, sideName } from "../../records/user-contract.ts";

/**
 * The figures of a cross account in plain numbers, for the test that stands before every fill and after it. NaN anywhere means that something
 * left 2^53: then `healthOf` must be asked.
 */
export type Sums = { cash: number; bonus: number; uPnl: number; initialMargin: number; maintenanceMargin: number };

/** One position of a size and entry value, at the current mark. */
export type PositionSums = { uPnl: number; notional: number; maintenanceMargin: number };

/** The answers, written anew by each call and read before the next: these are asked several times for every order. */
const ofPosition: PositionSums = { uPnl: 0, notional: 0, maintenanceMargin: 0 };
const ofAccount: Sums = { cash: 0, bonus: 0, uPnl: 0, initialMargin: 0, maintenanceMargin: 0 };

const safeMax = Number.MAX_SAFE_INTEGER;

function balanceOf(state: State, account: number): number {
  const high = state.memory.w[account + Account.high]!;
  const low = state.memory.number(account + Account.low);
  if (high === 0) return low;
  return high === -1 ? low - splitBase : Number.NaN;
}

/** An entry value, or NaN where it takes two limbs. */
export const entryOf = (state: State, position: number): number =>
  state.memory.w[position + Position.value + 2] === 0 ? state.memory.number(position + Position.value) : Number.NaN;

/** Valid until the next call. */
export function sumsOfPosition(state: State, position: number, qty: number, entryValue: number): PositionSums {
  const { w } = state.memory;
  const userContract = w[position + Position.userContract]!;
  const contract = w[userContract + UserContract.contract]!;
  const measure = state.contracts.measureOf(w[userContract + UserContract.market]!);
  const mark = w[contract + Contract.mark]!;
  const notional = valueCeilInNumbers(measure, mark, qty);
  ofPosition.notional = notional;
  ofPosition.uPnl = unrealisedPnlInNumbers(measure, sideName(w[position + Position.side]!), qty, entryValue, mark);
  ofPosition.maintenanceMargin = maintenanceMarginInNumbers(state.contracts.tierNumbersOf(contract), notional);
  return ofPosition;
}

/** All cross positions but `without`; valid until the next call. A position whose mark is frozen makes the sums NaN: what counts of it is another question. */
export function sumsOf(state: State, margin: number, without = 0): Sums {
  const { memory } = state;
  const { w } = memory;
  let uPnl = 0;
  let initialMargin = 0;
  let maintenanceMargin = 0;
  for (
    let userContract = w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = w[userContract + UserContract.nextUserContract]!
  ) {
    if (w[userContract + UserContract.mode] !== marginMode.cross) continue;
    const isFrozen = w[w[userContract + UserContract.market]! + Market.status] === marketStatus.halt;
    for (
      let position = userContract + UserContract.long;
      position <= userContract + UserContract.short;
      position += UserContract.short - UserContract.long
    ) {
      const qty = memory.number(position + Position.qty);
      if (qty === 0 || position === without || w[position + Position.voucher] !== 0) continue;
      const each = sumsOfPosition(state, position, qty, isFrozen ? Number.NaN : entryOf(state, position));
      uPnl = exactSum(uPnl, each.uPnl);
      initialMargin = exactSum(initialMargin, initialMarginInNumbers(each.notional, w[position + Position.leverage]!));
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
