import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";

/** Work that is larger than a slice: it is cut, goes on where it was, and comes to the same end. */
const names = ["alice", "bob", "carol", "dave", "erin"] as const;
const money = ["1000000 USDT"];
const rich = { alice: money, bob: money, carol: money, dave: money, erin: money, frank: money };

describe("more than fits into a slice", () => {
  test("[R-2.8] a dead man with 300 orders in two markets leaves none", () => {
    const world = new PerpWorld(rich);
    for (const [market, from] of [
      [perp.btcUsdt, 40_000],
      [perp.ethUsdt, 2_000],
    ] as const)
      for (let i = 0; i < 150; i += 1)
        world.sent({ by: "alice", do: "open long", price: `${from + i}`, qty: "0.01", market });
    world.cancelAfter("alice", 1_000);
    world.batch(1_000);
    expect([world.open("alice"), world.account("alice").orderMargin]).toEqual([[], 0n]);
    world.sound();
  });
  test("[R-2.4] a market with 600 orders is settled in one command", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    for (const by of names)
      for (let i = 0; i < 60; i += 1) {
        world.sent({ by, do: "open long", price: `${40_000 + i}`, qty: "0.01" });
        world.sent({ by, do: "open short", price: `${55_000 + i}`, qty: "0.01" });
      }
    world.status(3, perp.btcUsdt);
    expect(world.settle("50500", perp.btcUsdt)).toBe(200);
    for (const by of names) expect([world.open(by), world.positions(by)]).toEqual([[], []]);
    expect(world.cash("alice")).toBe("1000472.5");
    world.sound();
  });
  test("[R-6.4] 250 triggers hit by one mark all fire, by id, before anything else", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "frank", do: "open short", price: "50100", qty: "10" });
    const trigger = { price: "50050", by: "MARK" } as const;
    for (let i = 0; i < 50; i += 1) for (const by of names) world.sent({ by, do: "open long", qty: "0.01", trigger });
    world.mark("50050");
    const ids = world.endedTriggers().map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    for (const by of names) expect([world.waiting(by), world.position(by)?.qty]).toEqual([[], 5_000]);
    world.sound();
  });
  test("[R-5.1] a taker that meets 600 resting orders fills them all, in their order", () => {
    const world = new PerpWorld(rich);
    for (let i = 0; i < 150; i += 1)
      for (const by of ["bob", "carol", "dave", "erin"] as const)
        world.sent({ by, do: "open short", price: `${50_000 + i}`, qty: "0.001" });
    world.batch();
    world.sent({ by: "alice", do: "open long", price: "50149", qty: "0.6" });
    const prices = world.fills().map(([, ticks]) => ticks);
    expect(prices).toHaveLength(600);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect([world.position("alice")?.qty, world.account("alice").orderMargin]).toEqual([6_000, 0n]);
    world.sound();
  });
  test("[R-11.2] five accounts at their margin by one mark are all taken over, with an empty fund by the other side", () => {
    const world = new PerpWorld({ frank: money });
    for (const by of names) {
      world.fund(by, "1100 USDT");
      world.leverage(by, 100);
      world.meet(by, "frank", "1", "50000");
    }
    world.setFund("0");
    world.mark("47000");
    for (const by of names) expect([world.cash(by), world.positions(by)]).toEqual(["0", []]);
    expect([world.positions("frank"), world.fundOf()]).toEqual([[], "0"]);
    // What the five had goes to the sixth, to the unit: 1,100 each less 27.5 of fee; he paid 10 each.
    expect(world.cash("frank")).toBe("1005312.5");
    world.sound();
  });
});
