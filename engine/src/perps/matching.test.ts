import { describe, expect, test } from "vitest";
import { perp, PerpWorld, type PerpOrder } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };

describe("price and time", () => {
  test("[R-5.1 R-5.2] best price first, then the oldest; the trade is at the resting price", () => {
    const world = new PerpWorld(rich);
    const dear = world.sent({ by: "bob", do: "open short", price: "50010", qty: "0.01" });
    const first = world.sent({ by: "carol", do: "open short", price: "50000", qty: "0.01" });
    const second = world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.01" });
    world.batch();
    world.sent({ by: "alice", do: "open long", price: "50020", qty: "0.025" });
    expect(world.fills()).toEqual([
      [first, 500_000, 100],
      [second, 500_000, 100],
      [dear, 500_100, 50],
    ]);
    expect(world.perpBook()).toEqual({ bids: [], asks: ["50010 × 0.005"] });
    world.sound();
  });
  test("[R-5.5 V080] a market order ends at its protection price, the rest EXPIREs (PROTECTION)", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "51500", qty: "0.01" });
    world.sent({ by: "bob", do: "open short", price: "51500.1", qty: "0.01" });
    world.batch();
    const id = world.sent({ by: "alice", do: "open long", qty: "0.02" });
    expect(world.endings().at(-1)).toEqual([id, status.expired, cause.protection, 100]);
    world.batch();
    world.sent({ by: "bob", do: "open long", price: "48500", qty: "0.01" });
    world.sent({ by: "bob", do: "open long", price: "48499.9", qty: "0.01" });
    world.batch();
    const sold = world.sent({ by: "alice", do: "open short", qty: "0.02" });
    expect(world.endings().at(-1)).toEqual([sold, status.expired, cause.protection, 100]);
    expect(world.account("alice")).toMatchObject({ orderMargin: 0n });
    world.sound();
  });
  test("[R-5.7] IOC fills what it can inside its limit and the rest EXPIREs", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.01" });
    world.batch();
    const id = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.02", tif: "IOC" });
    expect(world.endings().at(-1)).toEqual([id, status.expired, cause.ioc, 100]);
    expect(world.account("alice")).toMatchObject({ orderMargin: 0n });
    world.sound();
  });
});

describe("one's own orders", () => {
  /** V081: o1 of bob, o2 of alice, o3 of carol; alice then buys 12 lots up to 50,001. */
  const meet = (stp: 0 | 1 | 2, tif: PerpOrder["tif"] = "GTC", qty = "0.0012") => {
    const world = new PerpWorld(rich);
    const o1 = world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.0005" });
    const o2 = world.sent({ by: "alice", do: "open short", price: "50000", qty: "0.0004" });
    const o3 = world.sent({ by: "carol", do: "open short", price: "50001", qty: "0.001" });
    world.batch();
    const code = world.send({ by: "alice", do: "open long", price: "50001", qty, stp, tif });
    world.sound();
    return { world, code, o1, o2, o3, taker: world.state.result.ref };
  };
  test("[R-5.8 V081] EXPIRE_MAKER: the resting order goes, the taker goes on", () => {
    const { world, o1, o2, o3, taker } = meet(0);
    expect(world.fills()).toEqual([
      [o1, 500_000, 5],
      [o3, 500_010, 7],
    ]);
    expect(world.endings()).toEqual([
      [o1, status.filled, cause.none, 5],
      [o2, status.expired, cause.stp, 0],
      [taker, status.filled, cause.none, 12],
    ]);
    expect(world.perpBook()).toEqual({ bids: [], asks: ["50001 × 0.0003"] });
    expect(world.account("alice")).toMatchObject({ orderMargin: 0n });
  });
  test("[R-5.8 V082] EXPIRE_TAKER: the rest of the taker goes, the resting order stays", () => {
    const { world, o1, taker } = meet(1);
    expect(world.fills()).toEqual([[o1, 500_000, 5]]);
    expect(world.endings().at(-1)).toEqual([taker, status.expired, cause.stp, 5]);
    expect(world.perpBook()).toEqual({ bids: [], asks: ["50000 × 0.0004", "50001 × 0.001"] });
  });
  test("[R-5.8 V083] EXPIRE_BOTH: both rests go", () => {
    const { world, o2, taker } = meet(2);
    expect(world.endings().slice(1)).toEqual([
      [o2, status.expired, cause.stp, 0],
      [taker, status.expired, cause.stp, 5],
    ]);
    expect(world.perpBook()).toEqual({ bids: [], asks: ["50001 × 0.001"] });
    expect(world.account("alice")).toMatchObject({ orderMargin: 0n });
  });
  test("[R-5.7 V084] a fill-or-kill counts only what others offer: 15 lots fill, 16 do not", () => {
    expect(meet(0, "FOK", "0.0016").code).toBe(21015);
    const { world, code, o2 } = meet(0, "FOK", "0.0015");
    expect(code).toBe(200);
    expect(world.endings()).toContainEqual([o2, status.expired, cause.stp, 0]);
    expect(world.perpBook()).toEqual({ bids: [], asks: [] });
  });
});

