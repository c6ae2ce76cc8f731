import type { ActivityKind, Refusal } from "@tidemark/contracts";
import { type Asked, type Database, enqueueCommand, type Outcome } from "@tidemark/kit-node";
import { enqueueNotice, type Notice } from "../notices.ts";
import { signIns } from "./code-store.ts";
import { isCodeRight } from "./codes.ts";
import { factorProblem } from "./factors.ts";
import { inTransaction, type Office, placeOf } from "./office.ts";
import { type CodeFlow, dayMs } from "./rules.ts";
import { sessions } from "./session-store.ts";
import { activity, type User, users } from "./user-store.ts";

/** Longer than anybody waits: a frozen account is opened again by a person, who then sets another lock. */
export const frozenLockMs: number = 10 * 365 * dayMs;

export const ownFlow = (uid: number): CodeFlow => `own ${uid}`;
export const mainAddressOf = (user: User): string => user.email ?? user.phone ?? "";

/** Whose guards are to be changed, held until the transaction ends; undefined where the account was frozen while somebody was about it. */
export async function ownerOf(tx: Database, uid: number): Promise<User | undefined> {
  const user = await users.held(tx, uid);
  return user?.frozenAt === null ? user : undefined;
}

type Change = {
  readonly user: User;
  readonly kind: ActivityKind;
  readonly notice: Notice["kind"];
  readonly asked: Asked;
  /** What the notice says besides where it came from. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The session that goes on; every other ends. */
  readonly keeps?: string;
  readonly lockMs?: number;
};

/**
 * What every change of a guard brings along, in its own transaction: other sessions end and so does every sign-in that has begun, the owner
 * hears of it at the addresses that he had, and for a day nothing can be withdrawn. The lock is the core's, so that no withdrawal can race it.
 */
export async function afterChange(office: Office, tx: Database, change: Change): Promise<string[]> {
  const { user, kind, notice, asked, keeps, lockMs = office.times.withdrawalLockMs } = change;
  const at = office.clock.now();
  const { uid, lang, site } = user;
  const place = placeOf(office, asked.from);
  await activity.add(tx, uid, kind, place, at);
  const facts = { ip: place.ip, country: place.country, agent: place.agent, ...change.facts };
  for (const to of [user.email, user.phone])
    if (to !== null) await enqueueNotice(tx, office.box, { kind: notice, to, lang, site, uid, facts }, at);
  await enqueueCommand(tx, "identity", { type: "set_withdrawal_lock", uid, until: at + lockMs }, at);
  await signIns.endAll(tx, uid, at);
  return sessions.end(tx, keeps === undefined ? { uid } : { uid, but: keeps }, kind, at);
}

type Changed = { readonly said: Outcome<Record<string, never>>; readonly ended?: string[] };

/** A transaction after which the core and the gateways hear what became of it. */
export async function changing(
  office: Office,
  work: (tx: Database) => Promise<Changed>,
): Promise<Outcome<Record<string, never>>> {
  const { said, ended = [] } = await inTransaction(office, work);
  if (said.ok) office.wakeOutbox();
  office.tellEnded(ended);
  return said;
}

/** The code to one of the account's own addresses, and its second factor; the first is used up only where the second is right too. */
export async function ownProblem(
  office: Office,
  tx: Database,
  user: User,
  { code, googleCode, asked }: { code: string; googleCode?: string | undefined; asked: Asked },
  address: string = mainAddressOf(user),
): Promise<Refusal | undefined> {
  const given = { flow: ownFlow(user.uid), address, code };
  if (!(await isCodeRight(office, tx, { ...given, uses: false }))) return "CODE_WRONG";
  const problem = await factorProblem(office, tx, user.uid, asked, { googleCode });
  if (problem === undefined) await isCodeRight(office, tx, { ...given, uses: true });
  return problem;
}
