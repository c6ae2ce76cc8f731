import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../../testing/world.ts";
import { seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
const fresh = "An0ther-Harbour-Lamp";
let world: World;
let count = 0;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
});
afterAll(() => world.close());

const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));

async function newUser(): Promise<{ loginId: string; uid: number }> {
  count += 1;
  const who = { loginId: `guarded${count}@example.com`, uid: 7_000 + count };
  await seedUsers(world.database.url, [{ uid: who.uid, name: `guarded${count}`, email: who.loginId }], password);
  return who;
}

async function signedIn(loginId: string): Promise<Visitor> {
  const visitor = world.visitor(`device ${loginId}`.replaceAll(/[^\w-]/g, "-"));
  expect(await visitor.client.call("signIn", { loginId, password })).toMatchObject({ ok: true });
  return visitor;
}

/** A code can be requested once a minute; tests skip the minute. */
const passMinute = () => sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
const commandsOf = async (uid: number) =>
  (
    await sql<{ number: number; until: number }>`
      select number::float8 as number, (command->>'until')::float8 as until from identity.outbox
      where (command->>'uid')::bigint = ${uid} and command->>'type' = 'set_withdrawal_lock' order by number`.execute(
      world.owner.db,
    )
  ).rows;

async function ownCode({ client }: Visitor, loginId: string): Promise<string> {
  await passMinute();
  expect(await client.call("sendOwnCode", { channel: "email" })).toMatchObject({ ok: true });
  return world.sink.codeOf(loginId);
}

const stepMs = 30_000;
const googleCodeOf = (key: string, stepsLater = 0): string =>
  generateSync({ secret: key, epoch: Math.floor((Date.now() + stepsLater * stepMs) / 1_000) });

async function bound(): Promise<{ loginId: string; uid: number; visitor: Visitor; key: string }> {
  const who = await newUser();
  const visitor = await signedIn(who.loginId);
  const started = await visitor.client.call("startAuthenticator", {});
  if (!started.ok) throw new Error(started.message);
  const { key } = started.value;
  const code = await ownCode(visitor, who.loginId);
  // The code of the step before: it is still taken, and leaves the present one for the test.
  const done = await visitor.client.call("bindAuthenticator", { googleCode: googleCodeOf(key, -1), code });
  expect(done).toMatchObject({ ok: true });
  return { ...who, visitor, key };
}

