import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };

/** Alice is long `qty`, bob short; the last price is 50,000. */
function long(qty: string): PerpWorld {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", qty, "50000");
  return world;
}

describe("TP and SL of a position", () => {
  test("[R-6.7 R-6.8] a take profit closes the whole position at market, on each side", () => {
    for (const [by, posSide, tp, at] of [
      ["alice", 1, "50500", "50500"],
      ["bob", 2, "49500", "49500"],
    ] as const) {
      const world = long("0.1");
      world.sent({ by: "dave", do: "open long", price: "49400", qty: "1" });
      world.sent({ by: "dave", do: "open short", price: "50600", qty: "1" });
      expect(world.tpsl(by, posSide, { tp: { price: tp, by: "MARK" } })).toBe(200);
      const id = world.state.result.ref;
      world.mark(at);
      expect(world.endedTriggers()).toEqual([{ id, status: status.triggered, cause: cause.none, result: 0 }]);
      expect(world.position(by, posSide)).toBeUndefined();
      world.sound();
    }
  });
  test("[R-6.12] it covers the current size, a part keeps its own", () => {
    const world = long("0.1");
    world.sent({ by: "dave", do: "open long", price: "49000", qty: "5" });
    world.tpsl("alice", 1, { qty: "0.04", sl: { price: "49700", by: "MARK" } });
    world.tpsl("alice", 1, { sl: { price: "49500", by: "MARK" } });
    world.meet("alice", "carol", "0.1", "50000");
    world.mark("49700");
    expect(world.position("alice")).toMatchObject({ qty: 1_600 });
    world.mark("49500");
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[R-6.7] a new one takes the place of the one before", () => {
    const world = long("0.1");
    world.tpsl("alice", 1, { tp: { price: "51000" }, sl: { price: "49000" } });
    world.batch();
    world.tpsl("alice", 1, { sl: { price: "48000" } });
    expect(world.endedTriggers()).toMatchObject([{ status: status.canceled, cause: cause.user }]);
    expect(world.waiting("alice").map(({ triggerPrice }) => triggerPrice)).toEqual([510_000, 480_000]);
    world.sound();
  });
  test("[A-11 A-21 R-6.10 V118] a stop loss with a remainder stays armed and is sent again when somebody offers, while it holds", () => {
    const world = long("0.001");
    world.tpsl("alice", 1, { tp: { price: "55000", by: "MARK" }, sl: { price: "49000", by: "MARK" } });
    const [tp, sl] = world.waiting("alice").map(({ id }) => id);
    const step = (mark: string, bids: [string, string][]): number | undefined => {
      world.sweep("dave", {});
      world.mark(mark);
      for (const [price, qty] of bids) world.sent({ by: "dave", do: "open long", price, qty });
      return world.position("alice")?.qty;
    };
    const first = step("48900", [
      ["48890", "0.0004"],
      ["47000", "0.005"],
    ]);
    expect(first).toBe(6);
    expect(world.endedTriggers()).toEqual([]);
    expect(world.waiting("alice")).toMatchObject([
      { id: tp, phase: 1 },
      { id: sl, phase: 2 },
    ]);
    expect(step("48800", [])).toBe(6);
    expect(step("49100", [["49090", "0.0009"]])).toBe(6);
    expect(step("48950", [["48940", "0.0005"]])).toBe(1);
    expect(world.amendTrigger("alice", sl!, { trigger: "48000" })).toBe(21052);
    world.sound();
    expect(step("48940", [["48930", "0.0009"]])).toBeUndefined();
    expect(world.endedTriggers()).toEqual([
      { id: tp, status: status.canceled, cause: cause.ocoSibling, result: 0 },
      { id: sl, status: status.triggered, cause: cause.none, result: 0 },
    ]);
    world.sound();
  });
  test("[R-6.10 A-21] an armed stop loss on an empty side is sent again with the order that comes to rest there", () => {
    const world = long("0.1");
    world.tpsl("alice", 1, { sl: { price: "49500" } });
    world.meet("carol", "dave", "0.01", "49500");
    expect(world.waiting("alice")).toMatchObject([{ phase: 2 }]);
    world.sent({ by: "dave", do: "open long", price: "47000", qty: "0.04" });
    expect(world.position("alice")).toMatchObject({ qty: 1_000 });
    world.sent({ by: "dave", do: "open long", price: "49400", qty: "0.04" });
    expect(world.position("alice")).toMatchObject({ qty: 600 });
    world.sound();
  });
  test("[R-6.16] a position at zero has no closes, closing triggers or TP/SL; what opens stays", () => {
    const world = long("0.1");
    const close = world.sent({ by: "alice", do: "close long", price: "52000", qty: "0.05" });
    const waits = world.sent({ by: "alice", do: "close long", qty: "0.05", trigger: { price: "53000" } });
    world.tpsl("alice", 1, { tp: { price: "54000" }, sl: { price: "45000" } });
    const opens = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    world.sent({ by: "dave", do: "open long", price: "50000", qty: "0.1" });
    world.batch();
    world.sent({ by: "alice", do: "close long", qty: "0.05" });
    expect(world.position("alice")).toMatchObject({ qty: 500, closable: 0 });
    world.cancel("alice", close);
    world.sent({ by: "alice", do: "close long", qty: "0.05" });
    expect(world.endedTriggers()).toHaveLength(3);
    for (const ended of world.endedTriggers()) expect(ended.cause).toBe(cause.positionClosed);
    expect(world.endedTriggers().map(({ id }) => id)).toContain(waits);
    expect([world.open("alice"), world.waiting("alice")]).toEqual([[opens], []]);
    world.sound();
  });
});

