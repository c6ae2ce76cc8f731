import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bus, connectBus } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedUsers } from "../../services/platform/src/index.ts";
import { drawnPicture } from "../../services/platform/testing/drawn-picture.ts";
import { signedInVisitor } from "../../services/platform/testing/factor.ts";
import { type Mailbox, startMailbox } from "../../services/platform/testing/mailbox.ts";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "../paths/console/console-world.ts";
import { type PushSubscriptionPeer, startPushService } from "../peers/push-service.ts";
import { startS3 } from "../peers/s3.ts";
import { keptTables, leakFinder } from "./canaries.ts";
import { timeoutMs } from "./counts.ts";

// What people send about themselves: each piece has a marker of its own, and a list of the tables in which it belongs.
const password = "Gr3en-Harbour-Lamp";
const [uid, email] = [61_501, "canary-person@example.com"];
const reason = "read for the canary test";
const waits = { timeout: 20_000 };
const logged: string[] = [];
const published: string[] = [];
let store: Awaited<ReturnType<typeof startS3>>;
let pushService: Awaited<ReturnType<typeof startPushService>>;
let mailbox: Mailbox;
let world: World;
let console: ConsoleWorld;
let trader: ReturnType<World["visitor"]>["client"];
let operator: Browser;
let bus: Bus;

const markerOf = (what: string): string => `cAnArY${what}${randomBytes(5).toString("hex")}`;
const onLine = (line: string): void => void logged.push(line);

beforeAll(async () => {
  [store, pushService, mailbox] = await Promise.all([startS3(), startPushService(), startMailbox()]);
  const platform = { ...store.settings, ...pushService.settings, ...mailbox.settings };
  world = await openWorld({
    platform: { ...platform, SIGN_IN_NEW_DEVICE: "notice", LOG_LEVEL: "trace" },
    gateway: { LOG_LEVEL: "trace", RATE_LOG_PER_SECOND: "10000" },
    onLine,
  });
  console = await openConsoleWorld({ CORE_NAME: world.core }, world.database, onLine);
  bus = await connectBus("nats://127.0.0.1:4222", "canary");
  bus.subscribe(`tm.${world.core}.>`, (bytes, _reply, subject) => {
    // Questions to an rpc server carry the ask; every other message on the bus must not.
    if (!/\.(rpc|inbox)\./.test(subject)) published.push(Buffer.from(bytes).toString("latin1"));
  });
  await seedUsers(world.database.url, [{ uid, name: "canary-person", email }], password);
  ({ client: trader } = await signedInVisitor(world, "device-canary", email, password));
  ({ browser: operator } = await openOperator(console, "olivia", ["support"]));
}, timeoutMs);
afterAll(async () => {
  await bus?.close();
  await console?.close();
  await world?.close();
  await Promise.all([store?.end(), pushService?.end(), mailbox?.end()]);
});

/** The tables that have the marker in any spelling; no log, object of the store or message on the bus has it. */
async function tablesWith(marker: string): Promise<string[]> {
  const leaksIn = leakFinder(marker);
  const objects = readdirSync(store.directory).map((id) => readFileSync(join(store.directory, id), "latin1"));
  expect([marker, leaksIn(logged.join("\n"))]).toEqual([marker, []]);
  expect([marker, leaksIn(objects.join("\n"))]).toEqual([marker, []]);
  expect([marker, leaksIn(published.join("\n"))]).toEqual([marker, []]);
  const kept = await keptTables(world.owner.db);
  return [...kept].filter(([, text]) => leaksIn(text).length > 0).map(([name]) => name);
}
/** What pages report is written twice a second. */
const reported = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500));

/** A page that leaves a body in a line about a private call: the line is not taken. */
async function report(path: string, body: object): Promise<void> {
  const line = { path, startedAt: Date.now(), ms: 1, result: "refusal", code: 1, message: "" } as const;
  expect(
    await trader.call("requestLog", { lines: [{ ...line, body: JSON.stringify(body).slice(0, 500) }] }),
  ).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
}

