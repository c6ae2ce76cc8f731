import { type Database, openDatabase, systemTime } from "@tidemark/kit-node";
import type { AuditLine } from "../module/audit-line.ts";
import type { Messages } from "../module/messages.ts";
import type { Verifications } from "../module/verifications.ts";
import { nicknameAfter, type NicknameStep } from "./rules.ts";
import { nicknames, type SubmittedNickname, verifiedTraders } from "./store.ts";

type Why = { readonly reason: string; readonly origin: string };

export type ProfileRegister = {
  /** Nicknames under review, the oldest first. */
  waiting(): Promise<readonly SubmittedNickname[]>;
  decide(decision: Why & { readonly id: number; readonly step: NicknameStep }): Promise<SubmittedNickname>;
  /** The label Verified Trader, for accounts whose identity is verified. */
  setVerifiedTrader(order: Why & { readonly uid: number; readonly isOn: boolean }): Promise<void>;
  close(): Promise<void>;
};

/** Reviews by a command line, with the rights of the schema's owner. `audit` is the operators' log; the label needs a level; the user gets a message. */
export function openProfileRegister(
  ownerUrl: string,
  audit: (tx: Database, line: AuditLine) => Promise<void>,
  verifications: Verifications,
  messages: Messages,
): ProfileRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const run = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    db.transaction().execute((transaction) => work(transaction as unknown as Database, systemTime.now()));

  return {
    waiting: () => nicknames.waiting(db),
    decide: ({ id, step, reason, origin }) =>
      run(async (tx, at) => {
        const one = await nicknames.lock(tx, id);
        if (one === undefined) throw new Error(`There is no nickname ${id}.`);
        const after = nicknameAfter(one.state, step);
        if (after === undefined) throw new Error(`Nickname ${id} is ${one.state}: nobody waits for a decision.`);
        await nicknames.decide(tx, id, after, at);
        const { uid, nickname } = one;
        const kind = after === "ACCEPTED" ? "nickname-accepted" : "nickname-rejected";
        await messages.add(tx, { uid, kind, facts: { nickname }, at, source: `nickname ${id}` });
        const subject = `${uid} ${nickname}`;
        await audit(tx, { at, uid: 0, origin, action: "nickname decided", subject, reason, before: one.state, after });
        return { ...one, state: after };
      }),
    setVerifiedTrader: ({ uid, isOn, reason, origin }) =>
      run(async (tx, at) => {
        if (isOn && (await verifications.of(tx, uid)).level === 0)
          throw new Error(`Account ${uid} is not verified: the label is one of verified accounts.`);
        const before = await verifiedTraders.has(tx, uid);
        await verifiedTraders.set(tx, uid, isOn, at);
        const line = { at, uid: 0, origin, action: "verified trader set", subject: String(uid), reason };
        await audit(tx, { ...line, before, after: isOn });
      }),
    close: () => database.close(),
  };
}
