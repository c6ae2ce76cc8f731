import { ceilDiv } from "../../decimal.ts";
import { type Fraction, fraction } from "../../fraction.ts";
import type { ContractMeasure } from "./contract.ts";

/** Both factors are whole numbers: where the product is safe it is exact, and one conversion is enough. */
function product(a: number, b: number): bigint {
  const small = a * b;
  return small <= Number.MAX_SAFE_INTEGER ? BigInt(small) : BigInt(a) * BigInt(b);
}

/**
 * the value of a fill, in settle-asset minor units. Linear is exact, inverse is floored once; both sides, the fee and the position
 * use this same number, so the floor cannot create money.
 */
export function tradeValue(measure: ContractMeasure, ticks: number, qty: number): bigint {
  return measure.kind === "linear"
    ? product(ticks, qty) * BigInt(measure.unit)
    : product(qty, measure.k) / BigInt(ticks);
}

/** the value a margin is asked for. Linear is exact, inverse is rounded up. */
export function valueCeil(measure: ContractMeasure, ticks: number, qty: number): bigint {
  return measure.kind === "linear"
    ? product(ticks, qty) * BigInt(measure.unit)
    : ceilDiv(product(qty, measure.k), BigInt(ticks));
}

/** the exact price in ticks at which `qty` has this value: entry and bankruptcy prices, for display. */
export function priceOfValue(measure: ContractMeasure, value: bigint, qty: number): Fraction {
  return measure.kind === "linear"
    ? fraction(value, product(qty, measure.unit))
    : fraction(product(qty, measure.k), value);
}
