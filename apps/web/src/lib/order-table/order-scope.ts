import type { Market } from "../markets/market.ts";
import { type OrderFilter, passes } from "./order-filter.ts";

/** The orders that a terminal or a page lists: those of its product, or only those of one market. */
export type OrderScope = {
  readonly product: number;
  /** The markets of the product. */
  readonly markets: readonly Market[];
  /** Only this market's, where the trader hides the others. */
  readonly only: string | undefined;
  /** What else a page narrows its list to. */
  readonly filter?: OrderFilter;
};

export const marketIn = ({ markets }: OrderScope, symbol: string): Market | undefined =>
  markets.find((market) => market.symbol === symbol);

/** A margin pair trades on the market of its spot pair, so the product does not follow from the symbol; fills have no product. */
export const isInScope = (
  scope: OrderScope,
  row: { readonly product?: number } & Parameters<typeof passes>[1],
): boolean =>
  (row.product === undefined || row.product === scope.product) &&
  passes(scope.filter, row) &&
  (scope.only === undefined ? marketIn(scope, row.symbol) !== undefined : row.symbol === scope.only);
