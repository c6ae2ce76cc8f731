import { calls, type RobotAnswer, type ThirdProvider } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { afterChange, changing, ownerOf } from "./changes.ts";
import { isCodeRight } from "./codes.ts";
import { freshProblem } from "./factors.ts";
import { signIn } from "./login.ts";
import { inTransaction, newSecretName, type Office, placeOf, triesNameOf, userInfoOf } from "./office.ts";
import { addUser } from "./register.ts";
import { openSession } from "./sessions.ts";
import { type Entered, goOn, hashOf, type UserInfo } from "./sign-in.ts";
import type { ThirdAnswer, ThirdChecks } from "./third-providers.ts";
import { providerNames } from "./third-rules.ts";
import { thirdLinks, thirdSignIns } from "./third-store.ts";
import { activity, devices, type User, users } from "./user-store.ts";

const purpose = "third-checks";

async function start(office: Office, provider: ThirdProvider, { from }: Asked) {
  if (!office.thirds.isOffered(provider)) return refuse("NOT_FOUND");
  const begun = await office.thirds.begin(provider);
  if (begun === undefined) return refuse("BUSY");
  const ticket = newSecretName();
  const ticketHash = hashOf(ticket);
  const sealed = office.box.seal(purpose, ticketHash.toString("hex"), JSON.stringify(begun.checks));
  const { deviceId } = from;
  await thirdSignIns.add(office.db, { ticketHash, provider, sealed, deviceId, at: office.clock.now() });
  return given({ ticket, url: begun.url });
}

/** The account that has the address can be linked, by its owner: the provider's word about an address opens no account. */
const linkable = (ticket: string, user: User): Outcome<never> =>
  refuse("THIRD_LINKABLE", { ticket, email: user.email ?? "", hasPassword: String(user.passwordHash !== null) });

type FinishAsk = ThirdAnswer & { readonly ticket: string; readonly provider: ThirdProvider };

async function finish(office: Office, { ticket, provider, ...said }: FinishAsk, asked: Asked) {
  const { deviceId } = asked.from;
  const ticketHash = hashOf(ticket);
  const now = office.clock.now();
  const used = await thirdSignIns.use(office.db, ticketHash, {
    deviceId,
    since: now - office.times.thirdValidMs,
    at: now,
  });
  const text = used === undefined ? undefined : office.box.open(purpose, ticketHash.toString("hex"), used.sealed);
  if (used === undefined || text === undefined) return refuse("TICKET_GONE");
  const checks = JSON.parse(text) as ThirdChecks;
  // Before anybody is asked: a code that another provider gave must not be carried to this one.
  if (used.provider !== provider || said.state !== checks.state) return refuse("THIRD_FAILED");
  const identity = await office.thirds.finish(provider, said, checks);
  if (identity === "away") return refuse("BUSY");
  if (identity === "wrong") return refuse("THIRD_FAILED");
  const { said: outcome, ended } = await inTransaction(office, async (tx): Promise<Entered> => {
    const uid = await thirdLinks.uidOf(tx, identity);
    const linked = uid === undefined ? undefined : await users.byUid(tx, uid);
    if (linked !== undefined) {
      const place = placeOf(office, asked.from);
      const loginHash = triesNameOf(office, linked, "");
      return goOn(office, tx, linked, { place, asked, loginHash, thirdHash: null });
    }
    await thirdSignIns.name(tx, ticketHash, identity);
    const { email } = identity;
    const owner = email === undefined ? undefined : await users.byLogin(tx, { email });
    const next =
      owner === undefined ? refuse("THIRD_UNKNOWN", { ticket, email: email ?? "" }) : linkable(ticket, owner);
    return { said: next, ended: [] };
  });
  office.tellEnded(ended);
  return outcome;
}

type RegisterAsk = {
  readonly ticket: string;
  readonly referralCode?: string | undefined;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
};

/** The address that is the person's own: the provider has proven it, or a code does now. */
async function provenEmail(office: Office, tx: Database, proven: string | null, ask: RegisterAsk) {
  if (proven !== null) return proven;
  const { email, code = "" } = ask;
  if (email === undefined) return undefined;
  return (await isCodeRight(office, tx, { flow: "register", address: email, code, uses: true })) ? email : undefined;
}

