import { describe, expect, test } from "vitest";
import { journaled, people, perp, PerpWorld, type PerpOrder } from "../../sim/index.ts";
import { noKey } from "@tidemark/contracts/journal";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"] };
/** Takes the price off the plain order. */
const atMarket = { type: "MARKET", price: "0", tif: "IOC" } as const;
const plain: PerpOrder = { by: "alice", do: "open long", price: "49000", qty: "0.01" };

/** Sends an order that must be refused, and looks that nothing has changed. */
function refused(wish: Partial<PerpOrder>, code: number, world = new PerpWorld(rich)): void {
  const book = world.perpBook(wish.market);
  const cash = world.cash("alice");
  expect([wish, world.send({ ...plain, ...wish })]).toEqual([wish, code]);
  expect(world.perpBook(wish.market)).toEqual(book);
  expect(world.cash("alice")).toBe(cash);
  world.sound();
}

describe("checks 1 to 9: what the order says", () => {
  test("[4.2-1] an unknown symbol is 21001", () => refused({ market: 77 }, 21001));
  test("[4.2-2 R-2.4] cancel only is 21002, and so is HALT", () => {
    for (const status of [3, 4]) {
      const world = new PerpWorld(rich);
      world.status(status, perp.btcUsdt);
      refused({}, 21002, world);
    }
  });
  test("[4.2-3] options that do not go together are 21003", () => {
    refused({ postOnly: true, tif: "IOC" }, 21003);
    refused({ postOnly: true, tif: "FOK" }, 21003);
    refused({ type: "MARKET" }, 21003);
    refused({ type: "MARKET", price: "0", postOnly: true, tif: "GTC" }, 21003);
    refused({ do: "close long", tp: { price: "60000" } }, 21003);
    refused({ do: "close long", trigger: { price: "48000" }, tp: { price: "60000" } }, 21003);
  });
  test("[D.78 4.2-3 R-4.1] an order of a perpetual names its position; one of spot names none", () => {
    const world = new PerpWorld(rich);
    expect(world.place({ by: "alice", side: "BUY", price: "49000", qty: "0.01", market: perp.btcUsdt })).toBe(21003);
    expect(world.do(Object.assign(world.perpOrder(plain), { stp: 3 }))).toBe(21003);
    expect(world.do(Object.assign(world.perpOrder(plain), { quoteAmount: 5 }))).toBe(21003);
    expect(world.do(Object.assign(world.perpOrder(plain), { product: 3 }))).toBe(21003);
    expect(world.do(Object.assign(world.perpOrder(plain), { posSide: 4 }))).toBe(21003);
    world.sound();
  });
  test("[4.2-4] a market order that would rest is 21017", () => {
    refused({ type: "MARKET", price: "0", tif: "GTC" }, 21017);
    refused({ type: "MARKET", price: "0", tif: "GTC", trigger: { price: "48000" } }, 21017);
  });
  test("[4.2-5] a client key of 37 characters is 21018", () => {
    refused({ key: "x".repeat(37) }, 21018);
    refused({ key: "x".repeat(37), trigger: { price: "48000" } }, 21018);
  });
  test("[4.2-6] a price between ticks is 21004, outside the range 21005", () => {
    refused({ price: "49000.05" }, 21004);
    refused({ price: "10000000.1" }, 21005);
    refused({ price: "0" }, 21005);
  });
  test("[4.2-7] a size between lots is 21007, outside the range 21008", () => {
    refused({ qty: "0.00015" }, 21007);
    refused({ qty: "100000.0001" }, 21008);
    refused({ qty: "0" }, 21008);
    refused({ type: "MARKET", price: "0", qty: "50000.0001" }, 21008);
    refused({ qty: "0.00015", trigger: { price: "48000" } }, 21007);
    refused({ qty: "100000.0001", trigger: { price: "48000" } }, 21008);
  });
  test("[4.2-8] an order is worth at least 5 USDT (21009) and at most 40 million (21010)", () => {
    const world = new PerpWorld(rich);
    refused({ price: "49990", qty: "0.0001" }, 21009, world);
    refused({ type: "MARKET", price: "0", qty: "0.0001" }, 21016, world);
    expect(world.send({ ...plain, price: "50000", qty: "0.0001" })).toBe(200);
    refused({ price: "50000", qty: "800.0001" }, 21010, world);
    refused({ type: "MARKET", price: "0", qty: "800.0001" }, 21010, world);
  });
  test("[4.2-8 R-6.17] a close is exempt from the smallest value, and as a whole from the smallest size", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.0002", "50000");
    expect(world.send({ by: "alice", do: "close long", qty: "0.0001", price: "49000" })).toBe(200);
    world.sound();
  });
  test("[4.2-9 R-5.6 V080] prices stray at most 5 % to the bad side and 50 % to the good side of the mark", () => {
    const world = new PerpWorld(rich);
    for (const [what, price, code] of [
      ["open long", "52500", 200],
      ["open long", "52500.1", 21006],
      ["open long", "25000", 200],
      ["open long", "24999.9", 21006],
      ["open short", "47500", 200],
      ["open short", "47499.9", 21006],
      ["open short", "75000", 200],
      ["open short", "75000.1", 21006],
    ] as const) {
      const by = what === "open long" ? "alice" : "bob";
      expect(world.send({ by, do: what, price, qty: "0.001" }), `${what} ${price}`).toBe(code);
      world.sweep(by, {});
    }
    world.sound();
  });
});

