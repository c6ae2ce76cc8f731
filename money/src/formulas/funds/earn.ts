import { rateOneBig } from "../../rate.ts";

/** Also in leap years: a rate of a year pays the same every day. */
const yearDays = 365n;

/** Interest on a subscribed amount, rounded down to its unit. A rate of a year is in 1e-8: 8.2 % is 8,200,000. */
export const earnInterest = (units: bigint, yearRate: bigint, days: number): bigint =>
  (units * yearRate * BigInt(days)) / (rateOneBig * yearDays);
