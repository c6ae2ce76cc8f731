import { describe, expect, test } from "vitest";
import { perp, PerpWorld, type PerpOrder } from "../../sim/index.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"] };
const plain: PerpOrder = { by: "alice", do: "open long", price: "49000", qty: "0.01" };

function refused(wish: Partial<PerpOrder>, code: number, world = new PerpWorld(rich)): void {
  const book = world.perpBook(wish.market);
  const cash = world.cash("alice");
  expect([wish, world.send({ ...plain, ...wish })]).toEqual([wish, code]);
  expect(world.perpBook(wish.market)).toEqual(book);
  expect(world.cash("alice")).toBe(cash);
  world.sound();
}

describe("checks 15 to 17: what an opening order may be worth", () => {
  test("[4.2-15 R-8.4 V092] a position and its orders stay under the cap of its leverage: 21042", () => {
    const world = new PerpWorld({ alice: ["1000000 USDT"], bob: ["1000000 USDT"] });
    world.leverage("alice", 125);
    expect(world.send({ ...plain, price: "50000", qty: "1" })).toBe(200);
    refused({ price: "50000", qty: "0.0001" }, 21042, world);
    expect([world.state.result.first, world.state.result.second]).toEqual([5_000_000_000_000n, 5_000_500_000_000n]);
    expect(world.leverage("alice", 100)).toBe(200);
    expect(world.send({ ...plain, price: "50000", qty: "4" })).toBe(200);
    refused({ price: "50000", qty: "0.0001" }, 21042, world);
    // Both sides are counted apart: in hedge mode they lead to two positions.
    expect(world.send({ ...plain, do: "open short", price: "50000.1", qty: "4.9" })).toBe(200);
    world.sound();
  });
  test("[4.2-15 R-8.4] the position counts at mark", () => {
    const world = new PerpWorld({ alice: ["1000000 USDT"], bob: ["1000000 USDT"] });
    world.leverage("alice", 125);
    world.meet("alice", "bob", "0.99", "50000");
    world.mark("50500");
    refused({ price: "50000", qty: "0.0002" }, 21042, world);
    expect(world.send({ ...plain, price: "50000", qty: "0.0001" })).toBe(200);
    world.sound();
  });
  test("[4.2-15 R-8.2] a leverage that the contract no longer has is 21043", () => {
    const world = new PerpWorld(rich);
    world.leverage("alice", 125);
    world.reconfigure(perp.btcUsdt, {
      maxLeverage: 50,
      tiers: [{ cap: 100_000_000_000_000n, maxLeverage: 50, mmr: 1_000_000 }],
    });
    refused({}, 21043, world);
    expect(world.state.result.first).toBe(50n);
    world.leverage("alice", 50);
    expect(world.send(plain)).toBe(200);
  });
  test("[4.2-15 R-2.6 V114] open interest at mark and the order at its price stay under the cap: 21046", () => {
    const world = new PerpWorld({ alice: ["1000000 USDT"], bob: ["1000000 USDT"], carol: ["1000000 USDT"] });
    world.reconfigure(perp.btcUsdt, { oiCap: 100_000_00_000_000n });
    world.meet("alice", "bob", "1", "50000");
    const more: PerpOrder = { by: "carol", do: "open long", price: "50000", qty: "1" };
    refused({ ...more, price: "50000.1" }, 21046, world);
    refused({ ...more, qty: "1.0001" }, 21046, world);
    const id = world.sent(more);
    // Resting orders are not counted, a raised amend is.
    expect(world.send({ by: "carol", do: "open long", price: "49000", qty: "1" })).toBe(200);
    expect(world.amend("carol", id, { qty: "1.0001" })).toBe(21046);
    expect(world.send({ by: "alice", do: "close long", price: "50000.1", qty: "1" })).toBe(200);
    world.sound();
  });
  test("[4.2-16 R-8.6 V093] an isolated order that would be liquidated on its fill is 21044", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 100);
    refused({ price: "52000", qty: "0.1" }, 21044, world);
    expect(world.send({ ...plain, price: "50100", qty: "0.1" })).toBe(200);
    expect(world.send({ ...plain, do: "open short", price: "49750", qty: "0.1" })).toBe(200);
    refused({ do: "open short", price: "49700", qty: "0.1" }, 21044, world);
    world.sound();
  });
  test("[4.2-17] a cross order without margin is 21041, and says how much was needed and there", () => {
    const world = new PerpWorld({ alice: ["100 USDT"] });
    refused({ price: "50000", qty: "0.04" }, 21041, world);
    expect([world.state.result.first, world.state.result.second]).toEqual([10_110_000_000n, 10_000_000_000n]);
    expect(world.send({ ...plain, price: "50000", qty: "0.039" })).toBe(200);
    expect(world.account("alice")).toMatchObject({ orderMargin: 9_857_250_000n, hold: 0n });
    world.sound();
  });
  test("[4.2-17] an isolated order without cash is 21041; its reserve stands in hold", () => {
    const world = new PerpWorld({ alice: ["100 USDT"] });
    world.mode("alice", "isolated");
    refused({ price: "50000", qty: "0.04" }, 21041, world);
    expect(world.send({ ...plain, price: "50000", qty: "0.039" })).toBe(200);
    expect(world.account("alice")).toMatchObject({ orderMargin: 0n, hold: 9_857_250_000n, cash: 142_750_000n });
    world.sound();
  });
});

