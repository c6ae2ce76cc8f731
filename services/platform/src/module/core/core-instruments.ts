import { calls, type InstrumentList, type Instruments, instrumentsOf, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** What the core lists, and the batch at which it does; undefined where it does not answer. */
async function askListing(core: CoreClient | undefined) {
  const reply = await core?.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reply?.code === success ? { seq: reply.seq, listing: reply.data as InstrumentList } : undefined;
}

/** The assets and markets that the core lists now; undefined where it does not answer. */
export const coreListing = async (core: CoreClient | undefined): Promise<InstrumentList | undefined> =>
  (await askListing(core))?.listing;

/** The core's newest batch, and what it lists then; undefined where it does not answer. */
export async function coreNow(
  core: CoreClient | undefined,
): Promise<{ readonly seq: number; readonly instruments: Instruments } | undefined> {
  const now = await askListing(core);
  return now === undefined ? undefined : { seq: now.seq, instruments: instrumentsOf(now.listing) };
}

export const coreInstruments = async (core: CoreClient | undefined): Promise<Instruments | undefined> =>
  (await coreNow(core))?.instruments;