describe("checks 10 to 12: what the user has already", () => {
  test("[4.2-10] at most 200 open orders in a market: 21011", () => {
    const world = new PerpWorld(rich);
    for (let i = 0; i < 200; i += 1) world.sent({ ...plain, price: `${40_000 + i}`, qty: "0.001" });
    refused({ qty: "0.001" }, 21011, world);
    expect(world.send({ ...plain, market: perp.ethUsdt, price: "2400", qty: "0.01" })).toBe(200);
    world.sound();
  });
  test("[4.2-10] at most 50 waiting orders in a market: 21012", () => {
    const world = new PerpWorld(rich);
    const trigger = { price: "48000", by: "MARK" } as const;
    for (let i = 0; i < 50; i += 1) world.sent({ ...plain, trigger });
    refused({ trigger }, 21012, world);
    world.sound();
  });
  test("[4.2-11 R-4.1] a close without a position is 21020, also one that waits, also of the other position", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    refused({ do: "close short", price: "50000" }, 21020, world);
    refused({ do: "close short", price: "50000", trigger: { price: "48000", by: "MARK" } }, 21020, world);
    expect(world.flash("alice", 2)).toBe(21020);
    expect(world.tpsl("alice", 2, { tp: { price: "40000", by: "MARK" } })).toBe(21020);
  });
  test("[4.2-11 R-6.14 V091] a close finds what resting closes leave: 7 of 10 rest, 4 is 21021, 3 goes", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.001", "50000");
    world.sent({ by: "alice", do: "close long", qty: "0.0007", price: "51000" });
    refused({ do: "close long", qty: "0.0004", price: "51000" }, 21021, world);
    expect(world.state.result.first).toBe(30_000n);
    expect(world.send({ by: "alice", do: "close long", qty: "0.0003", price: "51000" })).toBe(200);
    expect(world.position("alice")).toMatchObject({ qty: 10, closable: 0 });
    world.sound();
  });
  test("[A-15 R-6.14 R-6.11] a close at market makes resting closes give way, newest first; above the position it is 21021", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.001", "50000");
    const closes = ["0.0004", "0.0003", "0.0003"].map((qty, i) =>
      world.sent({ by: "alice", do: "close long", price: `${52_000 + i}`, qty }),
    );
    refused({ do: "close long", qty: "0.0005", ...atMarket }, 21016, world);
    expect(world.open("alice")).toEqual(closes);
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.0002" });
    refused({ do: "close long", qty: "0.0011", ...atMarket }, 21021, world);
    expect(world.state.result.first).toBe(100_000n);
    world.batch();
    world.sent({ by: "alice", do: "close long", qty: "0.0005" });
    expect(world.endings()[0]).toEqual([closes[2], status.canceled, cause.closeTrim, 0]);
    expect(world.perpBook().asks).toEqual(["52000 × 0.0004", "52001 × 0.0001"]);
    expect(world.position("alice")).toMatchObject({ qty: 8, closable: 3 });
    world.sound();
  });
  test("[S1.25 4.2-11 R-4.1] a close never flips into the other side", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.001", "50000");
    refused({ do: "close long", qty: "0.002", price: "50000" }, 21021, world);
  });
  test("[4.2-12] while liquidation rests, an account at its margin opens nothing and lets nothing out: 21022", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    world.status(4, perp.btcUsdt);
    world.status(3, perp.btcUsdt);
    world.sent({ by: "bob", do: "open long", market: perp.ethUsdt, price: "2400", qty: "0.1" });
    halted(world, "49100");
    expect(world.send({ ...plain, market: perp.ethUsdt, price: "2400", qty: "0.1" })).toBe(21022);
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(21022);
    expect(world.send({ by: "alice", do: "close long", qty: "1", price: "49000" })).toBe(21002);
    world.sound();
  });
});

