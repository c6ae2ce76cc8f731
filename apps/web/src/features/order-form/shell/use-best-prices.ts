import { useEffect, useState } from "react";
import { marketLive } from "../../../lib/client/live.ts";
import { type BestPrices, bestPricesOf } from "./best-prices.ts";

const bestEveryMs = 250;

/** The best prices for estimates, updated a few times a second. */
export function useBestPrices(symbol: string): BestPrices {
  const depth = marketLive("depth", symbol);
  const [best, setBest] = useState<BestPrices>({ bestBid: undefined, bestAsk: undefined });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      const next = bestPricesOf(depth.change.rows);
      setBest((before) => (before.bestBid === next.bestBid && before.bestAsk === next.bestAsk ? before : next));
    };
    const end = depth.subscribe(() => (timer ??= setTimeout(take, bestEveryMs)));
    take();
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [depth]);
  return best;
}
