import { percentOfRate, signedText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";

/** A rate of one interval as a percentage with its sign. */
export function rateText(rate: string): string {
  const units = Number(requireUnits(rate));
  const sign = units > 0 ? "+" : units < 0 ? "−" : "";
  return `${sign}${percentOfRate(Math.abs(units))}`;
}

/** Who pays whom. At a rate of zero nobody does. */
export function payerOf(rate: string): "longsPay" | "shortsPay" | undefined {
  const units = requireUnits(rate);
  if (units === 0n) return undefined;
  return units > 0n ? "longsPay" : "shortsPay";
}

const unknownDecimals = 8;
/** Payments are small parts of a position: two digits more than other amounts of the asset have, as far as it has them. */
const moreDecimals = 2;

export function paymentText(market: Market | undefined, amount: string): string {
  if (market === undefined || !isContract(market)) return signedText(amount, unknownDecimals);
  return signedText(amount, Math.min(market.settleAsset.scale, market.valueDecimals + moreDecimals));
}
