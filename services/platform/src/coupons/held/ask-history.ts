import { type Instruments, productIds, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** Why there is no answer: nobody gave one in time, which may be for what was asked, or the history is not as far as wanted. */
export type Missing = "silent" | "behind";
/**
 * When to ask again. Under load the history is often a moment behind, and one question may be lost: a minute would keep the payments of a whole page waiting
 * for it. What nobody answered in time may be much, and others come first.
 */
export const againAfterMs: Readonly<Record<Missing, number>> = { behind: 3_000, silent: 10_000 };
export const isMissing = (answer: object | Missing): answer is Missing => typeof answer === "string";

export async function askHistory<T extends object>(
  core: CoreClient,
  call: string,
  ask: object,
  minSeq?: number,
): Promise<T | Missing> {
  const reply = await core.ask("history", { call, uid: 0, ask, ...(minSeq === undefined ? {} : { minSeq }) });
  if (reply === undefined) return "silent";
  return reply.code === success && reply.stale !== true ? (reply.data as T) : "behind";
}

export function placeOf(instruments: Instruments, id: number): { readonly product: number; readonly symbol: string } {
  const market = instruments.marketOf(id);
  if (market === undefined) return { product: 0, symbol: "" };
  return { product: market.kind === "SPOT" ? productIds.spot : market.product, symbol: market.symbol };
}
