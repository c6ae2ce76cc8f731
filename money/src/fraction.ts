import { ceilDiv, floorDiv } from "./decimal.ts";

/** An exact price or ratio that is not a whole number: for display and for the one rounding at the end. The denominator is positive. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n) throw new RangeError(`${numerator} / 0 is no number`);
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export const floorOf = (value: Fraction): bigint => floorDiv(value.numerator, value.denominator);

export const ceilOf = (value: Fraction): bigint => ceilDiv(value.numerator, value.denominator);

export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator);

/** Below zero where `a` is the smaller, zero where both are equal: cross-multiplied, so nothing is rounded. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Decimal text cut (not rounded) after so many decimals: a shown price must not look better than it is known. */
export function printFractionCut(value: Fraction, decimals: number): string {
  const negative = value.numerator < 0n;
  const size = negative ? -value.numerator : value.numerator;
  const digits = ((size * 10n ** BigInt(decimals)) / value.denominator).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const sign = negative && /[1-9]/.test(digits) ? "-" : "";
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(digits.length - decimals)}`;
}
