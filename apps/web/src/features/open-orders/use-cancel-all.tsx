import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Live } from "../../lib/client/live.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";
import type { OrderRow } from "@tidemark/contracts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import { cancelReach, cancelReachOf } from "./cancel-reach.ts";
import { useOpenOrders } from "./open-orders.tsx";

const CancelDialog = lazy(async () => ({ default: (await import("./cancel-dialog.tsx")).CancelDialog }));

export type CancelAllProps = {
  orders: Live<OrderRow> | undefined;
  scope: OrderScope;
  /** The market of the page; a page of all markets has none. */
  market: Market | undefined;
};

type CancelAllBinding = {
  readonly count: number;
  readonly isAsking: boolean;
  /** Asks, or cancels at once where the trader does not want to be asked. Does nothing without orders. */
  readonly cancel: () => void;
  readonly dialog: ReactNode;
};

/** Cancels the listed orders: by the button of the dock and by its hotkey. */
export function useCancelAll({ orders, scope, market }: CancelAllProps): CancelAllBinding {
  const rows = useOpenOrders(orders, scope);
  const { asks } = useTradingSettings();
  const actions = useOrderActions();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = () => {
    if (rows.length === 0) return;
    if (asks.cancelAll) return setIsAsking(true);
    // What the dialog would have chosen first.
    const reach = cancelReachOf(rows, market?.symbol);
    void cancelReach(actions, scope, reach[reach.first]);
  };
  return {
    count: rows.length,
    isAsking,
    cancel,
    dialog: isAsking && (
      <Suspense>
        <CancelDialog rows={rows} scope={scope} market={market} onClose={() => setIsAsking(false)} />
      </Suspense>
    ),
  };
}
