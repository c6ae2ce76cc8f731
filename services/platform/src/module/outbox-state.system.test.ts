import { ensureRoles, oldestWaitingAt, openDatabase, outboxStates, urlAs } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformRole } from "../migrate.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let platform: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await ensureRoles(database.url, [platformRole]);
  owner = openDatabase(database.url, 1);
  platform = openDatabase(urlAs(platformRole, database.url), 1);
  for (const table of ["coupons.outbox", "operator.simulated_outbox", "wallet.outbox"]) {
    const [schema] = table.split(".") as [string];
    await sql`create schema ${sql.id(schema)}`.execute(owner.db);
    await sql`create table ${sql.table(table)} (made_at bigint, answered_at bigint, code integer)`.execute(owner.db);
    await sql`insert into ${sql.table(table)} values (${schema === "wallet" ? 1 : 1_000}, null, null)`.execute(
      owner.db,
    );
    if (schema === "wallet") continue;
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(platformRole)}`.execute(owner.db);
    await sql`grant select on ${sql.table(table)} to ${sql.id(platformRole)}`.execute(owner.db);
  }
});
afterAll(async () => {
  await platform?.close();
  await owner?.close();
  await database?.drop();
});

test("what waits in outboxes is measured although another service has one in the same database that must not be read", async () => {
  const states = await outboxStates(platform.db, 2_000);
  expect(states.map(({ name, waiting }) => [name, waiting])).toEqual([
    ["coupons", 1],
    ["operator.simulated", 1],
  ]);
  expect(await oldestWaitingAt(platform.db)).toBe(1_000);
});