test(
  "[D.34] personal data of a verification is sealed: no log, no table and no message on the bus has it in plain text",
  async () => {
    const marker = markerOf("pErSoN");
    const data = {
      givenNames: `${marker} Anna`,
      familyName: marker,
      birthDate: "1994-06-21",
      citizenship: "DE",
      street: `${marker} 12`,
      postcode: "20457",
      city: marker,
      country: "DE",
    };
    for (const wrong of [{ birthDate: "2020-02-30" }, { birthDate: "2024-01-01" }, { citizenship: marker }])
      expect((await trader.call("savePersonalData", { ...data, ...wrong })).ok).toBe(false);
    expect(await trader.call("savePersonalData", data)).toMatchObject({ ok: true });
    await report("/kyc/data", data);
    const seen = await operator.call("viewPersonalData", { uid, reason });
    expect(seen.data).toEqual({ data });
    await reported();
    expect(await tablesWith(marker)).toEqual([]);
  },
  timeoutMs,
);

/** Pieces of a picture that stand in no other: its head is that of every JPEG. */
const piecesOf = (picture: Buffer): readonly Buffer[] =>
  [0.3, 0.5, 0.7, 0.9].map((share) => picture.subarray(Math.floor(picture.length * share)).subarray(0, 24));

test(
  "[D.34] the picture of a document is in no log and no table, and the store's disk has neither its name, nor its text, nor its bytes",
  async () => {
    const marker = markerOf("fIlE");
    const sent = await drawnPicture(7)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: marker, Artist: marker } })
      .toBuffer();
    expect(leakFinder(marker)(sent.toString("latin1"))).not.toEqual([]);
    const upload = (part: "front" | "selfie", bytes: Buffer) =>
      trader.call("uploadPicture", {
        part,
        documentKind: "passport",
        documentCountry: "NO",
        file: new File([Uint8Array.from(bytes)], `${marker}.jpg`, { type: "image/jpeg" }),
      });
    expect((await upload("front", Buffer.from(`${marker} is no picture`.repeat(50)))).ok).toBe(false);
    for (const part of ["front", "selfie"] as const) expect(await upload(part, sent)).toMatchObject({ ok: true });
    expect(await trader.call("submitVerification", {})).toMatchObject({ ok: true });
    await report("/kyc/file", { file: `${marker}.jpg` });
    const seen = await operator.call("viewPicture", { uid, part: "front", reason });
    const shown = Buffer.from((seen.data as { bytes: string }).bytes, "base64");
    expect(shown.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await reported();
    expect(await tablesWith(marker)).toEqual([]);
    const objects = readdirSync(store.directory).map((id) => readFileSync(join(store.directory, id)));
    expect(objects.length).toBeGreaterThanOrEqual(2);
    const texts = [
      logged.join("\n"),
      [...(await keptTables(world.owner.db)).values()].join("\n"),
      published.join("\n"),
    ];
    for (const piece of [...piecesOf(sent), ...piecesOf(shown)]) {
      for (const object of objects) expect(object.includes(piece)).toBe(false);
      // Of base64 the middle is the same wherever the piece begins in it.
      const inner = [0, 1, 2].map((before) =>
        piece
          .subarray(before, before + 21)
          .toString("base64")
          .slice(0, 24),
      );
      for (const text of texts)
        for (const spelling of [piece.toString("latin1"), piece.toString("hex"), ...inner])
          expect(text.includes(spelling)).toBe(false);
    }
  },
  timeoutMs,
);

