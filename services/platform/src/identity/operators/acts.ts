import { calls } from "@tidemark/contracts";
import { type Asked, auditLog, type Database, given, inTransaction, type Outcome, refuse } from "@tidemark/kit-node";
import { actorOf } from "../../module/audit-line.ts";
import { waitingActs } from "../../module/second-operator.ts";
import { type IdentityDeps } from "../account/deps.ts";
import { activity, type User, users } from "../account/user-store.ts";
import { frozenLockMs, recordChange } from "../changes/changes.ts";
import { sessions } from "../session/session-store.ts";
import { accounts } from "./account-store.ts";

/** Who acts, on whom, and why. */
export type Act = { readonly uid: number; readonly reason: string; readonly asked: Asked };

/** The owner's activity and mails say what was done, not from where: that is the operator's place. */
const ofOwner = ({ uid, asked }: Act): Asked => ({
  ...asked,
  uid,
  from: { ...asked.from, ip: "", agent: "", deviceId: "" },
});
const nowhere = { ip: "", country: "", agent: "" } as const;

const lineOf = ({ uid, reason, asked }: Act, action: string, at: number) => ({
  ...actorOf(asked, reason),
  at,
  action,
  subject: String(uid),
});

type Done<T> = { readonly outcome: Outcome<T>; readonly ended?: readonly string[] };

/** Locks the account, changes it with its audit line in one transaction, and ends what has to end at the gateways. */
async function actOn<T>(
  deps: IdentityDeps,
  { uid }: Act,
  work: (tx: Database, user: User, at: number) => Promise<Done<T>>,
): Promise<Outcome<T>> {
  const { outcome, ended = [] } = await inTransaction(deps.db, async (tx): Promise<Done<T>> => {
    const user = await users.lock(tx, uid);
    return user === undefined ? { outcome: refuse("NOT_FOUND") } : work(tx, user, deps.clock.now());
  });
  if (outcome.ok) deps.wakeOutbox();
  deps.publishEndedSessions(ended);
  return outcome;
}

/** API keys go before and after, as when the owner freezes: one may be made while the sessions end. */
export async function freezeByOperator(deps: IdentityDeps, act: Act): Promise<Outcome<{ frozenAt: number }>> {
  if ((await users.byUid(deps.db, act.uid)) === undefined) return refuse("NOT_FOUND");
  const removedKeys = await deps.ask(calls.removeAllApiKeys, {}, ofOwner(act));
  if (!removedKeys.ok) return removedKeys;
  const outcome = await actOn<{ frozenAt: number }>(deps, act, async (tx, user, at) => {
    if (user.frozenAt !== null) return { outcome: given({ frozenAt: user.frozenAt }) };
    await users.freeze(tx, user.uid, at);
    const change = { user, kind: "ACCOUNT_FROZEN", notice: "account-frozen", lockMs: frozenLockMs } as const;
    const ended = await recordChange(deps, tx, { ...change, asked: ofOwner(act) });
    await waitingActs.drop(tx, "identity", `unfreeze ${user.uid}`);
    await auditLog.append(tx, [{ ...lineOf(act, "account frozen", at), before: "open", after: "frozen" }]);
    return { outcome: given({ frozenAt: at }), ended };
  });
  if (outcome.ok) await deps.ask(calls.removeAllApiKeys, {}, ofOwner(act));
  return outcome;
}

/** The first operator's ask waits; another's opens the account. */
export const unfreezeByOperator = (deps: IdentityDeps, act: Act): Promise<Outcome<{ isFrozen: boolean }>> =>
  actOn<{ isFrozen: boolean }>(deps, act, async (tx, user, at) => {
    if (user.frozenAt === null) return { outcome: refuse("PROPOSAL_FINAL") };
    const subject = `unfreeze ${user.uid}`;
    const by = { by: act.asked.uid, reason: act.reason, at };
    const step = await waitingActs.ask(tx, "identity", { subject, change: { frozenAt: user.frozenAt }, ...by });
    if (step === "own") return { outcome: refuse("OWN_APPROVAL") };
    const isFrozen = step === "first";
    if (!isFrozen) await accounts.unfreeze(tx, user.uid);
    const action = isFrozen ? "unfreeze asked" : "account unfrozen";
    await auditLog.append(tx, [{ ...lineOf(act, action, at), before: "frozen", after: isFrozen ? "frozen" : "open" }]);
    return { outcome: given({ isFrozen }) };
  });

export const endSessionsByOperator = (deps: IdentityDeps, act: Act): Promise<Outcome<{ ended: number }>> =>
  actOn<{ ended: number }>(deps, act, async (tx, { uid }, at) => {
    const ended = await sessions.end(tx, { uid }, "ended by an operator", at);
    if (ended.length > 0) await activity.add(tx, uid, "SESSION_ENDED", nowhere, at);
    await auditLog.append(tx, [{ ...lineOf(act, "sessions ended", at), before: ended.length, after: 0 }]);
    return { outcome: given({ ended: ended.length }), ended };
  });

/** The owner sets another by a code to the main contact, and a second factor where there is one. Withdrawals are locked as after every change. */
export const removePasswordByOperator = (deps: IdentityDeps, act: Act): Promise<Outcome<{ ended: number }>> =>
  actOn<{ ended: number }>(deps, act, async (tx, user, at) => {
    if (user.frozenAt !== null) return { outcome: refuse("ACCOUNT_FROZEN") };
    await accounts.removePassword(tx, user.uid, at);
    const change = { user, kind: "PASSWORD_RESET", notice: "password-removed", asked: ofOwner(act) } as const;
    const ended = await recordChange(deps, tx, change);
    const before = user.passwordHash === null ? "none" : "set";
    await auditLog.append(tx, [{ ...lineOf(act, "password removed", at), before, after: "none" }]);
    return { outcome: given({ ended: ended.length }), ended };
  });
