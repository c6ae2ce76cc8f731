import { calls, type PasskeyAnswer, type Refusal, type RobotAnswer } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
  tokenHash,
} from "@tidemark/kit-node";
import { type Contact, contactOf, contactTextOf, masked } from "../account/contact.ts";
import { type IdentityDeps, inLightTransaction, originOf, triesKeyOf } from "../account/deps.ts";
import {
  afterBusy,
  afterOpened,
  afterRight,
  afterWrong,
  type CodeFlow,
  isUnusualOrigin,
  needsCodeFirst,
  needsRobotCheck,
  type Tries,
} from "../account/rules.ts";
import { activity, devices, type SignInOrigin, tries, type User, users } from "../account/user-store.ts";
import { linkOAuth } from "../changes/oauth-link.ts";
import { useGoogleCode } from "../codes/authenticator.ts";
import { codeTimesOf, isCodeRight, issueCode } from "../codes/codes.ts";
import { usePasskey } from "../passkey/passkeys.ts";
import { type SignIn, signIns } from "../session/sign-in-store.ts";
import {
  continueSignIn,
  issueSession,
  requiredFactorsOf,
  requireFactors,
  type SignInResult,
  type UserInfo,
} from "../session/sign-in.ts";

type Attempt = {
  readonly triesKey: Buffer;
  readonly contact: Contact | undefined;
  readonly user: User | undefined;
  readonly isRight: boolean;
  /** After too many guesses: nothing may then reveal whether the password was right. */
  readonly isLocked: boolean;
  readonly origin: SignInOrigin;
  readonly asked: Asked;
  readonly oauthHash: Buffer | null;
};

const flowOf = (ticketHash: Buffer, { isLocked }: SignIn): CodeFlow =>
  `${isLocked ? "locked" : "sign-in"} ${ticketHash.toString("base64url")}`;

/** Undefined where the check passed. */
export async function robotProblem(
  deps: IdentityDeps,
  robot: RobotAnswer | undefined,
  ip: string,
): Promise<Outcome<never> | undefined> {
  if (robot === undefined) return refuse("ROBOT_CHECK_NEEDED");
  const verdict = await deps.robotChecks.verdictOf(robot, ip);
  if (verdict === "human") return undefined;
  return refuse(verdict === "robot" ? "ROBOT_CHECK_FAILED" : "BUSY");
}

const codeNeeds = (contact: Contact) => ({
  needsEmail: "email" in contact ? contact.email : null,
  needsSms: "phone" in contact ? contact.phone : null,
});

/** Unknown accounts take the same time as known ones, so that timing does not reveal them. */
const unknownUid = 0;

/** Records the result of a password check and continues the sign-in, in one transaction. */
async function finishAttempt(deps: IdentityDeps, tx: Database, attempt: Attempt): Promise<SignInResult> {
  const { triesKey, contact, user, isLocked, origin, oauthHash } = attempt;
  const at = deps.clock.now();
  // The password may have been changed, or the account frozen, during the check. A wrong one needs no lock.
  const locked = attempt.isRight || isLocked ? await users.lock(tx, user?.uid ?? unknownUid) : undefined;
  const isRight = attempt.isRight && locked !== undefined && locked.passwordHash === user?.passwordHash;
  if (isRight && !isLocked) await tries.keep(tx, triesKey, afterRight(await tries.lock(tx, triesKey)), at);
  if (!isRight && user !== undefined) await activity.add(tx, user.uid, "SIGN_IN_FAILED", origin, at);
  if (contact !== undefined && isLocked) {
    // The account's other factors must not be revealed either: they are required once the password counts.
    const base = { triesKey, deviceId: origin.deviceId, uid: user?.uid ?? null, isPasswordRight: isRight, oauthHash };
    const signIn = { ...base, isLocked, ...codeNeeds(contact), needsGoogle: false, needsPasskey: false };
    return { outcome: await requireFactors(deps, tx, signIn), ended: [] };
  }
  if (!isRight) return { outcome: refuse("LOGIN_WRONG"), ended: [] };
  return continueSignIn(deps, tx, locked, attempt);
}

/** The tries before this one; undefined where a robot check has become necessary meanwhile. */
const countTry = (deps: IdentityDeps, triesKey: Buffer, isHuman: boolean): Promise<Tries | undefined> =>
  inLightTransaction(deps.db, async (tx) => {
    const before = await tries.lock(tx, triesKey);
    if (needsRobotCheck(before) && !isHuman) return undefined;
    const now = deps.clock.now();
    await tries.keep(tx, triesKey, afterWrong(before, now), now);
    return before;
  });

