import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedUsers } from "../index.ts";
import { openWorld, type Visitor, type World } from "../../testing/world.ts";

const password = "Gr3en-Harbour-Lamp";
let world: World;
let names = 0;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const newName = (): string => `person${(names += 1)}`;
const emailOf = (name: string): string => `${name}@example.com`;
const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));

/** An account that is older than the test, known on the device `home`. */
async function newUser(): Promise<{ name: string; loginId: string; uid: number }> {
  const name = newName();
  const uid = 5_000 + names;
  await seedUsers(world.database.url, [{ uid, name, email: emailOf(name) }], password);
  await sql`
    insert into identity.devices (uid, device_id, country, agent, first_at, last_at)
    values (${uid}, ${`home-${name}`}, '', '', 0, 0)`.execute(world.owner.db);
  return { name, loginId: emailOf(name), uid };
}

async function signedIn(who: { name: string; loginId: string }): Promise<Visitor> {
  const visitor = world.visitor(`home-${who.name}`);
  expect(await visitor.client.call("signIn", { loginId: who.loginId, password })).toMatchObject({ ok: true });
  return visitor;
}

async function sendCode(loginId: string, { client }: Visitor, purpose: "register" | "reset" = "register") {
  return client.call("sendCode", { purpose, loginId, robot: await world.robot(client) });
}

