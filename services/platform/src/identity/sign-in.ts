import { createHash } from "node:crypto";
import { type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { enqueueNotice } from "../notices.ts";
import { hasAuthenticator } from "./authenticator.ts";
import { type SignIn, signIns } from "./code-store.ts";
import { newSecretName, type Office, userInfoOf } from "./office.ts";
import { passkeys } from "./passkey-store.ts";
import { isUnusualPlace } from "./rules.ts";
import { sessions } from "./session-store.ts";
import { openSession } from "./sessions.ts";
import { activity, devices, type Place, type User, users } from "./user-store.ts";

export type UserInfo = ReturnType<typeof userInfoOf>;
export type Entered = { readonly said: Outcome<UserInfo>; readonly ended: string[] };
export type Needs = Pick<SignIn, "needsEmail" | "needsSms" | "needsGoogle" | "needsPasskey">;

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The device and the place become known, the owner hears of it, and the session begins. */
export async function letIn(
  office: Office,
  tx: Database,
  user: User,
  { place, asked }: { place: Place; asked: Asked },
  isUnusual: boolean,
  factorAt = 0,
): Promise<Entered> {
  const at = office.clock.now();
  const { uid, lang, site } = user;
  // A reset or a freeze that ended all sessions a moment ago must not miss this one.
  const held = await users.held(tx, uid);
  if (held?.frozenAt !== null) return { said: refuse("ACCOUNT_FROZEN"), ended: [] };
  if (held.passwordHash !== user.passwordHash) return { said: refuse("LOGIN_WRONG"), ended: [] };
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

/**
 * A ticket for the rest of a sign-in. What it needs is told; whether the password was right is not. `hasInstead`: a passkey does for all
 * of it, which is told only to whom the password let this far.
 */
export async function askForMore(
  office: Office,
  tx: Database,
  signIn: SignIn,
  hasInstead = false,
): Promise<Outcome<never>> {
  const ticket = newSecretName();
  await signIns.add(tx, hashOf(ticket), signIn, office.clock.now());
  const needs = [
    ...(signIn.needsEmail === null ? [] : ["email"]),
    ...(signIn.needsSms === null ? [] : ["sms"]),
    ...(signIn.needsGoogle ? ["google"] : []),
    ...(signIn.needsPasskey ? ["passkey"] : []),
  ];
  const instead: { instead?: string } = hasInstead && !signIn.needsPasskey ? { instead: "passkey" } : {};
  return refuse("VERIFY_NEEDED", { ticket, needs: needs.join(","), ...instead });
}

/** What the account's owner shows besides what he has shown. A passkey is more than any code: without an authenticator it alone is asked for. */
export async function needsOf(tx: Database, user: User, { needsCode }: { needsCode: boolean }): Promise<Needs> {
  const needsGoogle = await hasAuthenticator(tx, user.uid);
  if (!needsGoogle && (await passkeys.count(tx, user.uid)) > 0)
    return { needsEmail: null, needsSms: null, needsGoogle: false, needsPasskey: true };
  return {
    needsEmail: user.isEmailFactor || needsCode ? user.email : null,
    // Where there is no e-mail address the phone has to do.
    needsSms: user.isSmsFactor || (needsCode && user.email === null) ? user.phone : null,
    needsGoogle,
    needsPasskey: false,
  };
}

type Shown = {
  readonly place: Place;
  readonly asked: Asked;
  readonly loginHash: Buffer;
  /** A third party that is linked once everything is shown. */
  readonly thirdHash: Buffer | null;
};

/** The first factor was right: in at once, or a ticket for the others. Whoever links a third party shows a code besides. */
export async function goOn(office: Office, tx: Database, user: User, shown: Shown): Promise<Entered> {
  const { place, loginHash, thirdHash } = shown;
  if (user.frozenAt !== null) return { said: refuse("ACCOUNT_FROZEN"), ended: [] };
  const isUnusual = isUnusualPlace(await devices.known(tx, user.uid, place.deviceId), place.country);
  const needsCode = thirdHash !== null || (isUnusual && office.newDevice === "code");
  const needs = await needsOf(tx, user, { needsCode });
  const { needsEmail, needsSms, needsGoogle, needsPasskey } = needs;
  if (needsEmail === null && needsSms === null && !needsGoogle && !needsPasskey)
    return letIn(office, tx, user, shown, isUnusual);
  const whose = { loginHash, deviceId: place.deviceId, uid: user.uid, thirdHash };
  const signIn = { ...whose, isPasswordRight: true, isLocked: false, ...needs };
  const hasInstead = (await passkeys.count(tx, user.uid)) > 0;
  return { said: await askForMore(office, tx, signIn, hasInstead), ended: [] };
}
