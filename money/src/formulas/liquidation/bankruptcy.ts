import { ceilDiv, floorDiv } from "../../decimal.ts";
import { ceilOf, floorOf, type Fraction } from "../../fraction.ts";
import {
  type ContractKind,
  type ContractMeasure,
  gainsWithValue,
  type OrderSide,
  type PositionSide,
} from "../prices/contract.ts";
import { realisedPnl } from "../position/position.ts";
import { priceOfValue } from "../prices/value.ts";

/**
 * the closing value at which exactly the margin is lost; no closing fee is inside, because a takeover charges none (V030, V078).
 * `margin` is the isolated margin, or for cross `cash + bonus + Σ uPnL` of the other cross positions. Exact; zero or less: never bankrupt.
 */
export const bankruptcyValue = (kind: ContractKind, side: PositionSide, entryValue: bigint, margin: bigint): bigint =>
  gainsWithValue(kind, side) ? entryValue - margin : entryValue + margin;

/** the exact bankruptcy price in ticks, or undefined where the position can never be bankrupt. */
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

/** and table 1.2: the own bankruptcy value of a part of a position, rounded in the holder's favour. */
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

/** A cross position at its takeover: `markValue` is the trade value at mark, not the conservative one of. */
export type TakeoverPosition = {
  readonly kind: ContractKind;
  readonly side: PositionSide;
  readonly entryValue: bigint;
  readonly markValue: bigint;
};

export type Takeover = { readonly share: bigint; readonly value: bigint; readonly pnl: bigint };

/** the equity that a takeover shares out: cash and bonus with every position at its trade value. May be negative. */
export function takeoverEquity(cashAndBonus: bigint, positions: readonly TakeoverPosition[]): bigint {
  let equity = cashAndBonus;
  for (const position of positions)
    equity += realisedPnl(position.kind, position.side, position.entryValue, position.markValue);
  return equity;
}

/**
 * equity shared over the positions by value, floored for all but the last, which takes the rest; cash and bonus end at zero exactly
 * (V073, V074). A value that would fall to zero or below is set to 1 and the difference goes to the other positions.
 */
export function takeoverOf(equity: bigint, positions: readonly TakeoverPosition[]): readonly Takeover[] {
  const shares = sharesByValue(equity, positions);
  let homeless = 0n;
  positions.forEach((position, i) => {
    const kept = shareWithin(position, shares[i]!);
    homeless += shares[i]! - kept;
    shares[i] = kept;
  });
  for (let i = 0; homeless !== 0n && i < positions.length; i += 1) {
    const kept = shareWithin(positions[i]!, shares[i]! + homeless);
    homeless -= kept - shares[i]!;
    shares[i] = kept;
  }
  if (homeless !== 0n) throw new RangeError(`no position can take ${homeless} of the equity ${equity}`);
  return positions.map((position, i) => {
    const value = valueAfter(position, shares[i]!);
    return { share: shares[i]!, value, pnl: realisedPnl(position.kind, position.side, position.entryValue, value) };
  });
}

const valueAfter = (position: TakeoverPosition, share: bigint): bigint =>
  gainsWithValue(position.kind, position.side) ? position.markValue - share : position.markValue + share;

/** The share itself, or the nearest one that leaves a takeover value of 1. */
function shareWithin(position: TakeoverPosition, share: bigint): bigint {
  if (valueAfter(position, share) > 0n) return share;
  return gainsWithValue(position.kind, position.side) ? position.markValue - 1n : 1n - position.markValue;
}

function sharesByValue(equity: bigint, positions: readonly TakeoverPosition[]): bigint[] {
  const total = positions.reduce((sum, position) => sum + position.markValue, 0n);
  let left = equity;
  return positions.map((position, i) => {
    const share = i === positions.length - 1 ? left : floorDiv(equity * position.markValue, total);
    left -= share;
    return share;
  });
}

/** what was left at mark of the margin of a position that is taken over at a value. It goes to the fund with the position. */
export function takeoverMargin({ kind, side, markValue }: Omit<TakeoverPosition, "entryValue">, value: bigint): bigint {
  const left = realisedPnl(kind, side, value, markValue);
  return left > 0n ? left : 0n;
}
