import type { CoreClient, Database } from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { payments } from "../payments.ts";

const paymentsPerRun = 500;

/** Sends what coupons owe and may pay by now. The core is asked before payments are locked. */
export async function sendOwed(
  { core, now }: { readonly core: CoreClient; readonly now: () => number },
  tx: Database,
): Promise<void | "more"> {
  const at = now();
  if (!(await payments.isWaiting(tx, at))) return;
  const instruments = await coreInstruments(core);
  if (instruments === undefined) return;
  const waiting = await payments.waiting(tx, at, paymentsPerRun);
  await payments.sendWaiting(tx, waiting, instruments, at);
  if (waiting.length === paymentsPerRun) return "more";
}