describe("parts and pairs", () => {
  test("[R-6.11 R-6.15 V119 V090] a firing TP/SL trims resting closes, newest first", () => {
    for (const [own, filled, left, kept] of [
      ["0.0005", "0.0005", 5, ["0.0004", "0.0001"]],
      ["0.0005", "0.0002", 8, ["0.0004", "0.0001"]],
      ["0.0012", "0.001", undefined, []],
    ] as const) {
      const world = long("0.001");
      const closes = ["0.0004", "0.0003", "0.0003"].map((qty, i) =>
        world.sent({ by: "alice", do: "close long", price: `${52_000 + i}`, qty }),
      );
      world.tpsl("alice", 1, { qty: own, sl: { price: "49500", by: "MARK" } });
      world.sent({ by: "dave", do: "open long", price: "49000", qty: filled });
      world.mark("49500");
      expect(world.position("alice")?.qty).toBe(left);
      expect(world.perpBook().asks).toEqual(kept.map((qty, i) => `${52_000 + i} × ${qty}`));
      expect(world.endings()).toContainEqual([closes[2], status.canceled, cause.closeTrim, 0]);
      world.sound();
    }
  });
  test("[R-6.8] the price of a limit TP/SL is held against the band when it fires: 21006", () => {
    const world = long("0.1");
    world.tpsl("alice", 1, { qty: "0.05", sl: { price: "49500", by: "MARK", limit: "46000" } });
    const id = world.state.result.ref;
    world.mark("49500");
    expect(world.endedTriggers()).toEqual([{ id, status: status.triggerFailed, cause: cause.none, result: 21006 }]);
    world.tpsl("alice", 1, { qty: "0.05", tp: { price: "50000", by: "MARK", limit: "50100" } });
    world.mark("50000");
    expect(world.perpBook().asks).toEqual(["50100 × 0.05"]);
    world.sound();
  });
  test("[R-6.9 V120] a pair sleeps with its order, follows what is filled, and outlives it", () => {
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.01", "50000");
    const [tp, sl] = [{ price: "50500", by: "MARK" } as const, { price: "49000", by: "MARK" } as const];
    const id = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.001", tp, sl });
    expect(world.waiting("alice")).toMatchObject([{ phase: 0 }, { phase: 0 }]);
    const fill = (qty: string): void => void world.sent({ by: "bob", do: "open short", price: "50000", qty });
    fill("0.0003");
    expect(world.waiting("alice")).toMatchObject([
      { phase: 1, qty: 3 },
      { phase: 1, qty: 3 },
    ]);
    fill("0.0004");
    world.cancel("alice", id);
    expect(world.waiting("alice")).toMatchObject([{ qty: 7 }, { qty: 7 }]);
    world.sent({ by: "dave", do: "open long", price: "50000", qty: "0.01" });
    world.sent({ by: "alice", do: "close long", price: "50000", qty: "0.0002" });
    const [first, second] = world.waiting("alice").map((each) => each.id);
    world.mark("50500");
    expect(world.position("alice")).toBeUndefined();
    expect(world.endedTriggers()).toEqual([
      { id: second, status: status.canceled, cause: cause.ocoSibling, result: 0 },
      { id: first, status: status.triggered, cause: cause.none, result: 0 },
    ]);
    world.sound();
  });
  test("[R-6.9] a pair whose order ends without a fill vanishes, however it ends", () => {
    for (const end of ["cancel", "sweep", "ioc", "amend"] as const) {
      const world = long("0.1");
      const id = world.sent({
        by: "carol",
        do: "open long",
        price: "49000",
        qty: "0.1",
        tif: end === "ioc" ? "IOC" : "GTC",
        tp: { price: "51000" },
        sl: { price: "48000" },
      });
      if (end === "cancel") world.cancel("carol", id);
      if (end === "sweep") world.sweep("carol", { tpsl: true });
      if (end === "amend") world.amend("carol", id, { qty: "0" });
      expect([world.open("carol"), world.waiting("carol")]).toEqual([[], []]);
      world.sound();
    }
  });
  test("[R-6.9] a pair whose price was passed before its first fill fires with it", () => {
    const world = new PerpWorld(rich);
    world.meet("bob", "dave", "0.01", "50000");
    const sl = { price: "49500", by: "MARK" } as const;
    world.sent({ by: "alice", do: "open long", price: "49400", qty: "0.1", sl });
    world.sent({ by: "dave", do: "open long", price: "49300", qty: "1" });
    world.mark("49450");
    expect(world.waiting("alice")).toMatchObject([{ phase: 0 }]);
    world.sent({ by: "bob", do: "open short", price: "49400", qty: "0.04" });
    // The stop of the first part fires at once, and expires the rest of the order, which stands in its way.
    expect(world.position("alice")).toBeUndefined();
    expect([world.waiting("alice"), world.open("alice")]).toEqual([[], []]);
    world.sound();
  });
});

