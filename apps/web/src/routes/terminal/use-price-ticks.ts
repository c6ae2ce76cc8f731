import { parseUnits } from "@tidemark/money";
import { useSyncExternalStore } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive } from "../../lib/client/live.ts";

/**
 * The price in ticks, rounded down to a power of ten: it selects the grouping steps of the book and seldom changes. Before the first trade it
 * is that of the index.
 */
export function usePriceTicks(market: Market): number {
  const ticker = marketLive("ticker", market.symbol);
  return useSyncExternalStore(ticker.subscribe, () => {
    const row = ticker.change.rows[0];
    const price = row === undefined ? undefined : parseUnits(row.last === "" ? row.index : row.last);
    return price === undefined ? 1 : 10 ** ((price / market.tick).toString().length - 1);
  });
}
