import { expect, test } from "vitest";
import { chanceOf } from "../../sim/stage.ts";
import { genesisRow } from "../../sim/sim-postgres.ts";
import type { Row } from "../journal/row.ts";
import { nextRow } from "../sequencer/next-row.ts";
import { confirmedCount } from "./follower.ts";

const chance = chanceOf(1);
const behind = (before: Row, durableThrough: number): Row =>
  nextRow(
    before,
    {
      epoch: 1,
      logicVer: 1,
      clockUs: 0,
      durableThrough,
      stateSeq: 0,
      stateHash: genesisRow.stateHash,
      payload: new Uint8Array([2, 2, 0, 0]),
    },
    chance,
  );
const one = behind(genesisRow, 0);
const two = behind(one, 1);
const three = behind(two, 1);

test("under single durability a readable row is a durable row", () => {
  expect(confirmedCount([one, two, three], "single", undefined)).toBe(3);
});

test("under standby durability a row counts when a later one says so, not because it can be read", () => {
  expect(confirmedCount([one], "standby", undefined)).toBe(0);
  expect(confirmedCount([one, two], "standby", undefined)).toBe(1);
  expect(confirmedCount([one, two, three], "standby", undefined)).toBe(1);
});

test("the leader's announcement confirms the row it names and all before it, and no other row of that number", () => {
  expect(confirmedCount([one, two, three], "standby", { seq: 3, batchId: three.batchId })).toBe(3);
  expect(confirmedCount([one, two, three], "standby", { seq: 3, batchId: two.batchId })).toBe(1);
  expect(confirmedCount([one], "standby", { seq: 3, batchId: three.batchId })).toBe(0);
});

test("a row of another branch does not speak for the rows before it", () => {
  const stranger = { ...behind(behind(one, 0), 2), seq: 3 };
  expect(confirmedCount([one, two, stranger], "standby", undefined)).toBe(1);
});
