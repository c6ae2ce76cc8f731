import { calls, type ContractNowRow, type MarginAccountNowRow, success } from "@tidemark/contracts";
import type { Clock, CoreClient, Database } from "@tidemark/kit-node";
import type { Messages } from "../../module/messages.ts";
import { alertMessage, isReached, marginPercentOf, percentOf } from "./alert-rules.ts";
import { type Alert, type AlertPlace, alerts } from "./alert-store.ts";

/** A run asks the core once for each user of these; further users come with the next runs. */
const marginAlertsPerRunMax = 500;
const firedPerRunMax = 1_000;
const beforeAll: AlertPlace = { uid: 0, id: "00000000-0000-0000-0000-000000000000" };

type WatchDeps = { readonly core: CoreClient; readonly messages: Messages; readonly clock: Pick<Clock, "now"> };
type Reached = { readonly alert: Alert; readonly value: string };

async function rowsOf<T>(core: CoreClient, call: { readonly name: string }, uid: number): Promise<readonly T[]> {
  const reply = await core.ask("now", { call: call.name, uid, ask: {} });
  return reply?.code === success ? (reply.data as { rows: readonly T[] }).rows : [];
}

async function fundingReached(core: CoreClient, db: Database): Promise<readonly Reached[]> {
  const contracts = await rowsOf<ContractNowRow>(core, calls.contracts, 0);
  const rates = contracts
    .map(({ symbol, figures }) => ({ symbol, percent: percentOf(figures.fundingRate) }))
    .filter(({ percent }) => percent !== "");
  const percents = new Map(rates.map(({ symbol, percent }) => [symbol, percent]));
  const reached = await alerts.reachedByFunding(db, rates, firedPerRunMax);
  return reached.map((alert) => ({ alert, value: percents.get(alert.symbol)! }));
}

async function marginReached(core: CoreClient, waiting: readonly Alert[]): Promise<readonly Reached[]> {
  const reached: Reached[] = [];
  let own: { uid: number; rows: readonly MarginAccountNowRow[] } | undefined;
  for (const alert of waiting) {
    const { uid, symbol } = alert;
    if (own?.uid !== uid) own = { uid, rows: await rowsOf<MarginAccountNowRow>(core, calls.marginAccounts, uid) };
    const account = own.rows.find(({ asset }) => asset === symbol);
    const value = account === undefined ? "" : marginPercentOf(account.figures);
    if (isReached(alert, value)) reached.push({ alert, value });
  }
  return reached;
}

/**
 * Fires the alerts on funding rates and margin ratios, by what the core says now. Everything is asked before the first alert fires: no row
 * stays locked while the core is waited for. Margin ratios take their turn by user; the place is kept in memory, a restart begins anew.
 */
export function alertWatch({ core, messages, clock }: WatchDeps): (tx: Database) => Promise<void> {
  let place = beforeAll;
  return async (tx) => {
    const waiting = await alerts.onMargin(tx, place, marginAlertsPerRunMax);
    place = waiting.length < marginAlertsPerRunMax ? beforeAll : waiting.at(-1)!;
    const reached = [...(await fundingReached(core, tx)), ...(await marginReached(core, waiting))];
    // In the order of users, as the events' messages: streams are locked in one order everywhere.
    for (const { alert, value } of reached.toSorted((a, b) => a.alert.uid - b.alert.uid))
      if (await alerts.fire(tx, alert, clock.now())) await messages.add(tx, alertMessage(alert, value, clock.now()));
  };
}
