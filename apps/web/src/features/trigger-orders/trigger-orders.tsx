import type { TriggerRow } from "@tidemark/contracts";
import { EmptyState } from "@tidemark/kit-ui";
import { AlarmClock, ShieldCheck } from "lucide-react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listedIn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { type TriggerList, triggersIn } from "./listed-triggers.ts";
import { useEditedColumns, useTriggerColumns } from "./trigger-columns.tsx";
import { m } from "./trigger-orders-messages.ts";
import { useAnsweredTriggers } from "./use-answered-triggers.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";

export type TriggerOrdersProps = { list: TriggerList; triggers: Live<TriggerRow>; scope: OrderScope };

/** Orders that wait for a price, or the TP and SL of positions, of any product. */
export function TriggerOrders({ list, triggers, scope }: TriggerOrdersProps) {
  const t = useTexts();
  const { state, rows: all } = useLive(triggers);
  const rows = useAnsweredTriggers(triggersIn(list, scope, all));
  const shared = useOrderColumns();
  const actions = useOrderActions();
  const edited = useEditedColumns(actions);
  const own = useTriggerColumns(actions, all);
  const isExits = list === "exits";
  if (state !== "loading" && rows.length === 0) {
    const Icon = isExits ? ShieldCheck : AlarmClock;
    return (
      <EmptyState
        icon={<Icon size={24} strokeWidth={1.5} />}
        title={t(isExits ? m.noExitsTitle : m.noTriggersTitle)}
        hint={t(isExits ? m.noExitsHint : m.noTriggersHint)}
      />
    );
  }
  return (
    <OrderTable<TriggerRow>
      label={t(isExits ? m.exits : m.triggers)}
      columns={[
        shared.market(),
        shared.side(),
        own.type,
        ...(isExits ? [own.covers] : []),
        edited.when,
        edited.price,
        edited.size,
        own.tif,
        ...(isExits ? [own.ifFired] : []),
        own.actions,
      ]}
      rows={state === "loading" ? undefined : listedIn(scope, rows)}
      keyOf={({ orderId }) => orderId}
      orderIdOf={({ orderId }) => orderId}
      testId={isExits ? "exit-order-row" : "trigger-order-row"}
    />
  );
}
