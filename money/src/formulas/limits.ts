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

/** more than 10 % away from one sample of the last 60 s; exactly 10 % is not (V115). */
export const breakerTrips = (now: number, then: number): boolean => Math.abs(now - then) * 10 > then;

/** back to trading after the pause, and only with a fresh index. */
export const breakerReturns = (closedMs: number, isIndexFresh: boolean): boolean =>
  isIndexFresh && closedMs >= breakerPauseMs;
