import type { OrderRow } from "@tidemark/contracts";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { lotsOf } from "../../../lib/markets/market-value.ts";

type HeldPosition = { readonly symbol: string; readonly posSide: string; readonly qty: string };
type RestingOrder = Pick<OrderRow, "symbol" | "side" | "posSide" | "qty" | "filledQty">;

/** a limit order closes what resting closes leave, a market order up to the whole position. */
export function closableOf(
  market: ContractMarket,
  posSide: PositionSide,
  positions: readonly HeldPosition[],
  orders: readonly RestingOrder[],
): { readonly LIMIT: number; readonly MARKET: number } {
  const held = positions.find((position) => position.symbol === market.symbol && position.posSide === posSide);
  const lots = held === undefined ? 0 : lotsOf(market, held.qty);
  const closing = posSide === "LONG" ? "SELL" : "BUY";
  let resting = 0;
  for (const order of orders)
    if (order.symbol === market.symbol && order.posSide === posSide && order.side === closing)
      resting += lotsOf(market, order.qty) - lotsOf(market, order.filledQty);
  return { LIMIT: Math.max(0, lots - resting), MARKET: lots };
}
