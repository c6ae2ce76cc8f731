import { urlAs } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateCore } from "./migrate.ts";
import { pgJournal } from "./pg-journal.ts";
import { type CoreRole, ensureCoreRoles, roleProblem } from "./roles.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await ensureCoreRoles(database.url);
  await ensureCoreRoles(database.url);
  await migrateCore(database.url);
  await migrateCore(database.url);
});
afterAll(() => database.drop());

const insufficientPrivilege = "42501";

/** The state of the error that a statement ends with; undefined where it succeeds. Nothing of it stays. */
async function refusalOf(role: CoreRole, text: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: urlAs(role, database.url) });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(text);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

const append = `insert into journal.journal select batch_seq + 1, batch_id, gen_random_uuid(), 1, 1, 1, 0, hash, hash,
  0, state_hash, payload from journal.journal`;

test("[A4.1.7] a node may read and append, and nothing else", async () => {
  expect(await refusalOf("tidemark_core", "select * from journal.journal")).toBeUndefined();
  expect(await refusalOf("tidemark_core", append)).toBeUndefined();
  for (const forbidden of [
    "update journal.journal set epoch = 9",
    "delete from journal.journal",
    "truncate journal.journal",
    "alter table journal.journal add column more int",
    "create table journal.more (a int)",
    "select * from history.orders",
  ])
    expect([forbidden, await refusalOf("tidemark_core", forbidden)]).toEqual([forbidden, insufficientPrivilege]);
});

test("[A4.1.7] the projector writes the history and only reads the journal", async () => {
  expect(await refusalOf("tidemark_projector", "update history.cursor set seq = 1")).toBeUndefined();
  expect(await refusalOf("tidemark_projector", "select * from journal.journal")).toBeUndefined();
  for (const forbidden of [append, "delete from journal.journal", "drop table history.orders"])
    expect([forbidden, await refusalOf("tidemark_projector", forbidden)]).toEqual([forbidden, insufficientPrivilege]);
});

test("[A4.1.7] who publishes liabilities changes no publication, and only reads the journal", async () => {
  expect(await refusalOf("tidemark_funds_proof", "select * from journal.journal")).toBeUndefined();
  expect(await refusalOf("tidemark_funds_proof", "delete from funds_proof.leaves")).toBeUndefined();
  for (const forbidden of [
    append,
    "delete from journal.journal",
    "update funds_proof.roots set root = ''",
    "delete from funds_proof.publications",
    "select * from history.orders",
  ])
    expect([forbidden, await refusalOf("tidemark_funds_proof", forbidden)]).toEqual([forbidden, insufficientPrivilege]);
});

test("a node learns all it asks of a server as its own role", async () => {
  const session = await pgJournal(urlAs("tidemark_core", database.url), "single").connect();
  expect(session.info).toMatchObject({ writable: true, systemId: expect.stringMatching(/^\d+$/), commitsSafely: true });
  session.close();
});

test("who may change the record, and a database without one, are told from who may run", async () => {
  expect(await roleProblem(urlAs("tidemark_core", database.url))).toBeUndefined();
  expect(await roleProblem(urlAs("tidemark_projector", database.url))).toBeUndefined();
  expect(await roleProblem(database.url)).toBe("may_change_the_journal");
  const empty = await throwAwayDatabase();
  expect(await roleProblem(empty.url)).toBe("no_tables");
  await empty.drop();
});
