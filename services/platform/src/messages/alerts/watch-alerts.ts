import { calls, type ContractNowRow, type MarginAccountNowRow, success } from "@tidemark/contracts";
import type { Clock, CoreClient, Database } from "@tidemark/kit-node";
import type { Messages } from "../../module/messages.ts";
import { alertMessage, isReached, percentOf } from "./alert-rules.ts";
import { type Alert, alerts } from "./alert-store.ts";

const watchedPerRunMax = 2_000;

type WatchDeps = { readonly core: CoreClient; readonly messages: Messages; readonly clock: Pick<Clock, "now"> };

async function rowsOf<T>(core: CoreClient, call: { readonly name: string }, uid: number): Promise<readonly T[]> {
  const reply = await core.ask("now", { call: call.name, uid, ask: {} });
  return reply?.code === success ? (reply.data as { rows: readonly T[] }).rows : [];
}

/** What alerts are compared with now; empty where the core does not say it. */
function valuesOf(core: CoreClient): (alert: Alert) => Promise<string> {
  let contracts: Promise<readonly ContractNowRow[]> | undefined;
  const accounts = new Map<number, Promise<readonly MarginAccountNowRow[]>>();
  return async ({ measure, symbol, uid }) => {
    if (measure === "FUNDING") {
      contracts ??= rowsOf<ContractNowRow>(core, calls.contracts, 0);
      return percentOf((await contracts).find((row) => row.symbol === symbol)?.figures.fundingRate ?? "");
    }
    const own = accounts.get(uid) ?? rowsOf<MarginAccountNowRow>(core, calls.marginAccounts, uid);
    accounts.set(uid, own);
    return (await own).find((row) => row.asset === symbol)?.figures.marginRatio ?? "";
  };
}

/** Lets the alerts on funding rates and margin ratios go off, by what the core says now. */
export async function watchAlerts({ core, messages, clock }: WatchDeps, tx: Database): Promise<void> {
  const valueOf = valuesOf(core);
  for (const alert of await alerts.watched(tx, watchedPerRunMax)) {
    const value = await valueOf(alert);
    if (!isReached(alert, value) || !(await alerts.fire(tx, alert, clock.now()))) continue;
    await messages.add(tx, alertMessage(alert, value, clock.now()));
  }
}
