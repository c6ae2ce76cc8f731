import type { ActivityKind, Refusal } from "@tidemark/contracts";
import { type Asked, type Database, enqueueCommand, inTransaction, type Outcome } from "@tidemark/kit-node";
import type { Notice } from "../../module/notices.ts";
import { dayMs } from "../../module/utc-days.ts";
import { enqueueNotice } from "../account/notices.ts";
import { type IdentityDeps, originOf } from "../account/deps.ts";
import type { CodeFlow } from "../account/rules.ts";
import { activity, type User, users } from "../account/user-store.ts";
import { isCodeRight } from "../codes/codes.ts";
import { factorProblem } from "../session/factors.ts";
import { sessions } from "../session/session-store.ts";
import { signIns } from "../session/sign-in-store.ts";

/** Practically for ever: support reopens a frozen account and sets another lock. */
export const frozenLockMs: number = 10 * 365 * dayMs;

export const ownFlow = (uid: number): CodeFlow => `own ${uid}`;
export const mainContactOf = (user: User): string => user.email ?? user.phone ?? "";

/** The account to change, locked until the transaction ends; undefined where it is frozen. */
export async function lockOwner(tx: Database, uid: number): Promise<User | undefined> {
  const user = await users.lock(tx, uid);
  return user?.frozenAt === null ? user : undefined;
}

type Change = {
  readonly user: User;
  readonly kind: ActivityKind;
  readonly notice: Notice["kind"];
  readonly asked: Asked;
  /** Facts of the notice besides the origin. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The session to keep; all others end. */
  readonly keeps?: string;
  readonly lockMs?: number;
};

/**
 * Effects of every security change, in its transaction: other sessions and pending sign-ins end, notices go to the old contacts, and
 * withdrawals are locked for a day. The core sets the lock, so that no withdrawal can race it.
 */
export async function recordChange(deps: IdentityDeps, tx: Database, change: Change): Promise<string[]> {
  const { user, kind, notice, asked, keeps, lockMs = deps.times.withdrawalLockMs } = change;
  const at = deps.clock.now();
  const { uid, lang, site } = user;
  const origin = originOf(deps, asked.from);
  await activity.add(tx, uid, kind, origin, at);
  const facts = { ip: origin.ip, country: origin.country, agent: origin.agent, ...change.facts };
  for (const to of [user.email, user.phone])
    if (to !== null) await enqueueNotice(deps, tx, { kind: notice, to, lang, site, uid, facts }, at);
  await enqueueCommand(tx, "identity", { type: "set_withdrawal_lock", uid, until: at + lockMs }, at);
  await signIns.endAll(tx, uid, at);
  return sessions.end(tx, keeps === undefined ? { uid } : { uid, but: keeps }, kind, at);
}

type Changed = { readonly outcome: Outcome<Record<string, never>>; readonly ended?: string[] };

/** Runs a change and then sends the core commands and publishes the ended sessions. */
export async function changeAccount(
  deps: IdentityDeps,
  work: (tx: Database) => Promise<Changed>,
): Promise<Outcome<Record<string, never>>> {
  const { outcome, ended = [] } = await inTransaction(deps.db, work);
  if (outcome.ok) deps.wakeOutbox();
  deps.publishEndedSessions(ended);
  return outcome;
}

/** Checks a code to one of the account's contacts and its second factor; the code is used only if the factor is right too. */
export async function ownCodeProblem(
  deps: IdentityDeps,
  tx: Database,
  user: User,
  { code, googleCode, asked }: { code: string; googleCode?: string | undefined; asked: Asked },
  contactText: string = mainContactOf(user),
): Promise<Refusal | undefined> {
  const given = { flow: ownFlow(user.uid), contactText, code };
  if (!(await isCodeRight(deps, tx, { ...given, uses: false }))) return "CODE_WRONG";
  const problem = await factorProblem(deps, tx, user.uid, asked, { googleCode });
  if (problem === undefined) await isCodeRight(deps, tx, { ...given, uses: true });
  return problem;
}
