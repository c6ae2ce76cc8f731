import type { MarginSettingsRow, OrderRow } from "@tidemark/contracts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { lotsOf } from "../../../lib/markets/market-value.ts";
import type { ContractFacts, PositionSide } from "./contract-form.ts";

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

/** who has never changed them trades cross at 20. */
export function settingsOf(
  symbol: string,
  rows: readonly MarginSettingsRow[],
): Pick<ContractFacts, "mode" | "leverage"> {
  const row = rows.find((one) => one.symbol === symbol);
  if (row === undefined) return { mode: "CROSS", leverage: { LONG: 20, SHORT: 20 } };
  return { mode: row.mode, leverage: { LONG: row.longLeverage, SHORT: row.shortLeverage } };
}
