import { openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensurePlatformRole, migratePlatform } from "../../migrate.ts";
import { thinIdentity } from "./retention.ts";
import { devices } from "./user-store.ts";

const dayMs = 24 * 60 * 60_000;
const now = 1_800_000_000_000;
const uid = 9_001;
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await ensurePlatformRole(database.url);
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 2);
  await sql`
    insert into identity.users (uid, email, password_at, nick_name, referral_code, terms_at, lang, site, country, created_at)
    values (${uid}, 'old@example.com', 1, 'old', 'ABCDEFGH', 1, 'en_US', 'MAIN', '', 1)`.execute(owner.db);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

async function list(query: RawBuilder<{ name: string }>): Promise<string[]> {
  return (await query.execute(owner.db)).rows.map(({ name }) => name);
}
const sessionIds = () => list(sql`select id as name from identity.sessions order by id`);

async function addSession(id: string, until: number, endedAt: number | null): Promise<void> {
  await sql`
    insert into identity.sessions (id, uid, device_id, is_app, ip, country, agent, opened_at, seen_at, factor_at, until, ended_at)
    values (${id}, ${uid}, 'd', false, '', '', '', 1, 1, 0, ${until}, ${endedAt})`.execute(owner.db);
  await sql`
    insert into identity.refresh_tokens (hash, session_id, made_at) values (${Buffer.from(id)}, ${id}, 1)`.execute(
    owner.db,
  );
}

test("sessions go 90 days after their end, their tokens a day after it, and open ones stay", async () => {
  await addSession("a-open", now + dayMs, null);
  await addSession("b-ended-today", now + dayMs, now - 1);
  await addSession("c-ended-lately", now + dayMs, now - 2 * dayMs);
  await addSession("d-expired-lately", now - 2 * dayMs, null);
  await addSession("e-ended-long-ago", now, now - 91 * dayMs);
  await addSession("f-expired-long-ago", now - 91 * dayMs, null);
  await thinIdentity(owner.db, now);
  expect(await sessionIds()).toEqual(["a-open", "b-ended-today", "c-ended-lately", "d-expired-lately"]);
  const tokens = await list(sql`select session_id as name from identity.refresh_tokens order by session_id`);
  expect(tokens).toEqual(["a-open", "b-ended-today"]);
  const { rows } = await sql`
    select ended_at::float8 as at, end_cause as cause from identity.sessions where id = 'd-expired-lately'`.execute(
    owner.db,
  );
  expect(rows).toEqual([{ at: now - 2 * dayMs, cause: "expired" }]);
});

test("L11: used refresh tokens of an open session go when they would no longer be valid; the unused one stays", async () => {
  await addSession("g-renewed", now + dayMs, null);
  for (const days of [31, 29])
    await sql`
      insert into identity.refresh_tokens (hash, session_id, made_at, used_at)
      values (${Buffer.from(`used-${days}`)}, 'g-renewed', 1, ${now - days * dayMs})`.execute(owner.db);
  await thinIdentity(owner.db, now);
  const left = sql<{ name: string }>`
    select encode(hash, 'escape') as name from identity.refresh_tokens where session_id = 'g-renewed' order by 1`;
  expect(await list(left)).toEqual(["g-renewed", "used-29"]);
});

test("activity goes after two years, devices after 400 days", async () => {
  for (const days of [731, 729, 1]) {
    await sql`
      insert into identity.activity (uid, at, kind, ip, country, agent)
      values (${uid}, ${now - days * dayMs}, 'SIGNED_IN', ${String(days)}, '', '')`.execute(owner.db);
  }
  for (const days of [401, 399]) {
    const origin = { deviceId: `d${days}`, ip: "", country: "", agent: "", isApp: false };
    await devices.keep(owner.db, uid, origin, now - days * dayMs);
  }
  await thinIdentity(owner.db, now);
  expect(await list(sql`select ip as name from identity.activity order by id`)).toEqual(["729", "1"]);
  expect(await list(sql`select device_id as name from identity.devices`)).toEqual(["d399"]);
});

test("accepted commands go 30 days after their answer; refused and unanswered ones stay", async () => {
  const add = (number: number, answeredAt: number | null, code: number | null) =>
    sql`
      insert into identity.outbox (number, command, made_at, answered_at, code)
      values (${number}, '{}', 1, ${answeredAt}, ${code})`.execute(owner.db);
  await add(1, now - 31 * dayMs, 200);
  await add(2, now - 31 * dayMs, 21_001);
  await add(3, now - 29 * dayMs, 200);
  await add(4, null, null);
  await thinIdentity(owner.db, now);
  expect(await list(sql`select number::text as name from identity.outbox order by number`)).toEqual(["2", "3", "4"]);
});

test("a run deletes no more than its share, the oldest first, and the next goes on", async () => {
  await sql`delete from identity.activity`.execute(owner.db);
  for (let i = 0; i < 25; i += 1) {
    await addSession(`many-${String(i).padStart(2, "0")}`, now, now - (200 - i) * dayMs);
    await sql`
      insert into identity.activity (uid, at, kind, ip, country, agent)
      values (${uid}, ${i}, 'SIGNED_IN', '', '', '')`.execute(owner.db);
  }
  const left = async () => [
    (await sessionIds()).filter((id) => id.startsWith("many")).length,
    (await list(sql`select ip as name from identity.activity`)).length,
  ];
  await thinIdentity(owner.db, now, 10);
  expect(await left()).toEqual([15, 15]);
  expect(await sessionIds()).not.toContain("many-09");
  await thinIdentity(owner.db, now, 10);
  await thinIdentity(owner.db, now, 10);
  expect(await left()).toEqual([0, 0]);
});

test("an account has 50 devices: a client that invents ids loses its own oldest ones", async () => {
  await sql`delete from identity.devices`.execute(owner.db);
  for (let i = 0; i < 60; i += 1) {
    const origin = { deviceId: `made-${i}`, ip: "", country: "", agent: "", isApp: false };
    await devices.keep(owner.db, uid, origin, now + i);
  }
  const { rows } = await sql`
    select count(*)::int as count, min(last_at)::float8 as oldest from identity.devices`.execute(owner.db);
  expect(rows).toEqual([{ count: 50, oldest: now + 10 }]);
});
