const rateOne = 100_000_000;

/**
 * in plain numbers: ceil(value · rate / 1e8), also for rebates. Exact for values below 2^51 and rates of at most 10 %, which the
 * configuration guarantees; a property test holds it against the formula in bigint.
 */
export function feeOf(value: number, rate: number): number {
  const whole = Math.floor(value / rateOne);
  let high = whole;
  let low = value - whole * rateOne;
  if (low < 0) {
    low += rateOne;
    high -= 1;
  }
  const product = low * rate;
  let quotient = Math.ceil(product / rateOne);
  // The division may have rounded to a whole number that it did not reach.
  if ((quotient - 1) * rateOne >= product) quotient -= 1;
  else if (quotient * rateOne < product) quotient += 1;
  return high * rate + quotient;
}
