import { consoleCalls } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  auditLog,
  type Clock,
  type Database,
  given,
  inTransaction,
  refuse,
} from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import { type Actor, actorOf } from "../module/audit-line.ts";
import type { Messages } from "../module/messages.ts";
import type { Verifications } from "../module/verifications.ts";
import { nicknameAfter, type NicknameStep } from "./rules.ts";
import { asFilterReads } from "./sensitive.ts";
import { nicknames, type SubmittedNickname } from "./store.ts";
import { setVerifiedTrader } from "./verified-trader.ts";

type Decision = Actor & { readonly id: number; readonly step: NicknameStep };

export type Decided =
  | { readonly one: SubmittedNickname; publish(): void }
  | { readonly problem: "unknown" }
  | { readonly problem: "over"; readonly one: SubmittedNickname };

/** Decides about a nickname under review, adds the message to its user and the line of the audit log, in one transaction. */
export async function decideNickname(
  tx: Database,
  messages: Messages,
  { id, step, ...reviewer }: Decision,
  at: number,
): Promise<Decided> {
  const one = await nicknames.lock(tx, id);
  if (one === undefined) return { problem: "unknown" };
  const after = nicknameAfter(one.state, step);
  if (after === undefined) return { problem: "over", one };
  await nicknames.decide(tx, id, after, at);
  const { uid, nickname } = one;
  const kind = after === "ACCEPTED" ? "nickname-accepted" : "nickname-rejected";
  const publish = await messages.add(tx, { uid, kind, facts: { nickname }, at, source: `nickname ${id}` });
  const line = { ...reviewer, at, action: "nickname decided", subject: `${uid} ${nickname}` };
  await auditLog.append(tx, [{ ...line, before: one.state, after }]);
  return { one: { ...one, state: after }, publish };
}

type ReviewDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly messages: Messages;
  readonly accounts: Accounts;
  readonly verifications: Verifications;
};

/** What operators ask in the console. */
export const reviewAnswers = ({ db, clock, messages, accounts, verifications }: ReviewDeps): Answer[] => [
  answer(consoleCalls.nicknameQueue, async () => {
    const waiting = await nicknames.waiting(db);
    const current = new Map(
      (
        await nicknames.acceptedOf(
          db,
          waiting.map(({ uid }) => uid),
        )
      ).map((one) => [one.uid, one.nickname]),
    );
    return given({
      list: waiting.map(({ id, uid, nickname, submittedAt }) => ({
        id,
        uid,
        current: current.get(uid) ?? "",
        nickname,
        read: asFilterReads(nickname),
        submittedAt,
      })),
    });
  }),
  answer(consoleCalls.decideNickname, async ({ id, decision, reason }, asked) => {
    const step = decision === "ACCEPT" ? "accept" : "reject";
    const order = { id, step, ...actorOf(asked, reason) } as const;
    const decided = await inTransaction(db, (tx) => decideNickname(tx, messages, order, clock.now()));
    if ("problem" in decided) return refuse(decided.problem === "over" ? "PROPOSAL_FINAL" : "NOT_FOUND");
    decided.publish();
    return given({ id, state: decided.one.state });
  }),
  answer(consoleCalls.setVerifiedTrader, async ({ uid, isOn, reason }, { uid: by, from }) => {
    const done = await inTransaction(db, async (tx) => {
      if (!(await accounts.exists(tx, uid))) return "unknown" as const;
      return setVerifiedTrader(tx, verifications, { uid, isOn, by, origin: from.ip, reason }, clock.now());
    });
    if (done === "unknown") return refuse("NOT_FOUND");
    return done === "unverified" ? refuse("NOT_VERIFIED") : given({ isVerifiedTrader: isOn });
  }),
];
