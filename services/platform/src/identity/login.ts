import { calls, type PasskeyAnswer, type Refusal, type RobotAnswer } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { useGoogleCode } from "./authenticator.ts";
import { type SignIn, signIns } from "./code-store.ts";
import { codeTimesOf, isCodeRight, issueCode } from "./codes.ts";
import {
  addressOf,
  inLightTransaction,
  inTransaction,
  type Login,
  loginOf,
  type Office,
  placeOf,
  triesNameOf,
} from "./office.ts";
import { usePasskey } from "./passkeys.ts";
import {
  afterBusy,
  afterOpened,
  afterRight,
  afterWrong,
  isUnusualPlace,
  masked,
  needsCodeFirst,
  needsRobotCheck,
  type CodeFlow,
  type Tries,
} from "./rules.ts";
import { askForMore, type Entered, goOn, hashOf, letIn, needsOf, type UserInfo } from "./sign-in.ts";
import { linkThird } from "./third-link.ts";
import { activity, devices, type Place, tries, type User, users } from "./user-store.ts";

type Attempt = {
  readonly loginHash: Buffer;
  readonly login: Login | undefined;
  readonly user: User | undefined;
  readonly isRight: boolean;
  /** After too many guesses; then whether the password was right must show in nothing. */
  readonly isLocked: boolean;
  readonly place: Place;
  readonly asked: Asked;
  readonly thirdHash: Buffer | null;
};

const flowOf = (ticketHash: Buffer, { isLocked }: SignIn): CodeFlow =>
  `${isLocked ? "locked" : "login"} ${ticketHash.toString("base64url")}`;

/** Undefined where the check is passed. */
export async function robotProblem(
  office: Office,
  robot: RobotAnswer | undefined,
  ip: string,
): Promise<Outcome<never> | undefined> {
  if (robot === undefined) return refuse("ROBOT_CHECK_NEEDED");
  const verdict = await office.robotChecks.verdictOf(robot, ip);
  if (verdict === "human") return undefined;
  return refuse(verdict === "robot" ? "ROBOT_CHECK_FAILED" : "BUSY");
}

const codeNeeds = (login: Login) => ({
  needsEmail: "email" in login ? login.email : null,
  needsSms: "phone" in login ? login.phone : null,
});

/** Who is not there is looked for as long as who is. */
const nobody = 0;

/** What comes of a password that was looked at, in one transaction with what is remembered of it. */
async function settle(office: Office, tx: Database, attempt: Attempt): Promise<Entered> {
  const { loginHash, login, user, isLocked, place, thirdHash } = attempt;
  const at = office.clock.now();
  // The password may have been replaced, or the account frozen, while it was looked at. A wrong one is wrong anyway.
  const held = attempt.isRight || isLocked ? await users.held(tx, user?.uid ?? nobody) : undefined;
  const isRight = attempt.isRight && held !== undefined && held.passwordHash === user?.passwordHash;
  if (isRight && !isLocked) await tries.keep(tx, loginHash, afterRight(await tries.held(tx, loginHash)), at);
  if (!isRight && user !== undefined) await activity.add(tx, user.uid, "SIGN_IN_FAILED", place, at);
  if (login !== undefined && isLocked) {
    // Whether there are other factors is a secret of the account too: they are asked for once the password counts.
    const base = { loginHash, deviceId: place.deviceId, uid: user?.uid ?? null, isPasswordRight: isRight, thirdHash };
    const signIn = { ...base, isLocked, ...codeNeeds(login), needsGoogle: false, needsPasskey: false };
    return { said: await askForMore(office, tx, signIn), ended: [] };
  }
  if (!isRight) return { said: refuse("LOGIN_WRONG"), ended: [] };
  return goOn(office, tx, held, attempt);
}

/** How often it was tried before; undefined where meanwhile so often that a robot check is asked for which was not made. */
const countTry = (office: Office, loginHash: Buffer, isHuman: boolean): Promise<Tries | undefined> =>
  inLightTransaction(office, async (tx) => {
    const before = await tries.held(tx, loginHash);
    if (needsRobotCheck(before) && !isHuman) return undefined;
    const now = office.clock.now();
    await tries.keep(tx, loginHash, afterWrong(before, now), now);
    return before;
  });

