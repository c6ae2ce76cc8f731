import { describe, expect, test } from "vitest";
import { perp, PerpWorld, type PerpOrder } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };

/** A market that has traded at 50,000, with a thick book a little away from it. */
function opened(): PerpWorld {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", "0.1", "50000");
  world.sent({ by: "dave", do: "open short", price: "50400", qty: "5" });
  world.sent({ by: "dave", do: "open long", price: "49600", qty: "5" });
  return world;
}
const buys: PerpOrder = { by: "carol", do: "open long", qty: "0.01" };

describe("what fires a trigger", () => {
  test("[R-6.1 R-6.2] MARK and INDEX, up and down, at the price and not one tick before", () => {
    for (const by of ["MARK", "INDEX"] as const)
      for (const [trigger, before, at] of [
        ["50200", "50199.9", "50200"],
        ["49800", "49800.1", "49800"],
      ] as const) {
        const world = opened();
        world.sent({ ...buys, trigger: { price: trigger, by } });
        world.mark(before);
        expect(world.position("carol")).toBeUndefined();
        world.mark(at);
        expect(world.position("carol")).toMatchObject({ qty: 100 });
        expect(world.waiting("carol")).toEqual([]);
        world.sound();
      }
  });
  test("[R-6.1 R-6.2] LAST, up and down, by a trade at the price and not one tick before", () => {
    for (const [trigger, before, at] of [
      ["50200", "50199.9", "50200"],
      ["49800", "49800.1", "49800"],
    ] as const) {
      const world = opened();
      world.sent({ ...buys, trigger: { price: trigger } });
      world.meet("alice", "bob", "0.01", before);
      expect(world.position("carol")).toBeUndefined();
      world.meet("alice", "bob", "0.01", at);
      expect(world.position("carol")).toMatchObject({ qty: 100 });
      world.sound();
    }
  });
  test("[R-6.2] a wick inside one sweep counts", () => {
    const world = opened();
    world.sent({ ...buys, trigger: { price: "50200" } });
    world.sent({ by: "bob", do: "open short", price: "50200", qty: "0.01" });
    world.sent({ by: "bob", do: "open short", price: "50300", qty: "0.01" });
    world.sent({ by: "alice", do: "open long", price: "50300", qty: "0.02" });
    expect(world.waiting("carol")).toEqual([]);
    world.sound();
  });
  test("[R-6.3] it reserves nothing while it waits, and is checked in full when it fires", () => {
    const world = opened();
    const id = world.sent({ ...buys, qty: "500", trigger: { price: "50200", by: "MARK" } });
    expect(world.account("carol")).toMatchObject({ orderMargin: 0n, hold: 0n });
    world.mark("50200");
    expect(world.endedTriggers()).toEqual([{ id, status: status.triggerFailed, cause: cause.none, result: 21042 }]);
    const poor = world.sent({ ...buys, qty: "50", trigger: { price: "50300", by: "MARK" } });
    world.mark("50300");
    expect(world.endedTriggers()).toEqual([
      { id: poor, status: status.triggerFailed, cause: cause.none, result: 21041 },
    ]);
    world.sound();
  });
  test("[R-6.5] a fired limit trigger with post only that would take fails with 21014", () => {
    const world = opened();
    const trigger = { price: "50200", by: "MARK" } as const;
    const id = world.sent({ ...buys, price: "50400", postOnly: true, trigger });
    const rests = world.sent({ ...buys, price: "50300", postOnly: true, trigger });
    world.mark("50200");
    expect(world.endedTriggers()).toEqual([
      { id, status: status.triggerFailed, cause: cause.none, result: 21014 },
      { id: rests, status: status.triggered, cause: cause.none, result: 0 },
    ]);
    expect(world.perpBook().bids[0]).toBe("50300 × 0.01");
    world.sound();
  });
  test("[R-2.6 V114] the cap on open interest holds when a trigger fires", () => {
    const world = opened();
    const id = world.sent({ ...buys, qty: "0.1", trigger: { price: "50200", by: "MARK" } });
    world.reconfigure(perp.btcUsdt, { oiCap: 6_000_00_000_000n });
    world.mark("50200");
    expect(world.endedTriggers()).toEqual([{ id, status: status.triggerFailed, cause: cause.none, result: 21046 }]);
    world.sound();
  });
  test("[R-6.4] all that one event hits go by id, each to its end; their trades hit more, which are appended", () => {
    const world = opened();
    const chained = world.sent({ ...buys, by: "bob", trigger: { price: "50400" } });
    const third = world.sent({ ...buys, trigger: { price: "50100", by: "INDEX" } });
    const second = world.sent({ ...buys, trigger: { price: "50150", by: "MARK" } });
    world.batch();
    world.feed(perp.btcUsdt, "50160");
    expect(world.endedTriggers().map(({ id }) => id)).toEqual([third, chained]);
    world.batch(1_000);
    expect(world.endedTriggers().map(({ id }) => id)).toEqual([second]);
    world.sound();
  });
  test("[R-6.4] a cascade of stops ends inside the command that started it", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.1", "50000");
    for (let i = 0; i < 20; i += 1) {
      world.sent({ by: "dave", do: "open long", price: `${49_990 - 10 * i}`, qty: "0.01" });
      world.sent({ by: "carol", do: "open short", qty: "0.01", trigger: { price: `${49_990 - 10 * i}` } });
    }
    world.sent({ by: "alice", do: "close long", qty: "0.01" });
    // The first sale at 49,990 fires the first stop, which sells at 49,980, and so on down to the last bid.
    expect(world.waiting("carol")).toEqual([]);
    expect(world.position("carol", 2)).toMatchObject({ qty: 1_900 });
    expect(world.perpBook().bids).toEqual([]);
    world.sound();
  });
  test("[R-6.3 R-6.16] a close that waits may end its own position: it is TRIGGERED, once", () => {
    const world = opened();
    const trigger = { price: "50200", by: "MARK" } as const;
    const id = world.sent({ by: "alice", do: "close long", qty: "0.1", trigger });
    const other = world.sent({ by: "alice", do: "close long", qty: "0.05", trigger: { price: "60000" } });
    world.mark("50200");
    expect(world.endedTriggers()).toEqual([
      { id: other, status: status.canceled, cause: cause.positionClosed, result: 0 },
      { id, status: status.triggered, cause: cause.none, result: 0 },
    ]);
    expect([world.positions("alice"), world.waiting("alice")]).toEqual([[], []]);
    world.sound();
  });
  test("[R-6.2] opening triggers live on their own: a closed position does not cancel them", () => {
    const world = opened();
    world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "60000" } });
    world.flash("alice", 1);
    expect(world.positions("alice")).toEqual([]);
    expect(world.waiting("alice")).toHaveLength(1);
    world.sound();
  });
});

