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
  type Leg as LegFigures,
  type LegHealth,
  legHealth,
} from "@tidemark/money";
import { Market, marketStatus, suspension } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { entryOf, equityOf as equityInNumbers, exactSum, type Sums, sumsOf } from "./risk-in-numbers.ts";
import { Leg, Margin, marginMode, Seat, sideName } from "./seats.ts";
import { Voucher } from "./voucher-table.ts";

/** A cross account at the current marks: what it has, what its legs need, and the legs themselves by contract id, long first. */
export type Health = {
  readonly cash: bigint;
  readonly bonus: bigint;
  readonly uPnl: bigint;
  readonly equity: bigint;
  readonly initialMargin: bigint;
  readonly maintenanceMargin: bigint;
  readonly legs: readonly CrossLeg[];
};
type CrossLeg = LegHealth & { readonly leg: number };

export const figuresOf = (state: State, leg: number): LegFigures => ({
  qty: state.memory.number(leg + Leg.qty),
  entryValue: state.memory.money(leg + Leg.value),
});

/** a voucher's leg has margin and leverage of its own, whatever the user's settings are. */
export const isIsolated = ({ memory: { w } }: State, leg: number): boolean =>
  w[w[leg + Leg.seat]! + Seat.mode] === marginMode.isolated || w[leg + Leg.voucher] !== 0;
export function leverageOf({ memory: { w } }: State, leg: number): number {
  const voucher = w[leg + Leg.voucher]!;
  return voucher === 0 ? w[leg + Leg.leverage]! : w[voucher + Voucher.leverage]!;
}

export const marketOf = (state: State, leg: number): number =>
  state.memory.w[state.memory.w[leg + Leg.seat]! + Seat.market]!;
export const contractOf = (state: State, leg: number): number =>
  state.memory.w[state.memory.w[leg + Leg.seat]! + Seat.contract]!;
export const marginOf = (state: State, leg: number): number =>
  state.memory.w[state.memory.w[leg + Leg.seat]! + Seat.margin]!;

export const isoMarginOf = (state: State, leg: number): bigint => state.ledger.balance(state.memory.w[leg + Leg.iso]!);

export function healthOfLeg(state: State, leg: number, figures: LegFigures = figuresOf(state, leg)): LegHealth {
  const { w } = state.memory;
  const contract = contractOf(state, leg);
  return legHealth(
    state.contracts.measureOf(marketOf(state, leg)),
    state.contracts.tiersOf(contract),
    sideName(w[leg + Leg.side]!),
    figures,
    w[contract + Contract.mark]!,
  );
}

/** The open cross legs of an account, by contract id, long before short. */
export function crossLegsOf(state: State, margin: number): number[] {
  const { memory } = state;
  const { w } = memory;
  const legs: number[] = [];
  for (let seat = w[margin + Margin.firstSeat]!; seat !== 0; seat = w[seat + Seat.nextSeat]!) {
    if (w[seat + Seat.mode] !== marginMode.cross) continue;
    for (const leg of [seat + Seat.long, seat + Seat.short])
      if (memory.number(leg + Leg.qty) > 0 && w[leg + Leg.voucher] === 0) legs.push(leg);
  }
  return legs;
}

export function healthOf(state: State, margin: number): Health {
  const { w } = state.memory;
  const cash = state.ledger.balance(w[margin + Margin.cash]!);
  const bonus = state.ledger.balance(w[margin + Margin.bonus]!);
  let uPnl = 0n;
  let needed = 0n;
  let maintenance = 0n;
  const legs: CrossLeg[] = [];
  for (const leg of crossLegsOf(state, margin)) {
    const health = healthOfLeg(state, leg);
    uPnl += health.uPnl;
    needed += initialMargin(health.notional, w[leg + Leg.leverage]!);
    maintenance += health.maintenanceMargin;
    legs.push({ leg, uPnl: health.uPnl, notional: health.notional, maintenanceMargin: health.maintenanceMargin });
  }
  const equity = cash + bonus + uPnl;
  return { cash, bonus, uPnl, equity, initialMargin: needed, maintenanceMargin: maintenance, legs };
}

/** what a cross order may reserve, from the account's sums in plain numbers; NaN: ask `availableNow`. */
export function openableInNumbers(state: State, margin: number, sums: Sums): number {
  const isPlain = state.memory.w[margin + Margin.orderMargin + 2] === 0;
  const orders = isPlain ? state.memory.number(margin + Margin.orderMargin) : Number.NaN;
  return Math.max(0, exactSum(exactSum(equityInNumbers(sums), -sums.initialMargin), -orders));
}

