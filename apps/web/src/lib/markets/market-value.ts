import { spotValue, tradeValue } from "@tidemark/money";
import { requireUnits } from "../format/require-units.ts";
import type { Side } from "@tidemark/contracts";
import type { Market } from "./market.ts";

/** Whole steps in a decimal text of the exchange. */
export const ticksOf = (market: Market, price: string): number => Number(requireUnits(price) / market.tick);
export const lotsOf = (market: Market, qty: string): number => Number(requireUnits(qty) / market.lot);

/** The scale of amounts in the market's value asset. */
export const valueScaleOf = (market: Market): number =>
  market.kind === "SPOT" ? market.quoteAsset.scale : market.settleAsset.scale;

/** What so much is worth at a price, in minor units of the market's value asset. Undefined without a price. */
export function valueOf(market: Market, ticks: number, lots: number): bigint | undefined {
  if (ticks <= 0) return undefined;
  return market.kind === "SPOT" ? spotValue(ticks, lots, market.measure.unit) : tradeValue(market.measure, ticks, lots);
}

/** The same of two texts. A market order has no price, so it has no value yet. */
export const valueOfTexts = (market: Market, price: string, qty: string): bigint | undefined =>
  price === "" ? undefined : valueOf(market, ticksOf(market, price), lotsOf(market, qty));

/** The average price, in units of 10^-8, at which `qty` has this value: size weighted, of a coin contract harmonic. */
export function averageOf(market: Market, value: string, qty: string): bigint | undefined {
  const [worth, size] = [requireUnits(value, valueScaleOf(market)), requireUnits(qty)];
  if (worth === 0n || size === 0n) return undefined;
  const one = 10n ** BigInt(valueScaleOf(market));
  if (market.kind === "INVERSE") return (size * one) / worth;
  return (worth * 10n ** 16n) / (size * one);
}

/** A spot trade pays its fee in what it receives, a contract in its settle asset. */
export function feeAssetOf(market: Market | undefined, side: Side): string {
  if (market === undefined) return "";
  if (market.kind !== "SPOT") return market.valueUnit;
  return side === "BUY" ? market.base : market.quote;
}
