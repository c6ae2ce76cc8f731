import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../testing/world.ts";
import { seedUsers } from "../../index.ts";

const password = "Gr3en-Harbour-Lamp";
const loginId = "thirty@example.com";
const uid = 5_901;
const thirtyDaysMs = 2_592_000_000;
let world: World;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  await seedUsers(world.database.url, [{ uid, name: "thirty", email: loginId }], password);
});
afterAll(() => world.close());

/** As if so much time had passed since the last renewal. */
const pass = (ms: number) =>
  sql`update identity.sessions set seen_at = seen_at - ${ms}, until = until - ${ms} where uid = ${uid}`.execute(
    world.owner.db,
  );
const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));

test("[D.15] a session is renewed for thirty days after its last renewal, and then no more", async () => {
  const { client } = world.visitor("device-thirty");
  expect(resultOf(await client.call("signIn", { loginId, password }))).toBe("ok");
  await pass(thirtyDaysMs - 60_000);
  expect(resultOf(await client.call("refreshToken", {}))).toBe("ok");
  const { rows } = await sql<{ left: number }>`
    select (until - seen_at)::float8 as left from identity.sessions where uid = ${uid}`.execute(world.owner.db);
  expect(rows).toEqual([{ left: thirtyDaysMs }]);
  await pass(thirtyDaysMs);
  expect(resultOf(await client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
});
