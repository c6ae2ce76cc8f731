import { createServer } from "node:net";
import type { ThirdProvider } from "@tidemark/contracts";
import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenIdPeer, startOpenIdPeer } from "../../../../tests/peers/openid.ts";
import { type Person, signInThere } from "../../../../tests/peers/openid-person.ts";
import { openWorld, type Visitor, type World } from "../../testing/world.ts";
import { seedUsers } from "../index.ts";

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
const wordsOf = (outcome: Outcome): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const factOf = (outcome: Outcome, name: string): string => outcome.facts?.[name] ?? "";
const newName = (): string => `third${(count += 1)}`;
const passMinute = () => sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);

async function citizen(): Promise<{ name: string; loginId: string; uid: number }> {
  const name = newName();
  const who = { name, loginId: `${name}@example.com`, uid: 9_000 + count };
  await seedUsers(world.database.url, [{ uid: who.uid, name, email: who.loginId }], password);
  return who;
}

type Begun = { readonly ticket: string; readonly url: string };
type Back = { readonly code: string; readonly state: string; readonly iss?: string };

async function begin({ client }: Visitor, provider: ThirdProvider): Promise<Begun> {
  const outcome = await client.call("startThird", { provider });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** The person at the provider's page, and what our own page finds in its address when she is back. */
async function visit(url: string, person: Person): Promise<Back> {
  const sent = await signInThere(url, person);
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

async function through(visitor: Visitor, provider: ThirdProvider, person: Person) {
  const { ticket, url } = await begin(visitor, provider);
  return visitor.client.call("finishThird", { ticket, provider, ...(await visit(url, person)) });
}

/** Somebody who has come by a provider before and has an account by it. */
async function registered(provider: ThirdProvider, person: Person): Promise<{ visitor: Visitor; uid: string }> {
  const visitor = world.visitor(`home-${person.account}`);
  const unknown = await through(visitor, provider, person);
  expect(wordsOf(unknown)).toBe("THIRD_UNKNOWN");
  const done = await visitor.client.call("registerThird", { ticket: factOf(unknown, "ticket"), terms: true });
  if (!done.ok) throw new Error(done.message);
  return { visitor, uid: done.value.userId };
}

describe.each(["google", "apple"] as const)("%s", (provider) => {
  test("makes an account without a password once the terms are agreed to, and signs in to it ever after", async () => {
    const person = { account: newName() };
    const { visitor, uid } = await registered(provider, person);
    expect(await visitor.client.call("userInfo", {})).toMatchObject({
      ok: true,
      value: { userId: uid, loginId: `${person.account}@example.com` },
    });
    expect(await visitor.client.call("guardList", {})).toMatchObject({
      ok: true,
      value: { hasPassword: false, hasGoogle: provider === "google", hasApple: provider === "apple" },
    });
    const later = world.visitor("another-device");
    // Apple tells no address this time.
    expect(await through(later, provider, person)).toMatchObject({ ok: true, value: { userId: uid } });
    await passMinute();
    expect(await visitor.client.call("sendOwnCode", { channel: "email" })).toMatchObject({ ok: true });
    const code = await world.sink.codeOf(`${person.account}@example.com`);
    expect(wordsOf(await visitor.client.call("setPassword", { password: "password", code }))).toBe("REQUEST_INVALID");
    expect(await visitor.client.call("setPassword", { password, code })).toMatchObject({ ok: true });
    const login = { loginId: `${person.account}@example.com`, password };
    expect(await world.visitor("third-device").client.call("login", login)).toMatchObject({ ok: true });
  });

  test("an address that is registered is not opened by the provider's word; its owner links it", async () => {
    const who = await citizen();
    const visitor = world.visitor(`home-${who.name}`);
    const known = await through(visitor, provider, { account: who.name });
    expect(known).toMatchObject({
      refusal: "THIRD_LINKABLE",
      message: "This email is already registered. You can verify your email and link it to a third-party account.",
      facts: { email: who.loginId, hasPassword: "true" },
    });
    const ticket = factOf(known, "ticket");
    expect(wordsOf(await visitor.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
    const register = await visitor.client.call("registerThird", { ticket, terms: true });
    expect(wordsOf(register)).toBe("THIRD_LINKABLE");
    const associate = (given?: string) =>
      visitor.client.call("associateThird", given === undefined ? { ticket } : { ticket, password: given });
    expect(wordsOf(await associate())).toBe("LOGIN_WRONG");
    expect(wordsOf(await associate("Wr0ng-Password-X"))).toBe("LOGIN_WRONG");
    const asked = await associate(password);
    expect(asked).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "email" } });
    expect(wordsOf(await through(visitor, provider, { account: who.name }))).not.toBe("ok");
    const second = factOf(asked, "ticket");
    await visitor.client.call("sendLoginCode", { ticket: second, channel: "email" });
    const emailCode = await world.sink.codeOf(who.loginId);
    expect(await visitor.client.call("verifyLogin", { ticket: second, emailCode })).toMatchObject({
      ok: true,
      value: { userId: String(who.uid) },
    });
    expect((await world.sink.of(who.loginId)).map(({ kind }) => kind)).toContain("third-party-linked");
    const later = await through(world.visitor("another-device"), provider, { account: who.name });
    expect(later).toMatchObject({ ok: true, value: { userId: String(who.uid) } });
    expect(wordsOf(await visitor.client.call("associateThird", { ticket, password }))).toBe("TICKET_GONE");
  });

  test("an address that the provider has not proven opens, links and makes nothing until a code has proven it", async () => {
    const who = await citizen();
    const visitor = world.visitor(`thief-${who.name}`);
    const person = { account: newName(), email: who.loginId, isVerified: false };
    const said = await through(visitor, provider, person);
    expect(said).toMatchObject({ refusal: "THIRD_UNKNOWN", facts: { email: "" } });
    const ticket = factOf(said, "ticket");
    expect(wordsOf(await visitor.client.call("associateThird", { ticket, password }))).toBe("TICKET_GONE");
    const register = (more: { email?: string; code?: string }) =>
      visitor.client.call("registerThird", { ticket, terms: true, ...more });
    expect(wordsOf(await register({}))).toBe("CODE_WRONG");
    expect(wordsOf(await register({ email: who.loginId, code: "000000" }))).toBe("CODE_WRONG");
    const fresh = `${newName()}@example.com`;
    const robot = await world.robot(visitor.client);
    await visitor.client.call("sendCode", { purpose: "register", loginId: fresh, robot });
    const code = await world.sink.codeOf(fresh);
    expect(wordsOf(await register({ email: who.loginId, code }))).toBe("CODE_WRONG");
    const done = await register({ email: fresh, code });
    expect(done).toMatchObject({ ok: true, value: { loginId: fresh } });
  });

  test("a state that is not the ticket's, a ticket of another device, and one that was used are refused", async () => {
    const visitor = world.visitor("careful");
    const person = { account: newName() };
    const [first, second] = [await begin(visitor, provider), await begin(visitor, provider)];
    const before = await peer.asked(provider);
    const back = await visit(first.url, person);
    const finish = (who: Visitor, ticket: string, given: Back) =>
      who.client.call("finishThird", { ticket, provider, ...given });
    expect(wordsOf(await finish(visitor, second.ticket, back))).toBe("THIRD_FAILED");
    // The victim's page never began it: whoever lures her to his own answer gets nowhere.
    expect(wordsOf(await finish(world.visitor("victim"), first.ticket, back))).toBe("TICKET_GONE");
    expect(await peer.asked(provider)).toBe(before);
    expect(wordsOf(await finish(visitor, first.ticket, back))).toBe("THIRD_UNKNOWN");
    expect(wordsOf(await finish(visitor, first.ticket, back))).toBe("TICKET_GONE");
  });

  test("a code that was given for another way is not taken, though state and nonce fit", async () => {
    const [victim, thief] = [world.visitor("victim"), world.visitor("thief")];
    const person = { account: newName() };
    await registered(provider, person);
    const [hers, his] = [await begin(victim, provider), await begin(thief, provider)];
    // The victim's own way, with the thief's state and nonce smuggled in: what is left is the verifier of the code.
    const mixed = new URL(hers.url);
    const wanted = new URL(his.url).searchParams;
    for (const name of ["state", "nonce"]) mixed.searchParams.set(name, wanted.get(name)!);
    const back = await visit(mixed.href, person);
    expect(back.state).toBe(wanted.get("state"));
    const outcome = await thief.client.call("finishThird", { ticket: his.ticket, provider, ...back });
    expect(wordsOf(outcome)).toBe("THIRD_FAILED");
  });

  test("an answer with the nonce of another way is not taken, though state and code fit", async () => {
    const visitor = world.visitor("replayed");
    const [first, second] = [await begin(visitor, provider), await begin(visitor, provider)];
    const url = new URL(second.url);
    url.searchParams.set("nonce", new URL(first.url).searchParams.get("nonce")!);
    const back = await visit(url.href, { account: newName() });
    const outcome = await visitor.client.call("finishThird", { ticket: second.ticket, provider, ...back });
    expect(wordsOf(outcome)).toBe("THIRD_FAILED");
  });

  test("a code of the other provider is carried to nobody", async () => {
    const visitor = world.visitor("mixed-up");
    const other = provider === "google" ? "apple" : "google";
    const person = { account: newName() };
    const before = [await peer.asked("google"), await peer.asked("apple")];
    const finish = async (given: { provider: ThirdProvider; changes: (back: Back) => Partial<Back> }) => {
      const [ours, theirs] = [await begin(visitor, provider), await begin(visitor, other)];
      const back = await visit(theirs.url, person);
      const { state } = Object.fromEntries(new URL(ours.url).searchParams) as { state: string };
      const answer = { ...back, state, ...given.changes(back) };
      return visitor.client.call("finishThird", { ticket: ours.ticket, provider: given.provider, ...answer });
    };
    // As the page of the other provider, as ours with the other's name on it, and with no name at all.
    expect(wordsOf(await finish({ provider: other, changes: () => ({}) }))).toBe("THIRD_FAILED");
    expect(wordsOf(await finish({ provider, changes: () => ({}) }))).toBe("THIRD_FAILED");
    const { iss: _unsaid, ...nameless } = await visit((await begin(visitor, other)).url, person);
    const ours = await begin(visitor, provider);
    const { state } = Object.fromEntries(new URL(ours.url).searchParams) as { state: string };
    const outcome = await visitor.client.call("finishThird", { ticket: ours.ticket, provider, ...nameless, state });
    expect(wordsOf(outcome)).toBe("THIRD_FAILED");
    expect([await peer.asked("google"), await peer.asked("apple")]).toEqual(before);
  });

  test("an account takes one of each; the second of the same provider is refused and opens nothing", async () => {
    const who = await citizen();
    const link = async (person: Person, device: string): Promise<string> => {
      const visitor = world.visitor(device);
      const said = await through(visitor, provider, person);
      const asked = await visitor.client.call("associateThird", { ticket: factOf(said, "ticket"), password });
      const ticket = factOf(asked, "ticket");
      await passMinute();
      await visitor.client.call("sendLoginCode", { ticket, channel: "email" });
      return wordsOf(
        await visitor.client.call("verifyLogin", { ticket, emailCode: await world.sink.codeOf(who.loginId) }),
      );
    };
    expect(await link({ account: who.name }, `a-${who.name}`)).toBe("ok");
    expect(await link({ account: `${who.name}-two`, email: who.loginId }, `b-${who.name}`)).toBe("THIRD_TAKEN");
    const again = await through(world.visitor("elsewhere"), provider, {
      account: `${who.name}-two`,
      email: who.loginId,
    });
    expect(wordsOf(again)).not.toBe("ok");
  });
});

test("whoever hides behind Apple's relay has an account by that address", async () => {
  const person = { account: newName(), isPrivate: true };
  const { visitor } = await registered("apple", person);
  expect(await visitor.client.call("userInfo", {})).toMatchObject({
    ok: true,
    value: { loginId: expect.stringMatching(/^[\da-f]{10}@privaterelay\.appleid\.com$/) },
  });
});

test("a provider is no way around the account's own second factor", async () => {
  const person = { account: newName() };
  const { visitor, uid } = await registered("google", person);
  const started = await visitor.client.call("startAuthenticator", {});
  if (!started.ok) throw new Error(started.message);
  await passMinute();
  await visitor.client.call("sendOwnCode", { channel: "email" });
  const code = await world.sink.codeOf(`${person.account}@example.com`);
  const codeAt = (ms: number): string =>
    generateSync({ secret: started.value.key, epoch: Math.floor((Date.now() + ms) / 1_000) });
  const bound = await visitor.client.call("bindAuthenticator", { googleCode: codeAt(-30_000), code });
  expect(bound).toMatchObject({ ok: true });
  const later = world.visitor("another-device");
  const asked = await through(later, "google", person);
  expect(asked).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "google" } });
  const ticket = factOf(asked, "ticket");
  expect(wordsOf(await later.client.call("verifyLogin", { ticket, googleCode: "000000" }))).toBe("GOOGLE_CODE_WRONG");
  expect(await later.client.call("verifyLogin", { ticket, googleCode: codeAt(0) })).toMatchObject({
    ok: true,
    value: { userId: uid },
  });
  await sql`update identity.users set frozen_at = 1 where uid = ${Number(uid)}`.execute(world.owner.db);
  expect(wordsOf(await through(world.visitor("cold"), "google", person))).toBe("ACCOUNT_FROZEN");
});

