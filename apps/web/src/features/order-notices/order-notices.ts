import type { OrderRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { useEffect, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { averageOf } from "../../lib/markets/market-value.ts";
import type { Live } from "../../lib/client/live.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./order-notices-messages.ts";

export type OrderNoticesProps = { orders: Live<OrderRow>; markets: readonly Market[] };

/** Shows a toast when an order of the user ends. An immediate order whose rest expired is not an error. Renders nothing. */
export function OrderNotices({ orders, markets }: OrderNoticesProps): null {
  const t = useTexts();
  const [failure, setFailure] = useState<unknown>();
  if (failure !== undefined) throw failure;
  useEffect(() => {
    const notify = (order: OrderRow) => {
      const market = markets.find(({ symbol }) => symbol === order.symbol);
      const texts = {
        side: t(order.side === "BUY" ? m.buy : m.sell),
        size: order.qty,
        filled: order.filledQty,
        asset: market?.sizeUnit ?? "",
      };
      const price = market === undefined ? undefined : averageOf(market, order.filledValue, order.filledQty);
      const average =
        market === undefined || price === undefined
          ? {}
          : { description: t(m.average, { price: shownUnits(price, market.priceDecimals) }) };
      const id = { id: `order ${order.orderId}` };
      if (order.status === "FILLED") toast.success(t(m.filled, texts), { ...average, ...id });
      else if (order.status === "EXPIRED") toast.info(t(m.expired, texts), { ...average, ...id });
      else if (order.status === "CANCELED") toast.info(t(m.cancelled, texts), id);
    };
    return orders.subscribe(() => {
      try {
        for (const order of orders.change.gone) notify(order);
      } catch (error) {
        // Thrown here, the error would stop the stream's other listeners; thrown in render, the page's error boundary shows it.
        setFailure(error);
      }
    });
  }, [orders, markets, t]);
  return null;
}
