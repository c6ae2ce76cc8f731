import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { readConfig, systemTime, topicWriter } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startIdentityProvider, webhookSecret } from "../../../../tests/peers/identity-provider.ts";
import { startS3 } from "../../../../tests/peers/s3.ts";
import { jpegOf, readPicture } from "../../testing/drawn-picture.ts";
import { signedInVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { levelConsumer } from "./level-events.ts";
import { kycSettings, messagesOfTools, openKycRegister, seedUsers } from "../index.ts";

const password = "Gr3en-Harbour-Lamp";
const uid = 7501;
const why = { reason: "compared", origin: "test" };
const data = {
  givenNames: "Maren Elisabeth",
  familyName: "Holt",
  birthDate: "1994-06-21",
  citizenship: "DE",
  street: "Hafenweg 12",
  postcode: "20457",
  city: "Hamburg",
  country: "DE",
};
const card = { documentKind: "identityCard", documentCountry: "DE" } as const;
let world: World;
let store: Awaited<ReturnType<typeof startS3>>;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let client: ReturnType<World["visitor"]>["client"];
let register: ReturnType<typeof openKycRegister>;

beforeAll(async () => {
  [store, provider] = await Promise.all([startS3(), startIdentityProvider()]);
  const quick = { KYC_PROVIDER_EVERY_MS: "100", KYC_RETENTION_EVERY_MS: "100" };
  const settings = { ...store.settings, ...provider.settings, ...quick };
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice", ...settings } });
  await seedUsers(world.database.url, [{ uid, name: "maren", email: "maren@example.com" }], password);
  ({ client } = await signedInVisitor(world, "device-kyc", "maren@example.com", password));
  register = openKycRegister(world.database.url, readConfig(kycSettings, settings), messagesOfTools);
});
afterAll(async () => {
  await register.close();
  await world.close();
  await Promise.all([store.end(), provider.end()]);
});

async function row(of = client) {
  const outcome = await of.call("verification", {});
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value.rows[0]!;
}
const status = async () => {
  const outcome = await client.call("getKyc", {});
  return outcome.ok ? outcome.value.status : outcome.code;
};
const fileOf = (bytes: Uint8Array, name = "card.jpg", type = "image/jpeg"): File =>
  new File([Uint8Array.from(bytes)], name, { type });
const send = async (part: "front" | "back" | "selfie", seed: number) =>
  client.call("uploadPicture", { part, ...card, file: fileOf(await jpegOf(seed)) });
const stored = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from kyc.files`.execute(world.owner.db);
  return rows[0]!.n;
};

/** A report as the provider signs it. */
function report(reference: string, change: { time?: number; secret?: string; id?: string; body?: string } = {}) {
  const { time = Date.now(), secret = webhookSecret, id = randomUUID() } = change;
  const body = change.body ?? JSON.stringify({ id, reference, result: "clear", causes: ["face 0.98"] });
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return fetch(`${world.reportsUrl}/provider/kyc`, {
    method: "POST",
    headers: { "kyc-timestamp": String(time), "kyc-signature": signature },
    body,
  });
}

test("[S7.39 S4.15] who has sent nothing is unverified, and can submit nothing", async () => {
  expect(await status()).toBe(-1);
  expect(await row()).toMatchObject({ status: -1, state: "DRAFT", kept: [], reason: null, tries: 0 });
  expect(await client.call("submitVerification", {})).toMatchObject({ ok: false, refusal: "KYC_INCOMPLETE" });
  expect(await client.call("savePersonalData", { ...data, birthDate: "2012-01-01" })).toMatchObject({
    refusal: "KYC_UNDER_AGE",
    message: "You must be at least 18 years old.",
  });
});

test("[S7.27] pictures come by the form field file, are stored as others of their own, and each replaces the one before", async () => {
  expect(await client.call("savePersonalData", data)).toMatchObject({ ok: true });
  for (const [part, seed] of [
    ["front", 1],
    ["back", 2],
    ["selfie", 3],
    ["front", 4],
  ] as const)
    expect(await send(part, seed)).toMatchObject({ ok: true });
  expect(await row()).toMatchObject({ kept: ["data", "front", "back", "selfie"], ...card });
  await expect.poll(stored, { timeout: 10_000 }).toBe(3);
  const { rows } = await sql<{ id: string }>`select id from kyc.files`.execute(world.owner.db);
  for (const { id } of rows) {
    const object = readFileSync(join(store.directory, id));
    expect([object[0], object.includes("JFIF"), object.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))]).toEqual(
      [1, false, false],
    );
  }
});

test("files that are no pictures, too small or too large are refused in words, and nothing is stored", async () => {
  const before = await stored();
  const upload = (file: File) => client.call("uploadPicture", { part: "front", ...card, file });
  expect(await upload(fileOf(Buffer.from("<svg onload=alert(1)>"), "a.svg", "image/svg+xml"))).toMatchObject({
    refusal: "FILE_NOT_PICTURE",
  });
  expect(await upload(fileOf(await jpegOf(5, { width: 300, height: 300 })))).toMatchObject({
    refusal: "PICTURE_TOO_SMALL",
    facts: { needed: "400" },
  });
  expect(await upload(fileOf(Buffer.alloc(9 * 1024 * 1024, 0xff)))).toMatchObject({ refusal: "FILE_TOO_LARGE" });
  expect(await stored()).toBe(before);
});

test("who is not a gateway reaches nothing by the platform's port, and is not listened to", async () => {
  const form = new FormData();
  form.set("part", "front");
  form.set("documentKind", "passport");
  form.set("documentCountry", "DE");
  form.set("file", fileOf(await jpegOf(1)));
  const headers = { "tm-uid": String(uid), "tm-question": Buffer.from("a question").toString("base64url") };
  const before = await stored();
  // Who still sends when the connection ends does not get to read the answer.
  const result = await fetch(`${world.platformUrl}/kyc/file`, { method: "POST", body: form, headers }).then(
    ({ status: code }) => code,
    () => "cut off",
  );
  expect([403, "cut off"]).toContain(result);
  expect(await stored()).toBe(before);
  // A body that never comes: the connection ends with the answer, not with the body.
  const url = new URL(world.platformUrl);
  const socket = connect(Number(url.port), url.hostname);
  const ended = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => void (text += part));
    socket.once("close", () => resolve(text));
  });
  const lines = ["POST /kyc/file HTTP/1.1", "host: platform", "content-length: 8000000", "tm-question: YQ"];
  socket.write(`${lines.join("\r\n")}\r\n\r\npart`);
  expect(await ended).toMatch(/^HTTP\/1\.1 403/);
});

test("reports of the provider have a port of their own, and uploads are none of it", async () => {
  expect((await fetch(`${world.platformUrl}/provider/kyc`, { method: "POST", body: "{}" })).status).toBe(404);
  const headers = { "tm-question": "YQ" };
  expect((await fetch(`${world.reportsUrl}/kyc/file`, { method: "POST", body: "", headers })).status).toBe(404);
});

test("[S4.16] a submission goes to the provider without a name, and its signed report to people, once", async () => {
  expect(await client.call("submitVerification", {})).toMatchObject({ ok: true });
  expect(await status()).toBe(1);
  expect(await send("front", 6)).toMatchObject({ refusal: "KYC_WAITS" });
  await expect.poll(async () => (await provider.seen()).length, { timeout: 15_000 }).toBe(1);
  const [sent] = await provider.seen();
  expect(sent).toMatchObject({ documentKind: "identityCard" });
  expect(Object.keys(sent!.pictures).sort()).toEqual(["back", "front", "selfie"]);
  const { reference } = sent!;
  expect((await report(reference, { secret: "x".repeat(40) })).status).toBe(401);
  expect((await report(reference, { time: Date.now() - 6 * 60_000 })).status).toBe(401);
  expect((await report(reference, { body: "{" })).status).toBe(400);
  expect(await status()).toBe(1);
  const id = randomUUID();
  expect([(await report(reference, { id })).status, (await report(reference, { id })).status]).toEqual([200, 200]);
  expect(await status()).toBe(10);
  expect(await register.waiting()).toMatchObject([{ uid, suggestion: "clear face 0.98", tries: 1 }]);
});

test("an operator sees a picture after a line of the audit log says so, and the picture has none of the file's own bytes", async () => {
  const picture = await register.view({ ...why, uid, part: "front" });
  expect(await readPicture(picture)).toMatchObject({ format: "jpeg", hasMetadata: false, width: 900 });
  expect(JSON.parse((await register.view({ ...why, uid, part: "data" })).toString())).toEqual(data);
  const { rows } = await sql<{ subject: string }>`
    select subject from operator.audit_log where action = 'verification viewed' order by number`.execute(
    world.owner.db,
  );
  expect(rows.map(({ subject }) => subject)).toEqual([`${uid} front`, `${uid} data`]);
  const kept = await sql<{ data: Buffer }>`select data from kyc.verifications where uid = ${uid}`.execute(
    world.owner.db,
  );
  for (const word of ["Maren", "Holt", "Hafenweg", "1994"]) expect(kept.rows[0]!.data.includes(word)).toBe(false);
});

test("[S4.17] a refusal names its cause, asks for that part alone, and deletes its picture", async () => {
  await register.refuse({ ...why, uid, because: "BACK_UNREADABLE" });
  expect(await row()).toMatchObject({ status: 9, reason: "BACK_UNREADABLE", kept: ["data", "front", "selfie"] });
  await expect(register.approve({ ...why, uid })).rejects.toThrow("nobody waits");
  await expect.poll(stored, { timeout: 10_000 }).toBe(2);
  expect(await client.call("submitVerification", {})).toMatchObject({ refusal: "KYC_INCOMPLETE" });
  expect(await send("back", 7)).toMatchObject({ ok: true });
  expect(await client.call("submitVerification", {})).toMatchObject({ ok: true });
  expect(await row()).toMatchObject({ status: 1, reason: null, tries: 2 });
});

test("[S4.18] an approval orders the level from the core; the account is verified when the core has set it", async () => {
  await expect.poll(async () => (await provider.seen()).length, { timeout: 15_000 }).toBe(2);
  await report((await provider.seen())[1]!.reference);
  await register.approve({ ...why, uid });
  const { rows } = await sql<{ command: unknown }>`select command from kyc.outbox`.execute(world.owner.db);
  expect(rows).toMatchObject([{ command: { type: "set_kyc_level", uid, level: 1 } }]);
  expect(await status()).toBe(10);
  await sql`insert into kyc.levels (uid, level) values (${uid}, 1)`.execute(world.owner.db);
  expect(await row()).toMatchObject({ status: 2, level: 1, state: "APPROVED" });
  expect(await send("front", 8)).toMatchObject({ refusal: "KYC_VERIFIED" });
});

test("a refusal is a message to the user; an approval is one when the core has set the level", async () => {
  const { rows } = await sql<{ kind: string }>`
    select kind from messages.messages where uid = ${uid} and kind like 'identity-%' order by number`.execute(
    world.owner.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["identity-rejected"]);
});

test("pictures and data are deleted when their time is over, and an object without a row never stays", async () => {
  await sql`update kyc.files set delete_at = 1`.execute(world.owner.db);
  await sql`update kyc.verifications set data_delete_at = 1`.execute(world.owner.db);
  await expect.poll(stored, { timeout: 10_000 }).toBe(0);
  const { rows } = await sql<{ data: Buffer | null }>`select data from kyc.verifications`.execute(world.owner.db);
  expect(rows.every(({ data: left }) => left === null)).toBe(true);
  await expect(register.view({ ...why, uid, part: "front" })).rejects.toThrow("no picture");
});

test("a final reason and five refusals end it: support has to look", async () => {
  const change = async (reason: string, tries: number) =>
    sql`update kyc.verifications set state = 'REFUSED', reason = ${reason}, tries = ${tries}`.execute(world.owner.db);
  await sql`update kyc.levels set level = 0`.execute(world.owner.db);
  await change("UNDER_AGE", 1);
  expect(await client.call("savePersonalData", data)).toMatchObject({ refusal: "KYC_CLOSED" });
  await change("BACK_UNREADABLE", 5);
  expect(await client.call("savePersonalData", data)).toMatchObject({ refusal: "KYC_TRIES", facts: { allowed: "5" } });
});

test("a level that was taken away gives all tries back, and an event from before the decision takes nothing away", async () => {
  const at = Date.now();
  const owner = world.owner.db;
  const consumer = levelConsumer({
    clock: systemTime,
    topics: topicWriter({ schema: "kyc", clock: systemTime, publish: () => undefined }),
  });
  const levelSet = (when: number, level: number) =>
    consumer.handle(owner, [{ at: when, events: [{ type: "kyc_level_set", uid, level }] } as never]);
  await sql`update kyc.verifications set state = 'APPROVED', reason = null, tries = 5, decided_at = ${at}`.execute(
    owner,
  );
  await levelSet(at + 1, 1);
  expect(await row()).toMatchObject({ status: 2, tries: 5 });
  await levelSet(at - 1, 0);
  expect(await row()).toMatchObject({ state: "APPROVED", tries: 5 });
  await levelSet(at + 2, 1);
  await levelSet(at + 3, 0);
  expect(await row()).toMatchObject({ status: -1, state: "DRAFT", reason: null, tries: 0, kept: [] });
  expect(await client.call("savePersonalData", data)).toMatchObject({ ok: true });
  // Given by hand after the fifth refusal, and taken away: the refusal stays, the tries do not.
  await sql`update kyc.verifications set state = 'REFUSED', reason = 'BACK_UNREADABLE', tries = 5`.execute(owner);
  await levelSet(at + 4, 1);
  await levelSet(at + 5, 0);
  expect(await row()).toMatchObject({ status: 9, reason: "BACK_UNREADABLE", tries: 0 });
});
