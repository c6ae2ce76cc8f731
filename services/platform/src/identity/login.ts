import { createHash } from "node:crypto";
import { calls, type Refusal, type RobotAnswer } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { enqueueNotice } from "../notices.ts";
import { hasAuthenticator, useGoogleCode } from "./authenticator.ts";
import { type SignIn, signIns } from "./code-store.ts";
import { type CodeFlow, codeTimes, isCodeRight, issueCode } from "./codes.ts";
import {
  addressOf,
  inTransaction,
  type Login,
  loginOf,
  newSecretName,
  type Office,
  placeOf,
  userInfoOf,
} from "./office.ts";
import {
  afterBusy,
  afterRight,
  afterWrong,
  isUnusualPlace,
  masked,
  needsCodeFirst,
  needsRobotCheck,
  ticketValidMs,
  type Tries,
} from "./rules.ts";
import { sessions } from "./session-store.ts";
import { openSession } from "./sessions.ts";
import { activity, devices, type Place, tries, type User, users } from "./user-store.ts";

type UserInfo = ReturnType<typeof userInfoOf>;
type Attempt = {
  readonly loginHash: Buffer;
  readonly login: Login | undefined;
  readonly user: User | undefined;
  readonly isRight: boolean;
  readonly tries: Tries;
  readonly place: Place;
  readonly asked: Asked;
};

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
const flowOf = (ticketHash: Buffer): CodeFlow => `login ${ticketHash.toString("base64url")}`;

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

/** The device and the place become known, the owner hears of it, and the session begins. */
export async function letIn(
  office: Office,
  tx: Database,
  user: User,
  attempt: Pick<Attempt, "place" | "asked">,
  isUnusual: boolean,
  factorAt = 0,
) {
  const { place, asked } = attempt;
  const at = office.clock.now();
  const { uid, lang, site } = user;
  await devices.keep(tx, uid, place, at);
  await activity.add(tx, uid, "SIGNED_IN", place, at);
  const to = user.email ?? user.phone;
  const facts = { ip: place.ip, country: place.country, agent: place.agent };
  if (isUnusual && to !== null)
    await enqueueNotice(tx, office.box, { kind: "new-device", to, lang, site, uid, facts }, at);
  const { grant, ended } = await openSession(office, tx, { uid, place, factorAt });
  // Whoever was signed in here before has left by this.
  const { session = "" } = asked.from;
  const left = session === "" ? [] : await sessions.end(tx, { uid: asked.uid, only: session }, "signed in anew", at);
  return { said: given(userInfoOf(user), grant), ended: [...ended, ...left] };
}

/** A ticket for the rest of a sign-in. What it needs is told; whether the password was right is not. */
async function askForMore(office: Office, tx: Database, signIn: SignIn): Promise<Outcome<never>> {
  const ticket = newSecretName();
  await signIns.add(tx, hashOf(ticket), signIn, office.clock.now());
  const needs = [
    ...(signIn.needsEmail === null ? [] : ["email"]),
    ...(signIn.needsSms === null ? [] : ["sms"]),
    ...(signIn.needsGoogle ? ["google"] : []),
  ];
  return refuse("VERIFY_NEEDED", { ticket, needs: needs.join(",") });
}

const codeNeeds = (login: Login) => ({
  needsEmail: "email" in login ? login.email : null,
  needsSms: "phone" in login ? login.phone : null,
});

/** What comes of a password that was looked at, in one transaction with what is remembered of it. */
async function settle(office: Office, tx: Database, attempt: Attempt) {
  const { loginHash, login, user, isRight, place } = attempt;
  const at = office.clock.now();
  if (isRight) await tries.keep(tx, loginHash, afterRight(await tries.held(tx, loginHash)), at);
  const ended: string[] = [];
  if (!isRight && user !== undefined) await activity.add(tx, user.uid, "SIGN_IN_FAILED", place, at);
  const base = { loginHash, deviceId: place.deviceId, uid: user?.uid ?? null, isPasswordRight: isRight };
  // Whether there is an authenticator is a secret of the account too: it is asked for once the password counts.
  if (login !== undefined && needsCodeFirst(attempt.tries, at))
    return { said: await askForMore(office, tx, { ...base, ...codeNeeds(login), needsGoogle: false }), ended };
  if (!isRight || user === undefined) return { said: refuse("LOGIN_WRONG"), ended };
  if (user.frozenAt !== null) return { said: refuse("ACCOUNT_FROZEN"), ended };
  const isUnusual = isUnusualPlace(await devices.known(tx, user.uid, place.deviceId), place.country);
  const needsGoogle = await hasAuthenticator(tx, user.uid);
  const needsCode = isUnusual && office.newDevice === "code";
  const needsEmail = user.isEmailFactor || needsCode ? user.email : null;
  // Where there is no e-mail address the phone has to do.
  const needsSms = user.isSmsFactor || (needsCode && user.email === null) ? user.phone : null;
  if (needsEmail === null && needsSms === null && !needsGoogle) return letIn(office, tx, user, attempt, isUnusual);
  return { said: await askForMore(office, tx, { ...base, needsEmail, needsSms, needsGoogle }), ended };
}

