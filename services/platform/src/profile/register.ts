import { type Database, inTransaction, openDatabase, systemTime } from "@tidemark/kit-node";
import type { Messages } from "../module/messages.ts";
import type { Verifications } from "../module/verifications.ts";
import { decideNickname } from "./reviews.ts";
import type { NicknameStep } from "./rules.ts";
import { nicknames, type SubmittedNickname } from "./store.ts";
import { setVerifiedTrader } from "./verified-trader.ts";

type Why = { readonly reason: string; readonly origin: string };

export type ProfileRegister = {
  /** Nicknames under review, the oldest first. */
  waiting(): Promise<readonly SubmittedNickname[]>;
  decide(decision: Why & { readonly id: number; readonly step: NicknameStep }): Promise<SubmittedNickname>;
  /** The label Verified Trader, for accounts whose identity is verified. */
  setVerifiedTrader(order: Why & { readonly uid: number; readonly isOn: boolean }): Promise<void>;
  close(): Promise<void>;
};

/** Reviews by a command line, with the rights of the schema's owner. The label needs a level; the user gets a message. */
export function openProfileRegister(
  ownerUrl: string,
  verifications: Verifications,
  messages: Messages,
): ProfileRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const run = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work(tx, systemTime.now()));

  return {
    waiting: () => nicknames.waiting(db),
    decide: ({ id, step, reason, origin }) =>
      run(async (tx, at) => {
        const decided = await decideNickname(tx, messages, { id, step, uid: 0, origin, reason }, at);
        if (!("problem" in decided)) return decided.one;
        throw new Error(
          decided.problem === "unknown"
            ? `There is no nickname ${id}.`
            : `Nickname ${id} is ${decided.one.state}: nobody waits for a decision.`,
        );
      }),
    setVerifiedTrader: ({ uid, isOn, reason, origin }) =>
      run(async (tx, at) => {
        const order = { uid, isOn, by: 0, origin, reason };
        if ((await setVerifiedTrader(tx, verifications, order, at)) === "unverified")
          throw new Error(`Account ${uid} is not verified: the label is one of verified accounts.`);
      }),
    close: () => database.close(),
  };
}
