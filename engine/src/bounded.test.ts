import { type Command, noKey } from "@tidemark/contracts/journal";
import { describe, expect, test, vi } from "vitest";
import { asset, btcUsdt, journaled, people, perp, PerpWorld } from "../sim/index.ts";
import { apply, beginBatch, resume } from "./apply.ts";
import { workPerSlice } from "./memory/slices.ts";

const one = 100_000_000n;
const money = ["1000000 USDT"];
const firstUid = 1_000;
const names = ["bob", "carol", "dave", "erin", "frank"] as const;
const rich = { alice: money, bob: money, carol: money, dave: money, erin: money, frank: money };

type Step = () => boolean;

/** Runs to its end; tells the work of all slices together, and of the largest. */
function worked(world: PerpWorld, begin: Step): { all: number; largest: number } {
  const { memory } = world.state;
  const before = memory.work;
  let largest = 0;
  for (let step = begin; ; step = () => resume(world.state)) {
    const from = memory.work;
    const isDone = step();
    largest = Math.max(largest, memory.work - from);
    if (isDone) return { all: memory.work - before, largest };
  }
}

const command =
  (world: PerpWorld, c: Command): Step =>
  () =>
    apply(world.state, c, 900);
const second = (world: PerpWorld): Step => {
  world.at += 1_000;
  return () => beginBatch(world.state, world.at);
};

/** So many users with 40 USDT each, isolated at 100 ×, long 0.005 BTC at 50,000 against Bob, or against one more user each. */
function crowd(count: number, against: "bob" | "each" = "bob", mode: "cross" | "isolated" = "cross"): PerpWorld {
  const world = new PerpWorld(rich);
  world.mode("bob", mode);
  world.leverage("bob", 100);
  const size = `${((count + 1) * 5) / 1_000}`;
  if (against === "bob") world.sent({ by: "bob", do: "open short", qty: size, price: "50000" });
  else for (let i = 0; i < count; i += 1) join(world, firstUid + count + i, 2);
  for (let i = 0; i < count; i += 1) join(world, firstUid + i, 1);
  return world;
}

function join(world: PerpWorld, uid: number, posSide: 1 | 2): void {
  const of = { key: noKey, market: perp.btcUsdt } as const;
  for (const c of [
    world.wallet({ type: "credit_deposit", uid, asset: asset.usdt, amount: 40n * one, reference: `given ${uid}` }),
    transfer(uid),
    journaled({ type: "set_margin_mode", uid, ...of, mode: 1 }),
    journaled({ type: "set_leverage", uid, ...of, posSide: 0, leverage: 100 }),
    opening(uid, posSide),
  ])
    expect(world.do(c)).toBe(200);
}

const transfer = (uid: number): Command =>
  journaled({
    type: "transfer",
    uid,
    key: noKey,
    fromProduct: 1,
    fromSub: 0,
    toProduct: 4,
    toSub: 0,
    asset: asset.usdt,
    amount: 40n * one,
  });

const opening = (uid: number, posSide: 1 | 2): Command =>
  journaled({
    type: "place_order",
    uid,
    key: noKey,
    market: perp.btcUsdt,
    product: 0,
    side: posSide - 1,
    orderType: 0,
    tif: posSide === 1 ? 1 : 0,
    postOnly: false,
    stp: 0,
    price: 5_000_000_000_000,
    qty: 500_000,
    quoteAmount: 0,
    posSide,
  });

/** A stop loss of each at one price, of the whole position or of a part. */
function stops(world: PerpWorld, count: number, by: number, price: number, qty = 0): void {
  const of = { key: noKey, market: perp.btcUsdt, posSide: 1, qty } as const;
  for (let uid = firstUid; uid < firstUid + count; uid += 1)
    expect(world.do(journaled({ type: "set_tpsl", uid, ...of, sl: { price, by, limit: 0 } }))).toBe(200);
}

const most = 2 * workPerSlice;
/** Twice as many may cost a little more than twice the work. */
const growthMax = 2.4;
const sizes = [150, 300] as const;