describe("checks 18 and 19: what the book has", () => {
  test("[4.2-18] a market order meets an empty side: 21016", () => {
    refused({ type: "MARKET", price: "0" }, 21016);
  });
  test("[4.2-19 R-5.4] post only that would take, also one's own, is 21014 and never repriced", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.1" });
    refused({ price: "50000", postOnly: true }, 21014, world);
    expect(world.send({ by: "bob", do: "open long", price: "50000", qty: "0.1", postOnly: true })).toBe(21014);
    expect(world.send({ ...plain, price: "49999.9", postOnly: true })).toBe(200);
    world.sound();
  });
  test("[4.2-19 R-5.7] a fill-or-kill that the book cannot fill is 21015 and leaves no trace", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.1" });
    refused({ price: "50000", qty: "0.1001", tif: "FOK" }, 21015, world);
    expect(world.position("bob", 2)).toBeUndefined();
    expect(world.send({ ...plain, price: "50000", qty: "0.1", tif: "FOK" })).toBe(200);
    expect(world.position("bob", 2)).toMatchObject({ qty: 1_000 });
    world.sound();
  });
});

test("[4.2] the first failure wins, down the whole table", () => {
  const world = new PerpWorld({ alice: ["1 USDT"], bob: ["100000 USDT"] });
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.1" });
  const wishes: [Partial<PerpOrder>, number][] = [
    [{ market: 99 }, 21001],
    [{ market: perp.ethUsd }, 21002],
    [{}, 21003],
    [{ type: "MARKET", tif: "GTC", price: "0", postOnly: false }, 21017],
    [{ postOnly: false }, 21018],
    [{ postOnly: false, key: "k1" }, 21004],
    [{ postOnly: false, key: "k2", price: "0" }, 21005],
    [{ postOnly: false, key: "k3", price: "60000" }, 21007],
    [{ postOnly: false, key: "k4", price: "60000", qty: "200000" }, 21008],
    [{ postOnly: false, key: "k5", price: "60000", qty: "1000" }, 21010],
    [{ postOnly: false, key: "k6", price: "60000", qty: "11" }, 21006],
    [{ postOnly: false, key: "k7", price: "51000", qty: "11" }, 21032],
    [{ postOnly: false, key: "k8", price: "51000", qty: "600", tp: { price: "60000", by: "MARK" } }, 21042],
    [{ postOnly: false, key: "k9", price: "51000", qty: "11", tp: { price: "60000", by: "MARK" } }, 21041],
  ];
  world.status(3, perp.ethUsd);
  const worst: PerpOrder = {
    by: "alice",
    do: "open long",
    postOnly: true,
    tif: "FOK",
    price: "60000.05",
    qty: "0.00015",
    tp: { price: "1", by: "MARK" },
  };
  const long = "x".repeat(36);
  for (const [i, [wish, code]] of wishes.entries())
    expect(world.send({ ...worst, key: `${long}${i}`, ...wish }), `${code}`).toBe(code);
  world.fund("alice", "1000000 USDT");
  expect(world.send({ ...plain, price: "51000", qty: "11", tif: "FOK" })).toBe(21015);
  world.sound();
});
