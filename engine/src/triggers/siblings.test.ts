import { describe, expect, test } from "vitest";
import { PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };
const tp = { price: "50500", by: "MARK" } as const;
const sl = { price: "49500", by: "MARK" } as const;

/** Alice is long 0.1 with a pair of `qty`; without it of the whole position. Her TP and SL by their ids. */
function paired(qty?: string, limit?: string): { world: PerpWorld; first: number; second: number } {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", "0.1", "50000");
  const size = qty === undefined ? {} : { qty };
  expect(world.tpsl("alice", 1, { ...size, tp: limit === undefined ? tp : { ...tp, limit }, sl })).toBe(200);
  const [first, second] = world.waiting("alice").map(({ id }) => id);
  return { world, first: first!, second: second! };
}
const bid = (world: PerpWorld, price: string, qty: string): number =>
  world.sent({ by: "dave", do: "open long", price, qty });

describe("when one of a pair fires", () => {
  test("[A-11 R-6.10] what it did not fill stays with the other: it shrinks by what was filled", () => {
    const { world, first, second } = paired("0.05");
    bid(world, "50400", "0.02");
    world.mark("50500");
    expect(world.endedTriggers()).toEqual([{ id: first, status: status.triggered, cause: cause.none, result: 0 }]);
    expect(world.position("alice")).toMatchObject({ qty: 800 });
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 300 }]);
    expect(world.told("trigger_amended")).toMatchObject([{ orderId: second, qty: 300 }]);
    bid(world, "49400", "1");
    world.mark("49500");
    expect([world.position("alice")?.qty, world.waiting("alice")]).toEqual([500, []]);
    world.sound();
  });
  test("[A-11 R-6.10] filled whole it takes the other with it", () => {
    const { world, first, second } = paired("0.05");
    bid(world, "50400", "0.05");
    world.mark("50500");
    expect(world.endedTriggers()).toEqual([
      { id: second, status: status.canceled, cause: cause.ocoSibling, result: 0 },
      { id: first, status: status.triggered, cause: cause.none, result: 0 },
    ]);
    expect([world.position("alice")?.qty, world.waiting("alice")]).toEqual([500, []]);
    world.sound();
  });
  test("[A-11 R-6.10] where nothing is filled (21016) the other stands as it was", () => {
    for (const qty of [undefined, "0.05"]) {
      const { world, first, second } = paired(qty);
      world.mark("50500");
      const failed = { id: first, status: status.triggerFailed, cause: cause.none, result: 21016 };
      expect(world.endedTriggers()).toEqual([failed]);
      expect(world.waiting("alice")).toMatchObject([{ id: second, phase: 1 }]);
      bid(world, "49400", "1");
      world.mark("49500");
      expect(world.position("alice")?.qty).toBe(qty === undefined ? undefined : 500);
      world.sound();
    }
  });
  test("[A-11 R-6.10] a position's stop loss covers what a thin book left of its take profit", () => {
    const { world, second } = paired();
    bid(world, "50400", "0.001");
    world.mark("50500");
    expect(world.position("alice")).toMatchObject({ qty: 990 });
    expect(world.waiting("alice")).toMatchObject([{ id: second }]);
    bid(world, "49400", "1");
    world.mark("49500");
    expect([world.position("alice"), world.waiting("alice")]).toEqual([undefined, []]);
    world.sound();
  });
});

describe("a take profit that rests as a limit order", () => {
  /** It fired and stands at 50,600; 0.01 of its 0.05 was filled. */
  function resting(): { world: PerpWorld; order: number; second: number } {
    const { world, second } = paired("0.05", "50600");
    world.mark("50600");
    const order = world.open("alice")[0]!;
    world.sent({ by: "carol", do: "open long", price: "50600", qty: "0.01" });
    expect(world.perpBook().asks).toEqual(["50600 × 0.04"]);
    return { world, order, second };
  }
  test("[A-11 R-6.10] leaves the stop loss armed, and each of its fills shrinks it", () => {
    const { world, second } = resting();
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 400 }]);
    world.sent({ by: "carol", do: "open long", price: "50600", qty: "0.03" });
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 100 }]);
    world.batch();
    world.sent({ by: "carol", do: "open long", price: "50600", qty: "0.02" });
    const ended = { id: second, status: status.canceled, cause: cause.ocoSibling, result: 0 };
    expect([world.endedTriggers(), world.waiting("alice")]).toEqual([[ended], []]);
    expect(world.position("alice")).toMatchObject({ qty: 500 });
    world.sound();
  });
  test("[A-11 R-6.10] counts what it filled at once and what it fills later", () => {
    const { world, second } = paired("0.05", "50400");
    bid(world, "50450", "0.02");
    world.mark("50500");
    expect(world.perpBook().asks).toEqual(["50400 × 0.03"]);
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 300 }]);
    world.sent({ by: "carol", do: "open long", price: "50400", qty: "0.01" });
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 200 }]);
    world.sound();
  });
  test("[A-11 R-6.10] is taken out of the book first when the stop loss fires", () => {
    const { world, order, second } = resting();
    world.sweep("carol", {});
    bid(world, "49400", "1");
    world.batch();
    world.mark("49500");
    expect(world.endings()[0]).toEqual([order, status.canceled, cause.ocoSibling, 100]);
    expect(world.endedTriggers()).toEqual([{ id: second, status: status.triggered, cause: cause.none, result: 0 }]);
    expect([world.position("alice")?.qty, world.open("alice")]).toEqual([500, []]);
    world.sound();
  });
  test("[A-11 R-6.10] stands as it was where nobody takes the stop loss (21016), and so do other closes", () => {
    const { world, order, second } = resting();
    world.sweep("carol", {});
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
    world.mark("49500");
    const failed = { id: second, status: status.triggerFailed, cause: cause.none, result: 21016 };
    expect(world.endedTriggers()).toEqual([failed]);
    expect(world.open("alice")).toEqual([order, close]);
    world.sound();
  });
  test("[A-11 R-6.10] leaves the stop loss as it is when it is cancelled, and goes on without it when that is", () => {
    for (const which of ["order", "stop loss"] as const) {
      const { world, order, second } = resting();
      expect(world.cancel("alice", which === "order" ? order : second)).toBe(200);
      world.sound();
      if (which === "order") expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 400 }]);
      else {
        world.sent({ by: "carol", do: "open long", price: "50600", qty: "0.04" });
        expect([world.position("alice")?.qty, world.open("alice")]).toEqual([500, []]);
      }
      world.sound();
    }
  });
  test("[A-11 R-6.10 R-4.3] stays bound to the stop loss when it is amended and takes", () => {
    const { world, order, second } = resting();
    bid(world, "50500", "0.01");
    expect(world.amend("alice", order, { price: "50500" })).toBe(200);
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 300 }]);
    world.sent({ by: "carol", do: "open long", price: "50500", qty: "0.01" });
    expect(world.waiting("alice")).toMatchObject([{ id: second, qty: 200 }]);
    world.sound();
    // What a flash close takes out of the book leaves the stop loss to the position, with which it ends.
    bid(world, "50400", "1");
    expect(world.flash("alice", 1)).toBe(200);
    expect([world.position("alice"), world.waiting("alice"), world.open("alice")]).toEqual([undefined, [], []]);
    world.sound();
  });
});
