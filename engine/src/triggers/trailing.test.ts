import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";
import { restore, snapshot } from "../state/state.ts";
import { triggersOf } from "../read/questions-perps.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["1000000 USDT"] };

/** Alice is long `qty`, bob short; the last price is 50,000, and dave takes either side. */
function long(qty: string): PerpWorld {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", qty, "50000");
  return world;
}
function offered(qty = "0.1"): PerpWorld {
  const world = long(qty);
  world.sent({ by: "dave", do: "open long", price: "48600", qty: "5" });
  world.sent({ by: "dave", do: "open short", price: "50950", qty: "5" });
  return world;
}
const shown = (world: PerpWorld, by: "alice" | "bob" = "alice"): [number, number][] =>
  world.waiting(by).map(({ best, triggerPrice }) => [best, triggerPrice]);

describe("a trailing stop", () => {
  test("[A-23 R-6.19] of a long fires at floor(best · (10,000 − bps) / 10,000), and shows best and trigger", () => {
    const world = offered();
    expect(world.trailing("alice", 1, { bps: 100 })).toBe(200);
    const id = world.state.result.ref;
    expect(shown(world)).toEqual([[500_000, 495_000]]);
    world.mark("50500.1");
    expect(shown(world)).toEqual([[505_001, 499_950]]);
    world.mark("49995.1");
    expect(world.endedTriggers()).toEqual([]);
    expect(shown(world)).toEqual([[505_001, 499_950]]);
    world.mark("49995");
    expect(world.endedTriggers()).toEqual([{ id, status: status.triggered, cause: cause.none, result: 0 }]);
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19] of a short fires at ceil(best · (10,000 + bps) / 10,000)", () => {
    const world = offered();
    world.trailing("bob", 2, { bps: 10 });
    world.mark("49500.1");
    expect(shown(world, "bob")).toEqual([[495_001, 495_497]]);
    world.mark("49549.6");
    expect(world.position("bob", 2)).toMatchObject({ qty: 1_000 });
    world.mark("49549.7");
    expect(world.position("bob", 2)).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19] in ticks fires so many from its best price, and for a part only closes the part", () => {
    const world = offered();
    world.trailing("alice", 1, { qty: "0.04", ticks: 7 });
    world.trailing("bob", 2, { qty: "0.03", ticks: 9 });
    world.mark("50000.5");
    world.mark("49999.9");
    expect([world.position("alice")?.qty, world.position("bob", 2)?.qty]).toEqual([1_000, 1_000]);
    world.mark("49999.8");
    expect(world.position("alice")).toMatchObject({ qty: 600 });
    world.mark("50000.7");
    expect(world.position("bob", 2)).toMatchObject({ qty: 700 });
    world.sound();
  });
  test("[A-23 R-6.19] with an activation price does not trail before the source is at or beyond it", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100, activation: "50500" });
    expect(world.waiting("alice")).toMatchObject([{ best: 0, triggerPrice: 0, activation: 505_000, callbackBps: 100 }]);
    world.mark("49000");
    expect(shown(world)).toEqual([[0, 0]]);
    world.mark("50600");
    expect(shown(world)).toEqual([[506_000, 500_940]]);
    world.mark("50094");
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19] whose activation price has been passed is active at once", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100, activation: "49000" });
    world.trailing("bob", 2, { bps: 100, activation: "51000" });
    expect([shown(world), shown(world, "bob")]).toEqual([[[500_000, 495_000]], [[500_000, 505_000]]]);
    world.sound();
  });
  test("[A-23 R-6.19 R-6.2] on LAST follows every trade price: a high before a low fires it, a low before a high does not", () => {
    for (const [makers, taker, isFired] of [
      [["open long", "50400", "49900"], "open short", true],
      [["open short", "50400", "49960"], "open long", false],
    ] as const) {
      const world = long("0.1");
      world.sent({ by: "dave", do: "open long", price: "48600", qty: "5" });
      world.trailing("alice", 1, { by: "LAST", ticks: 4_500 });
      for (const price of makers.slice(1)) world.sent({ by: "dave", do: makers[0] as "open long", price, qty: "0.01" });
      world.send({ by: "carol", do: taker, qty: "0.02", price: taker === "open long" ? "50400" : "49900" });
      expect(world.position("alice") === undefined).toBe(isFired);
      if (!isFired) expect(shown(world)).toEqual([[504_000, 499_500]]);
      world.sound();
    }
  });
  test("[A-23 R-6.19] that was activated and came back in one sweep fires by it", () => {
    const world = long("0.1");
    world.sent({ by: "dave", do: "open long", price: "48600", qty: "5" });
    world.trailing("alice", 1, { by: "LAST", ticks: 5_000, activation: "50300" });
    for (const price of ["50400", "49900"]) world.sent({ by: "dave", do: "open long", price, qty: "0.01" });
    world.sent({ by: "carol", do: "open short", qty: "0.02", price: "49900" });
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19 R-5.7] what a fill-or-kill order tried and took back moves no stop", () => {
    const world = new PerpWorld({ ...rich, carol: ["55 USDT"] });
    world.meet("alice", "bob", "0.1", "50000");
    world.trailing("alice", 1, { by: "LAST", ticks: 5_000 });
    world.leverage("carol", 100);
    world.sent({ by: "dave", do: "open short", price: "50100", qty: "0.01" });
    world.sent({ by: "carol", do: "open short", price: "50200", qty: "0.1" });
    world.mark("50900");
    const before = world.state.memory.work;
    expect(world.send({ by: "bob", do: "open long", price: "50200", qty: "0.11", tif: "FOK" })).toBe(21015);
    // It was tried: carol's order may not fill.
    expect(world.state.memory.work - before).toBeGreaterThan(50);
    expect(shown(world)).toEqual([[500_000, 495_000]]);
    world.sound();
  });
  test("[A-23 R-6.19 R-6.11 R-6.15] trims resting closes when it fires", () => {
    const world = offered();
    world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.04" });
    const newest = world.sent({ by: "alice", do: "close long", price: "51100", qty: "0.04" });
    world.trailing("alice", 1, { qty: "0.06", bps: 100 });
    world.mark("49500");
    expect(world.position("alice")).toMatchObject({ qty: 400, closable: 0 });
    expect(world.endings()).toContainEqual([newest, status.canceled, cause.closeTrim, 0]);
    world.sound();
  });
  test("[A-23 R-6.19 R-6.16] ends with its position, and a cancel of TP/SL takes it along", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100 });
    world.trailing("alice", 1, { bps: 100, activation: "55000" });
    world.batch();
    world.flash("alice", 1);
    expect(world.endedTriggers().map((one) => one.cause)).toEqual([cause.positionClosed, cause.positionClosed]);
    world.trailing("bob", 2, { bps: 100 });
    world.trailing("bob", 2, { by: "LAST", ticks: 5 });
    world.sweep("bob", {});
    expect(world.waiting("bob")).toHaveLength(2);
    world.sweep("bob", { tpsl: true });
    expect(world.waiting("bob")).toEqual([]);
    world.trailing("bob", 2, { bps: 100 });
    expect(world.cancel("bob", world.state.result.ref)).toBe(200);
    world.sound();
  });
  test("[A-23 R-6.19 R-6.6] waits while its market does not trade, and is held against the source that it returns to", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100 });
    const to = (to: number): void =>
      void world.do(world.operator({ type: "set_market_status", market: perp.btcUsdt, status: to, liquidates: false }));
    to(3);
    world.mark("50900");
    world.mark("49000");
    world.mark("49600");
    to(2);
    expect(shown(world)).toEqual([[500_000, 495_000]]);
    to(3);
    world.mark("49400");
    expect(world.position("alice")).toMatchObject({ qty: 1_000 });
    to(2);
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19 R-6.10] of the whole position stays armed with a remainder; of a part it ends", () => {
    const world = long("0.1");
    world.trailing("alice", 1, { bps: 100 });
    world.trailing("alice", 1, { qty: "0.01", bps: 100 });
    const [whole, part] = world.waiting("alice").map(({ id }) => id);
    world.mark("49500");
    expect(world.waiting("alice")).toMatchObject([{ id: whole, phase: 2, best: 500_000, triggerPrice: 495_000 }]);
    expect(world.endedTriggers()).toEqual([
      { id: part, status: status.triggerFailed, cause: cause.none, result: 21016 },
    ]);
    world.sent({ by: "dave", do: "open long", price: "49400", qty: "1" });
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[A-23 R-6.19] is refused with the reason, and cannot be amended", () => {
    const world = offered();
    const at = (stop: object): number => world.trailing("alice", 1, stop);
    expect([at({}), at({ bps: 10, ticks: 1 })]).toEqual([21003, 21003]);
    expect([at({ bps: 9 }), at({ bps: 1_001 }), at({ ticks: 4_000_000_000 })]).toEqual([21030, 21030, 21030]);
    expect([at({ bps: 10, activation: "50000.05" }), at({ bps: 10, qty: "0.00001" })]).toEqual([21030, 21007]);
    expect([world.trailing("alice", 2, { bps: 10 }), world.trailing("alice", 1, { bps: 10 }, 999)]).toEqual([
      21020, 21001,
    ]);
    expect(at({ bps: 10 })).toBe(200);
    expect(world.amendTrigger("alice", world.state.result.ref, { trigger: "48000" })).toBe(21052);
    world.sound();
  });
  test("[A-23 R-6.19] there are 20 to a user and a market: 21012; TP/SL are counted for themselves", () => {
    const world = offered();
    world.meet("alice", "bob", "1", "2500", perp.ethUsdt);
    for (let i = 0; i < 20; i += 1) expect(world.trailing("alice", 1, { bps: 100 + i })).toBe(200);
    expect(world.trailing("alice", 1, { bps: 100 })).toBe(21012);
    expect(world.trailing("alice", 1, { bps: 100 }, perp.ethUsdt)).toBe(200);
    for (let i = 0; i < 20; i += 1)
      expect(world.tpsl("alice", 1, { qty: "0.001", tp: { price: `${52_000 + i}` } })).toBe(200);
    world.sound();
  });
  test("[A-23 R-6.19] outlives a snapshot, with its best price", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100 });
    world.mark("50500");
    world.trailing("alice", 1, { ticks: 10, by: "LAST", activation: "60000" });
    const again = restore(snapshot(world.state));
    expect(triggersOf(again, 1)).toEqual(triggersOf(world.state, 1));
  });
  test("[A-23 R-6.19 R-2.4] ends with its market", () => {
    const world = offered();
    world.trailing("alice", 1, { bps: 100 });
    world.trailing("bob", 2, { ticks: 100, by: "LAST" });
    world.trailing("bob", 2, { ticks: 100, by: "LAST", activation: "40000" });
    const market = perp.btcUsdt;
    world.do(world.operator({ type: "set_market_status", market, status: 3, liquidates: false }));
    world.do(world.operator({ type: "settle_market", market, mark: 5_000_000_000_000 }));
    expect(world.endedTriggers().map((one) => one.cause)).toEqual([
      cause.settlement,
      cause.settlement,
      cause.settlement,
    ]);
    expect([world.waiting("alice"), world.waiting("bob")]).toEqual([[], []]);
    world.sound();
  });
});
