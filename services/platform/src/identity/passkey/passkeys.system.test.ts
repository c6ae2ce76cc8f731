import { sql } from "kysely";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Device, type Manner, passkeyDevice } from "../../../../../tests/peers/passkey-device.ts";
import { openWorld, type Visitor, type World } from "../../../testing/world.ts";
import { seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
let world: World;
let home: string;
let honest: Manner;
let count = 0;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "code" } });
  home = world.url.replace("127.0.0.1", "localhost");
  honest = { origin: home, rpId: "localhost" };
});
afterAll(() => world.close());

type Outcome = { ok: boolean; refusal?: string; facts?: Readonly<Record<string, string>> };
const resultOf = (outcome: Outcome): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const visitorAt = (deviceId: string): Visitor => world.visitor(deviceId, {}, undefined, home);
type TestUser = { readonly loginId: string; readonly uid: number; readonly visitor: Visitor };

/** A user signed in on a known device. */
async function newUser(): Promise<TestUser> {
  count += 1;
  const who = { loginId: `keyed${count}@example.com`, uid: 11_000 + count };
  await seedUsers(world.database.url, [{ uid: who.uid, name: `keyed${count}`, email: who.loginId }], password);
  const deviceId = `home-${count}`;
  await sql`
    insert into identity.devices (uid, device_id, country, agent, first_at, last_at)
    values (${who.uid}, ${deviceId}, '', '', 0, 0)`.execute(world.owner.db);
  const visitor = visitorAt(deviceId);
  expect(await visitor.client.call("signIn", { loginId: who.loginId, password })).toMatchObject({ ok: true });
  return { ...who, visitor };
}