describe("a cascade costs as much as it has members", () => {
  const grows = (work: (count: number) => { all: number; largest: number }): void => {
    const [less, more] = sizes.map(work) as [ReturnType<typeof work>, ReturnType<typeof work>];
    expect(more.all / less.all).toBeLessThan(growthMax);
    expect(Math.max(less.largest, more.largest)).toBeLessThanOrEqual(most);
  };

  test("[A-21 R-11.2] liquidations by one mark", () =>
    grows((count) => {
      const world = crowd(count);
      world.sent({ by: "carol", do: "open long", price: "49400", qty: `${count / 100}` });
      world.feed(perp.btcUsdt, "49600");
      const work = worked(world, second(world));
      expect(world.told("taken_over")).toHaveLength(count);
      world.sound();
      return work;
    }));

  test("[A-21 R-12.6] liquidations that end in deleveraging", () =>
    grows((count) => {
      const world = crowd(count, "each");
      world.setFund("0");
      world.feed(perp.btcUsdt, "49600");
      const work = worked(world, second(world));
      expect(world.told("deleveraged").reduce((sum, { qty }) => sum + qty, 0)).toBe(count * 50);
      world.sound();
      return work;
    }));

  test("[A-21 R-12.6] one position that covers them all is scored again each time, whatever its mode", () => {
    for (const mode of ["cross", "isolated"] as const) {
      const world = crowd(20, "bob", mode);
      world.setFund("0");
      world.mark("49600");
      expect(world.told("deleveraged").map(({ uid, qty }) => [uid, qty])).toEqual(Array(20).fill([people.bob, 50]));
      expect([world.statusOf(), world.enginePosition(1)]).toEqual([2, 0]);
      world.sound();
    }
  });

  test("[A-21 R-6.4] stops on MARK, and stops on LAST that their own trades hit", () => {
    for (const by of [1, 0])
      grows((count) => {
        const world = crowd(count);
        stops(world, count, by, 4_990_000_000_000);
        world.sent({ by: "carol", do: "open long", price: "49900", qty: `${count / 100}` });
        if (by === 1) world.feed(perp.btcUsdt, "49900");
        const sold = world.perpOrder({ by: "dave", do: "open short", type: "MARKET", qty: "0.01" });
        const work = worked(world, by === 1 ? second(world) : command(world, sold));
        expect(world.endedTriggers()).toHaveLength(count);
        world.sound();
        return work;
      });
  });

  test("[A-21 R-6.10] armed stops on an empty side cost nothing each second, and go when that side has something", () => {
    const count = 200;
    const world = crowd(count);
    stops(world, count, 1, 4_990_000_000_000);
    world.mark("49900");
    expect(world.told("trigger_ended")).toHaveLength(0);
    world.feed(perp.btcUsdt, "49899.9");
    expect(worked(world, second(world)).all).toBeLessThan(count);
    world.batch();
    worked(world, command(world, world.perpOrder({ by: "carol", do: "open long", price: "49890", qty: "2" })));
    expect(world.endedTriggers()).toHaveLength(count);
    world.sound();
  });

  test("[A-21 R-6.4 R-6.6] stops that were hit and may not fire when their turn comes wait on, and fire when they may", () => {
    const world = crowd(3);
    stops(world, 3, 1, 4_990_000_000_000, 100_000);
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "3" });
    // The first of them fails inside, and its market takes only cancels.
    vi.spyOn(world.state.ledger, "beginEntry").mockImplementationOnce(() => {
      throw new Error("planned");
    });
    world.mark("49900");
    expect([world.statusOf(), world.told("trigger_ended")]).toEqual([3, []]);
    world.state.fault = undefined;
    world.sound();
    world.status(2, perp.btcUsdt);
    expect(world.endedTriggers()).toHaveLength(3);
    world.sound();
  });
});

describe("a fill-or-kill order", () => {
  /** Others offer 0.001 each, 300 orders to a user, at so many prices. */
  function offers(levels: number, makers: number): PerpWorld {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsdt, { maxOpenOrders: 300 });
    for (let i = 0; i < makers; i += 1) {
      const by = names[Math.floor(i / 250)]!;
      world.sent({ by, do: "open short", price: `${50_000 + (i % levels)}`, qty: "0.001" });
    }
    world.batch();
    return world;
  }
  const order = (world: PerpWorld, lots: number): Command =>
    world.perpOrder({ by: "alice", do: "open long", price: "51000", qty: `${lots / 1_000}`, tif: "FOK" });

  test("[A-20 R-5.7] is filled by a thousand resting orders and refused (21015) where it takes one more", () => {
    const world = offers(10, 1_001);
    expect(worked(world, command(world, order(world, 1_001))).largest).toBeLessThanOrEqual(most);
    expect([world.state.result.code, world.position("alice")]).toEqual([21_015, undefined]);
    expect(worked(world, command(world, order(world, 1_000))).largest).toBeLessThanOrEqual(most);
    expect([world.state.result.code, world.position("alice")?.qty]).toEqual([200, 10_000]);
    world.sound();
  });
  test("[A-20 R-5.7] that asks for more than others offer is refused by a look at the levels, without a trial", () => {
    const world = offers(200, 600);
    expect(worked(world, command(world, order(world, 601))).all).toBeLessThan(300);
    expect(world.state.result.code).toBe(21_015);
    worked(world, command(world, order(world, 600)));
    expect([world.state.result.code, world.position("alice")?.qty]).toEqual([200, 6_000]);
  });
  test("[A-20 R-5.7] on spot is filled by a thousand resting orders and refused where it takes one more", () => {
    const world = new PerpWorld();
    for (const name of ["alice", ...names] as const)
      for (const text of ["1000000 USDT", "5 BTC"]) world.give(name, text);
    // 200 orders of each of the five, of Alice none: a thousand; and one in the way of the last.
    for (const name of names)
      for (let i = 0; i < 200; i += 1)
        world.placed({ by: name, side: "SELL", price: `${50_000 + (i % 20)}`, qty: "0.001" });
    const uid = 2_000;
    for (const c of [
      world.wallet({ type: "credit_deposit", uid, asset: asset.btc, amount: one, reference: `given ${uid}` }),
      journaled({ ...transferOf(uid), amount: one }),
    ])
      expect(world.do(c)).toBe(200);
    expect(world.do(spot(uid, 5_001_900_000_000))).toBe(200);
    expect(world.place({ by: "alice", side: "BUY", price: "50100", qty: "1.001", tif: "FOK" })).toBe(21_015);
    expect(world.place({ by: "alice", side: "BUY", price: "50100", qty: "1", tif: "FOK" })).toBe(200);
    expect(world.balance("alice", "BTC")).toBe("5.999");
  });
  const transferOf = (uid: number) =>
    ({
      type: "transfer",
      uid,
      key: noKey,
      fromProduct: 1,
      fromSub: 0,
      toProduct: 2,
      toSub: 0,
      asset: asset.btc,
    }) as const;
  const spot = (uid: number, price: number): Command =>
    journaled({
      type: "place_order",
      uid,
      key: noKey,
      market: btcUsdt,
      product: 2,
      side: 1,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price,
      qty: 100_000,
      quoteAmount: 0,
      posSide: 0,
    });
});

