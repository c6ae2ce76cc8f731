import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../client/client.ts";
import { useTexts } from "../i18n/texts.ts";
import { announceApart, announceTogether } from "./bulk-cancel.ts";
import { cancelEach } from "./cancel-each.ts";
import { m } from "./order-action-messages.ts";

/** `triggerPrice` is of an order that waits. */
type Amendment = { triggerPrice?: string; price?: string; qty?: string };
/** The orders of a product, or of one of its markets. */
type CancelAsk = { readonly product: number; readonly symbol?: string; readonly orderIds: readonly string[] };

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
    cancelAll: ({ orderIds, ...scope }: CancelAsk): Promise<void> =>
      during("all", async () => {
        announceTogether(orderIds);
        // Trigger orders are not in this list, so they are not counted and stay.
        const outcome = await client.call("cancelAll", { ...scope, includeTriggers: false });
        if (outcome.ok) return toast.success(t(m.allCancelled, { count: outcome.value.cancelled }));
        announceApart(orderIds);
        toast.error(t(m.notCancelled), { description: outcome.message });
      }),
    /** One by one, and only these. */
    cancelListed: (orderIds: readonly string[]): Promise<void> =>
      during("all", async () => {
        announceTogether(orderIds);
        const { cancelled, problem } = await cancelEach(orderIds, (orderId) => client.call("cancelOrder", { orderId }));
        if (problem === undefined) return toast.success(t(m.allCancelled, { count: cancelled }));
        announceApart(orderIds);
        toast.error(t(m.notCancelled), { description: problem.message });
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
