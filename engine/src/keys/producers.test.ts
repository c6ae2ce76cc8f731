import type { CommandDraft } from "@tidemark/contracts/codec";
import { classOfProducer, commandClasses, producers } from "@tidemark/contracts/journal";
import { describe, expect, test } from "vitest";
import { journaled, people, World } from "../../sim/index.ts";
import { restore, snapshot } from "../state/state.ts";

const usdt = 1;
const [platform, wallet] = [20, 3];
const deposit = (number: number, reference: string, producer = wallet, amount = 5n): CommandDraft => ({
  type: "credit_deposit",
  producer,
  number,
  uid: people.alice,
  asset: usdt,
  amount,
  reference,
});
const level = (number: number, uid: number, producer = platform): CommandDraft => ({
  type: "set_kyc_level",
  producer,
  number,
  uid,
  level: 1,
});
const treasury = (producer: number, number: number): CommandDraft => ({
  type: "credit_treasury",
  producer,
  number,
  asset: usdt,
  amount: 1n,
});

const send = (world: World, ...drafts: CommandDraft[]): number[] => drafts.map((draft) => world.do(journaled(draft)));
const lift = (world: World, stopped: number, next: number): number =>
  world.do(world.operator({ type: "lift_producer", stopped, next }));
const wealth = (world: World): string => world.balance("alice", "USDT", "avail", "wallet");

describe("producers", () => {
  test("[R-3.11] M7: every number from 1 to 63 is one class's, and those in use are their owners'", () => {
    const given = Array.from({ length: 63 }, (_, i) => classOfProducer(i + 1));
    expect(given.every((by) => by !== undefined && by !== "user" && commandClasses.includes(by))).toBe(true);
    expect([classOfProducer(0), classOfProducer(64)]).toEqual([undefined, undefined]);
    expect(Object.values(producers).map(classOfProducer)).toEqual([
      "operator",
      "wallet",
      "wallet",
      "platform",
      "platform",
      "operator",
      "wallet",
      "platform",
      "platform",
      "platform",
      "platform",
      "platform",
      "platform",
    ]);
  });

  test("[R-3.11] M7: a number of another class is refused and not used up, also one that nobody has", () => {
    const world = new World();
    expect(send(world, treasury(platform, 1), level(1, 7, wallet), level(1, 7, 64))).toEqual([50010, 50010, 50010]);
    expect(send(world, deposit(1, "a"), level(1, 7))).toEqual([200, 200]);
  });

  test("[R-3.11] M7: no class can stop a producer of another", () => {
    const world = new World();
    expect(send(world, deposit(1, "a"), level(1, 7, wallet), treasury(platform, 1))).toEqual([200, 50010, 50010]);
    expect(send(world, deposit(2, "b"))).toEqual([200]);
    expect(world.events().some(({ type }) => type === "producer_stopped")).toBe(false);
  });

  test("[R-3.11] M7: a stopped producer says so once, with the number that it has to continue from", () => {
    const world = new World();
    send(world, level(1, 7), level(2, 8));
    world.batch();
    expect(send(world, level(2, 9), level(3, 9))).toEqual([50006, 50006]);
    expect(world.state.result.first).toBe(3n);
    expect(world.events().filter(({ type }) => type === "producer_stopped")).toEqual([
      { type: "producer_stopped", producer: platform, expected: 3 },
    ]);
  });

  test("[R-3.11] M7: an operator lifts it, by naming the number that is next, and nothing is carried out twice", () => {
    const world = new World();
    expect(send(world, deposit(1, "a"), deposit(2, "b"), deposit(2, "c"))).toEqual([200, 200, 50006]);
    expect([lift(world, wallet, 2), world.state.result.first]).toEqual([50007, 3n]);
    expect(send(world, deposit(3, "d"))).toEqual([50006]);
    expect([lift(world, wallet, 3), lift(world, wallet, 3)]).toEqual([200, 50007]);
    expect(world.events()).toContainEqual({ type: "producer_lifted", producer: wallet, expected: 3 });
    // A number from before the stop is answered from memory, and the next one counts.
    expect(send(world, deposit(1, "a"), deposit(3, "d"))).toEqual([200, 200]);
    expect(wealth(world)).toBe("0.00000015");
    expect(send(world, deposit(2, "e"))).toEqual([50006]);
  });

  test("[R-3.11] M7: a stopped producer of operators may lift itself with its next number, and do nothing else", () => {
    const world = new World();
    const own = 40;
    const status = (number: number, uid: number): CommandDraft => ({
      type: "set_account_status",
      producer: own,
      number,
      uid,
      product: 1,
      status: 3,
    });
    const lifting = (number: number, next: number): CommandDraft => ({
      type: "lift_producer",
      producer: own,
      number,
      stopped: own,
      next,
    });
    expect(send(world, status(1, 7), status(1, 8), status(2, 8))).toEqual([200, 50006, 50006]);
    expect(send(world, lifting(3, 3), lifting(1, 2), lifting(2, 2), status(3, 8))).toEqual([50006, 50006, 200, 200]);
  });

  test("[R-3.11] M7: version 1 has no owners of numbers", () => {
    const drafts = [level(1, 7, wallet), level(2, 8, wallet)];
    expect(send(new World({}, null, 1), ...drafts)).toEqual([200, 200]);
    expect(send(new World({}, null, 2), ...drafts)).toEqual([50010, 50010]);
  });
});