describe("no slice counts much more than it may", () => {
  test("[A-22 R-2.4] when a market with many positions, orders and triggers is settled", () => {
    const count = 500;
    const world = crowd(count);
    stops(world, count, 1, 4_900_000_000_000);
    for (let i = 0; i < 150; i += 1) world.sent({ by: "carol", do: "open long", price: `${45_000 + i}`, qty: "0.01" });
    world.status(3, perp.btcUsdt);
    const settle = world.operator({ type: "settle_market", market: perp.btcUsdt, mark: 5_010_000_000_000 });
    const { all, largest } = worked(world, command(world, settle));
    expect(all).toBeGreaterThan(3 * workPerSlice);
    expect(largest).toBeLessThanOrEqual(most);
    expect(world.told("market_settled")[0]!.positions).toBe(count + 1);
    world.sound();
  });
  test("[A-22 R-10.4] when funding is settled", () => {
    const count = 500;
    const world = crowd(count);
    world.beforeFunding();
    const { all, largest } = worked(world, second(world));
    expect(all).toBeGreaterThan(3 * workPerSlice);
    expect(largest).toBeLessThanOrEqual(most);
    expect(world.told("funding_paid")).toHaveLength(count + 1);
    world.sound();
  });
  test("[A-22 R-5.7] when a market order, a trigger's child or a close-all goes through a deep book", () => {
    for (const how of ["order", "trigger", "close all"] as const) {
      const world = new PerpWorld(rich);
      world.meet("alice", "bob", "1", "50000");
      for (let i = 0; i < 600; i += 1) {
        const by = names[1 + (i % 4)]!;
        world.sent({ by, do: "open long", price: `${50_000 - Math.floor(i / 4)}`, qty: "0.0015" });
      }
      if (how === "trigger") world.tpsl("alice", 1, { sl: { price: "49999.5", by: "MARK" } });
      const close = journaled({ type: "close_all", uid: people.alice, key: noKey, product: 0 });
      const order = world.perpOrder({ by: "alice", do: "close long", type: "MARKET", qty: "0.9" });
      if (how === "trigger") world.feed(perp.btcUsdt, "49990");
      const begin = how === "trigger" ? second(world) : command(world, how === "order" ? order : close);
      const { all, largest } = worked(world, begin);
      expect(all).toBeGreaterThan(3 * workPerSlice);
      expect(largest).toBeLessThanOrEqual(most);
      expect(world.position("alice")?.qty ?? 0).toBeLessThan(5_000);
      world.sound();
    }
  });
  test("[A-22 R-5.7] when what was tried is taken back", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    // The last of many opens is alone at its price and may not fill: the trial comes out short.
    for (let i = 0; i < 600; i += 1) {
      const by = names[1 + (i % 3)]!;
      world.sent({ by, do: "open long", price: `${50_000 - Math.floor(i / 4)}`, qty: "0.001" });
    }
    world.sent({ by: "frank", do: "open long", price: "49800", qty: "0.4" });
    // Alice's margin carries her no further than this.
    const kill = world.perpOrder({ by: "bob", do: "open short", price: "49700", qty: "1", tif: "FOK", stp: 1 });
    world.sent({ by: "bob", do: "open long", price: "49801", qty: "0.001" });
    const { all, largest } = worked(world, command(world, kill));
    expect(world.state.result.code).toBe(21_015);
    expect(all).toBeGreaterThan(3 * workPerSlice);
    expect(largest).toBeLessThanOrEqual(most);
    world.sound();
  });
});
