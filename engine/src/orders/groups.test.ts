import { describe, expect, test } from "vitest";
import { people, PerpWorld } from "../../sim/index.ts";
import { User } from "../records/user.ts";

const money = ["1000000 USDT"];

/** Bob is a sub-account of Alice's; no command makes one yet. */
function family(): PerpWorld {
  const world = new PerpWorld({ alice: money, bob: money, carol: money });
  const { memory, users } = world.state;
  memory.set(users.user(people.bob) + User.master, people.alice);
  memory.cut();
  return world;
}

describe("groups of self-trade prevention", () => {
  test("[A-10 R-5.8] everybody is in a group of his own until somebody is made a sub-account", () => {
    const world = new PerpWorld({ alice: money, bob: money });
    const { memory, users } = world.state;
    expect(memory.w[users.user(people.alice) + User.master]).toBe(people.alice);
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.position("alice")?.qty).toBe(1_000);
    world.sound();
  });
  test("[A-10 R-5.8] a sub-account and its master do not meet in a contract, whoever comes first", () => {
    for (const [maker, taker] of [
      ["alice", "bob"],
      ["bob", "alice"],
    ] as const) {
      const world = family();
      const own = world.sent({ by: maker, do: "open short", price: "50000", qty: "0.1" });
      world.sent({ by: "carol", do: "open short", price: "50001", qty: "0.1" });
      world.sent({ by: taker, do: "open long", price: "50001", qty: "0.1" });
      expect([world.position(maker, 2), world.position("carol", 2)?.qty, world.position(taker)?.qty]).toEqual([
        undefined,
        1_000,
        1_000,
      ]);
      expect(world.open(maker)).not.toContain(own);
      world.sound();
    }
  });
  test("[A-10 R-5.8 R-6.18] a flash close that only its own group would take leaves its position alone", () => {
    const world = family();
    world.meet("bob", "carol", "0.1", "50000");
    world.sent({ by: "alice", do: "open long", price: "49990", qty: "0.1" });
    expect([world.flash("bob", 1), world.position("bob")?.qty, world.open("alice").length]).toEqual([21016, 1_000, 1]);
    world.sound();
  });
  test("[A-10 R-5.8 R-5.7] nor on a spot book, where a fill-or-kill does not count on them", () => {
    const world = family();
    world.give("alice", "1 BTC");
    world.give("bob", "100000 USDT");
    world.placed({ by: "alice", side: "SELL", price: "50000", qty: "0.1" });
    expect(world.place({ by: "bob", side: "BUY", price: "50000", qty: "0.1", tif: "FOK" })).toBe(21015);
    world.placed({ by: "bob", side: "BUY", price: "50000", qty: "0.1" });
    expect([world.fills(), world.open("alice")]).toEqual([[], []]);
    world.sound();
  });
});
