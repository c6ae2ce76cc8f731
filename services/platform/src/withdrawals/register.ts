import { createHash } from "node:crypto";
import { readWithdrawalIntent } from "@tidemark/contracts";
import { type Database, enqueueCommand, inTransaction, openDatabase, systemTime } from "@tidemark/kit-node";
import type { AuditLine } from "../module/audit-line.ts";
import { schema } from "./deps.ts";
import { intentSigner, platformApprover } from "./intents.ts";
import { rejectWithdrawal } from "./review.ts";
import { intents, levels, withdrawals } from "./store.ts";

type Waiting = {
  readonly uid: number;
  readonly intent: string;
  readonly digest: string;
  readonly approvers: readonly string[];
};
type Decision = { readonly id: string; readonly reason: string; readonly origin: string };

export type WithdrawalRegister = {
  /** What waits for operators: the text that each of them signs with its digest, and who has signed it. */
  waiting(): Promise<readonly Waiting[]>;
  /**
   * Signs the intent whose digest is given: the one that the operator has read, not one that was written since. Returns its text. The key never
   * leaves this process; the platform checks the signature by its own list.
   */
  approve(
    decision: Decision & { readonly digest: string; readonly approver: string; readonly seed: string },
  ): Promise<string>;
  reject(decision: Decision): Promise<void>;
  /** Gives accounts their verification level, by a command that the platform sends. Returns how many were not on that level. */
  setLevels(uids: readonly number[], level: number, why: Omit<Decision, "id">): Promise<number>;
  close(): Promise<void>;
};

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Decisions about withdrawals by a command line, with the rights of the schema's owner. `audit` is the operators' log. */
export function openWithdrawalRegister(
  ownerUrl: string,
  audit: (tx: Database, line: AuditLine) => Promise<void>,
): WithdrawalRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const run = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work(tx, systemTime.now()));

  async function inReview(tx: Database, id: string) {
    const one = await withdrawals.lock(tx, id);
    if (one === undefined) throw new Error(`There is no withdrawal ${id}.`);
    if (one.state !== "IN_REVIEW") throw new Error(`Withdrawal ${id} is ${one.state}: nobody waits for a decision.`);
    return one;
  }

  return {
    async waiting() {
      const rows = await withdrawals.inState(db, "IN_REVIEW");
      return Promise.all(
        rows.map(async ({ id, uid }) => {
          const intent = (await intents.of(db, id))?.intent ?? "";
          const approvers = (await intents.approvals(db, id)).map(({ approver }) => approver);
          return { uid, intent, digest: digestOf(intent), approvers };
        }),
      );
    },
    approve: ({ id, digest, approver, seed, reason, origin }) =>
      run(async (tx, at) => {
        if (approver === platformApprover) throw new Error("The platform signs by itself.");
        await inReview(tx, id);
        const kept = await intents.of(tx, id);
        const intent = kept === undefined ? undefined : readWithdrawalIntent(kept.intent);
        if (intent === undefined) throw new Error(`Withdrawal ${id} has no intent.`);
        if (digestOf(kept!.intent) !== digest)
          throw new Error(`The intent of ${id} is another than the one with digest ${digest}: read it again.`);
        if (intent.expiresAt <= at) throw new Error(`The intent of ${id} has expired: the platform writes another.`);
        const { text: after, ...signed } = intentSigner(approver, seed).sign(intent);
        await intents.approve(tx, id, signed, at);
        const line = { at, uid: 0, origin, action: "withdrawal approved", subject: id, reason };
        await audit(tx, { ...line, before: "", after: { approver, intent: after } });
        return after;
      }),
    reject: ({ id, reason, origin }) =>
      run(async (tx, at) => {
        await rejectWithdrawal(tx, await inReview(tx, id), { uid: 0, origin, reason }, at);
      }),
    setLevels: (uids, level, { reason, origin }) =>
      run(async (tx, at) => {
        let count = 0;
        for (const uid of uids) {
          if (await levels.isOrdered(tx, uid, level)) continue;
          const before = await levels.of(tx, uid);
          await enqueueCommand(tx, schema, { type: "set_kyc_level", uid, level }, at);
          const line = { at, uid: 0, origin, action: "level set", subject: String(uid), reason };
          await audit(tx, { ...line, before, after: level });
          count += 1;
        }
        return count;
      }),
    close: () => database.close(),
  };
}
