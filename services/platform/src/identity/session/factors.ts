import { calls, type PasskeyAnswer, type Refusal } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import { type IdentityDeps, originOf, userInfoOf } from "../account/deps.ts";
import { users } from "../account/user-store.ts";
import { hasAuthenticator, useGoogleCode } from "../codes/authenticator.ts";
import { passkeys } from "../passkey/passkey-store.ts";
import { usePasskey } from "../passkey/passkeys.ts";
import { sessions } from "./session-store.ts";
import { openSession } from "./sessions.ts";
import type { SignInResult } from "./sign-in.ts";

/** Codes by mail and text message do not count: a thief takes over the mailbox first. */
export const hasFactor = async (tx: Database, uid: number): Promise<boolean> =>
  (await hasAuthenticator(tx, uid)) || (await passkeys.count(tx, uid)) > 0;

async function isFresh(deps: IdentityDeps, tx: Database, { uid, from }: Asked): Promise<boolean> {
  const now = deps.clock.now();
  const session = await sessions.open(tx, from.session ?? "", now);
  return session !== undefined && session.uid === uid && now - session.factorAt < deps.times.factorFreshMs;
}

/** The refusal where the account has a second factor and the session has not shown it recently. */
export async function freshProblem(
  deps: IdentityDeps,
  tx: Database,
  uid: number,
  asked: Asked,
): Promise<Refusal | undefined> {
  return !(await hasFactor(tx, uid)) || (await isFresh(deps, tx, asked)) ? undefined : "FACTOR_NEEDED";
}

const googleRefusals: Readonly<Record<string, Refusal>> = { wrong: "GOOGLE_CODE_WRONG", missing: "GOOGLE_CODE_NEEDED" };

type Shown = {
  readonly googleCode?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/** The same, where the call itself may show the factor. */
export async function factorProblem(
  deps: IdentityDeps,
  tx: Database,
  uid: number,
  asked: Asked,
  { googleCode, passkey }: Shown,
): Promise<Refusal | undefined> {
  if ((await freshProblem(deps, tx, uid, asked)) === undefined) return undefined;
  if (passkey !== undefined) {
    const signer = await usePasskey(deps, tx, passkey, { purpose: "reset", from: asked.from });
    return signer === uid ? undefined : "PASSKEY_WRONG";
  }
  const google = await useGoogleCode(deps, tx, uid, googleCode);
  return google === "none" ? "FACTOR_NEEDED" : googleRefusals[google];
}

/** Undefined where a right factor was shown. */
async function shownProblem(
  deps: IdentityDeps,
  tx: Database,
  asked: Asked,
  shown: Shown,
): Promise<Refusal | undefined> {
  if (shown.passkey !== undefined) {
    const signer = await usePasskey(deps, tx, shown.passkey, { purpose: "confirm", from: asked.from });
    return signer === asked.uid ? undefined : "PASSKEY_WRONG";
  }
  const google = await useGoogleCode(deps, tx, asked.uid, shown.googleCode);
  return google === "none" ? "NOT_FOUND" : googleRefusals[google];
}

/** The session gets a new id, so that a stolen old one does not gain the factor. */
async function confirm(deps: IdentityDeps, shown: Shown, asked: Asked) {
  const { uid, from } = asked;
  const { outcome, ended } = await inTransaction(deps.db, async (tx): Promise<SignInResult> => {
    const now = deps.clock.now();
    // A QR code lives for its time until it is confirmed, and again until it is used.
    const qrsSince = now - 2 * deps.times.qrValidMs;
    await sessions.lockScannedQrs(tx, from.session ?? "", qrsSince);
    const user = await users.byUid(tx, uid);
    if (user === undefined || (await sessions.open(tx, from.session ?? "", now)) === undefined)
      return { outcome: refuse("LOGIN_INVALID"), ended: [] };
    const problem = await shownProblem(deps, tx, asked, shown);
    if (problem !== undefined) return { outcome: refuse(problem), ended: [] };
    const left = await sessions.end(tx, { uid, only: from.session ?? "" }, "confirmed anew", now);
    const opened = await openSession(deps, tx, { uid, origin: originOf(deps, from), factorAt: now });
    await sessions.takeOverQrs(tx, from.session ?? "", opened.id, qrsSince);
    return { outcome: given(await userInfoOf(deps, tx, user), opened.grant), ended: [...left, ...opened.ended] };
  });
  deps.publishEndedSessions(ended);
  return outcome;
}

/** Confirmation of a second factor in a session. */
export const factorAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.confirmFactor, (shown, asked) => confirm(deps, shown, asked)),
];
