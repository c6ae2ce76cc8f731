import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { genesisRow } from "../../sim/sim-postgres.ts";
import { chanceOf } from "../../sim/stage.ts";
import { toyMaker } from "../../sim/toy-machine.ts";
import { engineMaker } from "../engine-machine.ts";
import type { JournalSession } from "../journal/journal.ts";
import type { Row } from "../journal/row.ts";
import { applicable, genesisPosition, Replica } from "../replica.ts";
import { nextRow } from "../sequencer/next-row.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot-file.ts";
import { folderSnapshots, rebuild, type SnapshotStore, verifySnapshot } from "./snapshots.ts";

const chance = chanceOf(2);
const rows: Row[] = [genesisRow];
for (let i = 1; i <= 6; i += 1)
  rows.push(
    nextRow(
      rows[i - 1]!,
      {
        epoch: 1,
        logicVer: 1,
        clockUs: i * 1_000_000,
        durableThrough: i - 1,
        stateSeq: 0,
        stateHash: genesisRow.stateHash,
        payload: new Uint8Array([2, 1, 0, 0]),
      },
      chance,
    ),
  );

const journal = (known: readonly Row[], writable = true): JournalSession =>
  ({
    info: { writable },
    read: async (seq: number, limit: number) => known.slice(seq, seq + limit),
  }) as unknown as JournalSession;

let folder: string;
let store: SnapshotStore;
let notes: string[];
const note = (_: string, fact: string): void => void notes.push(fact);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-snapshots-"));
  store = folderSnapshots(folder, async (path) => verifySnapshot(readFileSync(path), toyMaker));
  notes = [];
  const replica = new Replica(toyMaker.fresh(), genesisPosition);
  for (const row of rows.slice(1)) {
    replica.begin(applicable(row));
    replica.run();
    await store.keep(replica.seq, encodeSnapshot(replica));
  }
});

test("the three newest snapshots are kept and the newest is loaded with its place and its hashes", async () => {
  expect(await store.list()).toEqual([6, 5, 4]);
  const replica = await rebuild(store, journal(rows), toyMaker, note);
  expect(replica.seq).toBe(6);
  expect(replica.position).toEqual(decodeSnapshot(await store.load(6)).position);
  expect(notes).toEqual([]);
});

test("a flipped byte anywhere is noticed, set aside, and the one before is used", async () => {
  const path = join(folder, readdirSync(folder).at(-1)!);
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(path, bytes);
  expect((await rebuild(store, journal(rows), toyMaker, note)).seq).toBe(5);
  expect(await store.list()).toEqual([5, 4]);
  expect(notes).toEqual(["snapshot cannot be used"]);
});

test("a snapshot of a branch that the journal does not have is set aside", async () => {
  const set = { ...rows[5]!, batchId: chance.uuid() };
  expect((await rebuild(store, journal([...rows.slice(0, 5), set]), toyMaker, note)).seq).toBe(4);
  expect(await store.list()).toEqual([4]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".aside"))).toHaveLength(2);
});

test("a lagging standby only makes us pass over what it does not have yet", async () => {
  expect((await rebuild(store, journal(rows.slice(0, 6), false), toyMaker, note)).seq).toBe(5);
  expect(await store.list()).toEqual([6, 5, 4]);
});

test("a snapshot that does not load is not kept", async () => {
  await expect(store.keep(7, new Uint8Array(100))).rejects.toThrow("changed");
  expect(await store.list()).toEqual([6, 5, 4]);
});

test("without any snapshot the state begins at genesis", async () => {
  expect((await rebuild(store, journal(rows), toyMaker, note, 3)).seq).toBe(0);
});

test("a snapshot of the engine comes back from a file", () => {
  const path = join(folder, "engine");
  writeFileSync(path, encodeSnapshot(new Replica(engineMaker.fresh(), genesisPosition)));
  const bytes = readFileSync(path);
  verifySnapshot(bytes, engineMaker);
  expect(decodeSnapshot(bytes).body.byteOffset).toBe(0);
});

test("a snapshot of a build with other records is refused, and the node replays", async () => {
  const { position } = decodeSnapshot(await store.load(6));
  const machine = engineMaker.fresh();
  const body = machine.snapshot();
  // The layout's fingerprint of a build whose records have one more word.
  body[12]! ^= 1;
  const older = Object.create(machine, { snapshot: { value: () => body } }) as typeof machine;
  const bytes = encodeSnapshot(new Replica(older, position));
  const aside: number[] = [];
  const kept: SnapshotStore = {
    list: async () => [6],
    load: async () => bytes,
    keep: async () => undefined,
    setAside: async (seq) => void aside.push(seq),
  };
  const whys: unknown[] = [];
  const replica = await rebuild(kept, journal(rows), engineMaker, (_, fact, fields) => whys.push([fact, fields?.why]));
  expect([replica.seq, aside]).toEqual([0, [6]]);
  expect(whys).toEqual([
    [
      "snapshot cannot be used",
      "its records have another layout than those of this build: the journal must be replayed",
    ],
  ]);
});
