import type { OrderKind, PosSide, Side } from "@tidemark/contracts";
import { dateText, shown, shownUnits } from "../format/number-text.ts";
import type { Market } from "../markets/market.ts";
import { averageOf, valueOfTexts, valueScaleOf } from "../markets/market-value.ts";

/** What an order does. Long and short positions are separate, so side and position side decide whether it opens or closes. */
export type Intent = "buy" | "sell" | "openLong" | "closeLong" | "openShort" | "closeShort";

export function intentOf(side: Side, posSide: PosSide): Intent {
  if (posSide === "NONE") return side === "BUY" ? "buy" : "sell";
  if (posSide === "LONG") return side === "BUY" ? "openLong" : "closeLong";
  return side === "BUY" ? "closeShort" : "openShort";
}

export const toneOf = (side: Side): "rise" | "fall" => (side === "BUY" ? "rise" : "fall");

export type SidedRow = { readonly symbol: string; readonly side: Side };
/** A row of an order or of a fill; each has some of these. */
export type TradedRow = SidedRow & {
  readonly posSide: PosSide;
  readonly price: string;
  readonly qty: string;
};
export type FilledRow = { readonly filledQty: string; readonly filledValue: string };
export type TypedRow = { readonly type: OrderKind };

const unknownDecimals = 8;

export const priceText = (market: Market | undefined, price: string): string =>
  price === "" ? "" : shown(price, market?.priceDecimals ?? unknownDecimals);

export const sizeText = (market: Market | undefined, qty: string): string =>
  shown(qty, market?.sizeDecimals ?? unknownDecimals);

/** In the market's value asset; undefined for an order without a price and for a market that is not listed any more. */
export function valueText(market: Market | undefined, { price, qty }: TradedRow): string | undefined {
  const value = market === undefined ? undefined : valueOfTexts(market, price, qty);
  return market === undefined || value === undefined
    ? undefined
    : shownUnits(value, market.valueDecimals, valueScaleOf(market));
}

export function averageText(market: Market | undefined, { filledQty, filledValue }: FilledRow): string | undefined {
  const price = market === undefined ? undefined : averageOf(market, filledValue, filledQty);
  return market === undefined || price === undefined ? undefined : shownUnits(price, market.priceDecimals);
}

/** An order that has just been placed may not have its time yet. */
export const timeText = (at: number, print: (at: number) => string = dateText): string => (at > 0 ? print(at) : "—");
