import { calls, type InstrumentList, type Instruments, instrumentsOf, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** The assets and markets that the core lists now; undefined where it does not answer. */
export async function coreListing(core: CoreClient | undefined): Promise<InstrumentList | undefined> {
  const reply = await core?.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reply?.code === success ? (reply.data as InstrumentList) : undefined;
}

export async function coreInstruments(core: CoreClient | undefined): Promise<Instruments | undefined> {
  const listing = await coreListing(core);
  return listing === undefined ? undefined : instrumentsOf(listing);
}