async function started({ client }: Visitor, own: { password?: string } = { password }) {
  const outcome = await client.call("startPasskey", own);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

async function withPasskey(manner: Partial<Manner> = {}): Promise<TestUser & { device: Device; handle: string }> {
  const who = await newUser();
  const device = passkeyDevice();
  const { ticket, options } = await started(who.visitor);
  const passkey = device.make(options, { ...honest, ...manner });
  const added = await who.visitor.client.call("addPasskey", { ticket, name: "Laptop", passkey });
  expect(added).toMatchObject({ ok: true, value: { id: device.id } });
  return { ...who, device, handle: (options as unknown as { user: { id: string } }).user.id };
}

type Purpose = "signIn" | "confirm" | "reset";

async function answered(
  { client }: Visitor,
  device: Device,
  purpose: Purpose,
  manner: Partial<Manner> = {},
  handle?: string,
) {
  const outcome = await client.call("challengePasskey", { purpose });
  if (!outcome.ok) throw new Error(outcome.message);
  const { ticket, options } = outcome.value;
  return device.answer(ticket, options, { ...honest, ...manner }, handle);
}

const locksOf = async (uid: number): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::integer as count from identity.outbox
      where (command->>'uid')::bigint = ${uid} and command->>'type' = 'set_withdrawal_lock'`.execute(world.owner.db)
  ).rows[0]!.count;

describe("a passkey", () => {
  test("[D.20] is added by the password, listed, named and removed; each change ends other sessions and locks withdrawals", async () => {
    const who = await newUser();
    const { client } = who.visitor;
    const other = visitorAt(`home-${count}`);
    await other.client.call("signIn", { loginId: who.loginId, password });
    expect(resultOf(await client.call("startPasskey", {}))).toBe("PASSWORD_WRONG");
    expect(resultOf(await client.call("startPasskey", { password: "Wr0ng-Password-X" }))).toBe("PASSWORD_WRONG");
    const { ticket, options } = await started(who.visitor);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      timeout: 120_000,
    });
    const device = passkeyDevice();
    const passkey = device.make(options, honest);
    expect(await client.call("addPasskey", { ticket, name: "Phone", passkey })).toMatchObject({ ok: true });
    expect(resultOf(await client.call("addPasskey", { ticket, name: "Phone", passkey }))).toBe("TICKET_EXPIRED");
    expect(resultOf(await other.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
    expect(await locksOf(who.uid)).toBe(1);
    expect(await client.call("namePasskey", { id: device.id, name: "My phone" })).toMatchObject({ ok: true });
    expect(await client.call("passkeyList", {})).toMatchObject({
      ok: true,
      value: { list: [{ id: device.id, name: "My phone", usedAt: 0, isKept: false }] },
    });
    expect(await client.call("securitySettings", {})).toMatchObject({ ok: true, value: { passkeys: 1 } });
    const stranger = await newUser();
    expect(resultOf(await stranger.visitor.client.call("namePasskey", { id: device.id, name: "Mine" }))).toBe(
      "NOT_FOUND",
    );
    expect(resultOf(await client.call("removePasskey", { id: device.id }))).toBe("FACTOR_NEEDED");
    const confirmed = await client.call("confirmFactor", { passkey: await answered(who.visitor, device, "confirm") });
    expect(confirmed).toMatchObject({ ok: true });
    expect(resultOf(await client.call("removePasskey", { id: passkeyDevice().id }))).toBe("NOT_FOUND");
    expect(await client.call("removePasskey", { id: device.id })).toMatchObject({ ok: true });
    expect(await locksOf(who.uid)).toBe(2);
    const gone = visitorAt("later");
    const late = await gone.client.call("signInByPasskey", { passkey: await answered(gone, device, "signIn") });
    expect(resultOf(late)).toBe("PASSKEY_WRONG");
  });

  test("signs in anywhere by itself, also while others lock the account by guessing its password", async () => {
    const { loginId, uid, device, handle } = await withPasskey();
    const thief = world.visitor("guessing");
    for (let i = 0; i < 12; i += 1)
      await thief.client.call("signIn", {
        loginId,
        password: "Wr0ng-Password-X",
        robot: await world.robot(thief.client),
      });
    const elsewhere = visitorAt("never-here-before");
    const passkey = await answered(elsewhere, device, "signIn", {}, handle);
    expect(await elsewhere.client.call("signInByPasskey", { passkey })).toMatchObject({
      ok: true,
      value: { userId: String(uid) },
    });
    expect(resultOf(await elsewhere.client.call("signInByPasskey", { passkey }))).toBe("PASSKEY_WRONG");
    const list = await elsewhere.client.call("passkeyList", {});
    expect(list.ok && list.value.list[0]!.usedAt).toBeGreaterThan(0);
  });

  test("made for another page or name, without its owner, or with a wrong word in it, is not taken", async () => {
    const who = await newUser();
    const lies: Partial<Manner>[] = [
      { origin: "https://tidemark-login.example" },
      { origin: home.replace("localhost", "127.0.0.1") },
      { rpId: "tidemark-login.example" },
      { isVerified: false },
      { type: "webauthn.get" },
    ];
    for (const lie of lies) {
      const { ticket, options } = await started(who.visitor);
      const passkey = passkeyDevice().make(options, { ...honest, ...lie });
      const outcome = await who.visitor.client.call("addPasskey", { ticket, name: "x", passkey });
      expect([lie, resultOf(outcome)]).toEqual([lie, "PASSKEY_WRONG"]);
    }
    const { ticket } = await started(who.visitor);
    const passkey = passkeyDevice().make({ challenge: "another" }, honest);
    expect(resultOf(await who.visitor.client.call("addPasskey", { ticket, name: "x", passkey }))).toBe("PASSKEY_WRONG");
    expect(await who.visitor.client.call("passkeyList", {})).toMatchObject({ ok: true, value: { list: [] } });
  });

  test("that signs for another page, for somebody else, without its owner or out of turn opens nothing", async () => {
    const [one, other] = [await withPasskey({ counter: 5 }), await withPasskey()];
    const visitor = visitorAt("at-the-door");
    const tryIn = async (manner: Partial<Manner>, handle?: string, device = one.device): Promise<string> => {
      const passkey = await answered(visitor, device, "signIn", { counter: 6, ...manner }, handle);
      return resultOf(await visitor.client.call("signInByPasskey", { passkey }));
    };
    expect(await tryIn({ origin: "https://tidemark-login.example" })).toBe("PASSKEY_WRONG");
    expect(await tryIn({ rpId: "tidemark-login.example" })).toBe("PASSKEY_WRONG");
    expect(await tryIn({ isVerified: false })).toBe("PASSKEY_WRONG");
    expect(await tryIn({ type: "webauthn.create" })).toBe("PASSKEY_WRONG");
    expect(await tryIn({}, other.handle)).toBe("PASSKEY_WRONG");
    expect(await tryIn({}, undefined, passkeyDevice())).toBe("PASSKEY_WRONG");
    // A copy has counted less than the original.
    for (const counter of [0, 4, 5]) expect(await tryIn({ counter })).toBe("PASSKEY_WRONG");
    expect(await tryIn({ counter: 9 }, one.handle)).toBe("ok");
    expect(await tryIn({ counter: 9 }, one.handle)).toBe("PASSKEY_WRONG");
    await sql`update identity.users set frozen_at = 1 where uid = ${one.uid}`.execute(world.owner.db);
    expect(await tryIn({ counter: 10 })).toBe("ACCOUNT_FROZEN");
  });

  test("answers a challenge once, within two minutes, on its device, in its session and for its purpose", async () => {
    const who = await withPasskey();
    const [here, there] = [visitorAt("here"), visitorAt("there")];
    const forHere = await answered(here, who.device, "signIn");
    expect(resultOf(await there.client.call("signInByPasskey", { passkey: forHere }))).toBe("PASSKEY_WRONG");
    const toConfirm = await answered(who.visitor, who.device, "confirm");
    expect(resultOf(await who.visitor.client.call("signInByPasskey", { passkey: toConfirm }))).toBe("PASSKEY_WRONG");
    const toSignIn = await answered(who.visitor, who.device, "signIn");
    expect(resultOf(await who.visitor.client.call("confirmFactor", { passkey: toSignIn }))).toBe("PASSKEY_WRONG");
    const late = await answered(here, who.device, "signIn");
    await sql`update identity.passkey_challenges set made_at = made_at - 120000`.execute(world.owner.db);
    expect(resultOf(await here.client.call("signInByPasskey", { passkey: late }))).toBe("PASSKEY_WRONG");
    const passkey = await answered(here, who.device, "signIn");
    const said = await Promise.all(
      Array.from({ length: 10 }, async () => resultOf(await here.client.call("signInByPasskey", { passkey }))),
    );
    expect(said.filter((one) => one === "ok")).toHaveLength(1);
  });

  test("is asked for after the password, and does for every code where there are others", async () => {
    const { loginId, uid, device, visitor } = await withPasskey();
    const elsewhere = visitorAt("elsewhere");
    const asked = await elsewhere.client.call("signIn", { loginId, password });
    expect(asked).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "passkey" } });
    const ticket = asked.ok ? "" : (asked.facts.ticket ?? "");
    expect(resultOf(await elsewhere.client.call("verifySignIn", { ticket }))).toBe("FACTOR_NEEDED");
    const stranger = await withPasskey();
    const theirs = await answered(elsewhere, stranger.device, "signIn");
    expect(resultOf(await elsewhere.client.call("verifySignIn", { ticket, passkey: theirs }))).toBe("PASSKEY_WRONG");
    const passkey = await answered(elsewhere, device, "signIn");
    expect(await elsewhere.client.call("verifySignIn", { ticket, passkey })).toMatchObject({
      ok: true,
      value: { userId: String(uid) },
    });
    // With an authenticator bound too: either its code and the one by mail, or the passkey.
    await visitor.client.call("signIn", { loginId, password });
    const offered = await elsewhere.client.call("startAuthenticator", {});
    if (!offered.ok) throw new Error(offered.message);
    await elsewhere.client.call("sendOwnCode", { channel: "email" });
    const code = await world.sink.codeOf(loginId);
    const googleCode = generateSync({ secret: offered.value.key, epoch: Math.floor(Date.now() / 1_000) - 30 });
    expect(await elsewhere.client.call("bindAuthenticator", { googleCode, code })).toMatchObject({ ok: true });
    const third = visitorAt("third");
    const either = await third.client.call("signIn", { loginId, password });
    expect(either).toMatchObject({
      refusal: "VERIFY_NEEDED",
      facts: { needs: "email,google", instead: "passkey" },
    });
    const second = either.ok ? "" : (either.facts.ticket ?? "");
    const again = await answered(third, device, "signIn");
    expect(await third.client.call("verifySignIn", { ticket: second, passkey: again })).toMatchObject({ ok: true });
  });

  test("is no less asked for where the password was forgotten, and where the account's guards are changed", async () => {
    const { loginId, device, visitor } = await withPasskey();
    const { client } = visitorAt("thief-with-the-mailbox");
    await client.call("sendCode", { purpose: "reset", loginId, robot: await world.robot(client) });
    const code = await world.sink.codeOf(loginId);
    const wish = { loginId, password: "An0ther-Harbour-Lamp", code };
    expect(resultOf(await client.call("resetPassword", wish))).toBe("FACTOR_NEEDED");
    const stranger = await withPasskey();
    const theirs = await answered({ client, jar: new Map() }, stranger.device, "reset");
    expect(resultOf(await client.call("resetPassword", { ...wish, passkey: theirs }))).toBe("PASSKEY_WRONG");
    await sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
    await visitor.client.call("sendOwnCode", { channel: "email" });
    const own = await world.sink.codeOf(loginId);
    const antiPhishing = { text: "Blue boat", code: own };
    expect(resultOf(await visitor.client.call("setAntiPhishing", antiPhishing))).toBe("FACTOR_NEEDED");
    expect(resultOf(await visitor.client.call("startPasskey", { password }))).toBe("FACTOR_NEEDED");
    const confirmed = await visitor.client.call("confirmFactor", {
      passkey: await answered(visitor, device, "confirm"),
    });
    expect(confirmed).toMatchObject({ ok: true });
    expect(await visitor.client.call("setAntiPhishing", antiPhishing)).toMatchObject({ ok: true });
    const passkey = await answered({ client, jar: new Map() }, device, "reset");
    expect(await client.call("resetPassword", { ...wish, passkey })).toMatchObject({ ok: true });
  });

  test("there are ten at most, and an account keeps a way in", async () => {
    const { visitor, device, uid } = await withPasskey();
    await sql`
      insert into identity.passkeys (id, uid, public_key, counter, transports, name, is_kept, added_at, used_at)
      select 'more-' || uid || '-' || n, uid, public_key, 0, transports, name, is_kept, 1, 0
      from identity.passkeys, generate_series(1, 9) n where id = ${device.id}`.execute(world.owner.db);
    // Who has a factor shows it before anything else is looked at.
    await visitor.client.call("confirmFactor", { passkey: await answered(visitor, device, "confirm") });
    expect(await visitor.client.call("startPasskey", { password })).toMatchObject({
      refusal: "PASSKEY_LIMIT",
      message: "You can have at most 10 passkeys.",
    });
    await sql`delete from identity.passkeys where uid = ${uid} and id <> ${device.id}`.execute(world.owner.db);
    await sql`update identity.users set password_hash = null where uid = ${uid}`.execute(world.owner.db);
    expect(resultOf(await visitor.client.call("removePasskey", { id: device.id }))).toBe("LAST_SIGN_IN_METHOD");
  });

  test("lives at hosts that the settings name, and nowhere else", async () => {
    const outcome = await world.visitor("by-number").client.call("challengePasskey", { purpose: "signIn" });
    expect(resultOf(outcome)).toBe("NOT_FOUND");
  });
});

test("showing a second factor again gives the session a new name; the old one has ended", async () => {
  const { visitor, device } = await withPasskey();
  const before = new Map(visitor.jar);
  expect(resultOf(await visitor.client.call("confirmFactor", {}))).toBe("NOT_FOUND");
  expect(resultOf(await visitor.client.call("confirmFactor", { googleCode: "000000" }))).toBe("NOT_FOUND");
  const passkey = await answered(visitor, device, "confirm");
  expect(await visitor.client.call("confirmFactor", { passkey })).toMatchObject({ ok: true });
  expect(visitor.jar.get("tm-session")).not.toBe(before.get("tm-session"));
  const old = visitorAt(`home-${count}`);
  for (const [name, value] of before) old.jar.set(name, value);
  expect(resultOf(await old.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  // A renewed token still knows when it was shown.
  expect(await visitor.client.call("refreshToken", {})).toMatchObject({ ok: true });
  expect(resultOf(await visitor.client.call("removePasskey", { id: "nobody" }))).toBe("NOT_FOUND");
});