/** while a leg's mark is frozen. `spare` is a part of the bonus that must not count for this order. */
export function availableNow(state: State, margin: number, spare = 0n): Available {
  const health = healthOf(state, margin);
  const orderMargin = state.memory.money(margin + Margin.orderMargin);
  const frozen = health.legs.filter(({ leg }) => isFrozen(state, leg)).map(({ uPnl }) => uPnl);
  const account: CrossAccount = {
    cash: health.cash,
    bonus: health.bonus - spare,
    uPnl: health.uPnl - frozen.reduce((sum, uPnl) => sum + uPnl, 0n),
    initialMargin: health.initialMargin,
    orderMargin,
  };
  return frozen.length === 0 ? availableOf(account) : availableWhileFrozen(account, frozen);
}

const isFrozen = (state: State, leg: number): boolean =>
  state.memory.w[marketOf(state, leg) + Market.status] === marketStatus.halt;

/** liquidation rests in HALT, in CANCEL_ONLY unless an operator lets it run, and for a minute after an index was gone. */
export function isSuspended(state: State, market: number): boolean {
  const { memory } = state;
  const status = memory.w[market + Market.status]!;
  return (
    status === marketStatus.halt ||
    status === marketStatus.settling ||
    (status === marketStatus.cancelOnly && memory.w[market + Market.suspension] !== suspension.none) ||
    memory.number(market + Market.restsUntil) !== 0
  );
}

/** Equity of a cross account: plain numbers where they suffice. */
export function equityNow(state: State, margin: number): bigint {
  const quick = equityInNumbers(sumsOf(state, margin));
  return Number.isNaN(quick) ? healthOf(state, margin).equity : BigInt(quick);
}

/** for an isolated leg; a cross leg is its account's. */
export function isLegSick(state: State, leg: number): boolean {
  if (!isIsolated(state, leg)) return false;
  const health = healthOfLeg(state, leg);
  return isLiquidatable(isoMarginOf(state, leg) + health.uPnl, health.maintenanceMargin);
}

/** for a cross account: it needs at least one cross position. */
export const isSick = (health: Health): boolean =>
  health.legs.length > 0 && isLiquidatable(health.equity, health.maintenanceMargin);

/** what a cross leg can lose: cash, bonus and the unrealised PnL of the other cross legs; an isolated leg its own margin. */
export function lossBearer(state: State, leg: number): bigint {
  if (isIsolated(state, leg)) return isoMarginOf(state, leg);
  const quick = equityInNumbers(sumsOf(state, marginOf(state, leg), leg));
  if (!Number.isNaN(quick)) return BigInt(quick);
  const health = healthOf(state, marginOf(state, leg));
  const own = health.legs.find((each) => each.leg === leg);
  return health.equity - (own?.uPnl ?? 0n);
}

/** the price beyond which a close may not execute; undefined: the leg can never be bankrupt. */
export function bankruptcyLimit(state: State, leg: number): number | undefined {
  const measure = state.contracts.measureOf(marketOf(state, leg));
  const legSide = sideName(state.memory.w[leg + Leg.side]!);
  const held = state.memory.number(leg + Leg.qty);
  if (held === 0) return undefined;
  if (!isIsolated(state, leg)) {
    const bearer = equityInNumbers(sumsOf(state, marginOf(state, leg), leg));
    const quick = bankruptcyLimitInNumbers(measure, legSide, entryOf(state, leg), bearer, held);
    if (!Number.isNaN(quick)) return quick === 0 ? undefined : quick;
  }
  const { qty, entryValue } = figuresOf(state, leg);
  const value = bankruptcyValue(measure.kind, legSide, entryValue, lossBearer(state, leg));
  return bankruptcyLimitTicks(measure, legSide, value, qty);
}

/** A leg whose size, margin or account changed: it, or its account, is tested before the next command. */
export function touch(state: State, leg: number): void {
  const margin = marginOf(state, leg);
  // The engine's own inventory answers to the fund, not to a margin.
  if (state.memory.w[margin + Margin.uid] === 0) return;
  if (isIsolated(state, leg)) state.aftermath.legs.add(leg);
  else state.aftermath.margins.add(margin);
}
