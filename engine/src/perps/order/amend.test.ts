import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../../sim/index.ts";
import { cause, status } from "../../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"] };

describe("amending an order of a perpetual", () => {
  test("[R-4.3] another's order is 21050, an ended one 21051, no change 21053, a trigger price it does not have 21052", () => {
    const world = new PerpWorld(rich);
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    expect(world.amend("bob", id, { qty: "0.2" })).toBe(21050);
    expect(world.cancel("bob", id)).toBe(21050);
    expect(world.amend("alice", id + 1, { qty: "0.2" })).toBe(21050);
    expect(world.amend("alice", id, { qty: "0.1" })).toBe(21053);
    expect(world.amendTrigger("alice", id, { trigger: "48000" })).toBe(21052);
    world.cancel("alice", id);
    expect(world.amend("alice", id, { qty: "0.2" })).toBe(21051);
    expect(world.cancel("alice", id)).toBe(21051);
    world.sound();
  });
  test("[R-4.3 V085] less at the same price keeps its place, more goes to the tail", () => {
    for (const [qty, order] of [
      ["0.05", ["bob", "alice", "carol"]],
      ["0.06", ["bob", "carol", "alice"]],
    ] as const) {
      const world = new PerpWorld({ ...rich, dave: ["100000 USDT"] });
      world.sent({ by: "bob", do: "open long", price: "49000", qty: "0.01" });
      const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.055" });
      world.sent({ by: "carol", do: "open long", price: "49000", qty: "0.04" });
      expect(world.amend("alice", id, { qty })).toBe(200);
      world.batch();
      world.sent({ by: "dave", do: "open short", price: "49000", qty: "0.2", tif: "IOC" });
      const uids = { bob: 12, alice: 11, carol: 13 };
      expect(world.told("order_filled").map(({ makerUid }) => makerUid)).toEqual(order.map((name) => uids[name]));
      world.sound();
    }
  });
  test("[A-18 R-4.3] one that only lowers the size passes band and least value, and keeps its place", () => {
    const world = new PerpWorld(rich);
    const id = world.sent({ by: "alice", do: "open short", price: "50000", qty: "1" });
    world.sent({ by: "carol", do: "open short", price: "50000", qty: "0.1" });
    world.mark("52000");
    world.wait(61);
    world.mark("53500");
    expect(world.send({ by: "alice", do: "open short", price: "50000", qty: "1" })).toBe(21006);
    expect(world.amend("alice", id, { qty: "0.5" })).toBe(200);
    expect(world.amend("alice", id, { qty: "0.6" })).toBe(21006);
    expect(world.amend("alice", id, { qty: "0.0001" })).toBe(200);
    expect(world.perpBook().asks).toEqual(["50000 × 0.1001"]);
    world.batch();
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "0.001" });
    expect(world.endings()[0]?.[0]).toBe(id);
    world.sound();
  });
  test("[R-4.3 R-8.6] the reserve is that of the remainder, cross in the account's sum and isolated in hold", () => {
    for (const mode of ["cross", "isolated"] as const) {
      const world = new PerpWorld(rich);
      world.mode("alice", mode);
      const reserved = (): bigint => world.account("alice")[mode === "cross" ? "orderMargin" : "hold"];
      const id = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.1" });
      expect(reserved()).toBe(25_275_000_000n);
      world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.04" });
      expect(reserved()).toBe(15_165_000_000n);
      expect(world.amend("alice", id, { qty: "0.05" })).toBe(200);
      expect(reserved()).toBe(2_527_500_000n);
      expect(world.amend("alice", id, { price: "40000", qty: "0.14" })).toBe(200);
      expect(reserved()).toBe(20_220_000_000n);
      expect(world.amend("alice", id, { qty: "0.04" })).toBe(200);
      expect([reserved(), world.open("alice")]).toEqual([0n, []]);
      world.sound();
    }
  });
  test("[R-4.3] without funds for it the amend is 21041, and the order stays as and where it was", () => {
    const world = new PerpWorld({ ...rich, alice: ["100 USDT"] });
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.03" });
    const before = world.account("alice").orderMargin;
    expect(world.amend("alice", id, { qty: "0.05" })).toBe(21041);
    expect(world.account("alice").orderMargin).toBe(before);
    expect(world.perpBook().bids).toEqual(["49000 × 0.03"]);
    world.sound();
  });
  test("[R-4.3] the checks of entry hold for the remainder", () => {
    const world = new PerpWorld(rich);
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    expect(world.amend("alice", id, { price: "49000.05" })).toBe(21004);
    expect(world.amend("alice", id, { price: "0" })).toBe(21005);
    expect(world.amend("alice", id, { qty: "0.00015" })).toBe(21007);
    expect(world.amend("alice", id, { qty: "100000.1" })).toBe(21008);
    expect(world.amend("alice", id, { price: "55000" })).toBe(21006);
    expect(world.amend("alice", id, { price: "49001", qty: "0.0001" })).toBe(21009);
    expect(world.perpBook().bids).toEqual(["49000 × 0.1"]);
    world.sound();
  });
  test("[R-4.3 R-6.14] a close grows to what is closable, above it is 21021", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    const id = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.5" });
    world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.2" });
    expect(world.amend("alice", id, { qty: "0.8001" })).toBe(21021);
    expect(world.amend("alice", id, { qty: "0.8" })).toBe(200);
    expect(world.position("alice")).toMatchObject({ closable: 0 });
    expect(world.amend("alice", id, { qty: "0.1" })).toBe(200);
    expect(world.position("alice")).toMatchObject({ closable: 7_000 });
    world.sound();
  });
  test("[R-4.3] at another price it may take, unless post only: then 21014 and nothing changes", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.05" });
    const shy = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1", postOnly: true });
    expect(world.amend("alice", shy, { price: "50000" })).toBe(21014);
    expect(world.perpBook()).toEqual({ bids: ["49000 × 0.1"], asks: ["50000 × 0.05"] });
    const bold = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    world.batch();
    expect(world.amend("alice", bold, { price: "50000" })).toBe(200);
    expect(world.position("alice")).toMatchObject({ qty: 500, fees: 137_500_000n });
    expect(world.perpBook()).toEqual({ bids: ["50000 × 0.05", "49000 × 0.1"], asks: [] });
    world.sound();
  });
  test("[R-2.4] CANCEL_ONLY and HALT take cancels and added margin, no amend", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    const other = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    for (const [now, order] of [
      [3, id],
      [4, other],
    ] as const) {
      world.status(now, perp.btcUsdt);
      expect(world.amend("alice", order, { qty: "0.05" })).toBe(21002);
      expect(world.flash("alice", 1)).toBe(21002);
      expect(world.tpsl("alice", 1, { tp: { price: "60000" } })).toBe(21002);
      expect(world.addMargin("alice", 1, "1")).toBe(200);
      expect(world.cancel("alice", order)).toBe(200);
    }
    expect(world.account("alice").hold).toBe(0n);
    world.sound();
  });
});

