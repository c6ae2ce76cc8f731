// The per-order formulas once more, in plain numbers and without an allocation: the engine asks these first. Each is exact or NaN; NaN means
// that a figure left 2^53 and the formula of the same name in bigint must be asked (R-1.1, property-tested: equal).
import { rateOne } from "../../rate.ts";
import { type ContractMeasure, gainsWithValue, type PositionSide } from "../prices/contract.ts";
import { type OpeningOrder, remainingReserve } from "./reserve.ts";
import type { Tier } from "./tiers.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";

const safeMax = Number.MAX_SAFE_INTEGER;
/** The remainder below 1e8 times such a rate still fits into 2^53. */
const rateMax = 90_000_000;

/** A product of whole numbers that rounds to at most 2^53 − 1 was exact, because rounding keeps order. */
const exact = (product: number): number => (product <= safeMax ? product : Number.NaN);

/** The quotient may have been rounded up to a whole number that it did not reach, never down past one. */
export function floorShareInNumbers(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return quotient * b > a ? quotient - 1 : quotient;
}

function ceilShare(a: number, b: number): number {
  const quotient = Math.ceil(a / b);
  return quotient * b < a ? quotient + 1 : quotient;
}

/** `tradeValue`; linear exact, inverse floored. */
export function tradeValueInNumbers(measure: ContractMeasure, ticks: number, qty: number): number {
  if (measure.kind === "linear") return exact(exact(ticks * qty) * measure.unit);
  return floorShareInNumbers(exact(qty * measure.k), ticks);
}

/**
 * What an order or a fill is worth, as a plain number: exact, because configuration keeps every order's worth below 2^53 (maxNotional at most
 * 2^52, and a protection price less than twice the reference). Only the product on the way may be larger, then bigint takes it.
 */
export function tradeValueNumber(measure: ContractMeasure, ticks: number, qty: number): number {
  const value = tradeValueInNumbers(measure, ticks, qty);
  return Number.isNaN(value) ? Number(tradeValue(measure, ticks, qty)) : value;
}

/** The same rounded up. */
export function valueCeilNumber(measure: ContractMeasure, ticks: number, qty: number): number {
  const value = valueCeilInNumbers(measure, ticks, qty);
  return Number.isNaN(value) ? Number(valueCeil(measure, ticks, qty)) : value;
}

/** Table 1.2: `remainingReserve`, rounded up; a reserve is a safe number, its product with a size need not be. */
export function remainingReserveNumber(reserve: number, remaining: number, qty: number): number {
  if (remaining === 0) return 0;
  const product = reserve * remaining;
  return product <= safeMax ? ceilShare(product, qty) : Number(remainingReserve(BigInt(reserve), remaining, qty));
}

/** `valueCeil`; linear exact, inverse rounded up. */
export function valueCeilInNumbers(measure: ContractMeasure, ticks: number, qty: number): number {
  if (measure.kind === "linear") return exact(exact(ticks * qty) * measure.unit);
  return ceilShare(exact(qty * measure.k), ticks);
}

/** `feeOf`, rounded up, a rebate toward zero. For values from zero and rates of at most 90 % either way. */
export function feeInNumbers(value: number, rate: number): number {
  if (!(value >= 0 && value <= safeMax) || rate > rateMax || rate < -rateMax) return Number.NaN;
  const whole = floorShareInNumbers(value, rateOne);
  return whole * rate + ceilShare((value - whole * rateOne) * rate, rateOne);
}

/** `initialMargin`, rounded up. */
export const initialMarginInNumbers = (value: number, leverage: number): number =>
  value <= safeMax ? ceilShare(value, leverage) : Number.NaN;

/** the `reserve` of `orderReserve`, each part rounded up. */
export function orderReserveInNumbers(measure: ContractMeasure, order: OpeningOrder): number {
  const value = valueCeilInNumbers(measure, order.assumedTicks, order.qty);
  const reserve = initialMarginInNumbers(value, order.leverage) + feeInNumbers(value, order.takerRate);
  if (order.mode === "isolated") return exact(reserve);
  const isLimitDear = (measure.kind === "linear") === (order.side === "buy");
  const dear = isLimitDear ? order.limitTicks : order.mark;
  const cheap = isLimitDear ? order.mark : order.limitTicks;
  const loss = valueCeilInNumbers(measure, dear, order.qty) - tradeValueInNumbers(measure, cheap, order.qty);
  return exact(reserve + Math.max(0, loss));
}

/** `unrealisedPnl`, for a position whose entry value is a safe number; inverse longs are marked up and shorts down. */
export function unrealisedPnlInNumbers(
  measure: ContractMeasure,
  side: PositionSide,
  qty: number,
  entryValue: number,
  mark: number,
): number {
  const value = side === "long" ? valueCeilInNumbers(measure, mark, qty) : tradeValueInNumbers(measure, mark, qty);
  return gainsWithValue(measure.kind, side) ? value - entryValue : entryValue - value;
}

/** Tiers as plain numbers, as far as a safe notional can reach. */
export type TierNumbers = { readonly cap: number; readonly mmr: number; readonly cum: number };

/** Computed once per configuration. A cap beyond 2^53 is no border for a safe notional, and tiers above it are never asked. */
export function tierNumbersOf(tiers: readonly Tier[]): readonly TierNumbers[] {
  const reachable = tiers.filter((tier) => tier.floor < BigInt(safeMax));
  return reachable.map(({ cap, mmr, cum }) => ({
    cap: cap > BigInt(safeMax) ? safeMax : Number(cap),
    mmr,
    cum: Number(cum),
  }));
}

/** `maintenanceMargin`, rounded up before the amount is taken off. */
export function maintenanceMarginInNumbers(tiers: readonly TierNumbers[], notional: number): number {
  const last = tiers.length - 1;
  let index = 0;
  while (index < last && notional > tiers[index]!.cap) index += 1;
  const tier = tiers[index]!;
  return feeInNumbers(notional, tier.mmr) - tier.cum;
}

/**
 * `bankruptcyLimitTicks` of a linear position whose value and margin are safe numbers. 0: it can never be bankrupt; NaN: ask the formula in
 * bigint.
 */
export function bankruptcyLimitInNumbers(
  measure: ContractMeasure,
  side: PositionSide,
  entryValue: number,
  margin: number,
  qty: number,
): number {
  if (measure.kind !== "linear") return Number.NaN;
  const value = side === "long" ? entryValue - margin : entryValue + margin;
  const perTick = qty * measure.unit;
  if (!(value <= safeMax && value >= -safeMax && perTick <= safeMax)) return Number.NaN;
  if (value <= 0) return 0;
  return side === "long" ? ceilShare(value, perTick) : floorShareInNumbers(value, perTick);
}
