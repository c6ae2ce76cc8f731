import { createServer } from "node:net";
import type { OAuthProvider } from "@tidemark/contracts";
import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenIdPeer, startOpenIdPeer } from "../../../../../tests/peers/openid.ts";
import { type OpenIdUser, signInAtProvider } from "../../../../../tests/peers/openid-user.ts";
import { openWorld, type Visitor, type World } from "../../../testing/world.ts";
import { seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
const pageOrigin = "http://page.tidemark.test";
let world: World;
let peer: OpenIdPeer;
let count = 0;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  const port = await freePort();
  peer = await startOpenIdPeer({
    google: `${pageOrigin}/auth/third/google`,
    apple: `http://127.0.0.1:${port}/user/third/apple/landing`,
  });
  world = await openWorld({
    platform: { SIGN_IN_NEW_DEVICE: "notice", ...peer.platformEnv },
    gateway: { GATEWAY_PORT: String(port), PAGE_ORIGIN: pageOrigin },
  });
});
afterAll(async () => {
  // What was started is ended also where the rest could not be.
  await Promise.all([world?.close(), peer?.stop()]);
});

type Outcome = { ok: boolean; refusal?: string; facts?: Readonly<Record<string, string>> };
const resultOf = (outcome: Outcome): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const factOf = (outcome: Outcome, name: string): string => outcome.facts?.[name] ?? "";
const newName = (): string => `third${(count += 1)}`;
const passMinute = () => sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);

async function newUser(): Promise<{ name: string; loginId: string; uid: number }> {
  const name = newName();
  const who = { name, loginId: `${name}@example.com`, uid: 9_000 + count };
  await seedUsers(world.database.url, [{ uid: who.uid, name, email: who.loginId }], password);
  return who;
}

type Begun = { readonly ticket: string; readonly url: string };
type Back = { readonly code: string; readonly state: string; readonly iss?: string };

async function begin({ client }: Visitor, provider: OAuthProvider): Promise<Begun> {
  const outcome = await client.call("startOAuth", { provider });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** Signs in at the provider's page and returns what our page finds in its URL. */
async function visit(url: string, openIdUser: OpenIdUser): Promise<Back> {
  const sent = await signInAtProvider(url, openIdUser);
  if (!sent.isForm) {
    expect(sent.to).toBe(`${pageOrigin}/auth/third/google`);
    return sent.fields as Back;
  }
  // A form of another site's page: it carries no cookie of ours.
  const landed = await fetch(sent.to, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(url).origin, "sec-fetch-site": "cross-site" },
    body: new URLSearchParams(sent.fields),
  });
  expect(landed.status).toBe(303);
  const page = new URL(landed.headers.get("location")!);
  expect(page.origin + page.pathname).toBe(`${pageOrigin}/auth/third/apple`);
  expect(page.search).toBe("");
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1))) as Back;
}

async function through(visitor: Visitor, provider: OAuthProvider, openIdUser: OpenIdUser) {
  const { ticket, url } = await begin(visitor, provider);
  return visitor.client.call("finishOAuth", { ticket, provider, ...(await visit(url, openIdUser)) });
}

/** A user registered by a provider. */
async function registered(provider: OAuthProvider, openIdUser: OpenIdUser): Promise<{ visitor: Visitor; uid: string }> {
  const visitor = world.visitor(`home-${openIdUser.account}`);
  const unknown = await through(visitor, provider, openIdUser);
  expect(resultOf(unknown)).toBe("OAUTH_UNKNOWN");
  const done = await visitor.client.call("registerOAuth", { ticket: factOf(unknown, "ticket"), terms: true });
  if (!done.ok) throw new Error(done.message);
  return { visitor, uid: done.value.userId };
}

