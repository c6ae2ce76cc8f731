import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { m } from "./open-orders-messages.ts";

export type Amendment = { price?: string; qty?: string };

/** Cancel and amend. The row changes when the stream reports it: nothing is predicted here. */
export function useOrderActions() {
  const t = useTexts();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    setBusy((before) => new Set(before).add(id));
    try {
      return await work();
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
    }
  };
  return {
    isBusy: (id: string) => busy.has(id),
    cancel: (orderId: string) =>
      void during(orderId, async () => {
        const outcome = await client.call("cancelOrder", { orderId });
        if (!outcome.ok) toast.error(t(m.notCancelled), { description: outcome.message });
      }),
    cancelAll: ({ product, only }: Pick<OrderScope, "product" | "only">) =>
      void during("all", async () => {
        const outcome = await client.call("cancelAll", { product, ...(only === undefined ? {} : { symbol: only }) });
        if (!outcome.ok) toast.error(t(m.notCancelled), { description: outcome.message });
        else toast.success(t(m.allCancelled, { count: outcome.value.cancelled }));
      }),
    amend: (orderId: string, change: Amendment): Promise<boolean> =>
      during(orderId, async () => {
        const outcome = await client.call("amendOrder", { orderId, ...change });
        if (outcome.ok) toast.success(t(m.changed));
        else if (outcome.refusal !== "AMEND_NO_CHANGE") toast.error(t(m.notChanged), { description: outcome.message });
        return outcome.ok;
      }),
  };
}
