import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  expect(await app.client.call("answerQr", { code, isConfirmed: true })).toMatchObject({ ok: true });
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
  expect(await app.client.call("answerQr", { code, isConfirmed: true })).toMatchObject({ ok: true });
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
  await app.client.call("answerQr", { code, isConfirmed: true });
  const states = await Promise.all(Array.from({ length: 20 }, () => stateOf(world.visitor("page-5"), ticket)));
  expect(states.filter((state) => state === "confirmed")).toHaveLength(1);
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