type LoginAsk = {
  readonly loginId: string;
  readonly areaCode?: string | undefined;
  readonly password: string;
  readonly robot?: RobotAnswer | undefined;
};

/** With `thirdHash` a third party is linked at the end: an account that never had a password is then let on to the code. */
export async function signIn(
  office: Office,
  ask: LoginAsk,
  asked: Asked,
  thirdHash: Buffer | null = null,
): Promise<Outcome<UserInfo>> {
  const { from } = asked;
  const login = loginOf(ask);
  const place = placeOf(office, from);
  // In a storm strangers are sent away before they cost anything; who comes on a device of his own goes on to the queue.
  if (office.passwords.isCrowded() && !(await devices.isHome(office.db, login ?? {}, place.deviceId)))
    return refuse("BUSY");
  const user = login === undefined ? undefined : await users.byLogin(office.db, login);
  const name = login === undefined ? `${ask.areaCode}${ask.loginId}` : addressOf(login);
  const loginHash = triesNameOf(office, user, name);
  const isSuspect = needsRobotCheck(await tries.of(office.db, loginHash));
  const problem = isSuspect ? await robotProblem(office, ask.robot, from.ip) : undefined;
  if (problem !== undefined) return problem;
  const before = await countTry(office, loginHash, isSuspect);
  if (before === undefined) return refuse("ROBOT_CHECK_NEEDED");
  const hasNoPassword = thirdHash !== null && user?.passwordHash === null;
  const isFamiliar = (await devices.known(office.db, user?.uid ?? nobody, place.deviceId)) !== undefined;
  const isRight =
    hasNoPassword || (await office.passwords.isRight(ask.password, user?.passwordHash ?? undefined, isFamiliar));
  if (isRight === undefined) {
    await inLightTransaction(office, async (tx) => {
      await tries.keep(tx, loginHash, afterBusy(await tries.held(tx, loginHash)), office.clock.now());
    });
    return refuse("BUSY");
  }
  const isLocked = login !== undefined && needsCodeFirst(before, office.clock.now());
  const attempt = { loginHash, login, user, isRight, isLocked, place, asked, thirdHash };
  // Only who gets on waits for the disk: how long an answer took must tell nobody whether there is such an account.
  const within = isRight && !isLocked ? inTransaction : inLightTransaction;
  const { said, ended } = await within(office, (tx) => settle(office, tx, attempt));
  office.tellEnded(ended);
  return said;
}

