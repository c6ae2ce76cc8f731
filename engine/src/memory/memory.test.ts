import { describe, expect, test } from "vitest";
import { opening, people, PerpStory, placing, play, sameBytes, World } from "../../sim/index.ts";
import { type Command, journalCommands } from "@tidemark/contracts/journal";
import { scene } from "../../sim/kinds.ts";
import { attempt } from "../apply.ts";
import { accumulator, apply, fullHash, restore, resume, snapshot, SnapshotError } from "../index.ts";
import { preview } from "../preview.ts";
import { createState } from "../state/logic-version.ts";
import type { State } from "../state/state.ts";

function run(state: State, command: Command): void {
  let ended = apply(state, command, 0);
  while (!ended) ended = resume(state);
}

/** The command without what follows from it. False: it failed and was taken back. */
function isPerformed(state: State, command: Command): boolean {
  try {
    const outcome = attempt(state, command);
    if (outcome === undefined) throw state.fault;
    if (outcome !== true) for (const _ of outcome) state.beginSlice();
    return true;
  } catch {
    state.memory.rollback();
    state.events.length = state.eventMark;
    state.pending.clear();
    state.forget();
    return false;
  }
}

const names = Object.keys(scene().kinds);

test("[checklist 8] every command that there is stands in the scene", () => {
  const known = new Set(names.map((name) => name.split(" ")[0]));
  expect(Object.keys(journalCommands).filter((type) => !known.has(type))).toEqual([]);
});

describe("undo", () => {
  test.each(names)("[A4.9] a failure at any write of a %s leaves every byte as it was", (name) => {
    const { world, kinds } = scene();
    const { state } = world;
    const command = kinds[name]!();
    const before = snapshot(state);
    const hash = accumulator(state);
    let failures = 0;
    for (let k = 1; k < 4_000; k += 1) {
      state.memory.cut();
      state.eventMark = state.events.length;
      state.result.code = 200;
      state.result.ref = 0;
      state.command = command;
      state.memory.failAt = k;
      const isDone = isPerformed(state, command);
      state.memory.failAt = 0;
      if (isDone) break;
      failures += 1;
      if (!sameBytes(snapshot(state), before)) expect.fail(`${name}: bytes differ after a failure at write ${k}`);
      expect(accumulator(state)).toEqual(hash);
    }
    // Refused for a good reason, a command may write nothing but its own answer.
    if (state.result.code !== 200) return;
    // Of a settlement only the change of status is the command's own: orders and positions are children.
    expect(failures).toBeGreaterThan(command.type === "settle_market" ? 0 : 1);
    expect(sameBytes(snapshot(state), before)).toBe(false);
  });

  test("[A4.9] a command_failed command answers 50001, closes its market to all but cancels, and the core goes on", () => {
    const { world } = scene();
    world.state.memory.failAt = 20;
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.01", key: "bad" })).toBe(50001);
    expect(world.events().map((event) => event.type)).toContain("command_failed");
    expect(world.place({ by: "alice", side: "BUY", price: "49000", qty: "0.01" })).toBe(21002);
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.01", key: "bad" })).toBe(50001);
    expect(world.cancelAll("bob")).toBe(200);
    expect(fullHash(world.state)).toEqual(accumulator(world.state));
  });

  test.each(names)("[A4.10] a preview of a %s tells what it would do and changes nothing", (name) => {
    const { world, kinds } = scene();
    const { state } = world;
    const before = snapshot(state);
    const command = kinds[name]!();
    const told = preview(state, command, () => undefined)!;
    expect(sameBytes(snapshot(state), before)).toBe(true);
    expect(accumulator(state)).toEqual(fullHash(state));
    const from = state.events.length;
    run(state, command);
    expect([told.code, told.ref]).toEqual([state.result.code, state.result.ref]);
    expect([...told.events]).toEqual([...state.events.a.subarray(from, state.events.length)]);
  });

  test("[A4.10] a preview that would write too much is declined", () => {
    const world = new World({ alice: ["1000000 USDT"], bob: ["20 BTC"], carol: ["20 BTC"], dave: ["20 BTC"] });
    world.do(world.operator({ ...opening((draft) => draft as never)[3]!, maxOpenOrders: 1_000 } as never));
    for (let i = 0; i < 900; i += 1)
      world.placed({ by: (["bob", "carol", "dave"] as const)[i % 3]!, side: "SELL", price: "50000", qty: "0.001" });
    const before = snapshot(world.state);
    const order = world.order({ by: "alice", side: "BUY", price: "50000", qty: "0.9" });
    expect(preview(world.state, order, () => undefined)).toBeUndefined();
    expect(sameBytes(snapshot(world.state), before)).toBe(true);
    world.batch();
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.9" })).toBe(200);
    expect(world.fills()).toHaveLength(900);
  });
});

describe("snapshot and hash", () => {
  test("[A4.6] a restored state is the same bytes and lives on as the original does", () => {
    const state = createState();
    const story = new PerpStory(42);
    for (let i = 0; i < 60; i += 1) play(state, story.next(state));
    const again = restore(snapshot(state));
    expect(sameBytes(snapshot(again), snapshot(state))).toBe(true);
    for (let i = 0; i < 60; i += 1) {
      const batch = story.next(state);
      play(state, batch);
      play(again, batch);
    }
    expect(sameBytes(snapshot(again), snapshot(state))).toBe(true);
    expect(accumulator(again)).toEqual(accumulator(state));
  });

  test("[A4.5] a cell changed behind the engine's back is seen by the recomputed hash", () => {
    const { state } = scene().world;
    expect(fullHash(state)).toEqual(accumulator(state));
    const [account] = state.ledger.accounts.records();
    state.memory.w[account! + 4] = state.memory.w[account! + 4]! + 1;
    expect(fullHash(state)).not.toEqual(accumulator(state));
  });

  test("[A4.6] what is not a snapshot is refused as such", () => {
    const bytes = snapshot(createState());
    const spoiled =
      (change: (copy: Uint8Array) => Uint8Array): (() => unknown) =>
      () =>
        restore(change(bytes.slice()));
    expect(spoiled((copy) => copy.subarray(0, 8))).toThrow(SnapshotError);
    expect(spoiled((copy) => copy.subarray(0, copy.length - 8))).toThrow(SnapshotError);
    expect(spoiled((copy) => copy.fill(7, 0, 4))).toThrow(SnapshotError);
  });

  test("[R-1.1] keys that outgrow their tables and rings keep their answers", () => {
    const world = new World({ alice: ["1000000 USDT"] });
    for (let i = 0; i < 5_000; i += 1) {
      const id = world.placed({ by: "alice", side: "BUY", price: "40000", qty: "0.001", key: `k${i}` });
      world.cancel("alice", id);
    }
    for (const i of [0, 1_023, 1_024, 4_999])
      expect(world.do(placing({ uid: people.alice, side: "BUY", price: 4_000_000, qty: 100, key: `k${i}` }))).toBe(200);
    expect(world.open("alice")).toEqual([]);
    expect(fullHash(world.state)).toEqual(accumulator(world.state));
  });
});
