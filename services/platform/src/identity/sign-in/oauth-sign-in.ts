import { calls, type RobotAnswer, type OAuthProvider } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  newToken,
  type Outcome,
  refuse,
  tokenHash,
} from "@tidemark/kit-node";
import { type IdentityDeps, originOf, triesKeyOf, userInfoOf } from "../account/deps.ts";
import { type User, users } from "../account/user-store.ts";
import { changeAccount, lockOwner, recordChange } from "../changes/changes.ts";
import { isCodeRight } from "../codes/codes.ts";
import type { OAuthAnswer, OAuthChecks } from "../oauth/oauth-providers.ts";
import { providerNames } from "../oauth/oauth-rules.ts";
import { oauthLinks, oauthSignIns } from "../oauth/oauth-store.ts";
import { freshProblem } from "../session/factors.ts";
import { openSession } from "../session/sessions.ts";
import { continueSignIn, type SignInResult, type UserInfo } from "../session/sign-in.ts";
import { signIn } from "./password-sign-in.ts";
import { addUser, beginAccount } from "./register.ts";

const purpose = "oauth-checks";

async function start(deps: IdentityDeps, provider: OAuthProvider, { from }: Asked) {
  if (!deps.oauthProviders.isOffered(provider)) return refuse("NOT_FOUND");
  const begun = await deps.oauthProviders.begin(provider);
  if (begun === undefined) return refuse("BUSY");
  const ticket = newToken();
  const ticketHash = tokenHash(ticket);
  const sealed = deps.box.seal(purpose, ticketHash.toString("hex"), JSON.stringify(begun.checks));
  const { deviceId } = from;
  await oauthSignIns.add(deps.db, { ticketHash, provider, sealed, deviceId, at: deps.clock.now() });
  return given({ ticket, url: begun.url });
}

/** The account with this address can be linked by its owner: a provider's claim of an address opens no account. */
const linkable = (ticket: string, user: User): Outcome<never> =>
  refuse("OAUTH_LINKABLE", { ticket, email: user.email ?? "", hasPassword: String(user.passwordHash !== null) });

type FinishAsk = OAuthAnswer & { readonly ticket: string; readonly provider: OAuthProvider };

async function finish(deps: IdentityDeps, { ticket, provider, ...providerAnswer }: FinishAsk, asked: Asked) {
  const { deviceId } = asked.from;
  const ticketHash = tokenHash(ticket);
  const now = deps.clock.now();
  const used = await oauthSignIns.use(deps.db, ticketHash, {
    deviceId,
    since: now - deps.times.oauthValidMs,
    at: now,
  });
  const text = used === undefined ? undefined : deps.box.open(purpose, ticketHash.toString("hex"), used.sealed);
  if (used === undefined || text === undefined) return refuse("TICKET_EXPIRED");
  const checks = JSON.parse(text) as OAuthChecks;
  // Checked before the provider is called: a code of another provider must not be sent to this one.
  if (used.provider !== provider || providerAnswer.state !== checks.state) return refuse("OAUTH_FAILED");
  const identity = await deps.oauthProviders.finish(provider, providerAnswer, checks);
  if (identity === "away") return refuse("BUSY");
  if (identity === "wrong") return refuse("OAUTH_FAILED");
  const { outcome, ended } = await inTransaction(deps.db, async (tx): Promise<SignInResult> => {
    const uid = await oauthLinks.uidOf(tx, identity);
    const linked = uid === undefined ? undefined : await users.byUid(tx, uid);
    if (linked !== undefined) {
      const origin = originOf(deps, asked.from);
      const triesKey = triesKeyOf(deps, linked, "");
      return continueSignIn(deps, tx, linked, { origin, asked, triesKey, oauthHash: null });
    }
    await oauthSignIns.name(tx, ticketHash, identity);
    const { email } = identity;
    const owner = email === undefined ? undefined : await users.byContact(tx, { email });
    const next =
      owner === undefined ? refuse("OAUTH_UNKNOWN", { ticket, email: email ?? "" }) : linkable(ticket, owner);
    return { outcome: next, ended: [] };
  });
  deps.publishEndedSessions(ended);
  return outcome;
}

type RegisterAsk = {
  readonly ticket: string;
  readonly referralCode?: string | undefined;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
};

/** The user's e-mail address, verified by the provider or by a code. */
async function provenEmail(deps: IdentityDeps, tx: Database, proven: string | null, ask: RegisterAsk) {
  if (proven !== null) return proven;
  const { email, code = "" } = ask;
  if (email === undefined) return undefined;
  return (await isCodeRight(deps, tx, { flow: "register", contactText: email, code, uses: true })) ? email : undefined;
}

