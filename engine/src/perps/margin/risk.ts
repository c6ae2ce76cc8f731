import {
  type Available,
  availableOf,
  availableWhileFrozen,
  bankruptcyLimitInNumbers,
  bankruptcyLimitTicks,
  bankruptcyValue,
  type CrossAccount,
  initialMargin,
  isLiquidatable,
  type Position as PositionFigures,
  type PositionHealth,
  positionHealth,
} from "@tidemark/money";
import { Market, marketStatus } from "../../records/market.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { entryOf, equityOf as equityInNumbers, exactSum, type Sums, sumsOf } from "./risk-in-numbers.ts";
import { Position, Margin, marginMode, UserContract, sideName } from "../../records/user-contract.ts";
import { Voucher } from "../../records/voucher.ts";

/** A cross account at the current marks: what it has, what its positions need, and the positions themselves by contract id, long first. */
export type Health = {
  readonly cash: bigint;
  readonly bonus: bigint;
  readonly uPnl: bigint;
  readonly equity: bigint;
  readonly initialMargin: bigint;
  readonly maintenanceMargin: bigint;
  readonly positions: readonly CrossPosition[];
};
type CrossPosition = PositionHealth & { readonly position: number };

export const figuresOf = (state: State, position: number): PositionFigures => ({
  qty: state.memory.number(position + Position.qty),
  entryValue: state.memory.money(position + Position.value),
});

/** a voucher's position has margin and leverage of its own, whatever the user's settings are. */
export const isIsolated = ({ memory: { w } }: State, position: number): boolean =>
  w[w[position + Position.userContract]! + UserContract.mode] === marginMode.isolated ||
  w[position + Position.voucher] !== 0;
export function leverageOf({ memory: { w } }: State, position: number): number {
  const voucher = w[position + Position.voucher]!;
  return voucher === 0 ? w[position + Position.leverage]! : w[voucher + Voucher.leverage]!;
}

export const marketOf = (state: State, position: number): number =>
  state.memory.w[state.memory.w[position + Position.userContract]! + UserContract.market]!;
export const contractOf = (state: State, position: number): number =>
  state.memory.w[state.memory.w[position + Position.userContract]! + UserContract.contract]!;
export const marginOf = (state: State, position: number): number =>
  state.memory.w[state.memory.w[position + Position.userContract]! + UserContract.margin]!;

export const isoMarginOf = (state: State, position: number): bigint =>
  state.ledger.balance(state.memory.w[position + Position.iso]!);

export function healthOfPosition(
  state: State,
  position: number,
  figures: PositionFigures = figuresOf(state, position),
): PositionHealth {
  const { w } = state.memory;
  const contract = contractOf(state, position);
  return positionHealth(
    state.contracts.measureOf(marketOf(state, position)),
    state.contracts.tiersOf(contract),
    sideName(w[position + Position.side]!),
    figures,
    w[contract + Contract.mark]!,
  );
}

/** The open cross positions of an account, by contract id, long before short. */
export function crossPositionsOf(state: State, margin: number): number[] {
  const { memory } = state;
  const { w } = memory;
  const positions: number[] = [];
  for (
    let userContract = w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = w[userContract + UserContract.nextUserContract]!
  ) {
    if (w[userContract + UserContract.mode] !== marginMode.cross) continue;
    for (const position of [userContract + UserContract.long, userContract + UserContract.short])
      if (memory.number(position + Position.qty) > 0 && w[position + Position.voucher] === 0) positions.push(position);
  }
  return positions;
}

export function healthOf(state: State, margin: number): Health {
  const { w } = state.memory;
  const cash = state.ledger.balance(w[margin + Margin.cash]!);
  const bonus = state.ledger.balance(w[margin + Margin.bonus]!);
  let uPnl = 0n;
  let needed = 0n;
  let maintenance = 0n;
  const positions: CrossPosition[] = [];
  for (const position of crossPositionsOf(state, margin)) {
    const health = healthOfPosition(state, position);
    uPnl += health.uPnl;
    needed += initialMargin(health.notional, w[position + Position.leverage]!);
    maintenance += health.maintenanceMargin;
    positions.push({
      position,
      uPnl: health.uPnl,
      notional: health.notional,
      maintenanceMargin: health.maintenanceMargin,
    });
  }
  const equity = cash + bonus + uPnl;
  return { cash, bonus, uPnl, equity, initialMargin: needed, maintenanceMargin: maintenance, positions };
}

