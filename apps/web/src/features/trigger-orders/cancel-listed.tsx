import type { TriggerRow } from "@tidemark/contracts";
import { Button, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { cancelEach } from "../../lib/order-table/cancel-each.ts";
import { m as actions } from "../../lib/order-table/order-action-messages.ts";
import { marketIn, type OrderScope } from "../../lib/order-table/order-scope.ts";
import { type TriggerList, triggersIn } from "./listed-triggers.ts";
import { m } from "./trigger-orders-messages.ts";

export type CancelListedProps = { list: TriggerList; triggers: Live<TriggerRow> | undefined; scope: OrderScope };

/** For the header of the dock: cancels the listed orders after it has asked. */
export function CancelListed({ list, triggers, scope }: CancelListedProps) {
  const t = useTexts();
  const rows = triggersIn(list, scope, useLive(triggers).rows);
  // What was asked about is cancelled, not what has come since.
  const [asked, setAsked] = useState<readonly string[]>();
  const [isPending, setIsPending] = useState(false);
  const send = async (ids: readonly string[]) => {
    setIsPending(true);
    const { cancelled, problem } = await cancelEach(ids, (orderId) => client.call("cancelOrder", { orderId }));
    setIsPending(false);
    setAsked(undefined);
    if (problem !== undefined) toast.error(t(actions.notCancelled), { description: problem.message });
    else toast.success(t(actions.allCancelled, { count: cancelled }));
  };
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        isDisabled={rows.length === 0}
        onPress={() => setAsked(rows.map(({ orderId }) => orderId))}
        data-testid={`cancel-all-${list}`}
      >
        {t(m.cancelAll)}
      </Button>
      {asked !== undefined && (
        <AskDialog
          title={t(list === "exits" ? m.cancelExitsTitle : m.cancelTriggersTitle, { count: asked.length })}
          submitLabel={t(m.cancelAll)}
          isPending={isPending}
          onSubmit={() => void send(asked)}
          onClose={() => setAsked(undefined)}
          testId="cancel-listed"
        >
          <p>{t(list === "exits" ? m.cancelExitsHint : m.cancelTriggersHint)}</p>
          {scope.only !== undefined && (
            <p>{t(m.onlyMarket, { market: marketIn(scope, scope.only)?.title ?? scope.only })}</p>
          )}
        </AskDialog>
      )}
    </>
  );
}