test("[S1.90] a forgotten password is set by a code; every session ends, the owner is told, withdrawals are locked for a day", async () => {
  const who = await newUser();
  const before = await signedIn(who.loginId);
  const { client } = world.visitor("somewhere");
  await passMinute();
  const robot = await world.robot(client);
  expect(await client.call("sendCode", { purpose: "reset", loginId: who.loginId, robot })).toMatchObject({ ok: true });
  const code = await world.sink.codeOf(who.loginId);
  const wish = { loginId: who.loginId, password: fresh };
  const wrong = code === "000000" ? "000001" : "000000";
  expect(resultOf(await client.call("resetPassword", { ...wish, code: wrong }))).toBe("CODE_WRONG");
  expect(resultOf(await client.call("resetPassword", { ...wish, code, password: "Welcome-2026" }))).toBe(
    "PASSWORD_COMMON",
  );
  const startedAt = Date.now();
  expect(await client.call("resetPassword", { ...wish, code })).toMatchObject({ ok: true });
  expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("CODE_WRONG");
  const [lock, ...more] = await commandsOf(who.uid);
  expect(more).toEqual([]);
  expect(lock!.until - startedAt).toBeGreaterThanOrEqual(24 * 60 * 60_000);
  expect(lock!.until - startedAt).toBeLessThan(24 * 60 * 60_000 + 10_000);
  expect(resultOf(await before.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  expect(resultOf(await client.call("signIn", { loginId: who.loginId, password }))).toBe("LOGIN_WRONG");
  expect(await client.call("signIn", { loginId: who.loginId, password: fresh })).toMatchObject({ ok: true });
  expect((await world.sink.of(who.loginId)).map(({ kind }) => kind)).toContain("password-changed");
});

test("whether anybody has the address cannot be told by resetting", async () => {
  const who = await newUser();
  const { client } = world.visitor("curious");
  const said = [];
  for (const loginId of [who.loginId, "nobody-at-all@example.com"]) {
    const sent = await client.call("sendCode", { purpose: "reset", loginId, robot: await world.robot(client) });
    const done = await client.call("resetPassword", { loginId, code: "123456", password: fresh });
    said.push([sent, resultOf(done)]);
  }
  expect(said[0]).toEqual(said[1]);
});

test("a password is changed by the old one; the session that did it goes on, the others end", async () => {
  const who = await newUser();
  const [here, there] = [await signedIn(who.loginId), await signedIn(who.loginId)];
  const change = (oldPassword: string) => here.client.call("setPassword", { oldPassword, password: fresh });
  expect(resultOf(await change("Wr0ng-Password-X"))).toBe("PASSWORD_WRONG");
  expect(await change(password)).toMatchObject({ ok: true });
  expect(await here.client.call("userInfo", {})).toMatchObject({ ok: true });
  expect(resultOf(await there.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  expect(await commandsOf(who.uid)).toHaveLength(1);
});

test("an account that has no password yet sets its first by a code to its own address", async () => {
  const who = await newUser();
  const visitor = await signedIn(who.loginId);
  await sql`update identity.users set password_hash = null where uid = ${who.uid}`.execute(world.owner.db);
  expect(await visitor.client.call("securitySettings", {})).toMatchObject({
    ok: true,
    value: { hasPassword: false, passwordAt: 0 },
  });
  expect(resultOf(await visitor.client.call("setPassword", { password: fresh }))).toBe("CODE_WRONG");
  const code = await ownCode(visitor, who.loginId);
  expect(await visitor.client.call("setPassword", { password: fresh, code })).toMatchObject({ ok: true });
});

test("a first password that still needs the authenticator does not use up the code to the address", async () => {
  const { uid, loginId, visitor, key } = await bound();
  await sql`update identity.users set password_hash = null where uid = ${uid}`.execute(world.owner.db);
  const code = await ownCode(visitor, loginId);
  const wish = { password: fresh, code };
  expect(resultOf(await visitor.client.call("setPassword", wish))).toBe("GOOGLE_CODE_NEEDED");
  const done = await visitor.client.call("setPassword", { ...wish, googleCode: googleCodeOf(key) });
  expect(done).toMatchObject({ ok: true });
});

test("[S1.87] an authenticator is bound by its own code and one to the address, and then every sign-in needs it", async () => {
  const who = await newUser();
  const visitor = await signedIn(who.loginId);
  const { client } = visitor;
  const started = await client.call("startAuthenticator", {});
  if (!started.ok) throw new Error(started.message);
  const { key, uri } = started.value;
  expect(uri).toContain(`secret=${key}`);
  const code = await ownCode(visitor, who.loginId);
  const googleCode = googleCodeOf(key, -1);
  expect(resultOf(await client.call("bindAuthenticator", { googleCode: "000000", code }))).toBe("GOOGLE_CODE_WRONG");
  expect(resultOf(await client.call("bindAuthenticator", { googleCode, code: "000000" }))).toBe("CODE_WRONG");
  expect(await client.call("bindAuthenticator", { googleCode, code })).toMatchObject({ ok: true });
  expect(resultOf(await client.call("startAuthenticator", {}))).toBe("FACTOR_BOUND");
  expect(await client.call("securitySettings", {})).toMatchObject({
    ok: true,
    value: { hasAuthenticator: true, authenticatorAt: expect.any(Number), email: expect.stringMatching(/^gu\*\*\*@/) },
  });
  expect(await commandsOf(who.uid)).toHaveLength(1);
  const kept = await sql<{ row: string }>`
    select encode(sealed, 'escape') as row from identity.authenticators where uid = ${who.uid}`.execute(world.owner.db);
  expect(kept.rows[0]!.row).not.toContain(key);
  const first = await world.visitor("laptop").client.call("signIn", { loginId: who.loginId, password });
  expect(first).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "google" } });
});

test("a code of the authenticator serves once, also when it comes twenty times at once", async () => {
  const { loginId, key } = await bound();
  const { client } = world.visitor("laptop");
  const tickets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const outcome = await client.call("signIn", { loginId, password });
      return outcome.ok ? "" : (outcome.facts.ticket ?? "");
    }),
  );
  const googleCode = googleCodeOf(key);
  const attempts = tickets.flatMap((ticket) =>
    Array.from({ length: 5 }, () => client.call("verifySignIn", { ticket, googleCode })),
  );
  const said = (await Promise.all(attempts)).map(resultOf);
  expect(said.filter((one) => one === "ok")).toHaveLength(1);
});