/** The breaker closes the market at a mark that is a tenth away, and the mark then settles at `price`: liquidation is suspended. */
function halted(world: PerpWorld, price: string): void {
  world.status(2, perp.btcUsdt);
  world.feed(perp.btcUsdt, "60000");
  world.batch(1_000);
  expect(world.statusOf()).toBe(3);
  world.feed(perp.btcUsdt, price);
  world.batch(1_000);
  expect(world.markOf()).toBe(price);
}

describe("checks 13 and 14: triggers and TP/SL", () => {
  const world = (): PerpWorld => {
    const made = new PerpWorld(rich);
    made.meet("alice", "bob", "1", "50000");
    return made;
  };
  test("[4.2-13 R-6.1] a trigger between ticks or outside the range is 21030", () => {
    refused({ trigger: { price: "48000.05" } }, 21030, world());
    refused({ trigger: { price: "10000000.1" } }, 21030, world());
    refused({ tp: { price: "60000.05" } }, 21030, world());
  });
  test("[4.2-13 R-6.1 V089] a trigger at the price itself is 21031", () => {
    for (const by of ["LAST", "MARK", "INDEX"] as const) refused({ trigger: { price: "50000", by } }, 21031, world());
  });
  test("[4.2-13 R-6.6] a source that is not there is 21034: nothing has traded, or the index is stale", () => {
    refused({ trigger: { price: "48000", by: "LAST" } }, 21034);
    refused({ tp: { price: "60000", by: "LAST" } }, 21034);
    const stale = world();
    stale.batch(11_000);
    refused({ trigger: { price: "48000", by: "INDEX" } }, 21034, stale);
    expect(stale.send({ ...plain, trigger: { price: "48000", by: "MARK" } })).toBe(200);
  });
  test("[4.2-14 R-6.8] TP and SL on the wrong side of their source are 21032", () => {
    for (const by of ["LAST", "MARK", "INDEX"] as const) {
      refused({ tp: { price: "50000", by } }, 21032, world());
      refused({ sl: { price: "50000", by } }, 21032, world());
      refused({ do: "open short", price: "51000", tp: { price: "50000", by } }, 21032, world());
      refused({ do: "open short", price: "51000", sl: { price: "50000", by } }, 21032, world());
    }
    const made = world();
    expect(made.tpsl("alice", 1, { tp: { price: "49999.9", by: "MARK" } })).toBe(21032);
    expect(made.tpsl("alice", 1, { sl: { price: "50000.1", by: "MARK" } })).toBe(21032);
    expect(made.tpsl("bob", 2, { tp: { price: "50000.1", by: "MARK" } })).toBe(21032);
    expect(made.tpsl("bob", 2, { sl: { price: "49999.9", by: "MARK" } })).toBe(21032);
    made.sound();
  });
  test("[4.2-14 R-6.7] at most 20 TP/SL a position, position's and parts together: 21033", () => {
    const made = world();
    expect(made.tpsl("alice", 1, { tp: { price: "51000" }, sl: { price: "49000" } })).toBe(200);
    for (let i = 0; i < 18; i += 1) expect(made.tpsl("alice", 1, { qty: "0.1", tp: { price: "51000" } })).toBe(200);
    expect(made.tpsl("alice", 1, { qty: "0.1", tp: { price: "51000" } })).toBe(21033);
    refused({ sl: { price: "48000" } }, 21033, made);
    expect(made.tpsl("alice", 1, { tp: { price: "52000" } })).toBe(200);
    expect(made.waiting("alice")).toHaveLength(20);
    made.sound();
  });
  test("[R-6.7] a TP/SL of the whole position is MARKET, and one without price is nothing: 21003", () => {
    const made = world();
    expect(made.tpsl("alice", 1, { tp: { price: "51000", limit: "51000" } })).toBe(21003);
    expect(made.tpsl("alice", 1, {})).toBe(21003);
    expect(made.tpsl("alice", 1, { tp: { price: "51000" }, qty: "0.00005" })).toBe(21007);
    expect(
      made.do(journaled({ type: "set_tpsl", uid: people.alice, key: noKey, market: 99, posSide: 1, qty: 0 })),
    ).toBe(21001);
    made.sound();
  });
});
