import { parseUnits } from "@tidemark/money";
import { useSyncExternalStore } from "react";
import type { SpotMarket } from "../../lib/directory.ts";
import { marketLive } from "../../lib/live.ts";

/** The size of the price, in ticks and only as a power of ten: it says which grouping steps make sense, and seldom changes. */
export function usePriceTicks(market: SpotMarket): number {
  const ticker = marketLive("ticker", market.symbol);
  return useSyncExternalStore(ticker.subscribe, () => {
    const last = parseUnits(ticker.change.rows[0]?.last ?? "");
    return last === undefined ? 1 : 10 ** ((last / market.tick).toString().length - 1);
  });
}
