import {
  type ApprovedRow,
  approvedIdsMax,
  approvedWithdrawals,
  type Instruments,
  type NetworkId,
} from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import { type Clock, type Database, type FeedConsumer, inTransaction, type Log } from "@tidemark/kit-node";
import { listedAsset } from "../../instruments.ts";
import { giveBack } from "./ends.ts";
import { levels } from "../../limits/level-store.ts";
import { answeredBy, type AskDeps } from "../../platform/question.ts";
import { held, type Held, type Payment, payments } from "./store.ts";
import { termsOf } from "./terms.ts";

/** Withdrawals as the core holds and ends them, and levels as it has them: only what stands there is ever paid. */
export function heldConsumer({ log }: { readonly log: Log }): FeedConsumer {
  async function ended(tx: Database, coreId: number, isSent: boolean): Promise<void> {
    // The feed may be read again from its beginning: by then the command that ended it may be thinned out.
    if (!(await held.end(tx, coreId, isSent ? "SENT" : "RETURNED"))) return;
    const one = await payments.lockByCoreId(tx, coreId);
    if (one !== undefined && one.number === null)
      log.error(
        { id: one.id, coreId, isSent, state: one.state },
        "payments: the core ended one that this wallet did not end",
      );
  }
  return {
    events: ["withdrawal_requested", "withdrawal_ended", "kyc_level_set"],
    async handle(tx, batches) {
      for (const { at, events } of batches)
        for (const event of events)
          if (event.type === "withdrawal_requested") {
            const { withdrawalId: coreId, uid, asset: assetId } = event;
            await held.add(tx, { coreId, uid, assetId, units: joinMoney(event.amountHigh, event.amountLow) }, at);
          } else if (event.type === "withdrawal_ended") await ended(tx, event.withdrawalId, event.isSent === 1);
          else if (event.type === "kyc_level_set") await levels.keep(tx, event.uid, event.level);
    },
  };
}

/** What the platform has decided about these withdrawals. Throws where it does not answer. */
export type AskApproved = (ids: readonly number[]) => Promise<readonly ApprovedRow[]>;

export function askingApproved(deps: AskDeps): AskApproved {
  const question = answeredBy(deps);
  return async (ids) => (await question(approvedWithdrawals, { ids: [...ids] })).list;
}

export type IntakeDeps = {
  readonly db: Database;
  readonly ask: AskApproved;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  /** Whether this wallet pays on it. */
  readonly isPaidHere: (network: NetworkId) => boolean;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

/** What operators have not decided yet is asked for again after this. */
const askAgainMs = 1_000;

/** Takes what the platform has approved, or given up, of what the core holds. */
export function openIntake({ db, ask, instruments, isPaidHere, clock, log }: IntakeDeps): { run(): Promise<void> } {
  async function take(one: Held, row: ApprovedRow): Promise<string | undefined> {
    const asset = await listedAsset(instruments, one.assetId);
    if (asset === undefined) return `the core does not list asset ${one.assetId}`;
    const terms = termsOf(one, row, asset);
    if (typeof terms === "string") return terms;
    const now = clock.now();
    const { coreId, uid, units } = one;
    const approved = row.approved ?? { intent: "", approvals: [] };
    const ledger = { id: row.id, coreId, uid, scale: asset.scale, units, fee: BigInt(row.fee) };
    const began = { state: "WAITING", reason: "", sendId: null, number: null, madeAt: now, changedAt: now } as const;
    const payment: Payment = { ...ledger, ...terms, ...began, approved };
    if (!isPaidHere(row.network) && row.approved !== null) return `this wallet does not pay on ${row.network}`;
    return inTransaction(db, async (tx) => {
      // Two withdrawals with one id would be one intent: the signer pays it once, and the second would never end.
      if (!(await payments.add(tx, payment))) return `the id ${row.id} is taken`;
      // Where this wallet pays, what it has signed is compared with the signer first.
      if (!isPaidHere(row.network)) await giveBack(tx, payment, "CALLED_BACK", now);
      return undefined;
    });
  }

  return {
    async run() {
      const open = await held.unpaid(db, clock.now() - askAgainMs, approvedIdsMax);
      if (open.length === 0) return;
      const ids = open.map(({ coreId }) => coreId);
      await held.setAsked(db, ids, clock.now());
      for (const row of await ask(ids)) {
        const one = open.find(({ coreId }) => coreId === row.coreId);
        if (one === undefined)
          throw new Error(`payments: the platform answers of ${row.coreId}, which was not asked for`);
        const problem = await take(one, row);
        if (problem === undefined) continue;
        await held.setProblem(db, one.coreId, problem);
        log.error({ coreId: one.coreId, id: row.id, problem }, "payments: an approval does not fit, it is not paid");
      }
    },
  };
}