test("[S5.19 S8.20] five wrong codes close the authenticator, for sign-ins and resets together", async () => {
  const { loginId, key } = await bound();
  const { client } = world.visitor("laptop");
  const outcome = await client.call("signIn", { loginId, password });
  const ticket = outcome.ok ? "" : (outcome.facts.ticket ?? "");
  expect(resultOf(await client.call("verifySignIn", { ticket }))).toBe("GOOGLE_CODE_NEEDED");
  for (let i = 0; i < 5; i += 1) {
    const refused = await client.call("verifySignIn", { ticket, googleCode: String(100_000 + i) });
    expect(refused).toMatchObject({ refusal: "GOOGLE_CODE_WRONG", message: "Invalid Google Authenticator code" });
  }
  expect(resultOf(await client.call("verifySignIn", { ticket, googleCode: googleCodeOf(key) }))).toBe(
    "GOOGLE_CODE_WRONG",
  );
});

test("forgetting the password is no way around the authenticator", async () => {
  const { loginId, uid, key } = await bound();
  const { client } = world.visitor("thief-with-the-mailbox");
  await passMinute();
  await client.call("sendCode", { purpose: "reset", loginId, robot: await world.robot(client) });
  const code = await world.sink.codeOf(loginId);
  const wish = { loginId, password: fresh, code };
  expect(resultOf(await client.call("resetPassword", wish))).toBe("GOOGLE_CODE_NEEDED");
  expect(resultOf(await client.call("resetPassword", { ...wish, googleCode: "000000" }))).toBe("GOOGLE_CODE_WRONG");
  expect(await client.call("resetPassword", { ...wish, googleCode: googleCodeOf(key) })).toMatchObject({ ok: true });
  expect(await commandsOf(uid)).toHaveLength(2);
});

test("an authenticator is removed where it was shown lately, by a code to the address; withdrawals are locked again", async () => {
  const { loginId, uid, key, visitor } = await bound();
  const code = await ownCode(visitor, loginId);
  const remove = (given: string) => visitor.client.call("removeAuthenticator", { code: given });
  expect(resultOf(await remove(code))).toBe("FACTOR_NEEDED");
  expect(resultOf(await visitor.client.call("confirmFactor", { googleCode: "000000" }))).toBe("GOOGLE_CODE_WRONG");
  expect(await visitor.client.call("confirmFactor", { googleCode: googleCodeOf(key) })).toMatchObject({ ok: true });
  expect(resultOf(await remove("000000"))).toBe("CODE_WRONG");
  expect(await remove(code)).toMatchObject({ ok: true });
  expect(await commandsOf(uid)).toHaveLength(2);
  expect(await world.visitor("laptop").client.call("signIn", { loginId, password })).toMatchObject({ ok: true });
});

