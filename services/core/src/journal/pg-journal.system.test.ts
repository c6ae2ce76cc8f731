import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { nextRow } from "../sequencer/next-row.ts";
import type { JournalSession } from "./journal.ts";
import { migrateCore } from "./migrate.ts";
import { pgJournal } from "./pg-journal.ts";
import { continues, epochPayload, genesisLink, isIntact, isLink, type Row } from "./row.ts";
import { findPrimary, findReadable, noSeenEpoch } from "./primary.ts";
import { keptSeenEpoch } from "./seen-epoch-file.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let session: JournalSession;
let serial = 0;
const chance = { next: () => 0.5, uuid: () => `00000000-0000-0000-0000-${String((serial += 1)).padStart(12, "0")}` };

const behind = (before: Row): Row =>
  nextRow(
    before,
    {
      epoch: 1,
      logicVer: 1,
      clockUs: before.tsUs + 10,
      durableThrough: before.seq,
      stateSeq: 0,
      stateHash: new Uint8Array(40).fill(7),
      payload: epochPayload("single", 1, "test"),
    },
    chance,
  );

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migrateCore(database.url);
  await migrateCore(database.url);
  session = await pgJournal(database.url, "single").connect();
});
afterAll(async () => {
  session.close();
  await database.drop();
});

test("a fresh journal holds the genesis row and nothing else", async () => {
  const tip = await session.tip();
  expect(isLink(tip, genesisLink)).toBe(true);
  expect(isIntact(tip)).toBe(true);
  expect(session.info).toMatchObject({ writable: true, timeline: expect.any(Number), commitsSafely: true });
  expect(Math.abs(session.info.clockAheadUs)).toBeLessThan(100_000);
});

test("a row goes in behind the row it names and reads back intact", async () => {
  const tip = await session.tip();
  const row = behind(tip);
  expect(await session.insert(row, 0)).toMatchObject({ kind: "acked" });
  const [own, next] = await session.read(tip.seq, 5, true);
  expect(own!.payload.length).toBe(0);
  expect(continues(tip, next!)).toBe(true);
  expect(isIntact(next!)).toBe(true);
  expect(next).toMatchObject({ ...row, payload: Buffer.from(row.payload), stateHash: Buffer.from(row.stateHash) });
});

test("a number that is taken and a predecessor that is not there both fence", async () => {
  const tip = await session.tip();
  const [before] = await session.read(tip.seq - 1, 1);
  expect(await session.insert(behind(before!), 0)).toEqual({ kind: "fenced" });
  const stranger = behind({ ...tip, batchId: "99999999-0000-0000-0000-000000000000" });
  expect(await session.insert(stranger, 0)).toEqual({ kind: "fenced" });
});

test("somebody's unfinished row makes the insert wait no longer than its lock timeout", async () => {
  const tip = await session.tip();
  const row = behind(tip);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("begin");
  await other.query(
    `insert into journal.journal select batch_seq + 1, batch_id, gen_random_uuid(), epoch, logic_ver, ts_us, durable_through,
     prev_hash, hash, state_seq, state_hash, payload from journal.journal where batch_seq = $1`,
    [tip.seq],
  );
  expect(await session.insert(row, 100)).toEqual({ kind: "locked" });
  await other.query("rollback");
  await other.end();
  expect(await session.insert(row, 100)).toMatchObject({ kind: "acked" });
});

test("an answer that comes with a warning is no ack", async () => {
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`
    create function warn() returns trigger language plpgsql as $$ begin raise warning 'not replicated'; return new; end $$;
    create trigger warn after insert on journal.journal for each row execute function warn()`);
  const row = behind(await session.tip());
  expect(await session.insert(row, 0)).toEqual({ kind: "uncertain", why: "not replicated" });
  await admin.query("drop trigger warn on journal.journal");
  await admin.end();
  expect((await session.tip()).batchId).toBe(row.batchId);
});

test("a broken connection leaves an insert uncertain and reads rejected", async () => {
  const doomed = await pgJournal(database.url, "single").connect();
  const row = behind(await doomed.tip());
  doomed.close();
  expect(await doomed.insert(row, 0)).toMatchObject({ kind: "uncertain" });
  await expect(doomed.tip()).rejects.toThrow("closed");
});

test("under standby durability a server without a standby is not the journal's, and fences who tries", async () => {
  const servers = [pgJournal(database.url, "standby")];
  expect(await findPrimary(servers, "standby", noSeenEpoch())).toBeUndefined();
  const bold = await servers[0]!.connect();
  expect(await bold.insert(behind(await bold.tip()), 0)).toEqual({ kind: "fenced" });
  bold.close();
});

test("a server of a lower timeline or of another cluster is refused", async () => {
  const servers = [pgJournal(database.url, "single"), pgJournal("postgres://postgres@127.0.0.1:1/none", "single")];
  const seen = noSeenEpoch();
  const found = await findPrimary(servers, "single", seen);
  found!.close();
  expect(seen).toEqual({ systemId: session.info.systemId, timeline: session.info.timeline, epoch: 0 });
  expect(await findPrimary(servers, "single", { ...seen, timeline: seen.timeline + 1 })).toBeUndefined();
  expect(await findPrimary(servers, "single", { ...seen, systemId: "another" })).toBeUndefined();
});

test("L4: a node that starts again refuses a server that a promotion left behind, and finds its own after a mistaken address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "seen-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const failures: string[] = [];
  const start = () => keptSeenEpoch(folder, (why) => failures.push(why));
  const servers = [pgJournal(database.url, "single")];
  const isFound = async (): Promise<boolean> => {
    const found = await findPrimary(servers, "single", start());
    found?.close();
    return found !== undefined;
  };
  const { systemId, timeline } = session.info;
  expect(await isFound()).toBe(true);
  // A process at a mistaken address: another cluster, long promoted.
  Object.assign(start(), { systemId: "1" }, { timeline: timeline + 7 });
  expect([await isFound(), start().keptTimeline!(systemId)]).toEqual([true, timeline]);
  // A process that has seen the promoted standby of this one.
  Object.assign(start(), { systemId }, { timeline: timeline + 1 });
  expect(await isFound()).toBe(false);
  const readable = await findReadable(servers, start());
  readable?.close();
  expect([readable, failures]).toEqual([undefined, []]);
});