/** what a cross order may reserve, from the account's sums in plain numbers; NaN: ask `availableNow`. */
export function openableInNumbers(state: State, margin: number, sums: Sums): number {
  const isPlain = state.memory.w[margin + Margin.orderMargin + 2] === 0;
  const orders = isPlain ? state.memory.number(margin + Margin.orderMargin) : Number.NaN;
  return Math.max(0, exactSum(exactSum(equityInNumbers(sums), -sums.initialMargin), -orders));
}

/** while a position's mark is frozen. `spare` is a part of the bonus that must not count for this order. */
export function availableNow(state: State, margin: number, spare = 0n): Available {
  const health = healthOf(state, margin);
  const orderMargin = state.memory.money(margin + Margin.orderMargin);
  const frozen = health.positions.filter(({ position }) => isFrozen(state, position)).map(({ uPnl }) => uPnl);
  const account: CrossAccount = {
    cash: health.cash,
    bonus: health.bonus - spare,
    uPnl: health.uPnl - frozen.reduce((sum, uPnl) => sum + uPnl, 0n),
    initialMargin: health.initialMargin,
    orderMargin,
  };
  return frozen.length === 0 ? availableOf(account) : availableWhileFrozen(account, frozen);
}

const isFrozen = (state: State, position: number): boolean =>
  state.memory.w[marketOf(state, position) + Market.status] === marketStatus.halt;

/** Equity of a cross account: plain numbers where they suffice. */
export function equityNow(state: State, margin: number): bigint {
  const quick = equityInNumbers(sumsOf(state, margin));
  return Number.isNaN(quick) ? healthOf(state, margin).equity : BigInt(quick);
}

/** for an isolated position; a cross position is its account's. */
export function isPositionLiquidatable(state: State, position: number): boolean {
  if (!isIsolated(state, position)) return false;
  const health = healthOfPosition(state, position);
  return isLiquidatable(isoMarginOf(state, position) + health.uPnl, health.maintenanceMargin);
}

/** for a cross account: it needs at least one cross position. */
export const isAccountLiquidatable = (health: Health): boolean =>
  health.positions.length > 0 && isLiquidatable(health.equity, health.maintenanceMargin);

/** what a cross position can lose: cash, bonus and the unrealised PnL of the other cross positions; an isolated position its own margin. */
export function lossBearer(state: State, position: number): bigint {
  if (isIsolated(state, position)) return isoMarginOf(state, position);
  const quick = equityInNumbers(sumsOf(state, marginOf(state, position), position));
  if (!Number.isNaN(quick)) return BigInt(quick);
  const health = healthOf(state, marginOf(state, position));
  const own = health.positions.find((each) => each.position === position);
  return health.equity - (own?.uPnl ?? 0n);
}

/** the price beyond which a close may not execute; undefined: the position can never be bankrupt. */
export function bankruptcyLimit(state: State, position: number): number | undefined {
  const measure = state.contracts.measureOf(marketOf(state, position));
  const positionSide = sideName(state.memory.w[position + Position.side]!);
  const held = state.memory.number(position + Position.qty);
  if (held === 0) return undefined;
  if (!isIsolated(state, position)) {
    const bearer = equityInNumbers(sumsOf(state, marginOf(state, position), position));
    const quick = bankruptcyLimitInNumbers(measure, positionSide, entryOf(state, position), bearer, held);
    if (!Number.isNaN(quick)) return quick === 0 ? undefined : quick;
  }
  const { qty, entryValue } = figuresOf(state, position);
  const value = bankruptcyValue(measure.kind, positionSide, entryValue, lossBearer(state, position));
  return bankruptcyLimitTicks(measure, positionSide, value, qty);
}

/** A position whose size, margin or account changed: it, or its account, is tested before the next command. */
export function touch(state: State, position: number): void {
  const margin = marginOf(state, position);
  // The engine's own inventory answers to the fund, not to a margin.
  if (state.memory.w[margin + Margin.uid] === 0) return;
  if (isIsolated(state, position)) state.pending.positions.add(position);
  else state.pending.margins.add(margin);
}
