import type { OrderRow } from "@tidemark/contracts";
import { isAnnouncedTogether } from "../../lib/order-table/bulk-cancel.ts";

export type Notices<R> = {
  /** Each has its own notice. */
  readonly apart: readonly R[];
  /** How many cancelled orders share one notice. */
  readonly together: number;
};

/** Orders that another tab or an API key cancels at once share a notice; those of this page's "cancel all" have theirs already. */
export function noticesOf<R extends Pick<OrderRow, "orderId" | "status">>(gone: readonly R[]): Notices<R> {
  const rest = gone.filter(({ orderId }) => !isAnnouncedTogether(orderId));
  const cancelled = rest.filter(({ status }) => status === "CANCELED").length;
  if (cancelled < 2) return { apart: rest, together: 0 };
  return { apart: rest.filter(({ status }) => status !== "CANCELED"), together: cancelled };
}
