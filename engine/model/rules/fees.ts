import { least, most, rateOf, whole } from "./ratio.ts";

/** table 1.2: a fee is rounded up; of a rebate the magnitude is rounded down, which is up again on the line of numbers. */
export function feeOn(value: bigint, rate: number): bigint {
  const exact = whole(value).times(rateOf(Math.abs(rate)));
  return rate >= 0 ? exact.ceil() : -exact.floor();
}

/** a fee takes at most what is there; a rebate is no fee. */
export const cappedFee = (fee: bigint, left: bigint): bigint => (fee > 0n ? least(fee, most(0n, left)) : fee);

/** table 1.2. */
export const referral = (fee: bigint, rate: number): bigint => (fee > 0n ? whole(fee).times(rateOf(rate)).floor() : 0n);
