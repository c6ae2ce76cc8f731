import { ceilDiv, floorDiv } from "../../decimal.ts";
import { rateOneBig } from "../../rate.ts";
import type { ContractMeasure } from "./contract.ts";
import { valueCeil } from "./value.ts";

/** a market that the breaker closed stays so for at least this long. */
const breakerPauseMs = 60_000;

/** open interest as its cap counts it: linear at mark in minor units, inverse in contracts. */
export const openInterestOf = (measure: ContractMeasure, longQty: number, mark: number): bigint =>
  measure.kind === "linear" ? valueCeil(measure, mark, longQty) : BigInt(longQty);

/** whether an opening order at its assumed price still fits; a close always does (V114). */
export const isWithinOpenInterestCap = (
  measure: ContractMeasure,
  openInterest: bigint,
  order: { readonly qty: number; readonly assumedTicks: number },
  cap: bigint,
): boolean => openInterest + openInterestOf(measure, order.qty, order.assumedTicks) <= cap;

/**
 * the prices that `now` is not more than `rate` (1e-8, below 1) away from, as parts of themselves; exactly so much is not more
 * (V115). The breaker trips if one of the last 60 s lies outside.
 */
export const breakerRange = (now: number, rate: number): { readonly min: number; readonly max: number } => ({
  min: Number(ceilDiv(BigInt(now) * rateOneBig, rateOneBig + BigInt(rate))),
  max: Number(floorDiv(BigInt(now) * rateOneBig, rateOneBig - BigInt(rate))),
});

/** back to trading after the pause, and only with a fresh index. */
export const breakerReturns = (closedMs: number, isIndexFresh: boolean): boolean =>
  isIndexFresh && closedMs >= breakerPauseMs;
