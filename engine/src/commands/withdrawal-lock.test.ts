import { expect, test } from "vitest";
import { journaled, people, World } from "../../sim/index.ts";
import { apply, beginBatch } from "../apply.ts";
import { User } from "../records/user.ts";
import { createState } from "../state/logic-version.ts";
import type { State } from "../state/state.ts";

const uid = people.alice;
const lockOf = (state: State): number => state.memory.number(state.users.find(uid) + User.lockedUntil);

test("M6: the platform's lock never shortens a longer one, is accepted all the same, and the event says what stands", () => {
  const world = new World();
  const set = (until: number): number => world.do(world.operator({ type: "set_withdrawal_lock", uid, until }));
  expect([set(9_000), set(5_000), lockOf(world.state)]).toEqual([200, 200, 9_000]);
  expect(world.events().filter(({ type }) => type === "withdrawal_locked")).toEqual([
    { type: "withdrawal_locked", uid, until: 9_000 },
    { type: "withdrawal_locked", uid, until: 9_000 },
  ]);
  expect([set(9_001), lockOf(world.state)]).toEqual([200, 9_001]);
});

test("M6: an operator shortens and lifts a lock, and an operator's longer one stands against the platform's", () => {
  const world = new World();
  const replace = (until: number): number => world.do(world.operator({ type: "replace_withdrawal_lock", uid, until }));
  const set = (until: number): number => world.do(world.operator({ type: "set_withdrawal_lock", uid, until }));
  expect([replace(9_000), set(5_000), lockOf(world.state)]).toEqual([200, 200, 9_000]);
  expect([replace(4_000), lockOf(world.state)]).toEqual([200, 4_000]);
  expect([replace(0), lockOf(world.state)]).toEqual([200, 0]);
  expect(world.do(world.operator({ type: "replace_withdrawal_lock", uid: 0, until: 1 }))).toBe(50007);
});

test("M6: journals of version 1 replay as they were: there the last lock counts", () => {
  const state = createState(1);
  beginBatch(state, 1);
  for (const [i, until] of [9_000, 5_000].entries())
    apply(state, journaled({ type: "set_withdrawal_lock", producer: 20, number: i + 1, uid, until }), i);
  expect(lockOf(state)).toBe(5_000);
});
