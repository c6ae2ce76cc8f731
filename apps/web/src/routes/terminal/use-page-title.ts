import { useEffect } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive } from "../../lib/client/live.ts";
import { titleInExchange } from "../tab-titles.ts";
import { shown } from "../../lib/format/number-text.ts";

const titleEveryMs = 500;

/** The tab carries the price, also in the background, where no frame is ever drawn. */
export function usePageTitle(market: Market): void {
  useEffect(() => {
    const ticker = marketLive("ticker", market.symbol);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      const last = ticker.change.rows[0]?.last ?? "";
      const price = last === "" ? "" : `${shown(last, market.priceDecimals)} `;
      document.title = titleInExchange(`${price}${market.title} | ${appConfig().project.name}`);
    };
    const end = ticker.subscribe(() => (timer ??= setTimeout(write, titleEveryMs)));
    write();
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [market]);
}
