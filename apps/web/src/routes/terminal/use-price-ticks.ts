import { parseUnits } from "@tidemark/money";
import { useSyncExternalStore } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive } from "../../lib/client/live.ts";

/** The price in ticks, rounded down to a power of ten: it selects the grouping steps of the book and seldom changes. */
export function usePriceTicks(market: Market): number {
  const ticker = marketLive("ticker", market.symbol);
  return useSyncExternalStore(ticker.subscribe, () => {
    const last = parseUnits(ticker.change.rows[0]?.last ?? "");
    return last === undefined ? 1 : 10 ** ((last / market.tick).toString().length - 1);
  });
}
