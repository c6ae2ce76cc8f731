import type { OrderRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { parseUnits } from "@tidemark/money";
import { useEffect } from "react";
import type { SpotMarket } from "../../lib/directory.ts";
import type { Live } from "../../lib/live.ts";
import { shownUnits } from "../../lib/number-text.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./order-notices-messages.ts";

export type OrderNoticesProps = { orders: Live<OrderRow>; markets: readonly SpotMarket[] };

/** Says how an own order ended. An immediate order whose rest expired did what it was told: no error. It draws nothing itself. */
export function OrderNotices({ orders, markets }: OrderNoticesProps): null {
  const t = useWords();
  useEffect(() => {
    const tell = (order: OrderRow) => {
      const market = markets.find(({ symbol }) => symbol === order.symbol);
      const words = {
        side: t(order.side === "BUY" ? m.buy : m.sell),
        size: order.qty,
        filled: order.filledQty,
        asset: market?.base ?? "",
      };
      const [value, filled] = [parseUnits(order.filledValue) ?? 0n, parseUnits(order.filledQty) ?? 0n];
      const average =
        filled === 0n || value === 0n
          ? {}
          : {
              description: t(m.average, {
                price: shownUnits((value * 100_000_000n) / filled, market?.priceDecimals ?? 2),
              }),
            };
      const id = { id: `order ${order.orderId}` };
      if (order.status === "FILLED") toast.success(t(m.filled, words), { ...average, ...id });
      else if (order.status === "EXPIRED") toast.info(t(m.expired, words), { ...average, ...id });
      else if (order.status === "CANCELED") toast.info(t(m.cancelled, words), id);
    };
    return orders.subscribe(() => {
      for (const order of orders.change.gone) tell(order);
    });
  }, [orders, markets, t]);
  return null;
}
