import { type Asked, type Database, given, type Outcome, refuse, newToken, tokenHash } from "@tidemark/kit-node";
import { enqueueNotice } from "../account/notices.ts";
import { type IdentityDeps, userInfoOf } from "../account/deps.ts";
import { isUnusualOrigin } from "../account/rules.ts";
import { activity, devices, type SignInOrigin, type User, users } from "../account/user-store.ts";
import { hasAuthenticator } from "../codes/authenticator.ts";
import { passkeys } from "../passkey/passkey-store.ts";
import { sessions } from "./session-store.ts";
import { openSession } from "./sessions.ts";
import { type SignIn, signIns } from "./sign-in-store.ts";

export type UserInfo = Awaited<ReturnType<typeof userInfoOf>>;
export type SignInResult = { readonly outcome: Outcome<UserInfo>; readonly ended: string[] };
export type RequiredFactors = Pick<SignIn, "needsEmail" | "needsSms" | "needsGoogle" | "needsPasskey">;

/** Records the device, notifies the owner of an unusual origin, and opens the session. */
export async function issueSession(
  deps: IdentityDeps,
  tx: Database,
  user: User,
  { origin, asked }: { origin: SignInOrigin; asked: Asked },
  isUnusual: boolean,
  factorAt = 0,
): Promise<SignInResult> {
  const at = deps.clock.now();
  const { uid, lang, site } = user;
  // The lock keeps a concurrent reset or freeze from missing this session.
  const locked = await users.lock(tx, uid);
  if (locked?.frozenAt !== null) return { outcome: refuse("ACCOUNT_FROZEN"), ended: [] };
  if (locked.passwordHash !== user.passwordHash) return { outcome: refuse("LOGIN_WRONG"), ended: [] };
  await devices.keep(tx, uid, origin, at);
  await activity.add(tx, uid, "SIGNED_IN", origin, at);
  const to = user.email ?? user.phone;
  const facts = { ip: origin.ip, country: origin.country, agent: origin.agent };
  if (isUnusual && to !== null) await enqueueNotice(deps, tx, { kind: "new-device", to, lang, site, uid, facts }, at);
  const { grant, ended } = await openSession(deps, tx, { uid, origin, factorAt });
  // The session that the client had before ends.
  const { session = "" } = asked.from;
  const left = session === "" ? [] : await sessions.end(tx, { uid: asked.uid, only: session }, "signed in anew", at);
  return { outcome: given(await userInfoOf(deps, tx, user), grant), ended: [...ended, ...left] };
}

/**
 * Refuses with a ticket for the rest of the sign-in and the factors that it needs; whether the password was right is not revealed.
 * `hasInstead`: a passkey replaces all of them, which is revealed only after a right password.
 */
export async function requireFactors(
  deps: IdentityDeps,
  tx: Database,
  signIn: SignIn,
  hasInstead = false,
): Promise<Outcome<never>> {
  const ticket = newToken();
  await signIns.add(tx, tokenHash(ticket), signIn, deps.clock.now());
  const needs = [
    ...(signIn.needsEmail === null ? [] : ["email"]),
    ...(signIn.needsSms === null ? [] : ["sms"]),
    ...(signIn.needsGoogle ? ["google"] : []),
    ...(signIn.needsPasskey ? ["passkey"] : []),
  ];
  const instead: { instead?: string } = hasInstead && !signIn.needsPasskey ? { instead: "passkey" } : {};
  return refuse("VERIFY_NEEDED", { ticket, needs: needs.join(","), ...instead });
}

/** The factors that the sign-in still needs. A passkey is stronger than any code: without an authenticator it alone is required. */
export async function requiredFactorsOf(
  tx: Database,
  user: User,
  { needsCode }: { needsCode: boolean },
): Promise<RequiredFactors> {
  const needsGoogle = await hasAuthenticator(tx, user.uid);
  if (!needsGoogle && (await passkeys.count(tx, user.uid)) > 0)
    return { needsEmail: null, needsSms: null, needsGoogle: false, needsPasskey: true };
  return {
    needsEmail: user.isEmailFactor || needsCode ? user.email : null,
    // Without an e-mail address the code goes to the phone.
    needsSms: user.isSmsFactor || (needsCode && user.email === null) ? user.phone : null,
    needsGoogle,
    needsPasskey: false,
  };
}

type Shown = {
  readonly origin: SignInOrigin;
  readonly asked: Asked;
  readonly triesKey: Buffer;
  /** The OAuth identity to link when the sign-in succeeds. */
  readonly oauthHash: Buffer | null;
};

/** After the right first factor: opens the session, or requires the other factors. Linking an OAuth identity requires a code. */
export async function continueSignIn(
  deps: IdentityDeps,
  tx: Database,
  user: User,
  shown: Shown,
): Promise<SignInResult> {
  const { origin, triesKey, oauthHash } = shown;
  if (user.frozenAt !== null) return { outcome: refuse("ACCOUNT_FROZEN"), ended: [] };
  const isUnusual = isUnusualOrigin(await devices.known(tx, user.uid, origin.deviceId), origin.country);
  const needsCode = oauthHash !== null || (isUnusual && deps.newDevice === "code");
  const needs = await requiredFactorsOf(tx, user, { needsCode });
  const { needsEmail, needsSms, needsGoogle, needsPasskey } = needs;
  if (needsEmail === null && needsSms === null && !needsGoogle && !needsPasskey)
    return issueSession(deps, tx, user, shown, isUnusual);
  const whose = { triesKey, deviceId: origin.deviceId, uid: user.uid, oauthHash };
  const signIn = { ...whose, isPasswordRight: true, isLocked: false, ...needs };
  const hasInstead = (await passkeys.count(tx, user.uid)) > 0;
  return { outcome: await requireFactors(deps, tx, signIn, hasInstead), ended: [] };
}