async function register(office: Office, ask: RegisterAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const { from } = asked;
  const offered = await office.ask(calls.currentDatetime, {}, asked);
  if (!offered.ok) return refuse(offered.refusal === "REGION_DENIED" ? "REGION_DENIED" : "BUSY");
  const place = placeOf(office, from);
  return inTransaction(office, async (tx): Promise<Outcome<UserInfo>> => {
    const at = office.clock.now();
    const ticketHash = hashOf(ask.ticket);
    const whose = { deviceId: from.deviceId, since: at - office.times.thirdValidMs };
    const known = await thirdSignIns.held(tx, ticketHash, whose);
    if (known === undefined) return refuse("TICKET_GONE");
    // Two pages of the same person: the second begins again and finds what the first has made.
    if ((await thirdLinks.uidOf(tx, known)) !== undefined) return refuse("TICKET_GONE");
    const { referralCode } = ask;
    const referredBy = referralCode === undefined ? null : await users.uidOfReferral(tx, referralCode);
    if (referredBy === undefined) return refuse("REFERRAL_UNKNOWN");
    const email = await provenEmail(office, tx, known.email, ask);
    if (email === undefined) return refuse("CODE_WRONG");
    await thirdSignIns.prove(tx, ticketHash, email);
    const { lang, site } = from;
    const { country } = place;
    const uid = await addUser(tx, { email, phone: null, passwordHash: null, referredBy, lang, site, country, at });
    if (uid === undefined) return linkable(ask.ticket, (await users.byLogin(tx, { email }))!);
    if (!(await thirdLinks.add(tx, uid, known, at))) throw new Error("a third party was linked in between");
    await thirdSignIns.done(tx, ticketHash, at);
    await devices.keep(tx, uid, place, at);
    await activity.add(tx, uid, "REGISTERED", place, at);
    const { grant } = await openSession(office, tx, { uid, place });
    return given(userInfoOf((await users.byUid(tx, uid))!), grant);
  });
}

type AssociateAsk = {
  readonly ticket: string;
  readonly password?: string | undefined;
  readonly robot?: RobotAnswer | undefined;
};

/** A sign-in like any other, to the account that has the address; what is linked is remembered with it. */
async function associate(office: Office, ask: AssociateAsk, asked: Asked): Promise<Outcome<UserInfo>> {
  const thirdHash = hashOf(ask.ticket);
  const whose = { deviceId: asked.from.deviceId, since: office.clock.now() - office.times.thirdValidMs };
  const known = await inTransaction(office, (tx) => thirdSignIns.held(tx, thirdHash, whose));
  if (known === undefined || known.email === null) return refuse("TICKET_GONE");
  const { password = "", robot } = ask;
  return signIn(office, { loginId: known.email, password, robot }, asked, thirdHash);
}

const remove = (office: Office, provider: ThirdProvider, asked: Asked) =>
  changing(office, async (tx) => {
    const user = await ownerOf(tx, asked.uid);
    if (user === undefined) return { said: refuse("LOGIN_INVALID") };
    const problem = await freshProblem(office, tx, user.uid, asked);
    if (problem !== undefined) return { said: refuse(problem) };
    const linked = await thirdLinks.of(tx, user.uid);
    if (!linked.includes(provider)) return { said: refuse("NOT_FOUND") };
    // A passkey would do, but devices get lost.
    if (user.passwordHash === null && linked.length === 1) return { said: refuse("LAST_WAY_IN") };
    await thirdLinks.remove(tx, user.uid, provider);
    const keeps = asked.from.session ?? "";
    const facts = { provider: providerNames[provider] };
    const change = { user, kind: "THIRD_REMOVED", notice: "third-party-unlinked", asked, keeps, facts } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });

/** Signing in by Google or Apple, and linking them to an account. */
export const thirdAnswers = (office: Office): Answer[] => [
  answer(calls.startThird, ({ provider }, asked) => start(office, provider, asked)),
  answer(calls.finishThird, (ask, asked) => finish(office, ask, asked)),
  answer(calls.registerThird, (ask, asked) => register(office, ask, asked)),
  answer(calls.associateThird, (ask, asked) => associate(office, ask, asked)),
  answer(calls.removeThird, ({ provider }, asked) => remove(office, provider, asked)),
];