describe.each(["google", "apple"] as const)("%s", (provider) => {
  test("[S1.84] makes an account without a password once the terms are agreed to, and signs in to it ever after", async () => {
    const openIdUser = { account: newName() };
    const { visitor, uid } = await registered(provider, openIdUser);
    expect(await visitor.client.call("userInfo", {})).toMatchObject({
      ok: true,
      value: { userId: uid, loginId: `${openIdUser.account}@example.com` },
    });
    expect(await visitor.client.call("securitySettings", {})).toMatchObject({
      ok: true,
      value: { hasPassword: false, hasGoogle: provider === "google", hasApple: provider === "apple" },
    });
    const later = world.visitor("another-device");
    // Apple gives no address this time.
    expect(await through(later, provider, openIdUser)).toMatchObject({ ok: true, value: { userId: uid } });
    await passMinute();
    expect(await visitor.client.call("sendOwnCode", { channel: "email" })).toMatchObject({ ok: true });
    const code = await world.sink.codeOf(`${openIdUser.account}@example.com`);
    expect(resultOf(await visitor.client.call("setPassword", { password: "password", code }))).toBe("REQUEST_INVALID");
    expect(await visitor.client.call("setPassword", { password, code })).toMatchObject({ ok: true });
    const login = { loginId: `${openIdUser.account}@example.com`, password };
    expect(await world.visitor("third-device").client.call("signIn", login)).toMatchObject({ ok: true });
  });

  test("[S8.23] an address that is registered is not opened by the provider's word; its owner links it", async () => {
    const who = await newUser();
    const visitor = world.visitor(`home-${who.name}`);
    const known = await through(visitor, provider, { account: who.name });
    expect(known).toMatchObject({
      refusal: "OAUTH_LINKABLE",
      message: "This email is already registered. You can verify your email and link it to a third-party account.",
      facts: { email: who.loginId, hasPassword: "true" },
    });
    const ticket = factOf(known, "ticket");
    expect(resultOf(await visitor.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
    const register = await visitor.client.call("registerOAuth", { ticket, terms: true });
    expect(resultOf(register)).toBe("OAUTH_LINKABLE");
    const associate = (given?: string) =>
      visitor.client.call("associateOAuth", given === undefined ? { ticket } : { ticket, password: given });
    expect(resultOf(await associate())).toBe("LOGIN_WRONG");
    expect(resultOf(await associate("Wr0ng-Password-X"))).toBe("LOGIN_WRONG");
    const asked = await associate(password);
    expect(asked).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "email" } });
    expect(resultOf(await through(visitor, provider, { account: who.name }))).not.toBe("ok");
    const second = factOf(asked, "ticket");
    await visitor.client.call("sendSignInCode", { ticket: second, channel: "email" });
    const emailCode = await world.sink.codeOf(who.loginId);
    expect(await visitor.client.call("verifySignIn", { ticket: second, emailCode })).toMatchObject({
      ok: true,
      value: { userId: String(who.uid) },
    });
    expect((await world.sink.of(who.loginId)).map(({ kind }) => kind)).toContain("oauth-linked");
    const later = await through(world.visitor("another-device"), provider, { account: who.name });
    expect(later).toMatchObject({ ok: true, value: { userId: String(who.uid) } });
    expect(resultOf(await visitor.client.call("associateOAuth", { ticket, password }))).toBe("TICKET_EXPIRED");
  });

  test("an address that the provider has not proven opens, links and makes nothing until a code has proven it", async () => {
    const who = await newUser();
    const visitor = world.visitor(`thief-${who.name}`);
    const openIdUser = { account: newName(), email: who.loginId, isVerified: false };
    const outcome = await through(visitor, provider, openIdUser);
    expect(outcome).toMatchObject({ refusal: "OAUTH_UNKNOWN", facts: { email: "" } });
    const ticket = factOf(outcome, "ticket");
    expect(resultOf(await visitor.client.call("associateOAuth", { ticket, password }))).toBe("TICKET_EXPIRED");
    const register = (more: { email?: string; code?: string }) =>
      visitor.client.call("registerOAuth", { ticket, terms: true, ...more });
    expect(resultOf(await register({}))).toBe("CODE_WRONG");
    expect(resultOf(await register({ email: who.loginId, code: "000000" }))).toBe("CODE_WRONG");
    const fresh = `${newName()}@example.com`;
    const robot = await world.robot(visitor.client);
    await visitor.client.call("sendCode", { purpose: "register", loginId: fresh, robot });
    const code = await world.sink.codeOf(fresh);
    expect(resultOf(await register({ email: who.loginId, code }))).toBe("CODE_WRONG");
    const done = await register({ email: fresh, code });
    expect(done).toMatchObject({ ok: true, value: { loginId: fresh } });
  });

  test("a state that is not the ticket's, a ticket of another device, and one that was used are refused", async () => {
    const visitor = world.visitor("careful");
    const openIdUser = { account: newName() };
    const [first, second] = [await begin(visitor, provider), await begin(visitor, provider)];
    const before = await peer.asked(provider);
    const back = await visit(first.url, openIdUser);
    const finish = (who: Visitor, ticket: string, given: Back) =>
      who.client.call("finishOAuth", { ticket, provider, ...given });
    expect(resultOf(await finish(visitor, second.ticket, back))).toBe("OAUTH_FAILED");
    // The victim's page never started it: a thief's answer is refused there.
    expect(resultOf(await finish(world.visitor("victim"), first.ticket, back))).toBe("TICKET_EXPIRED");
    expect(await peer.asked(provider)).toBe(before);
    expect(resultOf(await finish(visitor, first.ticket, back))).toBe("OAUTH_UNKNOWN");
    expect(resultOf(await finish(visitor, first.ticket, back))).toBe("TICKET_EXPIRED");
  });

  test("a code that was given for another way is not taken, though state and nonce fit", async () => {
    const [victim, thief] = [world.visitor("victim"), world.visitor("thief")];
    const openIdUser = { account: newName() };
    await registered(provider, openIdUser);
    const [hers, his] = [await begin(victim, provider), await begin(thief, provider)];
    // The victim's own way, with the thief's state and nonce smuggled in: what is left is the verifier of the code.
    const mixed = new URL(hers.url);
    const wanted = new URL(his.url).searchParams;
    for (const name of ["state", "nonce"]) mixed.searchParams.set(name, wanted.get(name)!);
    const back = await visit(mixed.href, openIdUser);
    expect(back.state).toBe(wanted.get("state"));
    const outcome = await thief.client.call("finishOAuth", { ticket: his.ticket, provider, ...back });
    expect(resultOf(outcome)).toBe("OAUTH_FAILED");
  });

  test("an answer with the nonce of another way is not taken, though state and code fit", async () => {
    const visitor = world.visitor("replayed");
    const [first, second] = [await begin(visitor, provider), await begin(visitor, provider)];
    const url = new URL(second.url);
    url.searchParams.set("nonce", new URL(first.url).searchParams.get("nonce")!);
    const back = await visit(url.href, { account: newName() });
    const outcome = await visitor.client.call("finishOAuth", { ticket: second.ticket, provider, ...back });
    expect(resultOf(outcome)).toBe("OAUTH_FAILED");
  });

  test("[D.36] a code of the other provider is carried to nobody", async () => {
    const visitor = world.visitor("mixed-up");
    const other = provider === "google" ? "apple" : "google";
    const openIdUser = { account: newName() };
    const before = [await peer.asked("google"), await peer.asked("apple")];
    const finish = async (given: { provider: OAuthProvider; changes: (back: Back) => Partial<Back> }) => {
      const [ours, theirs] = [await begin(visitor, provider), await begin(visitor, other)];
      const back = await visit(theirs.url, openIdUser);
      const { state } = Object.fromEntries(new URL(ours.url).searchParams) as { state: string };
      const answer = { ...back, state, ...given.changes(back) };
      return visitor.client.call("finishOAuth", { ticket: ours.ticket, provider: given.provider, ...answer });
    };
    // As the page of the other provider, as ours with the other's name on it, and with no name at all.
    expect(resultOf(await finish({ provider: other, changes: () => ({}) }))).toBe("OAUTH_FAILED");
    expect(resultOf(await finish({ provider, changes: () => ({}) }))).toBe("OAUTH_FAILED");
    const { iss: _issuer, ...nameless } = await visit((await begin(visitor, other)).url, openIdUser);
    const ours = await begin(visitor, provider);
    const { state } = Object.fromEntries(new URL(ours.url).searchParams) as { state: string };
    const outcome = await visitor.client.call("finishOAuth", { ticket: ours.ticket, provider, ...nameless, state });
    expect(resultOf(outcome)).toBe("OAUTH_FAILED");
    expect([await peer.asked("google"), await peer.asked("apple")]).toEqual(before);
  });

  test("an account takes one of each; the second of the same provider is refused and opens nothing", async () => {
    const who = await newUser();
    const link = async (openIdUser: OpenIdUser, device: string): Promise<string> => {
      const visitor = world.visitor(device);
      const outcome = await through(visitor, provider, openIdUser);
      const asked = await visitor.client.call("associateOAuth", { ticket: factOf(outcome, "ticket"), password });
      const ticket = factOf(asked, "ticket");
      await passMinute();
      await visitor.client.call("sendSignInCode", { ticket, channel: "email" });
      return resultOf(
        await visitor.client.call("verifySignIn", { ticket, emailCode: await world.sink.codeOf(who.loginId) }),
      );
    };
    expect(await link({ account: who.name }, `a-${who.name}`)).toBe("ok");
    expect(await link({ account: `${who.name}-two`, email: who.loginId }, `b-${who.name}`)).toBe("OAUTH_TAKEN");
    const again = await through(world.visitor("elsewhere"), provider, {
      account: `${who.name}-two`,
      email: who.loginId,
    });
    expect(resultOf(again)).not.toBe("ok");
  });
});

