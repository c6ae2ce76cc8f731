import { consoleCalls } from "@tidemark/contracts";
import { type Answer, answer, auditLog, type Clock, type Database, given, refuse } from "@tidemark/kit-node";
import type { AuditLine } from "../module/audit-line.ts";
import type { Messages } from "../module/messages.ts";
import { nicknameAfter, type NicknameStep } from "./rules.ts";
import { asFilterReads } from "./sensitive.ts";
import { nicknames, type SubmittedNickname } from "./store.ts";

/** Who decides, where, and why. */
type Reviewer = Pick<AuditLine, "uid" | "origin" | "reason">;
type Decision = Reviewer & { readonly id: number; readonly step: NicknameStep };

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

type ReviewDeps = { readonly db: Database; readonly clock: Pick<Clock, "now">; readonly messages: Messages };

/** What operators ask in the console. */
export const reviewAnswers = ({ db, clock, messages }: ReviewDeps): Answer[] => [
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
  answer(consoleCalls.decideNickname, async ({ id, decision, reason }, { uid, from }) => {
    const step = decision === "ACCEPT" ? "accept" : "reject";
    const order = { id, step, uid, origin: from.ip, reason } as const;
    const decided = await db
      .transaction()
      .execute((tx) => decideNickname(tx as unknown as Database, messages, order, clock.now()));
    if ("problem" in decided) return refuse(decided.problem === "over" ? "PROPOSAL_FINAL" : "NOT_FOUND");
    decided.publish();
    return given({ id, state: decided.one.state });
  }),
];
