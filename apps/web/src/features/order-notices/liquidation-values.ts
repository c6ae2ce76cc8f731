import type { LiquidationRow } from "@tidemark/contracts";
import { shown, signedText } from "../../lib/format/number-text.ts";
import type { Market } from "../../lib/markets/market.ts";

export type LiquidationValues = Readonly<
  Record<"contract" | "size" | "price" | "equity" | "maintenance" | "asset", string>
>;

/** The figures of a notice, printed as the rest of the page prints them. A market that is no longer listed leaves them as they came. */
export function liquidationValuesOf(row: LiquidationRow, market: Market | undefined): LiquidationValues {
  const { symbol, qty, bankruptcyPrice, equity, maintenanceMargin } = row;
  if (market === undefined)
    return { contract: symbol, size: qty, price: bankruptcyPrice, equity, maintenance: maintenanceMargin, asset: "" };
  const plain = (text: string, decimals: number): string => (text === "" ? "" : shown(text, decimals));
  return {
    contract: market.title,
    size: `${plain(qty, market.sizeDecimals)} ${market.sizeUnit}`,
    price: plain(bankruptcyPrice, market.priceDecimals),
    // Equity may be below zero; above it needs no sign.
    equity: equity === "" ? "" : signedText(equity, market.valueDecimals).replace("+", ""),
    maintenance: plain(maintenanceMargin, market.valueDecimals),
    asset: market.valueUnit,
  };
}