test("[S1.85] whoever hides behind Apple's relay has an account by that address", async () => {
  const openIdUser = { account: newName(), isPrivate: true };
  const { visitor } = await registered("apple", openIdUser);
  expect(await visitor.client.call("userInfo", {})).toMatchObject({
    ok: true,
    value: { loginId: expect.stringMatching(/^[\da-f]{10}@privaterelay\.appleid\.com$/) },
  });
});

test("a provider is no way around the account's own second factor", async () => {
  const openIdUser = { account: newName() };
  const { visitor, uid } = await registered("google", openIdUser);
  const started = await visitor.client.call("startAuthenticator", {});
  if (!started.ok) throw new Error(started.message);
  await passMinute();
  await visitor.client.call("sendOwnCode", { channel: "email" });
  const code = await world.sink.codeOf(`${openIdUser.account}@example.com`);
  const codeAt = (ms: number): string =>
    generateSync({ secret: started.value.key, epoch: Math.floor((Date.now() + ms) / 1_000) });
  const bound = await visitor.client.call("bindAuthenticator", { googleCode: codeAt(-30_000), code });
  expect(bound).toMatchObject({ ok: true });
  const later = world.visitor("another-device");
  const asked = await through(later, "google", openIdUser);
  expect(asked).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "google" } });
  const ticket = factOf(asked, "ticket");
  expect(resultOf(await later.client.call("verifySignIn", { ticket, googleCode: "000000" }))).toBe("GOOGLE_CODE_WRONG");
  expect(await later.client.call("verifySignIn", { ticket, googleCode: codeAt(0) })).toMatchObject({
    ok: true,
    value: { userId: uid },
  });
  await sql`update identity.users set frozen_at = 1 where uid = ${Number(uid)}`.execute(world.owner.db);
  expect(resultOf(await through(world.visitor("cold"), "google", openIdUser))).toBe("ACCOUNT_FROZEN");
});

