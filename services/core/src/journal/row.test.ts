import { readFileSync, readdirSync } from "node:fs";
import { Writer } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import {
  beginBatchPayload,
  continues,
  endBatchPayload,
  epochPayload,
  genesisLink,
  isIntact,
  readPayload,
  type Row,
  rowHash,
  writeCommand,
} from "./row.ts";

const genesis: Omit<Row, "hash"> = {
  seq: 0,
  prevId: genesisLink.batchId,
  batchId: genesisLink.batchId,
  epoch: 0,
  logicVer: 1,
  tsUs: 0,
  durableThrough: 0,
  prevHash: new Uint8Array(32),
  stateSeq: 0,
  stateHash: new Uint8Array(40),
  payload: new Uint8Array(2),
};

test("the genesis row of the migration is the one the code starts from", () => {
  const hash = rowHash(genesis).toString("hex");
  const folder = new URL("../../migrations/", import.meta.url);
  const file = readdirSync(folder).find((name) => name.endsWith("create_the_journal.sql"))!;
  expect(Buffer.from(genesisLink.hash).toString("hex")).toBe(hash);
  expect(readFileSync(new URL(file, folder), "utf8")).toContain(hash);
});

test("every column is inside the hash", () => {
  const row = { ...genesis, hash: rowHash(genesis) };
  expect(isIntact(row)).toBe(true);
  const changes: Partial<Row>[] = [
    { seq: 1 },
    { prevId: "11111111-0000-0000-0000-000000000000" },
    { batchId: "11111111-0000-0000-0000-000000000000" },
    { epoch: 1 },
    { logicVer: 2 },
    { tsUs: 1 },
    { durableThrough: 1 },
    { prevHash: new Uint8Array(32).fill(1) },
    { stateSeq: 1 },
    { stateHash: new Uint8Array(40).fill(1) },
    { payload: new Uint8Array(3) },
  ];
  for (const change of changes) expect(isIntact({ ...row, ...change })).toBe(false);
});

test("a row continues only the row it names", () => {
  const bare = { ...genesis, seq: 1, prevHash: genesisLink.hash, batchId: "22222222-0000-0000-0000-000000000000" };
  const row = { ...bare, hash: rowHash(bare) };
  expect(continues(genesisLink, row)).toBe(true);
  expect(continues({ ...genesisLink, seq: 1 }, row)).toBe(false);
  expect(continues({ ...genesisLink, hash: new Uint8Array(32) }, row)).toBe(false);
});

test("C2: what the journal could not give back is not written, and a row with such a column is damaged, not a surprise", () => {
  expect(() => epochPayload("single", 2 ** 53, "node-a")).toThrow(RangeError);
  expect(() => epochPayload("single", 7, "x".repeat(256))).toThrow(RangeError);
  expect(() => writeCommand(new Writer(), new Uint8Array(65_536))).toThrow(RangeError);
  const row = { ...genesis, hash: rowHash(genesis) };
  for (const change of [{ epoch: 2 ** 53 }, { tsUs: -1 }, { logicVer: 2 ** 32 }])
    expect(isIntact({ ...row, ...change })).toBe(false);
});

test("payloads read back as they were written, and bytes left over are refused", () => {
  const out = new Writer();
  beginBatchPayload(out, "standby");
  writeCommand(out, new Uint8Array([1, 2, 3]));
  writeCommand(out, new Uint8Array([4]));
  const bytes = endBatchPayload(out, 2).slice();
  expect(readPayload(bytes)).toEqual({
    kind: "batch",
    durability: "standby",
    commands: [new Uint8Array([1, 2, 3]), new Uint8Array([4])],
  });
  expect(() => readPayload(new Uint8Array([...bytes, 0]))).toThrow("left over");
  expect(() => readPayload(bytes.subarray(0, bytes.length - 1))).toThrow("bytes wanted");
  expect(readPayload(epochPayload("single", 7, "node-a"))).toEqual({
    kind: "epoch",
    durability: "single",
    epoch: 7,
    node: "node-a",
  });
});