type PasswordSignIn = {
  readonly loginId: string;
  readonly areaCode?: string | undefined;
  readonly password: string;
  readonly robot?: RobotAnswer | undefined;
};

/** With `oauthHash` an OAuth identity is linked at the end; an account without a password then proceeds to the code. */
export async function signIn(
  deps: IdentityDeps,
  ask: PasswordSignIn,
  asked: Asked,
  oauthHash: Buffer | null = null,
): Promise<Outcome<UserInfo>> {
  const { from } = asked;
  const contact = contactOf(ask);
  const origin = originOf(deps, from);
  // Under overload unknown devices are refused before they cost anything; known ones proceed to the queue.
  if (deps.passwords.isOverloaded() && !(await devices.isKnownFor(deps.db, contact ?? {}, origin.deviceId)))
    return refuse("BUSY");
  const user = contact === undefined ? undefined : await users.byContact(deps.db, contact);
  const name = contact === undefined ? `${ask.areaCode}${ask.loginId}` : contactTextOf(contact);
  const triesKey = triesKeyOf(deps, user, name);
  const isSuspect = needsRobotCheck(await tries.of(deps.db, triesKey));
  const problem = isSuspect ? await robotProblem(deps, ask.robot, from.ip) : undefined;
  if (problem !== undefined) return problem;
  const before = await countTry(deps, triesKey, isSuspect);
  if (before === undefined) return refuse("ROBOT_CHECK_NEEDED");
  const hasNoPassword = oauthHash !== null && user?.passwordHash === null;
  const isKnownDevice = (await devices.known(deps.db, user?.uid ?? unknownUid, origin.deviceId)) !== undefined;
  const isRight =
    hasNoPassword || (await deps.passwords.isRight(ask.password, user?.passwordHash ?? undefined, isKnownDevice));
  if (isRight === undefined) {
    await inLightTransaction(deps.db, async (tx) => {
      await tries.keep(tx, triesKey, afterBusy(await tries.lock(tx, triesKey)), deps.clock.now());
    });
    return refuse("BUSY");
  }
  const isLocked = contact !== undefined && needsCodeFirst(before, deps.clock.now());
  const attempt = { triesKey, contact, user, isRight, isLocked, origin, asked, oauthHash };
  // Only a successful sign-in waits for the disk, so that timing does not reveal whether the account exists.
  const within = isRight && !isLocked ? inTransaction : inLightTransaction;
  const { outcome, ended } = await within(deps.db, (tx) => finishAttempt(deps, tx, attempt));
  deps.publishEndedSessions(ended);
  return outcome;
}

