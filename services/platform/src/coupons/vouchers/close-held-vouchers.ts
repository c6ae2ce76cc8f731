import type { CoreClient, Database } from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { voucherOpens } from "./voucher-store.ts";

const positionsPerRun = 500;

/** Sends the closing of voucher positions that were held for as long as their campaign lets them. */
export async function closeHeldVouchers(
  { core, now }: { readonly core: CoreClient; readonly now: () => number },
  tx: Database,
): Promise<void> {
  const at = now();
  const held = await voucherOpens.heldTooLong(tx, at, positionsPerRun);
  if (held.length === 0) return;
  const instruments = await coreInstruments(core);
  for (const one of held) {
    const market = instruments?.market(one.symbol)?.id;
    if (market !== undefined) await voucherOpens.sendClose(tx, one, market, at);
  }
}