describe("registering", () => {
  test("[S1.83 S5.18 S8.19 D.75] by e-mail: a robot check, a code, a password; then one is signed in on a new number", async () => {
    const visitor = world.visitor("new-1");
    const { client } = visitor;
    const email = emailOf(newName());
    expect(resultOf(await client.call("sendCode", { purpose: "register", loginId: email }))).toBe("ROBOT_CHECK_NEEDED");
    const robot = await world.robot(client);
    expect(await client.call("sendCode", { purpose: "register", loginId: email, robot })).toMatchObject({
      ok: true,
      value: { resendSeconds: 60, validMinutes: 10 },
    });
    expect(resultOf(await client.call("sendCode", { purpose: "reset", loginId: email, robot }))).toBe(
      "ROBOT_CHECK_FAILED",
    );
    const again = await sendCode(email, visitor);
    expect(again).toMatchObject({
      ok: false,
      refusal: "CODE_TOO_SOON",
      facts: { seconds: expect.stringMatching(/^\d+$/) },
    });
    const code = await world.sink.codeOf(email);
    expect(code).toMatch(/^\d{6}$/);
    const wish = { email, password, terms: true } as const;
    const wrong = code === "000000" ? "000001" : "000000";
    const refused = await client.call("registerEmail", { ...wish, code: wrong });
    expect(refused).toMatchObject({ refusal: "CODE_WRONG", message: "Invalid verify code." });
    expect(resultOf(await client.call("registerEmail", { ...wish, code, password: "Passw0rd!" }))).toBe(
      "PASSWORD_COMMON",
    );
    const done = await client.call("registerEmail", { ...wish, code });
    if (!done.ok) throw new Error(done.message);
    expect(Number(done.value.userId)).toBeGreaterThan(100_000);
    expect(done.value).toMatchObject({ loginId: email, displayUserId: done.value.userId });
    expect(await client.call("userInfo", {})).toMatchObject({ ok: true, value: { userId: done.value.userId } });
    expect(resultOf(await client.call("registerEmail", { ...wish, code }))).toBe("CODE_WRONG");
  });

  test("[S5.20] by phone, with a referral code; a number that is no mobile one is refused", async () => {
    const friend = await newUser();
    const { rows } = await sql<{ code: string }>`
      select referral_code as code from identity.users where uid = ${friend.uid}`.execute(world.owner.db);
    const { client } = world.visitor("new-2");
    const ask = { purpose: "register", loginId: "1012345678", areaCode: "+82" } as const;
    const robot = () => world.robot(client);
    expect(resultOf(await client.call("sendCode", { ...ask, loginId: "12345", robot: await robot() }))).toBe(
      "PHONE_INVALID",
    );
    expect(await client.call("sendCode", { ...ask, robot: await robot() })).toMatchObject({ ok: true });
    const wish = {
      areaCode: "+82",
      phone: "1012345678",
      code: await world.sink.codeOf("+821012345678"),
      password,
    } as const;
    const unknown = await client.call("registerPhone", { ...wish, terms: true, referralCode: "ZZZZZZZZ" });
    expect(resultOf(unknown)).toBe("REFERRAL_UNKNOWN");
    const done = await client.call("registerPhone", { ...wish, terms: true, referralCode: rows[0]!.code });
    if (!done.ok) throw new Error(done.message);
    const kept = await sql<{ by: number }>`
      select referred_by::float8 as by from identity.users where uid = ${Number(done.value.userId)}`.execute(
      world.owner.db,
    );
    expect(kept.rows[0]!.by).toBe(friend.uid);
    const later = world.visitor("new-2");
    const login = { loginId: "1012345678", areaCode: "+82", password };
    expect(await later.client.call("signIn", login)).toMatchObject({ ok: true });
    expect(resultOf(await later.client.call("signIn", { ...login, areaCode: "+81" }))).toBe("LOGIN_WRONG");
  });

  test("an address that is taken is told to whom it belongs, after the code, and to nobody before", async () => {
    const someone = await newUser();
    const visitor = world.visitor("new-3");
    const [taken, free] = [await sendCode(someone.loginId, visitor), await sendCode(emailOf(newName()), visitor)];
    expect(taken).toEqual(free);
    const code = await world.sink.codeOf(someone.loginId);
    const wish = { email: someone.loginId, password, terms: true, code } as const;
    expect(resultOf(await visitor.client.call("registerEmail", wish))).toBe("ACCOUNT_EXISTS");
  });

  test("from a region where the product is not offered is refused", async () => {
    const visitor = world.visitor("new-4", { "x-forwarded-for": "175.45.176.1" });
    const email = emailOf(newName());
    await sql`insert into content.denied_regions (site, country) values ('MAIN', 'KP') on conflict do nothing`.execute(
      world.owner.db,
    );
    await sendCode(email, visitor);
    const code = await world.sink.codeOf(email);
    const refused = await visitor.client.call("registerEmail", { email, password, terms: true, code });
    expect(resultOf(refused)).toBe("REGION_DENIED");
  });

  test("neither a code nor a password is anywhere in clear", async () => {
    const email = emailOf(newName());
    await sendCode(email, world.visitor("new-5"));
    const rows = await sql<{
      row: string;
    }>`select n::text as row from mail.notices n where recipient = ${email}`.execute(world.owner.db);
    const code = await world.sink.codeOf(email);
    expect(rows.rows[0]!.row).not.toContain(code);
    const hashes = await sql<{ hash: string }>`select password_hash as hash from identity.users`.execute(
      world.owner.db,
    );
    for (const { hash } of hashes.rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe("a code", () => {
  test("[D.12] is over after five wrong tries, right or not", async () => {
    const email = emailOf(newName());
    const visitor = world.visitor("codes-1");
    await sendCode(email, visitor);
    const code = await world.sink.codeOf(email);
    const wrong = code === "111111" ? "222222" : "111111";
    const wish = { email, password, terms: true } as const;
    for (let i = 0; i < 5; i += 1)
      expect(resultOf(await visitor.client.call("registerEmail", { ...wish, code: wrong }))).toBe("CODE_WRONG");
    expect(resultOf(await visitor.client.call("registerEmail", { ...wish, code }))).toBe("CODE_WRONG");
  });

  test("cannot be guessed by asking all at once", async () => {
    const email = emailOf(newName());
    const visitor = world.visitor("codes-2");
    await sendCode(email, visitor);
    const code = await world.sink.codeOf(email);
    const wrong = Array.from({ length: 40 }, (_, i) => String(100_000 + i)).filter((one) => one !== code);
    const wish = { email, password, terms: true } as const;
    await Promise.all(wrong.map((one) => visitor.client.call("registerEmail", { ...wish, code: one })));
    const { rows } = await sql<{ left: number }>`
      select tries_left as left from identity.codes where contact = ${email}`.execute(world.owner.db);
    expect(rows).toEqual([{ left: 0 }]);
    expect(resultOf(await visitor.client.call("registerEmail", { ...wish, code }))).toBe("CODE_WRONG");
  });

  test("of one purpose serves no other, is valid for ten minutes, and of ten a day seven may be asked for from outside", async () => {
    const email = emailOf(newName());
    const visitor = world.visitor("codes-3");
    await sendCode(email, visitor, "reset");
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from mail.notices where recipient = ${email}`.execute(world.owner.db);
    expect(rows[0]!.count).toBe(0);
    await sendCode(email, visitor, "register");
    const code = await world.sink.codeOf(email);
    const age = (ms: number) =>
      sql`update identity.codes set made_at = made_at - ${ms}::bigint where contact = ${email}`.execute(world.owner.db);
    await age(10 * 60_000);
    const wish = { email, password, terms: true, code } as const;
    expect(resultOf(await visitor.client.call("registerEmail", wish))).toBe("CODE_WRONG");
    for (let sent = 2; sent < 7; sent += 1) {
      expect(await sendCode(email, visitor)).toMatchObject({ ok: true });
      await age(60_000);
    }
    expect(resultOf(await sendCode(email, visitor))).toBe("CODE_LIMIT");
  });
});

describe("signing in", () => {
  test("a wrong password and an account that does not exist are answered alike, from the first to the twelfth time", async () => {
    const someone = await newUser();
    const visitor = world.visitor(`home-${someone.name}`);
    async function guess(loginId: string, hasRobotCheck: boolean): Promise<string> {
      const robot = hasRobotCheck ? { robot: await world.robot(visitor.client) } : {};
      return resultOf(await visitor.client.call("signIn", { loginId, password: "Wr0ng-Password-X", ...robot }));
    }
    const nobody = emailOf(newName());
    for (const loginId of [someone.loginId, nobody]) {
      const said: string[] = [];
      for (let i = 0; i < 6; i += 1) said.push(await guess(loginId, false));
      expect(said).toEqual([...Array.from({ length: 5 }, () => "LOGIN_WRONG"), "ROBOT_CHECK_NEEDED"]);
      for (let i = 0; i < 5; i += 1) expect(await guess(loginId, true)).toBe("LOGIN_WRONG");
      expect(await guess(loginId, true)).toBe("VERIFY_NEEDED");
    }
  });

  test("after ten wrong passwords in an hour the code decides first, and only then the password", async () => {
    const someone = await newUser();
    const visitor = world.visitor(`home-${someone.name}`);
    const { client } = visitor;
    const login = async (given: string) =>
      client.call("signIn", { loginId: someone.loginId, password: given, robot: await world.robot(client) });
    for (let i = 0; i < 10; i += 1) await login("Wr0ng-Password-X");
    const outcomes = { wrong: await login("Wr0ng-Password-X"), right: await login(password) };
    const ticketOf = (outcome: Awaited<ReturnType<typeof login>>): string =>
      outcome.ok ? "" : (outcome.facts.ticket ?? "");
    expect([resultOf(outcomes.wrong), resultOf(outcomes.right)]).toEqual(["VERIFY_NEEDED", "VERIFY_NEEDED"]);
    const finish = async (ticket: string) => {
      // A new ticket is no way around the minute between two codes.
      await sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
      expect(await client.call("sendSignInCode", { ticket, channel: "email" })).toMatchObject({
        ok: true,
        value: { to: "pe***@example.com" },
      });
      return client.call("verifySignIn", { ticket, emailCode: await world.sink.codeOf(someone.loginId) });
    };
    expect(resultOf(await finish(ticketOf(outcomes.wrong)))).toBe("LOGIN_WRONG");
    const ticket = ticketOf(outcomes.right);
    expect(await finish(ticket)).toMatchObject({ ok: true, value: { userId: String(someone.uid) } });
    expect(resultOf(await client.call("verifySignIn", { ticket, emailCode: "123456" }))).toBe("TICKET_EXPIRED");
  });

  test("a hundred guesses at once are a hundred guesses", async () => {
    const someone = await newUser();
    const { client } = world.visitor("guesser");
    const said = await Promise.all(
      Array.from({ length: 60 }, () =>
        client.call("signIn", { loginId: someone.loginId, password: "Wr0ng-Password-X" }),
      ),
    );
    const looked = said.filter((one) => resultOf(one) === "LOGIN_WRONG").length;
    expect(looked).toBeLessThanOrEqual(5);
    expect(said.every((one) => ["LOGIN_WRONG", "ROBOT_CHECK_NEEDED", "BUSY"].includes(resultOf(one)))).toBe(true);
  });

  test("[S1.89] from a device that was never here needs a code, which serves that device alone; the owner is told", async () => {
    const someone = await newUser();
    const [thief, owner] = [world.visitor("elsewhere"), world.visitor("new-phone")];
    const first = await owner.client.call("signIn", { loginId: someone.loginId, password });
    if (first.ok) throw new Error("a new device was let in");
    expect(first).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "email" } });
    const { ticket = "" } = first.facts;
    expect(resultOf(await thief.client.call("sendSignInCode", { ticket, channel: "email" }))).toBe("TICKET_EXPIRED");
    expect(await owner.client.call("sendSignInCode", { ticket, channel: "email" })).toMatchObject({ ok: true });
    expect(resultOf(await owner.client.call("sendSignInCode", { ticket, channel: "sms" }))).toBe("TICKET_EXPIRED");
    const emailCode = await world.sink.codeOf(someone.loginId);
    expect(resultOf(await thief.client.call("verifySignIn", { ticket, emailCode }))).toBe("TICKET_EXPIRED");
    expect(resultOf(await owner.client.call("verifySignIn", { ticket }))).toBe("CODE_WRONG");
    expect(await owner.client.call("verifySignIn", { ticket, emailCode })).toMatchObject({ ok: true });
    const notices = await world.sink.of(someone.loginId);
    expect(notices.map(({ kind }) => kind)).toEqual(["email-code", "new-device"]);
    const again = world.visitor("new-phone");
    expect(await again.client.call("signIn", { loginId: someone.loginId, password })).toMatchObject({ ok: true });
    const abroad = world.visitor("new-phone", { "x-forwarded-for": "168.126.63.1" });
    await sql`update identity.devices set country = 'US' where device_id = 'new-phone'`.execute(world.owner.db);
    expect(resultOf(await abroad.client.call("signIn", { loginId: someone.loginId, password }))).toBe("VERIFY_NEEDED");
  });

  test("takes as long where nobody has the account", async () => {
    const someone = await newUser();
    const { client } = world.visitor("clock");
    const times: Record<string, number[]> = { [someone.loginId]: [], [emailOf(newName())]: [] };
    for (let i = 0; i < 24; i += 1)
      for (const [loginId, list] of Object.entries(times)) {
        await sql`delete from identity.sign_in_tries`.execute(world.owner.db);
        const began = performance.now();
        await client.call("signIn", { loginId, password: "Wr0ng-Password-X" });
        list.push(performance.now() - began);
      }
    const [one, other] = Object.values(times).map((list) => list.toSorted((a, b) => a - b)[list.length >> 1]!);
    expect(Math.abs(one! - other!)).toBeLessThan(Math.max(10, one! / 3));
  });
});

describe("a session", () => {
  const poll = async (isTrue: () => Promise<boolean>, withinMs = 2_000): Promise<void> => {
    const end = performance.now() + withinMs;
    while (!(await isTrue())) if (performance.now() > end) throw new Error("it did not come true in time");
  };

  test("has a new name after every sign-in; the one before has ended", async () => {
    const someone = await newUser();
    const visitor = await signedIn(someone);
    const before = new Map(visitor.jar);
    expect(await visitor.client.call("signIn", { loginId: someone.loginId, password })).toMatchObject({ ok: true });
    expect(visitor.jar.get("tm-session")).not.toBe(before.get("tm-session"));
    const old = world.visitor(`home-${someone.name}`);
    for (const [name, value] of before) old.jar.set(name, value);
    expect(resultOf(await old.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  });

  test("that fifty tabs renew together stays one, and a lost answer is given again", async () => {
    const someone = await newUser();
    const visitor = await signedIn(someone);
    const before = new Map(visitor.jar);
    const tabs = Array.from({ length: 50 }, () => {
      const tab = world.visitor(`home-${someone.name}`);
      for (const [name, value] of before) tab.jar.set(name, value);
      return tab;
    });
    const outcomes = await Promise.all(tabs.map(({ client }) => client.call("refreshToken", {})));
    expect(outcomes.map(resultOf)).toEqual(Array.from(outcomes, () => "ok"));
    expect(new Set(tabs.map(({ jar }) => jar.get("tm-refresh"))).size).toBe(1);
    expect(tabs[0]!.jar.get("tm-refresh")).not.toBe(before.get("tm-refresh"));
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from identity.refresh_tokens t
      join identity.sessions s on s.id = t.session_id where s.uid = ${someone.uid}`.execute(world.owner.db);
    expect(rows[0]!.count).toBe(2);
    expect(await tabs[0]!.client.call("userInfo", {})).toMatchObject({ ok: true });
  });

  test("[D.16] whose old token comes again later ends everywhere within a second, and its owner is told", async () => {
    const someone = await newUser();
    const owner = await signedIn(someone);
    const thief = world.visitor(`home-${someone.name}`);
    for (const [name, value] of owner.jar) thief.jar.set(name, value);
    expect(await owner.client.call("refreshToken", {})).toMatchObject({ ok: true });
    await sql`update identity.refresh_tokens set used_at = used_at - 11000 where used_at is not null`.execute(
      world.owner.db,
    );
    expect(resultOf(await thief.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
    await poll(async () => resultOf(await owner.client.call("userInfo", {})) === "LOGIN_INVALID", 1_000);
    expect((await world.sink.of(someone.loginId)).map(({ kind }) => kind)).toContain("session-stolen");
  });

  test("whose token was carried to another device ends", async () => {
    const someone = await newUser();
    const owner = await signedIn(someone);
    const thief = world.visitor("another-device");
    for (const [name, value] of owner.jar) thief.jar.set(name, value);
    expect(resultOf(await thief.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
    await poll(async () => resultOf(await owner.client.call("userInfo", {})) === "LOGIN_INVALID");
  });

  test("can be seen and ended from another; a stranger's is not found", async () => {
    const someone = await newUser();
    const [here, there] = [await signedIn(someone), await signedIn(someone)];
    const stranger = await signedIn(await newUser());
    const list = await here.client.call("sessionList", {});
    if (!list.ok) throw new Error(list.message);
    expect(list.value.list.filter(({ isThis }) => isThis)).toHaveLength(1);
    const other = list.value.list.find(({ isThis }) => !isThis)!;
    expect(resultOf(await stranger.client.call("endSession", { id: other.id }))).toBe("NOT_FOUND");
    expect(await here.client.call("endSession", { id: other.id })).toMatchObject({ ok: true });
    await poll(async () => resultOf(await there.client.call("userInfo", {})) === "LOGIN_INVALID");
    const third = await signedIn(someone);
    expect(await here.client.call("endOtherSessions", {})).toMatchObject({ ok: true, value: { ended: 1 } });
    await poll(async () => resultOf(await third.client.call("userInfo", {})) === "LOGIN_INVALID");
    const seen = await here.client.call("activityList", {});
    if (!seen.ok) throw new Error(seen.message);
    expect(seen.value.list.map(({ kind }) => kind)).toEqual([
      "SESSION_ENDED",
      "SIGNED_IN",
      "SESSION_ENDED",
      "SIGNED_IN",
      "SIGNED_IN",
    ]);
  });

  test("that ended while the bus lost the word is found out by asking", async () => {
    const someone = await newUser();
    const visitor = await signedIn(someone);
    await sql`update identity.sessions set ended_at = ${Date.now()}, end_cause = 'test' where uid = ${someone.uid}`.execute(
      world.owner.db,
    );
    await poll(async () => resultOf(await visitor.client.call("sessionList", {})) === "LOGIN_INVALID");
  });

  test("H5: that ended with more others in one moment than an answer takes is found behind them", async () => {
    const someone = await newUser();
    const visitor = await signedIn(someone);
    const now = Date.now();
    await sql`
      insert into identity.sessions
        (id, uid, device_id, is_app, ip, country, agent, opened_at, seen_at, factor_at, until, ended_at, end_cause)
      select 'backlog-of-sessions-' || lpad(i::text, 5, '0'), ${someone.uid}, '', false, '', '', '', ${now}, ${now}, 0,
        ${now + 60_000}, ${now}, 'test' from generate_series(1, 3200) as i`.execute(world.owner.db);
    await sql`update identity.sessions set ended_at = ${now + 1}, end_cause = 'test'
      where uid = ${someone.uid} and ended_at is null`.execute(world.owner.db);
    await poll(async () => resultOf(await visitor.client.call("sessionList", {})) === "LOGIN_INVALID");
  });

  test("[S7.40] ends by signing out, also when only the refresh token is left", async () => {
    const someone = await newUser();
    const visitor = await signedIn(someone);
    const before = new Map(visitor.jar);
    visitor.jar.delete("tm-session");
    expect(await visitor.client.call("signOut", {})).toMatchObject({ ok: true });
    expect(visitor.jar.get("tm-refresh")).toBe("");
    const old = world.visitor(`home-${someone.name}`);
    for (const [name, value] of before) old.jar.set(name, value);
    await poll(async () => resultOf(await old.client.call("userInfo", {})) === "LOGIN_INVALID");
  });

  test("[S3.6] inside the app is a bearer token; cookies are not set and the old token renews", async () => {
    const someone = await newUser();
    const app = { token: "" };
    const visitor = world.visitor(`home-${someone.name}`, {}, app);
    const opened = await visitor.client.call("signIn", { loginId: someone.loginId, password });
    if (!opened.ok) throw new Error(opened.message);
    expect([visitor.jar.has("tm-session"), visitor.jar.has("tm-refresh")]).toEqual([false, false]);
    app.token = opened.value.token!;
    expect(await visitor.client.call("userInfo", {})).toMatchObject({ ok: true, value: { loginId: someone.loginId } });
    const renewed = await visitor.client.call("refreshToken", { refreshToken: opened.value.refreshToken });
    if (!renewed.ok) throw new Error(renewed.message);
    expect(renewed.value.refreshToken).not.toBe(opened.value.refreshToken);
  });

  test("of a page that calls itself the app stays in cookies: no script reads a token", async () => {
    const someone = await newUser();
    const page = world.visitor(`home-${someone.name}`, { origin: world.url }, { token: "" });
    const opened = await page.client.call("signIn", { loginId: someone.loginId, password });
    if (!opened.ok) throw new Error(opened.message);
    expect([page.jar.has("tm-session"), page.jar.has("tm-refresh")]).toEqual([true, true]);
    expect([opened.value.token, opened.value.refreshToken]).toEqual([undefined, undefined]);
  });
});