test("the only way into an account is not taken from it; any other is, and the owner hears of it", async () => {
  const openIdUser = { account: newName() };
  const { visitor } = await registered("google", openIdUser);
  const { client } = visitor;
  expect(resultOf(await client.call("removeOAuth", { provider: "apple" }))).toBe("NOT_FOUND");
  expect(resultOf(await client.call("removeOAuth", { provider: "google" }))).toBe("LAST_SIGN_IN_METHOD");
  await passMinute();
  await client.call("sendOwnCode", { channel: "email" });
  const code = await world.sink.codeOf(`${openIdUser.account}@example.com`);
  expect(await client.call("setPassword", { password, code })).toMatchObject({ ok: true });
  expect(await client.call("removeOAuth", { provider: "google" })).toMatchObject({ ok: true });
  expect(resultOf(await through(world.visitor("another-device"), "google", openIdUser))).toBe("OAUTH_LINKABLE");
});

test("after a quarter of an hour a ticket is gone", async () => {
  const visitor = world.visitor("late");
  const { ticket, url } = await begin(visitor, "google");
  const back = await visit(url, { account: newName() });
  await sql`update identity.oauth_sign_ins set made_at = made_at - ${15 * 60_000}`.execute(world.owner.db);
  const outcome = await visitor.client.call("finishOAuth", { ticket, provider: "google", ...back });
  expect(resultOf(outcome)).toBe("TICKET_EXPIRED");
});
