import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./trigger-orders-messages.ts";

export type TriggerAmendment = { triggerPrice?: string; price?: string; qty?: string };

/** Cancel and amend. The row changes when the stream reports it: nothing is predicted here. */
export function useTriggerActions() {
  const t = useTexts();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = async (id: string, work: () => Promise<void>): Promise<void> => {
    setBusy((before) => new Set(before).add(id));
    await work().finally(() => setBusy((before) => new Set([...before].filter((other) => other !== id))));
  };
  return {
    isBusy: (orderId: string) => busy.has(orderId),
    cancel: (orderId: string) =>
      during(orderId, async () => {
        const outcome = await client.call("cancelOrder", { orderId });
        if (!outcome.ok) toast.error(t(m.notCancelled), { description: outcome.message });
      }),
    amend: (orderId: string, change: TriggerAmendment) =>
      during(orderId, async () => {
        const outcome = await client.call("amendOrder", { orderId, ...change });
        if (outcome.ok) toast.success(t(m.changed));
        else if (outcome.refusal !== "AMEND_NO_CHANGE") toast.error(t(m.notChanged), { description: outcome.message });
      }),
  };
}
