import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PushSubscriptionPeer, startPushService } from "../../../../../tests/peers/push-service.ts";
import { signedInVisitor } from "../../../testing/factor.ts";
import { openWorld, type Visitor, type World } from "../../../testing/world.ts";
import { messagesOfTools, seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
const [uid, email] = [7701, "pushed@example.com"];
const waits = { timeout: 15_000 };
let world: World;
let service: Awaited<ReturnType<typeof startPushService>>;
let here: Visitor;
let publicKey = "";
let count = 0;

const signedIn = (deviceId: string): Promise<Visitor> => signedInVisitor(world, deviceId, email, password);

beforeAll(async () => {
  service = await startPushService();
  const platform = {
    ...service.settings,
    SIGN_IN_NEW_DEVICE: "notice",
    NOTICE_LOOK_EVERY_MS: "20",
    NOTICE_FIRST_WAIT_MS: "50",
    NOTICE_TRIES_MAX: "3",
  };
  world = await openWorld({ platform });
  await seedUsers(world.database.url, [{ uid, name: "pushed", email }], password);
  here = await signedIn("device-1");
  publicKey = await settingsOf(here).then((settings) => settings.publicKey);
});
afterAll(async () => {
  await world?.close();
  await service?.end();
});

async function settingsOf({ client }: Visitor) {
  const outcome = await client.call("pushSettings", {});
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
const endpointsOf = async (visitor: Visitor): Promise<readonly string[]> =>
  (await settingsOf(visitor)).browsers.map(({ endpoint }) => endpoint);
const add = ({ client }: Visitor, { endpoint, keys }: Pick<PushSubscriptionPeer, "endpoint" | "keys">) =>
  client.call("addPushSubscription", { endpoint, ...keys });

async function browserOf(visitor: Visitor): Promise<PushSubscriptionPeer> {
  const browser = await service.subscribe(publicKey);
  expect(await add(visitor, browser)).toMatchObject({ ok: true });
  return browser;
}

/** A message of the user; `at` is when it happened. */
async function message(nickname: string, at = Date.now()): Promise<void> {
  const source = `test ${(count += 1)}`;
  const one = { uid, kind: "nickname-accepted", facts: { nickname }, at, source } as const;
  await world.owner.db.transaction().execute((tx) => messagesOfTools.add(tx as never, one));
}
const titlesOf = async (browser: PushSubscriptionPeer) => (await browser.received()).map(({ title }) => title);
const rowsOf = async () => {
  const { rows } = await sql<{ tries: number; sent: boolean; problem: string | null }>`
    select tries, sent_at is not null as sent, problem from messages.pushes order by made_at, number`.execute(
    world.owner.db,
  );
  return rows;
};

test("[D.120] a message is pushed to every browser of the user, sealed with its keys and signed, in its language", async () => {
  const first = await browserOf(here);
  const persian = world.visitor("device-1", { lang: "fa_IR" });
  for (const [name, value] of here.jar) persian.jar.set(name, value);
  const second = await browserOf(persian);
  await message("slack tide");
  await vi.waitFor(async () => expect(await titlesOf(first)).toHaveLength(1), waits);
  await vi.waitFor(async () => expect(await titlesOf(second)).toHaveLength(1), waits);
  expect(await first.received()).toMatchObject([
    {
      title: "Nickname accepted: slack tide",
      body: "It is in use from now on.",
      link: "/personal/settings/profile",
      tag: expect.stringMatching(/^message-\d+$/) as string,
      lang: "en-US",
      dir: "ltr",
    },
  ]);
  expect(await second.received()).toMatchObject([{ lang: "fa-IR", dir: "rtl" }]);
  expect((await endpointsOf(here)).toSorted()).toEqual([first.endpoint, second.endpoint].toSorted());
  for (const { endpoint } of [first, second])
    expect(await here.client.call("removePushSubscription", { endpoint })).toMatchObject({ ok: true });
  expect(await endpointsOf(here)).toEqual([]);
});

test("only addresses of known push services are taken, with keys of a browser", async () => {
  const { keys } = await service.subscribe(publicKey);
  for (const endpoint of ["http://127.0.0.1:5432/", "https://localhost/push", "https://fcm.googleapis.com.example/a"])
    expect(await add(here, { endpoint, keys })).toMatchObject({ ok: false, refusal: "PUSH_SERVICE_UNKNOWN" });
  const endpoint = "https://fcm.googleapis.com/fcm/send/abc";
  const noPoint = { ...keys, p256dh: "A".repeat(87) };
  expect(await add(here, { endpoint, keys: noPoint })).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  const { client } = world.visitor("device-9");
  expect(await client.call("pushSettings", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
  expect(await endpointsOf(here)).toEqual([]);
});

test("[D.120] a push that the service cannot take now is sent again, and given up after the last try; a redirect is not followed", async () => {
  const browser = await browserOf(here);
  await browser.answersNext(503, 429);
  await message("at the third try");
  await vi.waitFor(async () => expect(await titlesOf(browser)).toEqual(["Nickname accepted: at the third try"]), waits);
  // The service has it before its answer is stored.
  await vi.waitFor(async () => expect(await rowsOf()).toMatchObject([{ tries: 3, sent: true }]), waits);
  await browser.answersNext(500, 500, 500);
  await message("never");
  await vi.waitFor(async () => expect((await rowsOf())[1]?.problem).toBe("the push service answers 500"), waits);
  await browser.answersNext(307);
  await message("elsewhere");
  await vi.waitFor(async () => expect((await rowsOf())[2]?.problem).toBe("the push service answers 307"), waits);
  expect(await titlesOf(browser)).toHaveLength(1);
});

test("a browser that the service does not know any more is removed", async () => {
  for (const status of [404, 410]) {
    const browser = await browserOf(here);
    await browser.answersNext(status);
    await message("gone");
    await vi.waitFor(async () => expect(await endpointsOf(here)).not.toContain(browser.endpoint), waits);
  }
});

test("nothing is pushed of what was switched off, of what is long over, nor to a browser that has signed out", async () => {
  const there = await signedIn("device-2");
  const [own, other] = [await browserOf(here), await browserOf(there)];
  expect(await there.client.call("signOut", {})).toMatchObject({ ok: true });
  expect(await endpointsOf(here)).not.toContain(other.endpoint);
  const set = (isOn: boolean) => here.client.call("setMessagePreference", { topic: "reviews", channel: "push", isOn });
  await set(false);
  await message("switched off");
  await set(true);
  await message("long over", Date.now() - 2 * 60 * 60_000);
  await message("wanted");
  await vi.waitFor(async () => expect(await titlesOf(own)).toEqual(["Nickname accepted: wanted"]), waits);
  expect(await titlesOf(other)).toEqual([]);
});

test("a browser belongs to who turned it on last, and a user has at most ten", async () => {
  const browser = await browserOf(here);
  await seedUsers(world.database.url, [{ uid: 7702, name: "next", email: "next@example.com" }], password);
  const next = await signedInVisitor(world, "device-1", "next@example.com", password);
  await add(next, browser);
  expect(await endpointsOf(here)).not.toContain(browser.endpoint);
  expect(await endpointsOf(next)).toEqual([browser.endpoint]);
  for (let i = 0; i < 10; i += 1) await browserOf(next);
  const endpoints = await endpointsOf(next);
  expect([endpoints.length, endpoints.includes(browser.endpoint)]).toEqual([10, false]);
});
