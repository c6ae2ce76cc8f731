import { ceilDiv, floorDiv } from "../../decimal.ts";
import { rateOneBig } from "../../rate.ts";

/** What a screen and the engine both need to know of a spot market to compute the same numbers. */
export type SpotMeasure = {
  /** Quote minor units of one tick times one lot. */
  readonly unit: bigint;
  /** Base minor units of one lot. */
  readonly lotUnits: bigint;
};

/** exact, because the unit is an integer. */
export const spotValue = (ticks: number, lots: number, unit: bigint): bigint => BigInt(ticks) * BigInt(lots) * unit;

/** a positive rate is paid rounded up, a rebate is paid out rounded down (V006, V087). */
export const feeOf = (value: bigint, rate: number): bigint => ceilDiv(value * BigInt(rate), rateOneBig);

/** limits of a band are rounded inward, the highest price down and the lowest up (V080). */
export const bandMax = (reference: number, rate: number): number =>
  Number(floorDiv(BigInt(reference) * (rateOneBig + BigInt(rate)), rateOneBig));
export const bandMin = (reference: number, rate: number): number =>
  Number(ceilDiv(BigInt(reference) * (rateOneBig - BigInt(rate)), rateOneBig));

/** What placing a spot order takes from `avail`: quote at the limit for a buy, base for a sell. */
export function spotReserve(side: "buy" | "sell", ticks: number, lots: number, measure: SpotMeasure): bigint {
  return side === "buy" ? spotValue(ticks, lots, measure.unit) : BigInt(lots) * measure.lotUnits;
}

/** The largest order the available money can reserve. */
export function spotMaxLots(side: "buy" | "sell", ticks: number, available: bigint, measure: SpotMeasure): number {
  if (available <= 0n || (side === "buy" && ticks <= 0)) return 0;
  const perLot = side === "buy" ? BigInt(ticks) * measure.unit : measure.lotUnits;
  return Number(available / perLot);
}