describe("no fill into liquidation", () => {
  /** V100: alice bids 50,000 at 125×, alone; then the mark falls to `mark`. */
  const fallen = (mark: string): { world: PerpWorld; bid: number } => {
    const world = new PerpWorld({ ...rich, alice: ["427.5 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 125);
    const bid = world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
    expect(world.account("alice")).toMatchObject({ cash: 0n, hold: 42_750_000_000n });
    world.mark(mark);
    return { world, bid };
  };
  test("[R-8.13 V100] the bid that would be liquidated EXPIREs (MARGIN), the seller goes on to the next", () => {
    const { world, bid } = fallen("48500");
    const next = world.sent({ by: "carol", do: "open long", price: "48400", qty: "1" });
    world.batch();
    world.sent({ by: "bob", do: "open short", qty: "1" });
    expect(world.endings()[0]).toEqual([bid, status.expired, cause.margin, 0]);
    expect(world.fills()).toEqual([[next, 484_000, 10_000]]);
    expect(world.account("alice")).toMatchObject({ cash: 42_750_000_000n, hold: 0n });
    expect(world.position("carol")).toMatchObject({ entryValue: 4_840_000_000_000n, fees: 968_000_000n });
    world.sound();
  });
  test("[R-8.13 V101] it still fills at a mark of 49,799.2 and not one tick lower", () => {
    const at = fallen("49799.2");
    at.world.sent({ by: "bob", do: "open short", price: "50000", qty: "1", tif: "IOC" });
    expect(at.world.position("alice")).toMatchObject({ isoMargin: 40_000_000_000n, uPnl: -20_080_000_000n });
    expect(at.world.position("alice")).toMatchObject({ maintenanceMargin: 19_919_680_000n });
    at.world.sound();
    const below = fallen("49799.1");
    below.world.sent({ by: "bob", do: "open short", price: "50000", qty: "1", tif: "IOC" });
    expect(below.world.positions("alice")).toEqual([]);
    below.world.sound();
  });
  test("[R-8.13 V102] a cross maker: equity after fee and fill, with a losing position beside it", () => {
    for (const [mark, qty] of [
      ["49800", 10_000],
      ["49700", undefined],
    ] as const) {
      const world = new PerpWorld({ ...rich, alice: ["1007.68 USDT"] });
      world.leverage("alice", 100, perp.ethUsdt);
      world.leverage("alice", 125);
      world.mark("2400", perp.ethUsdt);
      world.sent({ by: "alice", do: "open long", qty: "16", price: "2400", market: perp.ethUsdt });
      world.sent({ by: "carol", do: "open short", qty: "16", price: "2400", market: perp.ethUsdt });
      expect(world.cash("alice")).toBe("1000");
      const bid = world.sent({ by: "alice", do: "open long", qty: "1", price: "50000" });
      world.mark("2375", perp.ethUsdt);
      world.mark(mark);
      world.batch();
      world.sent({ by: "bob", do: "open short", qty: "1", price: "50000", tif: "IOC" });
      expect(world.position("alice")?.qty).toBe(qty);
      if (qty === undefined) expect(world.endings()[0]).toEqual([bid, status.expired, cause.margin, 0]);
      else
        expect(world.account("alice")).toMatchObject({ equity: 39_000_000_000n, maintenanceMargin: 35_120_000_000n });
      world.sound();
    }
  });
  test("[R-5.7 V103] a fill-or-kill counts only fills that are allowed: 10,000 lots fill, 10,001 do not", () => {
    for (const [qty, code] of [
      ["1.0001", 21015],
      ["1", 200],
    ] as const) {
      const { world } = fallen("48500");
      world.sent({ by: "carol", do: "open long", price: "48400", qty: "1" });
      expect(world.send({ by: "bob", do: "open short", price: "48400", qty, tif: "FOK" })).toBe(code);
      expect(world.perpBook().bids).toEqual(code === 200 ? [] : ["50000 × 1", "48400 × 1"]);
      world.sound();
    }
  });
  test("[R-5.7 R-6.2] what a fill-or-kill tried and took back has not traded: no trigger fires by it", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "50000");
    const waits = world.sent({ by: "carol", do: "open long", qty: "0.01", trigger: { price: "50010" } });
    world.sent({ by: "bob", do: "open short", price: "50010", qty: "0.01" });
    expect(world.send({ by: "alice", do: "open long", price: "50010", qty: "0.02", tif: "FOK" })).toBe(21015);
    expect(world.waiting("carol").map(({ id }) => id)).toEqual([waits]);
    world.sent({ by: "alice", do: "open long", price: "50010", qty: "0.005", tif: "FOK" });
    expect(world.waiting("carol")).toEqual([]);
    world.sound();
  });
  test("[R-5.7 R-6.9] a pair attached to a fill-or-kill that came out short is gone with it", () => {
    const world = new PerpWorld(rich);
    world.meet("carol", "bob", "0.01", "50000");
    world.sent({ by: "bob", do: "open short", price: "50010", qty: "0.01" });
    const wish: PerpOrder = { by: "alice", do: "open long", price: "50010", qty: "0.02", tif: "FOK" };
    expect(world.send({ ...wish, tp: { price: "51000" }, sl: { price: "49000" } })).toBe(21015);
    expect(world.waiting("alice")).toEqual([]);
    world.sound();
  });

  /** Dave sells 0.2 or nothing: the trial takes Alice's 0.1 and then meets his own bid, at which it has to stop. */
  function triedInVain(world: PerpWorld): void {
    world.sent({ by: "dave", do: "open long", price: "49899", qty: "0.1" });
    world.sent({ by: "carol", do: "open long", price: "49898", qty: "0.1" });
    const wish: PerpOrder = { by: "dave", do: "open short", price: "49898", qty: "0.2", tif: "FOK", stp: 1 };
    expect(world.send(wish)).toBe(21015);
  }
  test("[A-20 R-5.7 R-6.2] nor does a trigger on LAST fire by a trial that met some of its orders", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "50000");
    world.sent({ by: "alice", do: "open long", price: "49900", qty: "0.1" });
    const waits = world.sent({ by: "bob", do: "open short", qty: "0.01", trigger: { price: "49950" } });
    triedInVain(world);
    expect(world.waiting("bob").map(({ id }) => id)).toEqual([waits]);
    world.sound();
  });
  test("[A-20 R-5.7 R-6.9] TP/SL that a trial woke sleep on with their order when it is taken back", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    const sl = { price: "49950", by: "MARK" } as const;
    world.sent({ by: "alice", do: "open long", price: "49900", qty: "0.1", sl });
    // The mark passes the stop loss of an order that has not filled: that is no reason to fire.
    world.mark("49940");
    triedInVain(world);
    expect([world.position("alice")?.qty, world.waiting("alice").map(({ phase }) => phase)]).toEqual([10_000, [0]]);
    world.sound();
  });
});

