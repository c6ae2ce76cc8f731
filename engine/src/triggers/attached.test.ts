import { describe, expect, test } from "vitest";
import { PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };
const tp = { price: "50500", by: "MARK" } as const;
const sl = { price: "49500", by: "MARK" } as const;
const fill = (world: PerpWorld, qty: string): number =>
  world.sent({ by: "bob", do: "open short", price: "50000", qty });
const bid = (world: PerpWorld, price: string, qty: string): number =>
  world.sent({ by: "dave", do: "open long", price, qty });
const pairs = (world: PerpWorld): number[][] =>
  world.waiting("alice").map(({ role, phase, qty }) => [role, phase, qty]);

describe("TP/SL of an order stay with it until it is final", () => {
  /** Alice bids for 0.1 at 50,000 with a pair, and 0.04 of it was filled. */
  function bidding(limit = "0"): { world: PerpWorld; id: number } {
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.01", "50000");
    const id = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.1", tp: { ...tp, limit }, sl });
    fill(world, "0.04");
    expect(pairs(world)).toEqual([
      [1, 1, 400],
      [2, 1, 400],
    ]);
    return { world, id };
  }
  test("[A-12 R-6.9] a pair has fired: the next fill gets one of its own, and the one after it adds to that", () => {
    const { world, id } = bidding();
    bid(world, "50400", "0.04");
    world.mark("50500");
    expect([world.position("alice"), world.waiting("alice"), world.open("alice")]).toEqual([undefined, [], [id]]);
    world.mark("50100");
    world.batch();
    fill(world, "0.03");
    expect(world.told("trigger_accepted")).toMatchObject([
      { role: 1, qty: 300, parent: id },
      { role: 2, qty: 300, parent: id },
    ]);
    const [first, second] = world.waiting("alice");
    expect([first?.sibling, second?.sibling]).toEqual([second?.id, first?.id]);
    fill(world, "0.03");
    expect(pairs(world)).toEqual([
      [1, 1, 600],
      [2, 1, 600],
    ]);
    world.sound();
    bid(world, "49400", "1");
    world.mark("49500");
    expect([world.position("alice"), world.waiting("alice")]).toEqual([undefined, []]);
    world.sound();
  });
  test("[A-12 R-6.9 R-6.16] so it is after the position was closed by hand", () => {
    const { world } = bidding();
    world.sent({ by: "alice", do: "close long", price: "50300", qty: "0.04" });
    world.sent({ by: "carol", do: "open long", price: "50300", qty: "0.04" });
    expect([world.position("alice"), world.waiting("alice")]).toEqual([undefined, []]);
    fill(world, "0.01");
    expect(pairs(world)).toEqual([
      [1, 1, 100],
      [2, 1, 100],
    ]);
    world.sound();
  });
  test("[A-12 R-6.9 R-6.10] where only one of the pair is left, the fill gets a pair of its own", () => {
    const { world, id } = bidding("50400");
    bid(world, "50400", "0.01");
    world.mark("50500");
    expect([pairs(world), world.open("alice").length]).toEqual([[[2, 1, 300]], 2]);
    expect(world.open("alice")[0]).toBe(id);
    world.mark("50100");
    fill(world, "0.02");
    expect(pairs(world)).toEqual([
      [2, 1, 300],
      [1, 1, 200],
      [2, 1, 200],
    ]);
    world.sound();
  });
  test("[A-12 R-6.9] what its owner cancels does not come back, what he amends comes back amended", () => {
    const { world } = bidding();
    const [first, second] = world.waiting("alice").map(({ id }) => id);
    expect(world.cancel("alice", first!)).toBe(200);
    expect(world.amendTrigger("alice", second!, { trigger: "49400" })).toBe(200);
    fill(world, "0.01");
    expect(pairs(world)).toEqual([[2, 1, 500]]);
    world.sent({ by: "alice", do: "close long", price: "50400", qty: "0.05" });
    world.sent({ by: "carol", do: "open long", price: "50400", qty: "0.05" });
    expect(world.waiting("alice")).toEqual([]);
    fill(world, "0.01");
    expect(world.waiting("alice")).toMatchObject([{ role: 2, qty: 100, triggerPrice: 494_000 }]);
    world.sound();
  });
  test("[A-12 R-6.9] its pair stays on its own when the order ends", () => {
    const { world, id } = bidding();
    world.cancel("alice", id);
    expect(pairs(world)).toEqual([
      [1, 1, 400],
      [2, 1, 400],
    ]);
    world.sound();
  });
});

