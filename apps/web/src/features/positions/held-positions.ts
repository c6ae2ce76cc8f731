import { type Live, useLive, type WholeRow } from "../../lib/client/live.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import { type ContractMarket, isContract } from "../../lib/markets/market.ts";
import { isInScope, marketIn, type OrderScope } from "../../lib/order-table/order-scope.ts";

export type Position = WholeRow<"positions">;
export type Held = { readonly position: Position; readonly posSide: PositionSide; readonly market: ContractMarket };

/** Positions whose market is listed; the engine closes those of a market before it leaves the list. */
export function heldIn(scope: OrderScope, rows: readonly Position[]): readonly Held[] {
  return rows.flatMap((position) => {
    const market = isInScope(scope, position) ? marketIn(scope, position.symbol) : undefined;
    const posSide = position.posSide === "LONG" ? "LONG" : "SHORT";
    return market !== undefined && isContract(market) ? [{ position, posSide, market }] : [];
  });
}

/** For the tab: the table itself is loaded later. */
export const usePositionCount = (positions: Live<Position> | undefined, scope: OrderScope): number =>
  heldIn(scope, useLive(positions).rows).length;
