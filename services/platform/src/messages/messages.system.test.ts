import type { TopicRow } from "@tidemark/contracts";
import { type Change, type Client, createSocket, follow } from "@tidemark/kit-client";
import { cookieWire } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signedInVisitor } from "../../testing/factor.ts";
import { openWorld, type Visitor, type World } from "../../testing/world.ts";
import { messagesOfTools, openProfileRegister, seedUsers, verifications } from "../index.ts";
import { messages as store } from "./store.ts";

const password = "Gr3en-Harbour-Lamp";
const uid = 7601;
const email = "reader@example.com";
const why = { reason: "read", origin: "test" };
let world: World;
let [here, there] = [] as unknown as [Visitor, Visitor];
let register: ReturnType<typeof openProfileRegister>;

const signedIn = (deviceId: string): Promise<Visitor> => signedInVisitor(world, deviceId, email, password);

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  await seedUsers(world.database.url, [{ uid, name: "reader", email }], password);
  here = await signedIn("device-1");
  register = openProfileRegister(world.database.url, verifications, messagesOfTools);
});
afterAll(async () => {
  await register?.close();
  await world?.close();
});

async function good<T>(asked: Promise<{ ok: boolean; value?: T }>): Promise<T> {
  const outcome = await asked;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value as T;
}
const unreadOf = async ({ client }: { client: Client }, type: string): Promise<number> =>
  (await good(client.call("unreadMessages", {}))).rows.find((row) => row.type === type)!.unread;
const listOf = async ({ client }: { client: Client }, type: "trader" | "user" | "system", pageNum = 1) =>
  good(client.call("messageList", { type, pageNum, pageSize: 2 }));

/** An open page, which follows the counts over a socket. */
function followed({ client, jar }: Visitor) {
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = createSocket({ url: `${world.url.replace("http", "ws")}/ws`, connect: cookieWire(cookie) });
  let last: Change<TopicRow<"unread">> | undefined;
  const stop = follow(client, socket, "unread", {}, (change) => (last = change));
  return {
    unread: (type: string) => (last?.state === "live" ? last.rows.find((row) => row.type === type)?.unread : undefined),
    end() {
      stop();
      socket.close();
    },
  };
}

test("[S3.59 S7.53] allMessage has a group for each type, each a list of title, linkUrl and createTime, and a new device is in it", async () => {
  const before = Date.now();
  there = await signedIn("device-2");
  const groups = await good(here.client.call("allMessage", {}));
  expect(Object.keys(groups).toSorted()).toEqual(["systemMessageVo", "traderMessageVo", "userMessageVo"]);
  expect(groups.traderMessageVo).toEqual({ list: [] });
  const [newest] = groups.systemMessageVo.list;
  expect(newest).toMatchObject({
    title: expect.stringMatching(/^New device: /) as string,
    linkUrl: "/personal/security",
    isUnread: true,
  });
  expect(newest!.createTime).toBeGreaterThanOrEqual(before - 1);
});

test("[S7.54] without a session allMessage is refused with a message", async () => {
  const { client } = world.visitor("device-3");
  expect(await client.call("allMessage", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID", code: 10001 });
});

test("the end of a review arrives at an open page, in the reader's language, and by mail", async () => {
  const page = followed(here);
  await vi.waitFor(() => expect(page.unread("user")).toBe(0), { timeout: 10_000 });
  await good(here.client.call("changeNickname", { nickName: "ebb and flow" }));
  await register.decide({ ...why, step: "accept", id: (await register.waiting())[0]!.id });
  await vi.waitFor(() => expect(page.unread("user")).toBe(1), { timeout: 15_000 });
  page.end();
  const { list, total } = await listOf(here, "user");
  expect(total).toBe(1);
  expect(list).toMatchObject([
    {
      type: "user",
      kind: "nickname-accepted",
      title: "Nickname accepted: ebb and flow",
      linkUrl: "/personal/settings/profile",
    },
  ]);
  const german = world.visitor("device-1", { lang: "de_DE" });
  for (const [name, value] of here.jar) german.jar.set(name, value);
  expect((await listOf(german, "user")).list[0]!.title).toBe("Nickname angenommen: ebb and flow");
  const mail = (await world.sink.of(email)).findLast(({ kind }) => kind === "message");
  expect(mail?.facts).toMatchObject({ message: "nickname-accepted", nickname: "ebb and flow" });
});

test("[S3.72] read markers belong to the user: what one browser has read is read in the other, and what comes later is unread", async () => {
  const page = followed(there);
  await vi.waitFor(() => expect(page.unread("system")).toBe(2), { timeout: 10_000 });
  const [newest, older] = (await listOf(here, "system")).list;
  await good(here.client.call("readMessages", { type: "system", upTo: older!.id }));
  await vi.waitFor(() => expect(page.unread("system")).toBe(1), { timeout: 10_000 });
  expect((await listOf(there, "system")).list.map(({ isUnread }) => isUnread)).toEqual([true, false]);
  await good(here.client.call("readMessages", { type: "system", upTo: newest!.id }));
  await vi.waitFor(() => expect(page.unread("system")).toBe(0), { timeout: 10_000 });
  // An older marker takes nothing back, and one beyond the last message reads nothing in advance.
  await good(here.client.call("readMessages", { type: "system", upTo: older!.id }));
  await good(here.client.call("readMessages", { type: "system", upTo: 1_000_000 }));
  await signedIn("device-4");
  await vi.waitFor(() => expect(page.unread("system")).toBe(1), { timeout: 15_000 });
  expect(await unreadOf(here, "user")).toBe(1);
  page.end();
});

test("messages are paged, the newest first", async () => {
  const [first, second] = [await listOf(here, "system"), await listOf(here, "system", 2)];
  expect([first.list.length, second.list.length, first.total]).toEqual([2, 1, 3]);
  const times = [...first.list, ...second.list].map(({ id }) => id);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("a topic that is switched off in the bell arrives nowhere in it; what guards the account cannot be switched off", async () => {
  const set = (topic: "reviews" | "security", channel: "bell" | "mail", isOn: boolean) =>
    here.client.call("setMessagePreference", { topic, channel, isOn });
  expect(await set("security", "bell", false)).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  await good(set("reviews", "bell", false));
  await good(set("reviews", "mail", false));
  const { list } = await good(here.client.call("messagePreferences", {}));
  expect(list.find(({ topic }) => topic === "reviews")).toEqual({
    topic: "reviews",
    bell: { isOn: false, isLocked: false },
    mail: { isOn: false, isLocked: false },
    push: { isOn: true, isLocked: false },
  });
  const mails = (await world.sink.of(email)).length;
  await good(here.client.call("changeNickname", { nickName: "neap tide" }));
  await register.decide({ ...why, step: "reject", id: (await register.waiting())[0]!.id });
  expect((await listOf(here, "user")).total).toBe(1);
  expect((await world.sink.of(email)).length).toBe(mails);
});

test("the same cause makes no second message, and old ones are deleted", async () => {
  const { db } = world.owner;
  const message = { uid, kind: "nickname-accepted", facts: { nickname: "x" }, at: 1_000, source: "twice" } as const;
  await sql`delete from messages.preferences`.execute(db);
  for (let i = 0; i < 2; i += 1) await db.transaction().execute((tx) => messagesOfTools.add(tx as never, message));
  expect((await listOf(here, "user")).total).toBe(2);
  await store.thin(db, 2_000, 10);
  expect((await listOf(here, "user")).total).toBe(1);
});