describe("TP/SL of an opening trigger", () => {
  const waits = { by: "alice", do: "open long", qty: "0.1", trigger: { price: "51000", by: "MARK" } } as const;
  const above = { price: "51500", by: "MARK" } as const;
  const below = { price: "50700", by: "MARK" } as const;
  const rested = (): PerpWorld => {
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.01", "50000");
    return world;
  };
  test("[A-12 R-6.9] sleep with it, go over to the order that it becomes, and wake with the first fill", () => {
    const world = rested();
    const id = world.sent({ ...waits, tp: above, sl: below });
    expect(world.told("trigger_accepted").slice(-2)).toMatchObject([{ parent: id }, { parent: id }]);
    expect(world.waiting("alice").map(({ role, phase }) => [role, phase])).toEqual([
      [0, 1],
      [1, 0],
      [2, 0],
    ]);
    world.sound();
    world.sent({ by: "dave", do: "open short", price: "51000", qty: "0.06" });
    world.mark("51000");
    expect(world.position("alice")).toMatchObject({ qty: 600 });
    expect(pairs(world)).toEqual([
      [1, 1, 600],
      [2, 1, 600],
    ]);
    world.sound();
    bid(world, "50600", "1");
    world.mark("50700");
    expect([world.position("alice"), world.waiting("alice")]).toEqual([undefined, []]);
    world.sound();
  });
  test("[A-12 R-6.9] hang on the order that rests, and follow its fills", () => {
    const world = rested();
    world.sent({ ...waits, price: "50900", tp: above, sl: below });
    world.mark("51000");
    expect(world.open("alice")).toHaveLength(1);
    expect(world.waiting("alice")).toMatchObject([{ phase: 0 }, { phase: 0 }]);
    world.sound();
    for (const qty of ["0.03", "0.02"]) world.sent({ by: "bob", do: "open short", price: "50900", qty });
    expect(pairs(world)).toEqual([
      [1, 1, 500],
      [2, 1, 500],
    ]);
    world.sound();
  });
  test("[A-12 R-6.9] can be amended while they sleep, and are then the order's", () => {
    const world = rested();
    const id = world.sent({ ...waits, tp: above, sl: below });
    const stop = world.waiting("alice")[2]!.id;
    expect(world.amendTrigger("alice", stop, { trigger: "51000" })).toBe(21032);
    expect(world.amendTrigger("alice", stop, { trigger: "50500" })).toBe(200);
    expect(world.cancel("alice", world.waiting("alice")[1]!.id)).toBe(200);
    expect(world.waiting("alice")).toMatchObject([{ id }, { id: stop }]);
    world.sent({ by: "dave", do: "open short", price: "51000", qty: "1" });
    world.mark("51000");
    expect(world.waiting("alice")).toMatchObject([{ id: stop, phase: 1, qty: 1_000, triggerPrice: 505_000 }]);
    world.sound();
  });
  test("[A-12 R-6.9] vanish with a trigger that is cancelled or fails, and with an order that fills nothing", () => {
    for (const end of ["cancel", "sweep", "fail", "fill nothing"] as const) {
      const world = rested();
      const limit = end === "fill nothing" ? { price: "51000", tif: "IOC" as const } : {};
      const id = world.sent({ ...waits, ...limit, tp: above, sl: below });
      if (end === "cancel") world.cancel("alice", id);
      if (end === "sweep") world.sweep("alice", {});
      if (end === "fail" || end === "fill nothing") world.mark("51000");
      expect([world.waiting("alice"), world.open("alice")]).toEqual([[], []]);
      world.sound();
    }
  });
  test("[A-12 R-6.8 R-6.3] are held against its price when it is placed, and against the source when it fires", () => {
    const world = rested();
    expect(world.send({ ...waits, sl: { price: "51000", by: "MARK" } })).toBe(21032);
    expect(world.state.result.first).toBe(5_100_000_000_000n);
    expect(world.send({ ...waits, tp: { price: "51000", by: "MARK" } })).toBe(21032);
    const id = world.sent({ ...waits, tp: { price: "51100", by: "MARK" } });
    world.sent({ by: "dave", do: "open short", price: "51000", qty: "1" });
    world.mark("51200");
    expect(world.endedTriggers()).toContainEqual({
      id,
      status: status.triggerFailed,
      cause: cause.none,
      result: 21032,
    });
    expect(world.waiting("alice")).toEqual([]);
    world.sound();
  });
  test("[A-12 R-6.7] count as TP/SL of the position once, also when the trigger fires", () => {
    const world = rested();
    world.meet("alice", "bob", "0.1", "50000");
    for (let i = 0; i < 9; i += 1)
      world.tpsl("alice", 1, { qty: "0.001", tp: { price: "60000", by: "MARK" }, sl: { price: "45000", by: "MARK" } });
    world.sent({ ...waits, tp: above, sl: below });
    expect(world.tpsl("alice", 1, { qty: "0.001", tp: { price: "60000", by: "MARK" } })).toBe(21033);
    world.sent({ by: "dave", do: "open short", price: "51000", qty: "1" });
    world.mark("51000");
    expect(world.position("alice")).toMatchObject({ qty: 2_000 });
    expect(world.waiting("alice")).toHaveLength(20);
    world.sound();
  });
  test("[A-12 R-11.2] stay with the trigger when the position is liquidated", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.sent({ ...waits, tp: above, sl: below });
    world.mark("49100");
    expect(world.told("taken_over")).toHaveLength(1);
    expect(world.waiting("alice")).toHaveLength(3);
    world.sound();
  });
});
