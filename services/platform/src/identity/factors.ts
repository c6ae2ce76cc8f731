import { calls, type PasskeyAnswer, type Refusal } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, refuse } from "@tidemark/kit-node";
import { hasAuthenticator, useGoogleCode } from "./authenticator.ts";
import { inTransaction, type Office, placeOf, userInfoOf } from "./office.ts";
import { passkeys } from "./passkey-store.ts";
import { usePasskey } from "./passkeys.ts";
import { sessions } from "./session-store.ts";
import { openSession } from "./sessions.ts";
import type { Entered } from "./sign-in.ts";
import { users } from "./user-store.ts";

/** Codes by mail and text message are not among them: a mailbox is what a thief has first. */
export const hasFactor = async (tx: Database, uid: number): Promise<boolean> =>
  (await hasAuthenticator(tx, uid)) || (await passkeys.count(tx, uid)) > 0;

async function isFresh(office: Office, tx: Database, { uid, from }: Asked): Promise<boolean> {
  const now = office.clock.now();
  const session = await sessions.open(tx, from.session ?? "", now);
  return session !== undefined && session.uid === uid && now - session.factorAt < office.times.factorFreshMs;
}

/** What stands in the way where an account has a second factor and its session has not shown it lately. */
export async function freshProblem(
  office: Office,
  tx: Database,
  uid: number,
  asked: Asked,
): Promise<Refusal | undefined> {
  return !(await hasFactor(tx, uid)) || (await isFresh(office, tx, asked)) ? undefined : "FACTOR_NEEDED";
}

const googleRefusals: Readonly<Record<string, Refusal>> = { wrong: "GOOGLE_CODE_WRONG", missing: "GOOGLE_CODE_NEEDED" };

type Shown = {
  readonly googleCode?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/** The same where the factor may also be shown along with what is asked. */
export async function factorProblem(
  office: Office,
  tx: Database,
  uid: number,
  asked: Asked,
  { googleCode, passkey }: Shown,
): Promise<Refusal | undefined> {
  if ((await freshProblem(office, tx, uid, asked)) === undefined) return undefined;
  if (passkey !== undefined) {
    const signer = await usePasskey(office, tx, passkey, { purpose: "reset", from: asked.from });
    return signer === uid ? undefined : "PASSKEY_WRONG";
  }
  const google = await useGoogleCode(office, tx, uid, googleCode);
  return google === "none" ? "FACTOR_NEEDED" : googleRefusals[google];
}

/** Undefined where one of them was shown and is right. */
async function shownProblem(office: Office, tx: Database, asked: Asked, shown: Shown): Promise<Refusal | undefined> {
  if (shown.passkey !== undefined) {
    const signer = await usePasskey(office, tx, shown.passkey, { purpose: "confirm", from: asked.from });
    return signer === asked.uid ? undefined : "PASSKEY_WRONG";
  }
  const google = await useGoogleCode(office, tx, asked.uid, shown.googleCode);
  return google === "none" ? "NOT_FOUND" : googleRefusals[google];
}

/** The session goes on under a new name: whoever had the old one does not have what was shown in the new one. */
async function confirm(office: Office, shown: Shown, asked: Asked) {
  const { uid, from } = asked;
  const { said, ended } = await inTransaction(office, async (tx): Promise<Entered> => {
    const now = office.clock.now();
    const user = await users.byUid(tx, uid);
    if (user === undefined || (await sessions.open(tx, from.session ?? "", now)) === undefined)
      return { said: refuse("LOGIN_INVALID"), ended: [] };
    const problem = await shownProblem(office, tx, asked, shown);
    if (problem !== undefined) return { said: refuse(problem), ended: [] };
    const left = await sessions.end(tx, { uid, only: from.session ?? "" }, "confirmed anew", now);
    const opened = await openSession(office, tx, { uid, place: placeOf(office, from), factorAt: now });
    return { said: given(userInfoOf(user), opened.grant), ended: [...left, ...opened.ended] };
  });
  office.tellEnded(ended);
  return said;
}

/** Second factors: which an account has, and whether its session has shown one lately. */
export const factorAnswers = (office: Office): Answer[] => [
  answer(calls.confirmFactor, (shown, asked) => confirm(office, shown, asked)),
];