describe("amending what waits", () => {
  test("[R-4.3 R-6.1] trigger, price and size change while pending, and the direction is found anew", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.1", "50000");
    const id = world.sent({ by: "carol", do: "open long", price: "51000", qty: "0.1", trigger: { price: "51000" } });
    expect(world.waiting("carol")).toMatchObject([{ direction: 1 }]);
    expect(world.amendTrigger("carol", id, { trigger: "49000", price: "49000", qty: "0.2" })).toBe(200);
    expect(world.waiting("carol")).toMatchObject([{ direction: 2, triggerPrice: 490_000, price: 490_000, qty: 2_000 }]);
    expect(world.amendTrigger("carol", id, { trigger: "50000" })).toBe(21031);
    expect(world.amendTrigger("carol", id, { trigger: "50000.05" })).toBe(21030);
    expect(world.amendTrigger("carol", id, { price: "0" })).toBe(21005);
    world.sent({ by: "bob", do: "open long", price: "49000", qty: "0.1" });
    world.sent({ by: "alice", do: "open short", price: "49000", qty: "0.1" });
    expect(world.waiting("carol")).toEqual([]);
    world.sound();
  });
  test("[R-4.3] a market trigger has no price, a position's stop loss no size: 21052", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.1", "50000");
    const id = world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "51000" } });
    expect(world.amendTrigger("alice", id, { price: "51000" })).toBe(21052);
    world.tpsl("alice", 1, { sl: { price: "49000" } });
    const stop = world.state.result.ref;
    expect(world.amendTrigger("alice", stop, { qty: "0.05" })).toBe(21052);
    expect(world.amendTrigger("alice", stop, { trigger: "50500" })).toBe(21032);
    expect(world.amendTrigger("alice", stop, { trigger: "48000" })).toBe(200);
    world.sound();
  });
  test("[R-6.9] a pair that sleeps can be amended", () => {
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.1", "50000");
    world.sent({
      by: "alice",
      do: "open long",
      price: "49000",
      qty: "0.1",
      tp: { price: "51000" },
      sl: { price: "48000" },
    });
    const [tp] = world.waiting("alice");
    expect(world.amendTrigger("alice", tp!.id, { trigger: "52000" })).toBe(200);
    expect(world.waiting("alice")).toMatchObject([
      { phase: 0, triggerPrice: 520_000 },
      { phase: 0, triggerPrice: 480_000 },
    ]);
    world.sound();
  });
});