describe("no close beyond bankruptcy", () => {
  /** V109: long 1 BTC at 50,000 with its own margin; the mark is 49,300. */
  const long = (leverage: number, bids: readonly [string, string][]): PerpWorld => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", leverage);
    world.meet("alice", "bob", "1", "50000");
    world.mark("49300");
    for (const [price, qty] of bids) world.sent({ by: "carol", do: "open long", price, qty });
    world.batch();
    return world;
  };
  test("[R-5.9 R-5.5 V109] a market close takes the tighter of protection and bankruptcy price", () => {
    const poor = long(50, [
      ["49100", "0.4"],
      ["49000", "0.1"],
      ["48999.9", "1"],
    ]);
    const id = poor.sent({ by: "alice", do: "close long", qty: "1" });
    expect(poor.endings().at(-1)).toEqual([id, status.expired, cause.protection, 5_000]);
    poor.sound();
    const rich20 = long(20, [
      ["48999.9", "0.4"],
      ["47821", "0.1"],
      ["47820.9", "1"],
    ]);
    rich20.sent({ by: "alice", do: "close long", qty: "1" });
    expect(rich20.position("alice")).toMatchObject({ qty: 5_000 });
    rich20.sound();
  });
  test("[R-5.9] an IOC so tightened that fills nothing is 21045; a rest keeps the tightened price", () => {
    const world = long(50, [["48999.9", "1"]]);
    expect(world.send({ by: "alice", do: "close long", qty: "1" })).toBe(21045);
    expect(world.send({ by: "alice", do: "close long", qty: "1", price: "48000", tif: "IOC" })).toBe(21045);
    expect(world.send({ by: "alice", do: "close long", qty: "1", price: "48000", tif: "FOK" })).toBe(21015);
    expect(world.send({ by: "alice", do: "close long", qty: "1", price: "48000" })).toBe(200);
    expect(world.perpBook().asks).toEqual(["49000 × 1"]);
    world.sound();
  });
  test("[R-5.9] an IOC close that its own limit keeps from filling just EXPIREs", () => {
    const world = long(50, [["49000", "1"]]);
    const id = world.sent({ by: "alice", do: "close long", qty: "1", price: "49200", tif: "IOC" });
    expect(world.endings()).toEqual([[id, status.expired, cause.ioc, 0]]);
    world.sound();
  });
  test("[R-5.9] a resting close met beyond it EXPIREs (MARGIN) and matching goes on", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    expect(world.addMargin("alice", 1, "1000")).toBe(200);
    const close = world.sent({ by: "alice", do: "close long", qty: "1", price: "48500" });
    expect(world.addMargin("alice", 1, "-1000")).toBe(200);
    const dear = world.sent({ by: "carol", do: "open short", qty: "0.1", price: "49000" });
    world.batch();
    world.sent({ by: "dave", do: "open long", qty: "0.1", price: "49000" });
    expect(world.endings()[0]).toEqual([close, status.expired, cause.margin, 0]);
    expect(world.fills()).toEqual([[dear, 490_000, 1_000]]);
    expect(world.position("alice")).toMatchObject({ qty: 10_000, closable: 10_000 });
    world.sound();
  });
  test("[R-5.9 V094] the price of a cross position counts cash and what its other positions make at mark", () => {
    const world = new PerpWorld({ ...rich, alice: ["1517.5 USDT"] });
    world.leverage("alice", 125);
    world.leverage("alice", 100, perp.ethUsdt);
    world.sent({ by: "alice", do: "open long", qty: "1", price: "50000" });
    world.sent({ by: "bob", do: "open short", qty: "1", price: "50000" });
    world.sent({ by: "alice", do: "open long", qty: "15", price: "2500", market: perp.ethUsdt });
    world.sent({ by: "carol", do: "open short", qty: "15", price: "2500", market: perp.ethUsdt });
    expect(world.cash("alice")).toBe("1500");
    world.mark("2486.66", perp.ethUsdt);
    expect(world.position("alice", 1, perp.ethUsdt)).toMatchObject({ uPnl: -20_010_000_000n });
    expect(world.position("alice")).toMatchObject({ bankruptcyTicks: 487_001 });
    world.sound();
  });
});
