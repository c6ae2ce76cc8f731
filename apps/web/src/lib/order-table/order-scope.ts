import type { Market } from "../markets/market.ts";

/** The orders that a terminal lists: those of its product, or only those of one market. */
export type OrderScope = {
  readonly product: number;
  /** The markets of the product. */
  readonly markets: readonly Market[];
  /** Only this market's, where the trader hides the others. */
  readonly only: string | undefined;
};

export const marketIn = ({ markets }: OrderScope, symbol: string): Market | undefined =>
  markets.find((market) => market.symbol === symbol);

/** A margin pair trades on the market of its spot pair, so the product does not follow from the symbol; fills have no product. */
export const isInScope = (scope: OrderScope, row: { readonly symbol: string; readonly product?: number }): boolean =>
  (row.product === undefined || row.product === scope.product) &&
  (scope.only === undefined ? marketIn(scope, row.symbol) !== undefined : row.symbol === scope.only);
