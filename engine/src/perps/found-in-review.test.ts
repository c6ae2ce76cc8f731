import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";

const money = ["1000000 USDT"];
const cancelOnly = 3;

describe("a cross account with a position in a suspended market", () => {
  test("[R-9.5 I11] that loses there is found by the next mark of a market that is not suspended", () => {
    const world = new PerpWorld({ alice: ["3016 USDT"], bob: money });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    world.meet("alice", "bob", "0.1", "2500", perp.ethUsdt);
    world.status(cancelOnly, perp.btcUsdt);
    world.mark("47000");
    world.feed(perp.ethUsdt, "2500");
    world.batch(1_000);
    expect(world.positions("alice")).toEqual([]);
    world.sound();
  });
});

describe("a fill-or-kill order", () => {
  test("[A-20 R-5.7] is not refused for own orders that rest beyond what it needs", () => {
    const world = new PerpWorld({ alice: ["10000000 USDT"], bob: money, carol: money, dave: money, erin: money });
    world.reconfigure(perp.btcUsdt, { maxOpenOrders: 400 });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.01" });
    for (let i = 1; i <= 1_010; i += 1)
      world.sent({
        by: (["bob", "carol", "dave", "erin"] as const)[i % 4]!,
        do: "open short",
        price: `${50_000 + i / 10}`,
        qty: "0.001",
      });
    world.sent({ by: "alice", do: "open short", price: "50500", qty: "2" });
    expect(world.send({ by: "alice", do: "open long", price: "50600", qty: "0.005", tif: "FOK" })).toBe(200);
    world.sound();
  });
});

describe("a close at market that meets nobody but its owner", () => {
  test("[A-15 R-6.14] answers 21016 and leaves resting closes as they were", () => {
    const world = new PerpWorld({ alice: money, bob: money });
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "alice", do: "close long", price: "52000", qty: "1" });
    world.sent({ by: "alice", do: "open long", price: "49500", qty: "0.1" });
    expect(world.send({ by: "alice", do: "close long", qty: "1" })).toBe(21016);
    expect([world.open("alice").length, world.position("alice")]).toMatchObject([2, { qty: 10_000, closable: 0 }]);
    world.sound();
  });
  test("[A-11 R-6.11] by a stop loss leaves them too", () => {
    const world = new PerpWorld({ alice: money, bob: money });
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "alice", do: "close long", price: "52000", qty: "1" });
    world.sent({ by: "alice", do: "open long", price: "49500", qty: "0.1" });
    world.tpsl("alice", 1, { qty: "1", sl: { price: "49900", by: "MARK" } });
    world.mark("49800");
    expect([world.open("alice").length, world.position("alice")]).toMatchObject([2, { qty: 10_000, closable: 0 }]);
    world.sound();
  });
});