type VerifyAsk = {
  readonly ticket: string;
  readonly emailCode?: string | undefined;
  readonly smsCode?: string | undefined;
  readonly googleCode?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/** Whether all codes of the ticket are right; a missing one is wrong. */
async function areCodesRight(
  deps: IdentityDeps,
  tx: Database,
  locked: SignIn,
  ask: VerifyAsk,
  { flow, uses }: { flow: CodeFlow; uses: boolean },
): Promise<boolean> {
  let areRight = true;
  for (const [contactText, code] of [
    [locked.needsEmail, ask.emailCode],
    [locked.needsSms, ask.smsCode],
  ] as const)
    if (contactText !== null && !(await isCodeRight(deps, tx, { flow, contactText, code: code ?? "", uses })))
      areRight = false;
  return areRight;
}

/** The problem of the factors shown for a ticket, before any is used up. A passkey replaces all codes. */
async function shownProblem(
  deps: IdentityDeps,
  tx: Database,
  locked: SignIn,
  ask: VerifyAsk,
  { flow, asked }: { flow: CodeFlow; asked: Asked },
): Promise<Refusal | undefined> {
  if (ask.passkey !== undefined) {
    const uid = await usePasskey(deps, tx, ask.passkey, { purpose: "signIn", from: asked.from });
    return uid === undefined || uid !== locked.uid ? "PASSKEY_WRONG" : undefined;
  }
  if (!(await areCodesRight(deps, tx, locked, ask, { flow, uses: false }))) return "CODE_WRONG";
  return locked.needsPasskey ? "FACTOR_NEEDED" : undefined;
}

/** The code of a locked sign-in is at most one of the account's factors: the others are required now. */
async function moreOf(
  deps: IdentityDeps,
  tx: Database,
  user: User,
  locked: SignIn,
): Promise<Outcome<never> | undefined> {
  const all = await requiredFactorsOf(tx, user, { needsCode: false });
  const isShown =
    (all.needsEmail === null || locked.needsEmail !== null) && (all.needsSms === null || locked.needsSms !== null);
  if (isShown && !all.needsPasskey) return undefined;
  // All factors, including the one already shown: the next ticket is the last.
  return requireFactors(deps, tx, { ...locked, ...all, isLocked: false });
}

async function verify(deps: IdentityDeps, ask: VerifyAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const ticketHash = tokenHash(ask.ticket);
  const origin = originOf(deps, asked.from);
  const { outcome, ended } = await inTransaction(deps.db, async (tx): Promise<SignInResult> => {
    const now = deps.clock.now();
    const refused = (refusal: Refusal): SignInResult => ({ outcome: refuse(refusal), ended: [] });
    const uid = await signIns.uidOf(tx, ticketHash);
    const user = uid === null ? undefined : await users.lock(tx, uid);
    const locked = await signIns.lock(tx, ticketHash, now - deps.times.signInValidMs);
    if (locked === undefined || locked.deviceId !== origin.deviceId) return refused("TICKET_EXPIRED");
    const flow = flowOf(ticketHash, locked);
    const isByPasskey = ask.passkey !== undefined;
    const problem = await shownProblem(deps, tx, locked, ask, { flow, asked });
    if (problem !== undefined) return refused(problem);
    const finish = async (): Promise<void> => {
      if (!isByPasskey) await areCodesRight(deps, tx, locked, ask, { flow, uses: true });
      await signIns.done(tx, ticketHash, now);
    };
    // The factors were right and the password was not: only the owner can see this answer.
    if (user === undefined || !locked.isPasswordRight || user.frozenAt !== null) {
      await finish();
      return refused("LOGIN_WRONG");
    }
    if (!isByPasskey) {
      const more = await moreOf(deps, tx, user, locked);
      if (more !== undefined) {
        await finish();
        return { outcome: more, ended: [] };
      }
    }
    const google = isByPasskey ? "none" : await useGoogleCode(deps, tx, user.uid, ask.googleCode);
    if (google === "missing") return refused("GOOGLE_CODE_NEEDED");
    if (google === "wrong") return refused("GOOGLE_CODE_WRONG");
    await finish();
    await tries.keep(tx, locked.triesKey, afterOpened(await tries.lock(tx, locked.triesKey)), now);
    const linked =
      locked.oauthHash === null ? [] : await linkOAuth(deps, tx, user, { oauthHash: locked.oauthHash, asked });
    if (linked === undefined) return refused("OAUTH_TAKEN");
    const isUnusual = isUnusualOrigin(await devices.known(tx, user.uid, origin.deviceId), origin.country);
    const entered = await issueSession(
      deps,
      tx,
      user,
      { origin, asked },
      isUnusual,
      isByPasskey || google === "right" ? now : 0,
    );
    return { ...entered, ended: [...entered.ended, ...linked] };
  });
  deps.wakeOutbox();
  deps.publishEndedSessions(ended);
  return outcome;
}

async function sendSignInCode(deps: IdentityDeps, ask: { ticket: string; channel: "email" | "sms" }, { from }: Asked) {
  return inTransaction(deps.db, async (tx): Promise<Outcome<{ to: string } & ReturnType<typeof codeTimesOf>>> => {
    const ticketHash = tokenHash(ask.ticket);
    const locked = await signIns.lock(tx, ticketHash, deps.clock.now() - deps.times.signInValidMs);
    const contactText = ask.channel === "email" ? locked?.needsEmail : locked?.needsSms;
    if (locked === undefined || contactText === null || contactText === undefined || locked.deviceId !== from.deviceId)
      return refuse("TICKET_EXPIRED");
    const { lang, site } = from;
    const isSent = locked.uid !== null;
    const request = { flow: flowOf(ticketHash, locked), contactText, isSent, lang, site, uid: locked.uid ?? undefined };
    return (await issueCode(deps, tx, request)) ?? given({ to: masked(contactText), ...codeTimesOf(deps) });
  });
}

export const passwordSignInAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.signIn, (ask, asked) => signIn(deps, ask, asked)),
  answer(calls.verifySignIn, (ask, asked) => verify(deps, ask, asked)),
  answer(calls.sendSignInCode, (ask, asked) => sendSignInCode(deps, ask, asked)),
];