type VerifyAsk = {
  readonly ticket: string;
  readonly emailCode?: string | undefined;
  readonly smsCode?: string | undefined;
  readonly googleCode?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/** Every code that the ticket needs, right and at once; what is missing is as wrong as what is wrong. */
async function areCodesRight(
  office: Office,
  tx: Database,
  held: SignIn,
  ask: VerifyAsk,
  { flow, uses }: { flow: CodeFlow; uses: boolean },
): Promise<boolean> {
  let areRight = true;
  for (const [address, code] of [
    [held.needsEmail, ask.emailCode],
    [held.needsSms, ask.smsCode],
  ] as const)
    if (address !== null && !(await isCodeRight(office, tx, { flow, address, code: code ?? "", uses })))
      areRight = false;
  return areRight;
}

/** What is wrong with what was shown for a ticket, before anything is used up. A passkey does for every code. */
async function shownProblem(
  office: Office,
  tx: Database,
  held: SignIn,
  ask: VerifyAsk,
  { flow, asked }: { flow: CodeFlow; asked: Asked },
): Promise<Refusal | undefined> {
  if (ask.passkey !== undefined) {
    const uid = await usePasskey(office, tx, ask.passkey, { purpose: "signIn", from: asked.from });
    return uid === undefined || uid !== held.uid ? "PASSKEY_WRONG" : undefined;
  }
  if (!(await areCodesRight(office, tx, held, ask, { flow, uses: false }))) return "CODE_WRONG";
  return held.needsPasskey ? "FACTOR_NEEDED" : undefined;
}

/** The code that opened a locked sign-in was one of the account's factors at most: the others are asked for then. */
async function moreOf(office: Office, tx: Database, user: User, held: SignIn): Promise<Outcome<never> | undefined> {
  const all = await needsOf(tx, user, { needsCode: false });
  const isShown =
    (all.needsEmail === null || held.needsEmail !== null) && (all.needsSms === null || held.needsSms !== null);
  if (isShown && !all.needsPasskey) return undefined;
  // All of them together, also what was shown: the next ticket is the last.
  return askForMore(office, tx, { ...held, ...all, isLocked: false });
}

async function verify(office: Office, ask: VerifyAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const ticketHash = hashOf(ask.ticket);
  const place = placeOf(office, asked.from);
  const { said, ended } = await inTransaction(office, async (tx): Promise<Entered> => {
    const now = office.clock.now();
    const refused = (refusal: Refusal): Entered => ({ said: refuse(refusal), ended: [] });
    const uid = await signIns.uidOf(tx, ticketHash);
    const user = uid === null ? undefined : await users.held(tx, uid);
    const held = await signIns.held(tx, ticketHash, now - office.times.signInValidMs);
    if (held === undefined || held.deviceId !== place.deviceId) return refused("TICKET_GONE");
    const flow = flowOf(ticketHash, held);
    const isByPasskey = ask.passkey !== undefined;
    const problem = await shownProblem(office, tx, held, ask, { flow, asked });
    if (problem !== undefined) return refused(problem);
    const finish = async (): Promise<void> => {
      if (!isByPasskey) await areCodesRight(office, tx, held, ask, { flow, uses: true });
      await signIns.done(tx, ticketHash, now);
    };
    // What was shown was right and the password was not: only now may this be said, to whom the account belongs.
    if (user === undefined || !held.isPasswordRight || user.frozenAt !== null) {
      await finish();
      return refused("LOGIN_WRONG");
    }
    if (!isByPasskey) {
      const more = await moreOf(office, tx, user, held);
      if (more !== undefined) {
        await finish();
        return { said: more, ended: [] };
      }
    }
    const google = isByPasskey ? "none" : await useGoogleCode(office, tx, user.uid, ask.googleCode);
    if (google === "missing") return refused("GOOGLE_CODE_NEEDED");
    if (google === "wrong") return refused("GOOGLE_CODE_WRONG");
    await finish();
    await tries.keep(tx, held.loginHash, afterOpened(await tries.held(tx, held.loginHash)), now);
    const linked =
      held.thirdHash === null ? [] : await linkThird(office, tx, user, { thirdHash: held.thirdHash, asked });
    if (linked === undefined) return refused("THIRD_TAKEN");
    const isUnusual = isUnusualPlace(await devices.known(tx, user.uid, place.deviceId), place.country);
    const entered = await letIn(
      office,
      tx,
      user,
      { place, asked },
      isUnusual,
      isByPasskey || google === "right" ? now : 0,
    );
    return { ...entered, ended: [...entered.ended, ...linked] };
  });
  office.wakeOutbox();
  office.tellEnded(ended);
  return said;
}

async function sendLoginCode(office: Office, ask: { ticket: string; channel: "email" | "sms" }, { from }: Asked) {
  return inTransaction(office, async (tx): Promise<Outcome<{ to: string } & ReturnType<typeof codeTimesOf>>> => {
    const ticketHash = hashOf(ask.ticket);
    const held = await signIns.held(tx, ticketHash, office.clock.now() - office.times.signInValidMs);
    const address = ask.channel === "email" ? held?.needsEmail : held?.needsSms;
    if (held === undefined || address === null || address === undefined || held.deviceId !== from.deviceId)
      return refuse("TICKET_GONE");
    const { lang, site } = from;
    const isSent = held.uid !== null;
    const wish = { flow: flowOf(ticketHash, held), address, isSent, lang, site, uid: held.uid ?? undefined };
    return (await issueCode(office, tx, wish)) ?? given({ to: masked(address), ...codeTimesOf(office) });
  });
}

export const loginAnswers = (office: Office): Answer[] => [
  answer(calls.login, (ask, asked) => signIn(office, ask, asked)),
  answer(calls.verifyLogin, (ask, asked) => verify(office, ask, asked)),
  answer(calls.sendLoginCode, (ask, asked) => sendLoginCode(office, ask, asked)),
];