test("[S1.88] a phone is added by a code to it and one to the old address; then text messages may be asked for at every sign-in", async () => {
  const who = await newUser();
  const visitor = await signedIn(who.loginId);
  const { client } = visitor;
  const number = `10${String(20_000_000 + count)}`;
  const phone = `+82${number}`;
  const fresh = { loginId: number, areaCode: "+82" };
  expect(await client.call("sendNewContactCode", fresh)).toMatchObject({ ok: true });
  const newCode = await world.sink.codeOf(phone);
  const code = await ownCode(visitor, who.loginId);
  expect(resultOf(await client.call("bindContact", { ...fresh, newCode: "000000", code }))).toBe("CODE_WRONG");
  expect(resultOf(await client.call("bindContact", { ...fresh, newCode, code: "000000" }))).toBe("CODE_WRONG");
  expect(await client.call("bindContact", { ...fresh, newCode, code })).toMatchObject({ ok: true });
  expect((await world.sink.of(who.loginId)).map(({ kind }) => kind)).toContain("contact-changed");
  await passMinute();
  expect(await client.call("sendOwnCode", { channel: "sms" })).toMatchObject({ ok: true });
  const on = { channel: "sms", isOn: true, code: await world.sink.codeOf(phone) } as const;
  expect(await client.call("setCodeFactor", on)).toMatchObject({ ok: true });
  expect(await commandsOf(who.uid)).toHaveLength(2);
  const next = world.visitor("laptop").client;
  const outcome = await next.call("signIn", { loginId: who.loginId, password });
  expect(outcome).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "sms" } });
  const ticket = outcome.ok ? "" : (outcome.facts.ticket ?? "");
  await next.call("sendSignInCode", { ticket, channel: "sms" });
  expect(resultOf(await next.call("verifySignIn", { ticket, emailCode: await world.sink.codeOf(phone) }))).toBe(
    "CODE_WRONG",
  );
  expect(await next.call("verifySignIn", { ticket, smsCode: await world.sink.codeOf(phone) })).toMatchObject({
    ok: true,
  });
});

test("a code that opens a locked sign-in does not stand in for the other factors", async () => {
  const who = await newUser();
  const phone = `+8210${String(30_000_000 + count)}`;
  await sql`update identity.users set phone = ${phone}, is_sms_factor = true where uid = ${who.uid}`.execute(
    world.owner.db,
  );
  const { client } = world.visitor("laptop");
  const login = async (given: string) =>
    client.call("signIn", { loginId: who.loginId, password: given, robot: await world.robot(client) });
  for (let i = 0; i < 10; i += 1) await login("Wr0ng-Password-X");
  const first = await login(password);
  expect(first).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "email" } });
  const ticketOf = (outcome: typeof first): string => (outcome.ok ? "" : (outcome.facts.ticket ?? ""));
  await client.call("sendSignInCode", { ticket: ticketOf(first), channel: "email" });
  const emailCode = await world.sink.codeOf(who.loginId);
  const second = await client.call("verifySignIn", { ticket: ticketOf(first), emailCode });
  expect(second).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "sms" } });
  await client.call("sendSignInCode", { ticket: ticketOf(second), channel: "sms" });
  const smsCode = await world.sink.codeOf(phone);
  expect(await client.call("verifySignIn", { ticket: ticketOf(second), smsCode })).toMatchObject({ ok: true });
});

test("the words by which mails are known stand in every notice from then on", async () => {
  const who = await newUser();
  const visitor = await signedIn(who.loginId);
  const code = await ownCode(visitor, who.loginId);
  expect(await visitor.client.call("setAntiPhishing", { text: "blue harbour", code })).toMatchObject({ ok: true });
  expect(await visitor.client.call("securitySettings", {})).toMatchObject({
    ok: true,
    value: { antiPhishing: "blue harbour" },
  });
  await ownCode(visitor, who.loginId);
  const notices = await world.sink.of(who.loginId);
  expect(notices.at(-1)!.facts).toMatchObject({ antiPhishing: "blue harbour" });
  expect(notices[0]!.facts).not.toHaveProperty("antiPhishing");
});

test("a frozen account lets nobody in, not by the right password and not by a reset, and withdraws nothing", async () => {
  const who = await newUser();
  const [here, there] = [await signedIn(who.loginId), await signedIn(who.loginId)];
  expect(await here.client.call("freezeAccount", { confirm: true })).toMatchObject({ ok: true });
  for (const { client } of [here, there]) expect(resultOf(await client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  const { client } = world.visitor("laptop");
  expect(resultOf(await client.call("signIn", { loginId: who.loginId, password }))).toBe("ACCOUNT_FROZEN");
  await passMinute();
  await client.call("sendCode", { purpose: "reset", loginId: who.loginId, robot: await world.robot(client) });
  const code = await world.sink.codeOf(who.loginId);
  expect(resultOf(await client.call("resetPassword", { loginId: who.loginId, code, password: fresh }))).toBe(
    "ACCOUNT_FROZEN",
  );
  const [lock, ...more] = await commandsOf(who.uid);
  expect(more).toEqual([]);
  expect(lock!.until - Date.now()).toBeGreaterThan(9 * 365 * 24 * 60 * 60_000);
});
