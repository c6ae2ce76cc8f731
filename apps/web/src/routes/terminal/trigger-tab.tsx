import { lazy, Suspense } from "react";
import type { TriggerList } from "../../features/trigger-orders/listed-triggers.ts";
import { useTriggerCount } from "../../features/trigger-orders/use-trigger-count.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { DockTab } from "./dock.tsx";
import type { OwnTopics } from "./own-topics.ts";
import { m } from "./terminal-messages.ts";

const TriggerOrders = lazy(async () => ({
  default: (await import("../../features/trigger-orders/trigger-orders.tsx")).TriggerOrders,
}));
const CancelListed = lazy(async () => ({
  default: (await import("../../features/trigger-orders/cancel-listed.tsx")).CancelListed,
}));

/** The tab of orders that wait for a price, or of TP and SL, for any product that has them. */
export function useTriggerTab(list: TriggerList, scope: OrderScope, own: OwnTopics | undefined): DockTab {
  const t = useTexts();
  const props = { list, triggers: own?.triggers, scope };
  const count = useTriggerCount(list, own?.triggers, scope);
  return {
    id: list,
    label: t(m[list]),
    count,
    hasMarkets: true,
    actions: (
      <Suspense>
        <CancelListed {...props} />
      </Suspense>
    ),
    body:
      own === undefined ? null : (
        <Suspense>
          <TriggerOrders {...props} triggers={own.triggers} />
        </Suspense>
      ),
  };
}
