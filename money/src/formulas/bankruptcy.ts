import { ceilDiv, floorDiv } from "../decimal.ts";
import { ceilOf, floorOf, type Fraction } from "../fraction.ts";
import {
  type ContractKind,
  type ContractMeasure,
  gainsWithValue,
  type OrderSide,
  type PositionSide,
} from "./contract.ts";
import { realisedPnl } from "./position.ts";
import { priceOfValue } from "./value.ts";

/**
 * the closing value at which exactly the margin is lost; no closing fee is inside, because a takeover charges none (V030, V078).
 * `margin` is the isolated margin, or for cross `cash + bonus + Σ uPnL` of the other cross legs. Exact; zero or less: never bankrupt.
 */
export const bankruptcyValue = (kind: ContractKind, side: PositionSide, entryValue: bigint, margin: bigint): bigint =>
  gainsWithValue(kind, side) ? entryValue - margin : entryValue + margin;

/** the exact bankruptcy price in ticks, or undefined where the leg can never be bankrupt. */
export const bankruptcyPriceOf = (measure: ContractMeasure, value: bigint, qty: number): Fraction | undefined =>
  value > 0n ? priceOfValue(measure, value, qty) : undefined;

/** the bankruptcy price as a limit, in favour of the fund: selling a long up, buying back a short down (V031, V094). */
export function bankruptcyLimitTicks(
  measure: ContractMeasure,
  side: PositionSide,
  value: bigint,
  qty: number,
): number | undefined {
  const price = bankruptcyPriceOf(measure, value, qty);
  if (price === undefined) return undefined;
  return Number(side === "long" ? ceilOf(price) : floorOf(price));
}

/** with: of two limits the one that allows less: the higher of a sell, the lower of a buy (V109). */
export function tighterLimit(side: OrderSide, limit: number, other: number | undefined): number {
  if (other === undefined) return limit;
  return side === "sell" ? Math.max(limit, other) : Math.min(limit, other);
}

/** and table 1.2: the own bankruptcy value of a part of a leg, rounded in the holder's favour. */
export function bankruptcyValueOfPart(
  kind: ContractKind,
  side: PositionSide,
  value: bigint,
  part: number,
  qty: number,
): bigint {
  const share = value * BigInt(part);
  return gainsWithValue(kind, side) ? ceilDiv(share, BigInt(qty)) : floorDiv(share, BigInt(qty));
}

/** A cross leg at its takeover: `markValue` is the trade value at mark, not the conservative one of. */
export type TakeoverLeg = {
  readonly kind: ContractKind;
  readonly side: PositionSide;
  readonly entryValue: bigint;
  readonly markValue: bigint;
};

export type Takeover = { readonly share: bigint; readonly value: bigint; readonly pnl: bigint };

/** the equity that a takeover shares out: cash and bonus with every leg at its trade value. May be negative. */
export function takeoverEquity(cashAndBonus: bigint, legs: readonly TakeoverLeg[]): bigint {
  let equity = cashAndBonus;
  for (const leg of legs) equity += realisedPnl(leg.kind, leg.side, leg.entryValue, leg.markValue);
  return equity;
}

/**
 * equity shared over the legs by value, floored for all but the last, which takes the rest; cash and bonus end at zero exactly
 * (V073, V074). A value that would fall to zero or below is set to 1 and the difference goes to the other legs.
 */
export function takeoverOf(equity: bigint, legs: readonly TakeoverLeg[]): readonly Takeover[] {
  const shares = sharesByValue(equity, legs);
  let homeless = 0n;
  legs.forEach((leg, i) => {
    const kept = shareWithin(leg, shares[i]!);
    homeless += shares[i]! - kept;
    shares[i] = kept;
  });
  for (let i = 0; homeless !== 0n && i < legs.length; i += 1) {
    const kept = shareWithin(legs[i]!, shares[i]! + homeless);
    homeless -= kept - shares[i]!;
    shares[i] = kept;
  }
  if (homeless !== 0n) throw new RangeError(`no leg can take ${homeless} of the equity ${equity}`);
  return legs.map((leg, i) => {
    const value = valueAfter(leg, shares[i]!);
    return { share: shares[i]!, value, pnl: realisedPnl(leg.kind, leg.side, leg.entryValue, value) };
  });
}

const valueAfter = (leg: TakeoverLeg, share: bigint): bigint =>
  gainsWithValue(leg.kind, leg.side) ? leg.markValue - share : leg.markValue + share;

/** The share itself, or the nearest one that leaves a takeover value of 1. */
function shareWithin(leg: TakeoverLeg, share: bigint): bigint {
  if (valueAfter(leg, share) > 0n) return share;
  return gainsWithValue(leg.kind, leg.side) ? leg.markValue - 1n : 1n - leg.markValue;
}

function sharesByValue(equity: bigint, legs: readonly TakeoverLeg[]): bigint[] {
  const total = legs.reduce((sum, leg) => sum + leg.markValue, 0n);
  let left = equity;
  return legs.map((leg, i) => {
    const share = i === legs.length - 1 ? left : floorDiv(equity * leg.markValue, total);
    left -= share;
    return share;
  });
}

/** what was left at mark of the margin of a leg that is taken over at a value. It goes to the fund with the leg. */
export function takeoverMargin({ kind, side, markValue }: Omit<TakeoverLeg, "entryValue">, value: bigint): bigint {
  const left = realisedPnl(kind, side, value, markValue);
  return left > 0n ? left : 0n;
}
