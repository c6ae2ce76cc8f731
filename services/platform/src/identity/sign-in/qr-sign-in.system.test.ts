import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../../../testing/factor.ts";
import { openWorld, type Visitor, type World } from "../../../testing/world.ts";
import { seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
let world: World;
let count = 0;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
});
afterAll(() => world.close());

const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));

async function phone(): Promise<Visitor & { loginId: string; uid: number }> {
  count += 1;
  const who = { loginId: `scanner${count}@example.com`, uid: 8_000 + count };
  await seedUsers(world.database.url, [{ uid: who.uid, name: `scanner${count}`, email: who.loginId }], password);
  const visitor = world.visitor(`phone-${count}`);
  expect(await visitor.client.call("signIn", { loginId: who.loginId, password })).toMatchObject({ ok: true });
  return { ...visitor, ...who };
}

async function shown(page: Visitor): Promise<{ code: string; ticket: string }> {
  const outcome = await page.client.call("createQr", {});
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.value.validSeconds).toBe(60);
  return outcome.value;
}
const stateOf = async ({ client }: Visitor, ticket: string): Promise<string> => {
  const outcome = await client.call("qrState", { ticket });
  return outcome.ok ? outcome.value.state : resultOf(outcome);
};

test("[S1.86] a picture is shown, scanned, confirmed with device and place in view, and lets its page in once", async () => {
  const app = await phone();
  const page = world.visitor("page-1", { "x-forwarded-for": "168.126.63.1", "user-agent": "Browser of the page" });
  const { code, ticket } = await shown(page);
  expect(await stateOf(page, ticket)).toBe("shown");
  const scanned = await app.client.call("scanQr", { code });
  expect(scanned).toMatchObject({
    ok: true,
    value: { ip: "168.126.63.1", country: "KR", agent: "Browser of the page" },
  });
  expect(await stateOf(page, ticket)).toBe("scanned");
  expect(resultOf(await page.client.call("userInfo", {}))).toBe("LOGIN_INVALID");
  expect(await app.client.call("answerQr", { code, isConfirmed: true, password })).toMatchObject({ ok: true });
  const opened = await page.client.call("qrState", { ticket });
  expect(opened).toMatchObject({ ok: true, value: { state: "confirmed", user: { userId: String(app.uid) } } });
  expect(await page.client.call("userInfo", {})).toMatchObject({ ok: true, value: { userId: String(app.uid) } });
  expect(await stateOf(page, ticket)).toBe("used");
  expect((await world.sink.of(app.loginId)).map(({ kind }) => kind)).toContain("new-device");
});

test("whoever photographs the picture, or carries the ticket elsewhere, gets nothing", async () => {
  const app = await phone();
  const [page, thief] = [world.visitor("page-2"), world.visitor("thief")];
  const { code, ticket } = await shown(page);
  expect(await stateOf(thief, code)).toBe("expired");
  expect(await app.client.call("scanQr", { code })).toMatchObject({ ok: true });
  expect(await app.client.call("answerQr", { code, isConfirmed: true, password })).toMatchObject({ ok: true });
  expect(await stateOf(thief, ticket)).toBe("expired");
  expect(await stateOf(page, ticket)).toBe("confirmed");
});