describe("references of deposits", () => {
  test("[R-3.10] M7: a reference is credited once, under whatever number and producer it comes again", () => {
    const world = new World();
    expect(send(world, deposit(1, "tx:0"), deposit(2, "tx:0"), deposit(1, "tx:0", 4, 9n))).toEqual([200, 23009, 23009]);
    expect([world.state.result.first, world.state.result.ref]).toEqual([1n, 1]);
    expect(send(world, deposit(2, "tx:0"), deposit(3, "tx:1"))).toEqual([23009, 200]);
    expect(wealth(world)).toBe("0.0000001");
  });

  test("[R-3.10] M7: version 1 credits a reference as often as it comes, and its journals replay so", () => {
    const drafts = [deposit(1, "tx:0"), deposit(2, "tx:0"), deposit(3, "")];
    const [first, second] = [new World({}, null, 1), new World({}, null, 2)];
    expect([send(first, ...drafts), wealth(first)]).toEqual([[200, 200, 200], "0.00000015"]);
    expect([send(second, ...drafts), wealth(second)]).toEqual([[200, 23009, 50007], "0.00000005"]);
  });

  test("[R-3.10] M7: of another asset the same reference is another deposit; none at all is refused", () => {
    const world = new World();
    const ofBtc = { ...deposit(2, "tx:0"), asset: 2 } as CommandDraft;
    expect(send(world, deposit(1, "tx:0"), ofBtc, deposit(3, ""))).toEqual([200, 200, 50007]);
  });

  test("[R-3.10] M7: a refused deposit leaves its reference free", () => {
    const world = new World();
    const tooMuch = { ...deposit(1, "tx:0"), amount: 5_000_000_000n * 100_000_000n } as CommandDraft;
    expect(send(world, tooMuch, deposit(2, "tx:0"))).toEqual([23003, 200]);
  });

  test("[R-3.10] M7: references survive a snapshot, however many, and texts that share a beginning stay different", () => {
    const world = new World();
    const text = (i: number): string => `${"0123456789abcdef".repeat(4)}:${i}`;
    const count = 3_000;
    for (let i = 1; i <= count; i += 1) expect(send(world, deposit(i, text(i)))).toEqual([200]);
    const restored = restore(snapshot(world.state));
    for (let i = 1; i <= count; i += 1) expect(restored.depositReferences.find(usdt, text(i))).toBe(i);
    expect(restored.depositReferences.find(usdt, text(count + 1))).toBe(0);
  });

  test("[R-3.10] M7: a deposit takes at most 140 bytes of the state for its reference", () => {
    const world = new World();
    const size = (): number => snapshot(world.state).length;
    const before = size();
    const count = 2_000;
    for (let i = 1; i <= count; i += 1) send(world, deposit(i, `tx:${i}`));
    expect((size() - before) / count).toBeLessThan(140);
  });
});
