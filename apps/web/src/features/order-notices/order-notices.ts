import type { OrderRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { useEffect, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { averageText } from "../../lib/order-table/order-texts.ts";
import { useOrderName } from "../../lib/order-table/use-order-name.ts";
import type { Live } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { playTone } from "../../lib/device/tones.ts";
import { tradingSettingsNow } from "../../session/trading-settings.ts";
import { noticesOf } from "./ended-orders.ts";
import { m as actions } from "../../lib/order-table/order-action-messages.ts";
import { m } from "./order-notices-messages.ts";

export type OrderNoticesProps = { orders: Live<OrderRow>; markets: readonly Market[] };

/** Shows a toast when an order of the user ends. An immediate order whose rest expired is not an error. */
function useNotify(markets: readonly Market[]): (order: OrderRow) => void {
  const t = useTexts();
  const nameOf = useOrderName();
  return (order) => {
    const market = markets.find(({ symbol }) => symbol === order.symbol);
    const name = { order: nameOf(market, order) };
    const price = averageText(market, order);
    const average = price === undefined ? {} : { description: t(m.average, { price }) };
    const id = { id: `order ${order.orderId}` };
    if (order.status === "FILLED" && tradingSettingsNow().hasSounds) playTone("fill");
    if (order.status === "FILLED") toast.success(t(m.filled, name), { ...average, ...id });
    else if (order.status === "CANCELED") toast.info(t(m.cancelled, name), id);
    else if (order.status === "EXPIRED") {
      const texts = { size: order.qty, filled: order.filledQty, asset: market?.sizeUnit ?? "" };
      toast.info(t(m.expired, texts), { ...average, ...id });
    }
  };
}

/** Renders nothing. */
export function OrderNotices({ orders, markets }: OrderNoticesProps): null {
  const t = useTexts();
  const notify = useNotify(markets);
  const latest = useRef(notify);
  const [failure, setFailure] = useState<unknown>();
  if (failure !== undefined) throw failure;
  useEffect(() => {
    latest.current = notify;
  });
  useEffect(
    () =>
      orders.subscribe(() => {
        try {
          const { apart, together } = noticesOf(orders.change.gone);
          for (const order of apart) latest.current(order);
          if (together > 0) toast.info(t(actions.allCancelled, { count: together }));
        } catch (error) {
          // Thrown here, the error would stop the stream's other listeners; thrown in render, the page's error boundary shows it.
          setFailure(error);
        }
      }),
    [orders, t],
  );
  return null;
}
