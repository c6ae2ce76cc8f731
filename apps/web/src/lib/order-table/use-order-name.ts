import { useTexts } from "../i18n/texts.ts";
import type { Market } from "../markets/market.ts";
import { m } from "./order-table-messages.ts";
import { intentOf, priceText, type TradedRow } from "./order-texts.ts";

/** One order in words, so that notices and buttons of several orders differ: "Buy 0.001 BTC at 103,380.00". */
export function useOrderName(): (market: Market | undefined, order: TradedRow) => string {
  const t = useTexts();
  return (market, order) => {
    const texts = { side: t(m[intentOf(order.side, order.posSide)]), size: order.qty, asset: market?.sizeUnit ?? "" };
    return order.price === ""
      ? t(m.orderAtMarket, texts)
      : t(m.orderAtPrice, { ...texts, price: priceText(market, order.price) });
  };
}
