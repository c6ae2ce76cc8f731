import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../testing/world.ts";
import { seedUsers } from "../index.ts";

const password = "Gr3en-Harbour-Lamp";
const fresh = "An0ther-Harbour-Lamp";
let world: World;
let count = 0;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
});
afterAll(() => world.close());

type CallOutcome = { ok: boolean; refusal?: string; facts?: Record<string, string> };
const resultOf = (outcome: CallOutcome): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const ticketOf = (outcome: CallOutcome): string => outcome.facts?.ticket ?? "";
/** A code can be requested once a minute; tests skip the minute. */
const passMinute = () => sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
const openSessions = async (uid: number): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::integer as count from identity.sessions where uid = ${uid} and ended_at is null`.execute(
      world.owner.db,
    )
  ).rows[0]!.count;

async function newUser() {
  count += 1;
  const who = { loginId: `shut${count}@example.com`, uid: 9_400 + count, device: `shut-${count}` };
  await seedUsers(world.database.url, [{ uid: who.uid, name: `shut${count}`, email: who.loginId }], password);
  const home = world.visitor(who.device);
  expect(await home.client.call("signIn", { loginId: who.loginId, password })).toMatchObject({ ok: true });
  return { ...who, home };
}

async function resetCode(loginId: string): Promise<string> {
  const { client } = world.visitor("forgetful");
  await passMinute();
  const robot = await world.robot(client);
  expect(await client.call("sendCode", { purpose: "reset", loginId, robot })).toMatchObject({ ok: true });
  return world.sink.codeOf(loginId);
}
const reset = (loginId: string, code: string) =>
  world.visitor("forgetful").client.call("resetPassword", { loginId, code, password: fresh });

test("where a code decides first, nothing tells whether the password was right: not even what is asked for the next time", async () => {
  const said: string[][] = [];
  for (const guess of ["Wr0ng-Password-X", password]) {
    const { loginId } = await newUser();
    const { client } = world.visitor("guesser");
    const attempt = async (given: string, isChecked = true) =>
      client.call("signIn", {
        loginId,
        password: given,
        ...(isChecked ? { robot: await world.robot(client) } : {}),
      });
    for (let i = 0; i < 10; i += 1) await attempt("Wr0ng-Password-X");
    said.push([resultOf(await attempt(guess)), resultOf(await attempt("Wr0ng-Password-X", false))]);
  }
  expect(said).toEqual([
    ["VERIFY_NEEDED", "ROBOT_CHECK_NEEDED"],
    ["VERIFY_NEEDED", "ROBOT_CHECK_NEEDED"],
  ]);
});

test("guesses at an account are counted together, whether it is called by its address or by its number", async () => {
  const { loginId, uid } = await newUser();
  const number = `10${String(40_000_000 + count)}`;
  await sql`update identity.users set phone = ${`+82${number}`} where uid = ${uid}`.execute(world.owner.db);
  const { client } = world.visitor("guesser");
  const names = [{ loginId }, { loginId: number, areaCode: "+82" }];
  const said = [];
  for (let i = 0; i < 6; i += 1)
    said.push(resultOf(await client.call("signIn", { ...names[i % 2]!, password: "Wr0ng-Password-X" })));
  expect(said).toEqual([...Array.from({ length: 5 }, () => "LOGIN_WRONG"), "ROBOT_CHECK_NEEDED"]);
});

test("who gives the old password while it is being reset is not let in, and what was begun with it leads nowhere", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { loginId, uid, device } = await newUser();
    const code = await resetCode(loginId);
    const attempt = () => world.visitor(device).client.call("signIn", { loginId, password });
    const [done] = await Promise.all([reset(loginId, code), ...Array.from({ length: 4 }, attempt)]);
    expect(done).toMatchObject({ ok: true });
    expect(await openSessions(uid)).toBe(0);
  }
});

test("a sign-in that waits for its code ends when the password is reset or the account is frozen", async () => {
  for (const shut of ["reset", "freeze"]) {
    const { loginId, uid, home } = await newUser();
    await sql`update identity.users set is_email_factor = true where uid = ${uid}`.execute(world.owner.db);
    const { client } = world.visitor("thief");
    const ticket = ticketOf(await client.call("signIn", { loginId, password }));
    expect(await client.call("sendSignInCode", { ticket, channel: "email" })).toMatchObject({ ok: true });
    const emailCode = await world.sink.codeOf(loginId);
    const done =
      shut === "reset"
        ? await reset(loginId, await resetCode(loginId))
        : await home.client.call("freezeAccount", { confirm: true });
    expect(done).toMatchObject({ ok: true });
    expect(resultOf(await client.call("verifySignIn", { ticket, emailCode }))).toBe("TICKET_EXPIRED");
    expect(await openSessions(uid)).toBe(0);
  }
});

test("a picture that a thief has confirmed opens nothing once his session has ended", async () => {
  const { loginId, uid, home } = await newUser();
  const page = world.visitor("page-of-the-thief");
  const shown = await page.client.call("createQr", {});
  if (!shown.ok) throw new Error(shown.message);
  const { code, ticket } = shown.value;
  expect(await home.client.call("scanQr", { code })).toMatchObject({ ok: true });
  expect(await home.client.call("answerQr", { code, isConfirmed: true, password })).toMatchObject({ ok: true });
  expect(await reset(loginId, await resetCode(loginId))).toMatchObject({ ok: true });
  expect(await page.client.call("qrState", { ticket })).toMatchObject({ ok: true, value: { state: "expired" } });
  expect(await openSessions(uid)).toBe(0);
});

test("codes to new addresses are counted for who asks for them: no session sends messages to a hundred numbers", async () => {
  const { home } = await newUser();
  const send = (i: number) =>
    home.client.call("sendNewContactCode", { loginId: `10${String(50_000_000 + count * 100 + i)}`, areaCode: "+82" });
  expect(await send(0)).toMatchObject({ ok: true });
  expect(resultOf(await send(1))).toBe("CODE_TOO_SOON");
  for (let i = 2; i < 8; i += 1) {
    await passMinute();
    expect(await send(i)).toMatchObject({ ok: true });
  }
  await passMinute();
  expect(resultOf(await send(8))).toBe("CODE_LIMIT");
});

test("a phone that every sign-in needs is replaced by a code to that phone, not by one to the mailbox", async () => {
  const { loginId, uid, home } = await newUser();
  const old = `+8210${String(60_000_000 + count)}`;
  await sql`update identity.users set phone = ${old}, is_sms_factor = true where uid = ${uid}`.execute(world.owner.db);
  const wish = { loginId: `10${String(70_000_000 + count)}`, areaCode: "+82" };
  expect(await home.client.call("sendNewContactCode", wish)).toMatchObject({ ok: true });
  const newCode = await world.sink.codeOf(`+82${wish.loginId}`);
  const codeBy = async (channel: "email" | "sms", address: string): Promise<string> => {
    await passMinute();
    expect(await home.client.call("sendOwnCode", { channel })).toMatchObject({ ok: true });
    return world.sink.codeOf(address);
  };
  const byMail = await codeBy("email", loginId);
  expect(resultOf(await home.client.call("bindContact", { ...wish, newCode, code: byMail }))).toBe("CODE_WRONG");
  const byPhone = await codeBy("sms", old);
  expect(await home.client.call("bindContact", { ...wish, newCode, code: byPhone })).toMatchObject({ ok: true });
});

test("a locked sign-in whose account asks for codes by mail and by phone is opened by both, and is not asked for them for ever", async () => {
  const { loginId, uid } = await newUser();
  const phone = `+8210${String(80_000_000 + count)}`;
  await sql`update identity.users set phone = ${phone}, is_sms_factor = true, is_email_factor = true where uid = ${uid}`.execute(
    world.owner.db,
  );
  const { client } = world.visitor("laptop");
  const attempt = async (given: string) =>
    client.call("signIn", { loginId, password: given, robot: await world.robot(client) });
  for (let i = 0; i < 10; i += 1) await attempt("Wr0ng-Password-X");
  const send = async (ticket: string, channel: "email" | "sms", address: string): Promise<string> => {
    await passMinute();
    expect(await client.call("sendSignInCode", { ticket, channel })).toMatchObject({ ok: true });
    return world.sink.codeOf(address);
  };
  const first = ticketOf(await attempt(password));
  const second = await client.call("verifySignIn", {
    ticket: first,
    emailCode: await send(first, "email", loginId),
  });
  expect(second).toMatchObject({ refusal: "VERIFY_NEEDED", facts: { needs: "email,sms" } });
  const ticket = ticketOf(second);
  const emailCode = await send(ticket, "email", loginId);
  const smsCode = await send(ticket, "sms", phone);
  expect(await client.call("verifySignIn", { ticket, emailCode, smsCode })).toMatchObject({ ok: true });
});