async function register(deps: IdentityDeps, ask: RegisterAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const { from } = asked;
  const offered = await deps.ask(calls.currentDatetime, {}, asked);
  if (!offered.ok) return refuse(offered.refusal === "REGION_DENIED" ? "REGION_DENIED" : "BUSY");
  const origin = originOf(deps, from);
  return inTransaction(deps.db, async (tx): Promise<Outcome<UserInfo>> => {
    const at = deps.clock.now();
    const ticketHash = tokenHash(ask.ticket);
    const whose = { deviceId: from.deviceId, since: at - deps.times.oauthValidMs };
    const known = await oauthSignIns.lock(tx, ticketHash, whose);
    if (known === undefined) return refuse("TICKET_EXPIRED");
    // Another page of the same user registered first; this one starts again and finds the account.
    if ((await oauthLinks.uidOf(tx, known)) !== undefined) return refuse("TICKET_EXPIRED");
    const { referralCode } = ask;
    const referredBy = referralCode === undefined ? null : await users.uidOfReferral(tx, referralCode);
    if (referredBy === undefined) return refuse("REFERRAL_UNKNOWN");
    const email = await provenEmail(deps, tx, known.email, ask);
    if (email === undefined) return refuse("CODE_WRONG");
    await oauthSignIns.prove(tx, ticketHash, email);
    const { lang, site } = from;
    const { country } = origin;
    const uid = await addUser(tx, { email, phone: null, passwordHash: null, referredBy, lang, site, country, at });
    if (uid === undefined) return linkable(ask.ticket, (await users.byContact(tx, { email }))!);
    if (!(await oauthLinks.add(tx, uid, known, at)))
      throw new Error("OAuth link: inserted by another transaction meanwhile");
    await oauthSignIns.done(tx, ticketHash, at);
    await beginAccount(deps, tx, uid, origin, at);
    const { grant } = await openSession(deps, tx, { uid, origin });
    return given(await userInfoOf(deps, tx, (await users.byUid(tx, uid))!), grant);
  });
}

type AssociateAsk = {
  readonly ticket: string;
  readonly password?: string | undefined;
  readonly robot?: RobotAnswer | undefined;
};

/** An ordinary sign-in to the account with this address, which links the identity at its end. */
async function associate(deps: IdentityDeps, ask: AssociateAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const oauthHash = tokenHash(ask.ticket);
  const whose = { deviceId: asked.from.deviceId, since: deps.clock.now() - deps.times.oauthValidMs };
  const known = await inTransaction(deps.db, (tx) => oauthSignIns.lock(tx, oauthHash, whose));
  if (known === undefined || known.email === null) return refuse("TICKET_EXPIRED");
  const { password = "", robot } = ask;
  return signIn(deps, { loginId: known.email, password, robot }, asked, oauthHash);
}

const remove = (deps: IdentityDeps, provider: OAuthProvider, asked: Asked) =>
  changeAccount(deps, async (tx) => {
    const user = await lockOwner(tx, asked.uid);
    if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
    const problem = await freshProblem(deps, tx, user.uid, asked);
    if (problem !== undefined) return { outcome: refuse(problem) };
    const linked = await oauthLinks.of(tx, user.uid);
    if (!linked.includes(provider)) return { outcome: refuse("NOT_FOUND") };
    // A passkey alone is not enough, because devices get lost.
    if (user.passwordHash === null && linked.length === 1) return { outcome: refuse("LAST_SIGN_IN_METHOD") };
    await oauthLinks.remove(tx, user.uid, provider);
    const keeps = asked.from.session ?? "";
    const facts = { provider: providerNames[provider] };
    const change = { user, kind: "OAUTH_REMOVED", notice: "oauth-unlinked", asked, keeps, facts } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });

/** Sign-in by Google and Apple, and linking them to an account. */
export const oauthAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.startOAuth, ({ provider }, asked) => start(deps, provider, asked)),
  answer(calls.finishOAuth, (ask, asked) => finish(deps, ask, asked)),
  answer(calls.registerOAuth, (ask, asked) => register(deps, ask, asked)),
  answer(calls.associateOAuth, (ask, asked) => associate(deps, ask, asked)),
  answer(calls.removeOAuth, ({ provider }, asked) => remove(deps, provider, asked)),
];
