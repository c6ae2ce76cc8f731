import type { TopicRow } from "@tidemark/contracts";
import { type Change, createSocket, follow } from "@tidemark/kit-client";
import { cookieWire } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { twoFactorVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";

const password = "Gr3en-Harbour-Lamp";
let world: World;
let owner: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  owner = await twoFactorVisitor(world, 7201, password);
  await owner.confirm();
});
afterAll(() => world.close());

/** An open page of the account, which follows the list over a socket. */
async function followed(): Promise<{ labels(): string[]; change(): Change<unknown>; end(): void }> {
  const cookie = (): string => [...owner.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = createSocket({ url: `${world.url.replace("http", "ws")}/ws`, connect: cookieWire(cookie) });
  let last: Change<TopicRow<"apiKeys">> | undefined;
  const stop = follow(owner.client, socket, "apiKeys", {}, (change) => (last = change));
  await vi.waitFor(() => expect(last?.state).toBe("live"), { timeout: 5_000 });
  return {
    labels: () => last!.rows.map(({ label }) => label ?? "").toSorted(),
    change: () => last!,
    end() {
      stop();
      socket.close();
    },
  };
}

test("an open list shows what is created, edited and removed elsewhere, each with the number of its change", async () => {
  const list = await followed();
  expect(list.labels()).toEqual([]);
  const made = await owner.client.call("createApiKey", { label: "maker" });
  if (!made.ok) throw new Error(made.message);
  await vi.waitFor(() => expect(list.labels()).toEqual(["maker"]));
  expect(list.change()).toMatchObject({ state: "live", seq: 1 });
  await owner.client.call("editApiKey", { key: made.value.key, label: "taker" });
  await vi.waitFor(() => expect(list.labels()).toEqual(["taker"]));
  await owner.client.call("removeApiKey", { key: made.value.key });
  await vi.waitFor(() => expect(list.labels()).toEqual([]));
  expect(list.change()).toMatchObject({ state: "live", seq: 3 });
  const listed = await owner.client.call("apiKeyList", {});
  expect(listed).toMatchObject({ ok: true, source: "security.apiKeys", seq: 3 });
  list.end();
});

test("a change that the bus lost is found by its number, and the list takes its snapshot", async () => {
  const list = await followed();
  const made = await owner.client.call("createApiKey", { label: "lost_key" });
  if (!made.ok) throw new Error(made.message);
  await vi.waitFor(() => expect(list.labels()).toEqual(["lost_key"]));
  // The change is committed and nothing is published, as after a crash between the two.
  await sql`update security.api_keys set label = 'found' where key = ${made.value.key}`.execute(world.owner.db);
  await sql`update security.topic_seq set seq = seq + 1, changed_at = ${Date.now()} where uid = ${owner.uid}`.execute(
    world.owner.db,
  );
  await vi.waitFor(() => expect(list.labels()).toEqual(["found"]), { timeout: 5_000 });
  list.end();
});