test("the only way into an account is not taken from it; any other is, and the owner hears of it", async () => {
  const person = { account: newName() };
  const { visitor } = await registered("google", person);
  const { client } = visitor;
  expect(wordsOf(await client.call("removeThird", { provider: "apple" }))).toBe("NOT_FOUND");
  expect(wordsOf(await client.call("removeThird", { provider: "google" }))).toBe("LAST_WAY_IN");
  await passMinute();
  await client.call("sendOwnCode", { channel: "email" });
  const code = await world.sink.codeOf(`${person.account}@example.com`);
  expect(await client.call("setPassword", { password, code })).toMatchObject({ ok: true });
  expect(await client.call("removeThird", { provider: "google" })).toMatchObject({ ok: true });
  expect(wordsOf(await through(world.visitor("another-device"), "google", person))).toBe("THIRD_LINKABLE");
});

test("after a quarter of an hour a ticket is gone", async () => {
  const visitor = world.visitor("late");
  const { ticket, url } = await begin(visitor, "google");
  const back = await visit(url, { account: newName() });
  await sql`update identity.third_sign_ins set made_at = made_at - ${15 * 60_000}`.execute(world.owner.db);
  const outcome = await visitor.client.call("finishThird", { ticket, provider: "google", ...back });
  expect(wordsOf(outcome)).toBe("TICKET_GONE");
});
