import { type Instruments, productIds, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** Undefined where the core does not answer, or its history is behind. */
export async function askHistory<T>(
  core: CoreClient,
  call: string,
  ask: object,
  minSeq?: number,
): Promise<T | undefined> {
  const reply = await core.ask("history", { call, uid: 0, ask, ...(minSeq === undefined ? {} : { minSeq }) });
  return reply?.code === success && reply.stale !== true ? (reply.data as T) : undefined;
}

export function placeOf(instruments: Instruments, id: number): { readonly product: number; readonly symbol: string } {
  const market = instruments.marketOf(id);
  if (market === undefined) return { product: 0, symbol: "" };
  return { product: market.kind === "SPOT" ? productIds.spot : market.product, symbol: market.symbol };
}
