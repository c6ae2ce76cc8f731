import type { Outcome, Problem } from "@tidemark/kit-client";

/** One that fired, or was cancelled with its order, in the meantime is gone all the same. */
const gone: readonly (string | undefined)[] = ["ORDER_FINAL", "ORDER_NOT_FOUND"];

export type Cancelled = { readonly cancelled: number; readonly problem: Problem | undefined };

/**
 * Cancels orders one after the other, below the rate limit of cancels. A sweep always takes the open orders of its scope too, and
 * those are not in this list. The first problem ends it: what refuses one, such as a lost connection, would refuse the next.
 */
export async function cancelEach(
  orderIds: readonly string[],
  cancel: (orderId: string) => Promise<Outcome<unknown>>,
): Promise<Cancelled> {
  let cancelled = 0;
  for (const orderId of orderIds) {
    const outcome = await cancel(orderId);
    if (outcome.ok) cancelled += 1;
    else if (!gone.includes(outcome.refusal)) return { cancelled, problem: outcome };
  }
  return { cancelled, problem: undefined };
}
