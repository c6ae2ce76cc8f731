import {
  type HaltOrder,
  type ReadNetwork,
  reportedPaymentsMax,
  type WalletReport,
  walletReport,
} from "@tidemark/contracts";
import { type Clock, type Database, inTransaction, type Log } from "@tidemark/kit-node";
import { shown } from "./answers.ts";
import { answeredBy, type AskDeps } from "../../platform/question.ts";
import { haltOrders, halts } from "../../limits/halts-store.ts";
import { payments } from "./store.ts";

export type SendReport = (report: WalletReport) => Promise<readonly HaltOrder[]>;

export function reportingToPlatform(deps: AskDeps): SendReport {
  const question = answeredBy(deps);
  return async (ask) => (await question(walletReport, ask)).halts;
}

export type ReportDeps = {
  readonly db: Database;
  readonly send: SendReport;
  readonly networks: () => readonly ReadNetwork[];
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

/** What the operators' console shows of payments; the answer brings their orders to halt an asset. */
export function openReport({ db, send, networks, clock, log }: ReportDeps): { run(): Promise<void> } {
  async function take({ id, asset, reason }: HaltOrder): Promise<void> {
    const now = clock.now();
    const isNew = await inTransaction(db, async (tx) => {
      if (!(await haltOrders.take(tx, id, now))) return false;
      await halts.add(tx, asset, "OPERATOR", { order: id, reason }, now);
      return true;
    });
    if (isNew) log.error({ asset, order: id, reason }, "payments: halted by an operator");
  }

  return {
    async run() {
      const rows = await payments.last(db, reportedPaymentsMax);
      const list = await Promise.all(
        rows.map(async (one) => {
          const { id, state, txid, confirmations, needed, final, changedAt } = await shown(db, one);
          return { id, state, reason: one.reason, txid, confirmations, needed: final ?? needed, changedAt };
        }),
      );
      const halted = (await halts.compared(db)).map(({ asset, reason, since }) => ({ asset, reason, since }));
      for (const order of await send({ halts: halted, payments: list, networks: [...networks()] })) await take(order);
    },
  };
}