test("only who has scanned it confirms it, and a scan alone opens nothing", async () => {
  const [app, other] = [await phone(), await phone()];
  const page = world.visitor("page-3");
  const { code, ticket } = await shown(page);
  expect(resultOf(await app.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
  expect(await app.client.call("scanQr", { code })).toMatchObject({ ok: true });
  expect(resultOf(await other.client.call("scanQr", { code }))).toBe("QR_EXPIRED");
  expect(resultOf(await other.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
  expect(await app.client.call("answerQr", { code, isConfirmed: false })).toMatchObject({ ok: true });
  expect(await stateOf(page, ticket)).toBe("cancelled");
  expect(resultOf(await app.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
});

test("[S8.16] after a minute it is expired for the page and for the app", async () => {
  const app = await phone();
  const page = world.visitor("page-4");
  const { code, ticket } = await shown(page);
  await sql`update identity.qr_sign_ins set made_at = made_at - 60000`.execute(world.owner.db);
  expect(await stateOf(page, ticket)).toBe("expired");
  expect(await app.client.call("scanQr", { code })).toMatchObject({
    refusal: "QR_EXPIRED",
    message: "QR code expired",
  });
});

test("of twenty pages that ask at once with one ticket, one is let in", async () => {
  const app = await phone();
  const page = world.visitor("page-5");
  const { code, ticket } = await shown(page);
  await app.client.call("scanQr", { code });
  await app.client.call("answerQr", { code, isConfirmed: true, password });
  const states = await Promise.all(Array.from({ length: 20 }, () => stateOf(world.visitor("page-5"), ticket)));
  expect(states.filter((state) => state === "confirmed")).toHaveLength(1);
});

const answerOf = async ({ client }: Pick<Visitor, "client">, code: string, more: object = {}): Promise<string> =>
  resultOf(await client.call("answerQr", { code, isConfirmed: true, ...more }));
const scanned = async ({ client }: Pick<Visitor, "client">, page: Visitor) => {
  const made = await shown(page);
  expect(await client.call("scanQr", { code: made.code })).toMatchObject({ ok: true });
  return made;
};

test("M4: a session alone lets no other device in: the password is asked for", async () => {
  const app = await phone();
  const page = world.visitor("page-6");
  const { code, ticket } = await scanned(app, page);
  expect(await answerOf(app, code)).toBe("PASSWORD_WRONG");
  expect(await answerOf(app, code, { password: "Wr0ng-Harbour-Lamp" })).toBe("PASSWORD_WRONG");
  expect(await stateOf(page, ticket)).toBe("scanned");
  expect(await answerOf(app, code, { password })).toBe("ok");
  expect(await stateOf(page, ticket)).toBe("confirmed");
});

test("M4: an account whose every sign-in needs a code needs it here too, and one without a password needs the code", async () => {
  const app = await phone();
  const set = (column: ReturnType<typeof sql>) =>
    sql`update identity.users set ${column} where uid = ${app.uid}`.execute(world.owner.db);
  const ownCode = async (): Promise<string> => {
    await sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
    expect(await app.client.call("sendOwnCode", { channel: "email" })).toMatchObject({ ok: true });
    return world.sink.codeOf(app.loginId);
  };
  await set(sql`is_email_factor = true`);
  const first = await scanned(app, world.visitor("page-7"));
  expect(await answerOf(app, first.code, { password })).toBe("CODE_WRONG");
  expect(await answerOf(app, first.code, { password, ownCode: await ownCode() })).toBe("ok");
  await set(sql`is_email_factor = false, password_hash = null`);
  const second = await scanned(app, world.visitor("page-8"));
  expect(await answerOf(app, second.code, { password })).toBe("CODE_WRONG");
  expect(await answerOf(app, second.code, { ownCode: await ownCode() })).toBe("ok");
});

test("M4: an account with a second factor shows it, and goes on with the code that it has scanned before", async () => {
  const guarded = await twoFactorVisitor(world, 8_900, password);
  const page = world.visitor("page-9");
  const { code, ticket } = await scanned(guarded, page);
  expect(await answerOf(guarded, code, { password })).toBe("FACTOR_NEEDED");
  expect(await stateOf(page, ticket)).toBe("scanned");
  await guarded.confirm();
  expect(await answerOf(guarded, code)).toBe("ok");
  expect(await stateOf(page, ticket)).toBe("confirmed");
});

test("M4: declining needs neither factor nor password", async () => {
  const guarded = await twoFactorVisitor(world, 8_901, password);
  const page = world.visitor("page-10");
  const { code, ticket } = await scanned(guarded, page);
  expect(await guarded.client.call("declineQr", { code })).toMatchObject({ ok: true });
  expect(await stateOf(page, ticket)).toBe("cancelled");
  expect(resultOf(await guarded.client.call("declineQr", { code }))).toBe("QR_EXPIRED");
});

test("a ticket opens the same session at the host that it was made for, once, on the same device, within half a minute", async () => {
  const app = await phone();
  const { host } = new URL(world.url);
  const other = host.replace("127.0.0.1", "localhost");
  const elsewhere = (deviceId: string): Visitor => world.visitor(deviceId, {}, undefined, `http://${other}`);
  const ticketFor = async (target: string): Promise<string> => {
    const outcome = await app.client.call("sessionTicket", { host: target });
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value.ticket;
  };
  const device = `phone-${count}`;
  const open = async (visitor: Visitor, ticket: string) => visitor.client.call("openByTicket", { ticket });
  expect(resultOf(await open(elsewhere(device), await ticketFor(host)))).toBe("TICKET_EXPIRED");
  expect(resultOf(await open(elsewhere("another"), await ticketFor(other)))).toBe("TICKET_EXPIRED");
  const late = await ticketFor(other);
  await sql`update identity.session_tickets set made_at = made_at - 30000`.execute(world.owner.db);
  expect(resultOf(await open(elsewhere(device), late))).toBe("TICKET_EXPIRED");
  const ticket = await ticketFor(other);
  const there = elsewhere(device);
  expect(await open(there, ticket)).toMatchObject({ ok: true, value: { userId: String(app.uid) } });
  expect(resultOf(await open(elsewhere(device), ticket))).toBe("TICKET_EXPIRED");
  const list = await there.client.call("sessionList", {});
  expect(list).toMatchObject({ ok: true, value: { list: [{ isThis: true }] } });
  // Both hosts renew by themselves; the end of the session is the end of both.
  expect(await there.client.call("refreshToken", {})).toMatchObject({ ok: true });
  expect(await app.client.call("refreshToken", {})).toMatchObject({ ok: true });
  expect(await app.client.call("signOut", {})).toMatchObject({ ok: true });
  expect(resultOf(await there.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
});

/** What a thief has who got hold of some cookies, on a device of the same id. */
function copyWith(visitor: Visitor, names: readonly string[]): Visitor {
  const copy = world.visitor(`phone-${count}`);
  for (const name of names) copy.jar.set(name, visitor.jar.get(name) ?? "");
  return copy;
}
const ticketOf = async ({ client }: Visitor): Promise<string> =>
  resultOf(await client.call("sessionTicket", { host: new URL(world.url).host }));

test("M3: an access token alone gets no ticket, so it cannot outlive its quarter of an hour", async () => {
  const app = await phone();
  const thief = copyWith(app, ["tm-session", "tm-device"]);
  expect(await thief.client.call("userInfo", {})).toMatchObject({ ok: true });
  expect(await ticketOf(thief)).toBe("LOGIN_INVALID");
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from identity.refresh_tokens t join identity.sessions s on s.id = t.session_id
    where s.uid = ${app.uid}`.execute(world.owner.db);
  expect(rows[0]!.count).toBe(1);
  // Nothing has happened to its owner.
  expect(await app.client.call("refreshToken", {})).toMatchObject({ ok: true });
});

test("M3: a ticket uses up the refresh token: a stolen one is noticed, and what the ticket opened ends as well", async () => {
  const app = await phone();
  const thief = copyWith(app, ["tm-session", "tm-refresh", "tm-device"]);
  const { host } = new URL(world.url);
  const ticket = await thief.client.call("sessionTicket", { host });
  if (!ticket.ok) throw new Error(ticket.message);
  expect(thief.jar.get("tm-refresh")).not.toBe(app.jar.get("tm-refresh"));
  const opened = copyWith(app, ["tm-device"]);
  expect(await opened.client.call("openByTicket", ticket.value)).toMatchObject({ ok: true });
  // The thief's next token is in use, so the owner's old one cannot be an answer that was lost.
  expect(await thief.client.call("refreshToken", {})).toMatchObject({ ok: true });
  expect(resultOf(await app.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
  for (const one of [thief, opened]) expect(resultOf(await one.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
});
