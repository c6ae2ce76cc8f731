import { printUnits } from "@tidemark/money";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { CalculatedPosition, LiquidationResult } from "./calculations.ts";

/** 0.5 % as the factor that stands in the formula: 0.005. */
const rateText = (mmr: number): string => printUnits(BigInt(mmr));

/**
 * with the numbers in it. Linear: (value ∓ margin ∓ cum) ÷ (size × (1 ∓ rate)); of a coin contract size and value change places,
 * and so do the signs.
 */
export function liquidationFormula(
  market: ContractMarket,
  { posSide, lots }: CalculatedPosition,
  { entryValue, margin, tier, ticks }: LiquidationResult,
): string {
  const { scale } = market.settleAsset;
  const money = (units: bigint): string => shownUnits(units, market.valueDecimals, scale);
  const size = shown(printUnits(BigInt(lots) * market.lot), market.sizeDecimals);
  const [minus, plus] = posSide === "LONG" ? ["−", "+"] : ["+", "−"];
  const price = shown(printUnits(BigInt(ticks) * market.tick), market.priceDecimals);
  const rate = rateText(tier.mmr);
  if (market.kind === "LINEAR") {
    const value = `(${money(entryValue)} ${minus} ${money(margin)} ${minus} ${money(tier.cum)})`;
    return `${value} ÷ (${size} × (1 ${minus} ${rate})) ≈ ${price}`;
  }
  const value = `(${money(entryValue)} ${plus} ${money(margin)} ${plus} ${money(tier.cum)})`;
  return `${size} × (1 ${plus} ${rate}) ÷ ${value} ≈ ${price}`;
}
