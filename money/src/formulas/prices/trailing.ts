import type { PositionSide } from "./contract.ts";

/** how far a source may come back from its best price: a part of it, or so many ticks. */
export type CallbackUnit = "basisPoints" | "ticks";

export const callbackBpsMin = 10;
export const callbackBpsMax = 1_000;
const basisPoints = 10_000;

/**
 * the price in ticks at which a trailing stop fires, by the best price since its activation: a LONG at it or below, a SHORT at it or
 * above (V170). Prices stay below 2^31 and the factor below 2^14, so the product is exact in a number, and so is its division: a quotient
 * below 2^32 that is not whole is a ten-thousandth off at least.
 */
export function trailingTrigger(side: PositionSide, best: number, callback: number, unit: CallbackUnit): number {
  if (unit === "ticks") return side === "long" ? best - callback : best + callback;
  return side === "long"
    ? Math.floor((best * (basisPoints - callback)) / basisPoints)
    : Math.ceil((best * (basisPoints + callback)) / basisPoints);
}

/** whether a price of the source is at or beyond the one that activates the stop, or better than its best so far. */
export const isAtOrBeyond = (side: PositionSide, price: number, other: number): boolean =>
  side === "long" ? price >= other : price <= other;
