import type { OrderRow } from "@tidemark/contracts";
import { RadioCards } from "@tidemark/kit-ui";
import { useState } from "react";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { marketIn, type OrderScope } from "../../lib/order-table/order-scope.ts";
import { cancelReach, type CancelReach, cancelReachOf } from "./cancel-reach.ts";
import { m } from "./open-orders-messages.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";

export type CancelDialogProps = {
  rows: readonly OrderRow[];
  scope: OrderScope;
  market: Market | undefined;
  onClose: () => void;
};

/** Which orders are meant, and how many they are, before any of them is cancelled. */
export function CancelDialog({ rows, scope, market, onClose }: CancelDialogProps) {
  const t = useTexts();
  const actions = useOrderActions();
  // The number in the question must not change while it is read; the orders that are left are cancelled in any case.
  const [reach] = useState(() => cancelReachOf(rows, market?.symbol));
  const [choice, setChoice] = useState<CancelReach["first"]>(reach.first);
  const { symbol, orderIds } = reach[choice];
  const count = orderIds.length;
  const pair = symbol === undefined ? "" : (marketIn(scope, symbol)?.title ?? symbol);
  const detail = (of: readonly string[]) => t(m.orderCount, { count: of.length });
  return (
    <AskDialog
      title={symbol === undefined ? t(m.askAll, { count }) : t(m.askPair, { count, pair })}
      submitLabel={t(m.cancelCount, { count })}
      closeLabel={t(m.keep)}
      isPending={actions.isBusy("all")}
      onSubmit={() => void cancelReach(actions, scope, reach[choice]).then(onClose)}
      onClose={onClose}
      testId="cancel-all-dialog"
    >
      {reach.hasChoice && (
        <div className="text-ink">
          <RadioCards
            label={t(m.which)}
            isLabelHidden
            columns={2}
            items={[
              { id: "here", label: t(m.onlyPair, { pair: market?.title ?? "" }), detail: detail(reach.here.orderIds) },
              { id: "all", label: t(m.allMarkets), detail: detail(reach.all.orderIds) },
            ]}
            selected={choice}
            onSelect={setChoice}
          />
        </div>
      )}
      <p>{t(m.askHint)}</p>
    </AskDialog>
  );
}