describe("flash close", () => {
  test("[S1.26 R-6.18 V091] cancels the resting closes, sells all of it down to 3 % below the mark, leaves the rest", () => {
    const world = long("0.001");
    const close = world.sent({ by: "alice", do: "close long", price: "52000", qty: "0.0007" });
    world.sent({ by: "dave", do: "open long", price: "48500", qty: "0.0006" });
    world.sent({ by: "dave", do: "open long", price: "48499.9", qty: "0.01" });
    world.batch();
    expect(world.flash("alice", 1)).toBe(200);
    expect(world.endings()[0]).toEqual([close, status.canceled, cause.user, 0]);
    expect(world.endings().at(-1)).toEqual([world.state.result.ref, status.expired, cause.protection, 6]);
    expect(world.position("alice")).toMatchObject({ qty: 4, closable: 4 });
    world.sound();
  });
  test("[R-6.18 R-5.9] it is tightened to the bankruptcy price, and expires one's own orders in its way", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 100);
    world.meet("alice", "bob", "0.01", "50000");
    world.sent({ by: "alice", do: "open long", price: "49700", qty: "0.01" });
    world.sent({ by: "dave", do: "open long", price: "49600", qty: "0.004" });
    world.sent({ by: "dave", do: "open long", price: "49499.9", qty: "0.01" });
    world.flash("alice", 1);
    expect(world.position("alice")).toMatchObject({ qty: 60 });
    expect([world.open("alice"), world.account("alice").hold]).toEqual([[], 0n]);
    world.sound();
  });
  test("[A-14 R-6.18] one that can fill nothing answers 21016 and leaves the resting closes alone", () => {
    for (const bids of [[], [["alice", "49900"]], [["dave", "48499.9"]]] as const) {
      const world = long("0.1");
      const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
      const own = bids.map(([by, price]) => world.sent({ by, do: "open long", price, qty: "0.01" }));
      expect(world.flash("alice", 1)).toBe(21016);
      expect(world.closeAll("alice")).toBe(21016);
      expect(world.position("alice")).toMatchObject({ qty: 1_000, closable: 500 });
      expect(world.open("alice")).toEqual(bids[0]?.[0] === "alice" ? [close, ...own] : [close]);
      world.sound();
    }
  });
  test("[A-14 R-6.18 R-5.9] a book that starts beyond the bankruptcy price is none", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 100);
    world.meet("alice", "bob", "0.01", "50000");
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.01" });
    world.sent({ by: "dave", do: "open long", price: "49499.9", qty: "0.01" });
    expect(world.flash("alice", 1)).toBe(21016);
    expect(world.open("alice")).toEqual([close]);
    world.sent({ by: "dave", do: "open long", price: "49500", qty: "0.001" });
    expect(world.flash("alice", 1)).toBe(200);
    expect([world.position("alice")?.qty, world.open("alice")]).toEqual([90, []]);
    world.sound();
  });
  test("[A-14 R-6.18 R-8.13] neither is an order that may not fill: it would be expired, not met", () => {
    const world = new PerpWorld({ ...rich, carol: ["55 USDT"] });
    world.meet("alice", "bob", "0.1", "50000");
    world.leverage("carol", 100);
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.1" });
    world.mark("49400");
    expect(world.flash("alice", 1)).toBe(21016);
    expect(world.open("carol")).toHaveLength(1);
    world.sound();
  });
  test("[A-14 R-6.18] close all leaves a position that nobody would take, and closes the others", () => {
    const world = long("0.1");
    world.meet("alice", "bob", "1", "2500", perp.ethUsdt);
    world.sent({ by: "dave", do: "open long", price: "2490", qty: "5", market: perp.ethUsdt });
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
    expect([world.closeAll("alice"), world.state.result.ref]).toEqual([200, 1]);
    expect(world.positions("alice")).toMatchObject([{ market: perp.btcUsdt }]);
    expect(world.open("alice")).toEqual([close]);
    world.sound();
  });
  test("[R-6.18] close all: each position by contract id, long before short", () => {
    const world = long("0.1");
    world.sent({ by: "alice", do: "open short", price: "50000", qty: "0.2" });
    world.sent({ by: "carol", do: "open long", price: "50000", qty: "0.2" });
    world.meet("alice", "bob", "1", "2500", perp.ethUsdt);
    for (const [market, low, high, qty] of [
      [perp.btcUsdt, "49900", "50100", "1"],
      [perp.ethUsdt, "2490", "2510", "5"],
    ] as const) {
      world.sent({ by: "dave", do: "open long", price: low, qty, market });
      world.sent({ by: "dave", do: "open short", price: high, qty, market });
    }
    world.batch();
    expect(world.closeAll("alice")).toBe(200);
    expect(world.state.result.ref).toBe(3);
    const sold = world.told("order_filled").map(({ market, takerPosSide }) => [market, takerPosSide]);
    expect(sold).toEqual([
      [perp.btcUsdt, 1],
      [perp.btcUsdt, 2],
      [perp.ethUsdt, 1],
    ]);
    expect(world.positions("alice")).toEqual([]);
    world.sound();
  });
});