/** How often it was tried before; undefined where meanwhile so often that a robot check is asked for which was not made. */
const countTry = (office: Office, loginHash: Buffer, isHuman: boolean): Promise<Tries | undefined> =>
  inTransaction(office, async (tx) => {
    const before = await tries.held(tx, loginHash);
    if (needsRobotCheck(before) && !isHuman) return undefined;
    const now = office.clock.now();
    await tries.keep(tx, loginHash, afterWrong(before, now), now);
    return before;
  });

type LoginAsk = { loginId: string; areaCode?: string | undefined; password: string; robot?: RobotAnswer | undefined };

async function signIn(office: Office, ask: LoginAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const { from } = asked;
  const login = loginOf(ask);
  const loginHash = office.box.mac("login", login === undefined ? `${ask.areaCode}${ask.loginId}` : addressOf(login));
  const isSuspect = needsRobotCheck(await tries.of(office.db, loginHash));
  const problem = isSuspect ? await robotProblem(office, ask.robot, from.ip) : undefined;
  if (problem !== undefined) return problem;
  const before = await countTry(office, loginHash, isSuspect);
  if (before === undefined) return refuse("ROBOT_CHECK_NEEDED");
  const user = login === undefined ? undefined : await users.byLogin(office.db, login);
  const isRight = await office.passwords.isRight(ask.password, user?.passwordHash ?? undefined);
  if (isRight === undefined) {
    await inTransaction(office, async (tx) => {
      await tries.keep(tx, loginHash, afterBusy(await tries.held(tx, loginHash)), office.clock.now());
    });
    return refuse("BUSY");
  }
  const place = placeOf(office, from);
  const attempt = { loginHash, login, user, isRight, tries: before, place, asked };
  const { said, ended } = await inTransaction(office, (tx) => settle(office, tx, attempt));
  office.tellEnded(ended);
  return said;
}

type VerifyAsk = {
  ticket: string;
  emailCode?: string | undefined;
  smsCode?: string | undefined;
  googleCode?: string | undefined;
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

async function verify(office: Office, ask: VerifyAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const ticketHash = hashOf(ask.ticket);
  const place = placeOf(office, asked.from);
  const { said, ended } = await inTransaction(office, async (tx) => {
    const now = office.clock.now();
    const refused = (refusal: Refusal) => ({
      said: refuse(refusal),
      ended: [] as string[],
    });
    const held = await signIns.held(tx, ticketHash, now - ticketValidMs);
    if (held === undefined || held.deviceId !== place.deviceId) return refused("TICKET_GONE");
    const flow = flowOf(ticketHash);
    if (!(await areCodesRight(office, tx, held, ask, { flow, uses: false }))) return refused("CODE_WRONG");
    const finish = async (): Promise<void> => {
      await areCodesRight(office, tx, held, ask, { flow, uses: true });
      await signIns.done(tx, ticketHash, now);
    };
    const user = held.uid === null ? undefined : await users.byUid(tx, held.uid);
    // The code was right and the password was not: only now may this be said, to whom the address belongs.
    if (user === undefined || !held.isPasswordRight || user.frozenAt !== null) {
      await finish();
      return refused("LOGIN_WRONG");
    }
    const needsEmail = user.isEmailFactor && held.needsEmail === null ? user.email : null;
    const needsSms = user.isSmsFactor && held.needsSms === null ? user.phone : null;
    if (needsEmail !== null || needsSms !== null) {
      // The code that opened the lock was one of the account's factors at most: the others are asked for now.
      await finish();
      const needsGoogle = await hasAuthenticator(tx, user.uid);
      return { said: await askForMore(office, tx, { ...held, needsEmail, needsSms, needsGoogle }), ended: [] };
    }
    const google = await useGoogleCode(office, tx, user.uid, ask.googleCode);
    if (google === "missing") return refused("GOOGLE_CODE_NEEDED");
    if (google === "wrong") return refused("GOOGLE_CODE_WRONG");
    await finish();
    const isUnusual = isUnusualPlace(await devices.known(tx, user.uid, place.deviceId), place.country);
    return letIn(office, tx, user, { place, asked }, isUnusual, google === "right" ? now : 0);
  });
  office.tellEnded(ended);
  return said;
}

async function sendLoginCode(office: Office, ask: { ticket: string; channel: "email" | "sms" }, { from }: Asked) {
  return inTransaction(office, async (tx): Promise<Outcome<{ to: string } & typeof codeTimes>> => {
    const ticketHash = hashOf(ask.ticket);
    const held = await signIns.held(tx, ticketHash, office.clock.now() - ticketValidMs);
    const address = ask.channel === "email" ? held?.needsEmail : held?.needsSms;
    if (held === undefined || address === null || address === undefined || held.deviceId !== from.deviceId)
      return refuse("TICKET_GONE");
    const { lang, site } = from;
    const isSent = held.uid !== null;
    const wish = { flow: flowOf(ticketHash), address, isSent, lang, site, uid: held.uid ?? undefined };
    return (await issueCode(office, tx, wish)) ?? given({ to: masked(address), ...codeTimes });
  });
}

export const loginAnswers = (office: Office): Answer[] => [
  answer(calls.login, (ask, asked) => signIn(office, ask, asked)),
  answer(calls.verifyLogin, (ask, asked) => verify(office, ask, asked)),
  answer(calls.sendLoginCode, (ask, asked) => sendLoginCode(office, ask, asked)),
];
