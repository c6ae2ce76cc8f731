import { moneyScale } from "../../decimal.ts";

export type ContractKind = "linear" | "inverse";
export type PositionSide = "long" | "short";
export type OrderSide = "buy" | "sell";

/** Settle-asset minor units of one tick times one lot. */
export type LinearMeasure = { readonly kind: "linear"; readonly unit: number };

/** Contracts times `k`, divided by the price in ticks, are settle-asset minor units. */
export type InverseMeasure = { readonly kind: "inverse"; readonly k: number };

/** What a screen and the engine both need to know of a contract to compute the same numbers. */
export type ContractMeasure = LinearMeasure | InverseMeasure;

/** linear longs and inverse shorts win when the value rises, the other two when it falls. Every sign hangs on this. */
export const gainsWithValue = (kind: ContractKind, side: PositionSide): boolean =>
  (kind === "linear") === (side === "long");

/**
 * `tickSize · lotSize · 10^scale`, sizes given in 1e-8 as `parseUnits` reads them. Undefined where it is no positive integer: such
 * a contract could not be booked exactly and is refused.
 */
export function linearMeasureOf(tickSize: bigint, lotSize: bigint, scale: number): LinearMeasure | undefined {
  const unit = wholeOf(tickSize * lotSize * 10n ** BigInt(scale), 10n ** BigInt(2 * moneyScale));
  return unit === undefined ? undefined : { kind: "linear", unit };
}

/** `contractValue · 10^scale / tickSize`, sizes given in 1e-8; undefined where it is no positive integer. */
export function inverseMeasureOf(contractValue: bigint, tickSize: bigint, scale: number): InverseMeasure | undefined {
  const k = wholeOf(contractValue * 10n ** BigInt(scale), tickSize);
  return k === undefined ? undefined : { kind: "inverse", k };
}

function wholeOf(numerator: bigint, denominator: bigint): number | undefined {
  if (denominator <= 0n || numerator <= 0n || numerator % denominator !== 0n) return undefined;
  const whole = Number(numerator / denominator);
  return Number.isSafeInteger(whole) ? whole : undefined;
}