describe("when triggers wait", () => {
  test("[R-6.6 V117] through CANCEL_ONLY; on return those true then fire, by id, others do not", () => {
    const world = opened();
    const ids = ["49000", "48000", "50500", "48500"].map((price) =>
      world.sent({ ...buys, trigger: { price, by: "MARK" } }),
    );
    world.status(3, perp.btcUsdt);
    for (const mark of ["49500", "48400", "47900", "48300", "48450"]) world.mark(mark);
    expect(world.waiting("carol")).toHaveLength(4);
    world.batch();
    world.status(2, perp.btcUsdt);
    expect(world.endedTriggers().map(({ id }) => id)).toEqual([ids[0], ids[3]]);
    expect(world.waiting("carol").map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    world.sound();
  });
  test("[R-6.6] on an index that is stale, and they do not fall back to another source", () => {
    const world = opened();
    world.sent({ ...buys, trigger: { price: "50200", by: "INDEX" } });
    world.batch(11_000);
    world.meet("alice", "bob", "0.01", "50300");
    expect(world.waiting("carol")).toHaveLength(1);
    world.feed(perp.btcUsdt, "50200");
    expect(world.waiting("carol")).toEqual([]);
    world.sound();
  });
  test("[R-6.6 R-9.3] opening ones wait in M4, closing ones do not", () => {
    const world = opened();
    world.sent({ ...buys, trigger: { price: "49900" } });
    world.sent({ by: "alice", do: "close long", qty: "0.1", trigger: { price: "49900" } });
    for (let i = 0; i < 75; i += 1) world.batch(1_000);
    world.sent({ by: "bob", do: "close short", qty: "0.01" });
    world.sent({ by: "alice", do: "close long", qty: "0.01" });
    expect(world.waiting("carol")).toHaveLength(1);
    expect(world.waiting("alice")).toEqual([]);
    world.sound();
  });
});