describe("cancelling", () => {
  /** An order, a close, a waiting order and a TP of alice in BTC, and an order in ETH. */
  const full = (): PerpWorld => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.1" });
    world.sent({ by: "alice", do: "open short", qty: "0.1", trigger: { price: "51000" } });
    world.tpsl("alice", 1, { tp: { price: "52000" } });
    world.sent({ by: "alice", do: "open long", price: "2400", qty: "0.1", market: perp.ethUsdt });
    world.batch();
    return world;
  };
  test("[R-4.4] cancel-all goes by ascending id, takes waiting orders and leaves TP/SL", () => {
    const world = full();
    world.sweep("alice", {});
    expect(world.state.result.ref).toBe(4);
    expect(world.endings().map(([, ...rest]) => rest)).toEqual([
      [status.canceled, cause.cancelAll, 0],
      [status.canceled, cause.cancelAll, 0],
      [status.canceled, cause.cancelAll, 0],
    ]);
    expect(world.waiting("alice")).toMatchObject([{ role: 1 }]);
    expect(world.account("alice").orderMargin).toBe(0n);
    world.sound();
  });
  test("[R-4.4] by symbol, by side, without triggers, with TP/SL", () => {
    const count = (scope: Parameters<PerpWorld["sweep"]>[1]): number => {
      const world = full();
      world.sweep("alice", scope);
      world.sound();
      return world.state.result.ref;
    };
    expect(count({ market: perp.ethUsdt })).toBe(1);
    expect(count({ market: perp.btcUsdt })).toBe(3);
    expect(count({ market: perp.btcUsdt, triggers: false })).toBe(2);
    expect(count({ market: perp.btcUsdt, tpsl: true })).toBe(4);
    expect(count({ posSide: 2 })).toBe(1);
    expect(count({ posSide: 1, tpsl: true })).toBe(4);
  });
  test("[R-8.6] a cancel gives back exactly what the placement took", () => {
    for (const mode of ["cross", "isolated"] as const) {
      const world = new PerpWorld({ ...rich, alice: ["100000 USDT", "10 BTC"] });
      for (const market of [perp.btcUsdt, perp.btcUsd]) {
        world.mode("alice", mode, market);
        world.leverage("alice", 7, market);
        const code = market === perp.btcUsdt ? "USDT" : "BTC";
        const before = world.account("alice", code);
        const qty = market === perp.btcUsdt ? "0.1237" : "12377";
        const id = world.sent({ by: "alice", do: "open short", price: "50123.4", qty, market });
        expect(world.account("alice", code)).not.toEqual(before);
        world.cancel("alice", id);
        expect(world.account("alice", code)).toEqual(before);
      }
      world.sound();
    }
  });
});