test(
  "[D.34] what is written in a ticket stands in the tables of tickets, its subject in the message and mail of its answer, and nowhere else",
  async () => {
    const [subject, text, later, reply] = ["sUbJeCt", "tExT", "lAtEr", "rEpLy"].map(markerOf) as [
      string,
      string,
      string,
      string,
    ];
    const ask = { requestId: randomUUID(), topic: "ACCOUNT", subject, text } as const;
    expect((await trader.call("openTicket", { ...ask, topic: text as "ACCOUNT" })).ok).toBe(false);
    expect((await trader.call("openTicket", { ...ask, text: text.repeat(2_000) })).ok).toBe(false);
    const opened = await trader.call("openTicket", ask);
    if (!opened.ok) throw new Error(opened.message);
    const { number } = opened.value;
    const more = { requestId: randomUUID(), number, text: later };
    expect(await trader.call("writeTicket", more)).toMatchObject({ ok: true });
    await report("/activities/support/open", ask);
    await report("/activities/support/write", more);
    const answer = { requestId: randomUUID(), number, text: reply, isClosed: false };
    expect((await operator.call("answerTicket", { ...answer, isClosed: reply })).result).toBe("REQUEST_INVALID");
    expect((await operator.call("answerTicket", answer)).result).toBe("ok");
    expect((await operator.call("readTicket", { number: String(number) })).result).toBe("ok");
    await reported();
    for (const body of [text, later, reply])
      expect([body, await tablesWith(body)]).toEqual([body, ["support.ticket_messages"]]);
    const tables = await tablesWith(subject);
    expect(tables).toContain("support.tickets");
    expect(["mail.notices", "messages.messages", "support.tickets"]).toEqual(expect.arrayContaining(tables));
  },
  timeoutMs,
);

async function subscribed(): Promise<PushSubscriptionPeer> {
  const settings = await trader.call("pushSettings", {});
  if (!settings.ok) throw new Error(settings.message);
  const browser = await pushService.subscribe(settings.value.publicKey);
  const added = await trader.call("addPushSubscription", { endpoint: browser.endpoint, ...browser.keys });
  expect(added).toMatchObject({ ok: true });
  return browser;
}

test(
  "[D.34] the keys of a browser's pushes stand in one table, and the body of a message in those of messages: also when a push is refused and sent again",
  async () => {
    const [nickname, host] = [markerOf("nIcK").slice(0, 20), markerOf("hOsT")];
    const browser = await subscribed();
    const foreign = { endpoint: `https://push.example.com/${host}`, ...browser.keys };
    expect((await trader.call("addPushSubscription", foreign)).ok).toBe(false);
    await report("/activities/notify/push/add", foreign);
    await browser.answersNext(500, 503);
    expect(await trader.call("changeNickname", { nickName: nickname })).toMatchObject({ ok: true });
    const { list } = (await operator.call("nicknameQueue")).data as { list: { id: number; uid: number }[] };
    const { id } = list.find((one) => one.uid === uid)!;
    expect((await operator.call("decideNickname", { id, decision: "ACCEPT", reason })).result).toBe("ok");
    await vi.waitFor(async () => expect(JSON.stringify(await browser.received())).toContain(nickname), waits);
    expect(logged.some((line) => line.includes("push: not sent"))).toBe(true);
    await reported();
    expect(await tablesWith(host)).toEqual([]);
    for (const secret of [browser.endpoint.split("/").at(-1)!, browser.keys.auth, browser.keys.p256dh])
      expect([secret, await tablesWith(secret)]).toEqual([secret, ["messages.push_subscriptions"]]);
    // A nickname is what every trader sees; operators decide about it by name.
    const belongs = ["mail.notices", "messages.messages", "operator.audit_log", "profile.nicknames"];
    const tables = await tablesWith(nickname);
    expect(tables).toContain("messages.messages");
    expect(belongs).toEqual(expect.arrayContaining(tables));
  },
  timeoutMs,
);

test("the markers would be found: in a log, in a table and on the disk", async () => {
  const marker = markerOf("pRoOf");
  logged.push(JSON.stringify({ body: Buffer.from(marker).toString("base64") }));
  await expect(tablesWith(marker)).rejects.toThrow(marker);
  logged.pop();
  expect(await tablesWith(marker)).toEqual([]);
});
