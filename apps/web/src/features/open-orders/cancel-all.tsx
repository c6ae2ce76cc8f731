import type { OrderRow } from "@tidemark/contracts";
import { Button } from "@tidemark/kit-ui";
import { lazy, Suspense, useState } from "react";
import type { Live } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { m } from "./open-orders-messages.ts";
import { useOpenOrders } from "./open-orders.tsx";

const CancelDialog = lazy(async () => ({ default: (await import("./cancel-dialog.tsx")).CancelDialog }));

export type CancelAllProps = {
  orders: Live<OrderRow> | undefined;
  scope: OrderScope;
  /** The market of the page. */
  market: Market;
};

/** For the header of the dock: asks, then cancels the listed orders. */
export function CancelAll({ orders, scope, market }: CancelAllProps) {
  const t = useTexts();
  const rows = useOpenOrders(orders, scope);
  const [isAsking, setIsAsking] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        // The dialog gives the focus back to this button, which a disabled one could not take: it is on until the focus moves away.
        isDisabled={rows.length === 0 && !isHeld}
        onFocusChange={(hasFocus) => {
          if (!hasFocus && !isAsking) setIsHeld(false);
        }}
        onPress={() => {
          if (rows.length === 0) return;
          setIsHeld(true);
          setIsAsking(true);
        }}
        data-testid="cancel-all"
      >
        {t(m.cancelAll)}
      </Button>
      {isAsking && (
        <Suspense>
          <CancelDialog rows={rows} scope={scope} market={market} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
