import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { Market } from "../records/market.ts";
import { cause, status } from "../records/order.ts";
import { contractsOf } from "../read/questions-perps.ts";
import { User } from "../records/user.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };
const lastOf = (world: PerpWorld, market: number = perp.btcUsdt): number =>
  world.state.memory.w[world.state.markets.at(market) + Market.last]!;

/** A day in a few lines: orders, a stop, a liquidation, a deleveraging. */
function day(): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.meet("alice", "bob", "1", "50000");
  world.tpsl("bob", 2, { tp: { price: "49300", by: "MARK" } });
  world.sent({ by: "carol", do: "open short", price: "49250", qty: "0.3" });
  world.setFund("0");
  world.mark("49196.7");
  world.wait(3);
  return world;
}

describe("the engine as a whole", () => {
  test("[R-1.5 R-1.1] a number beyond the safe range is no command, and a position beyond it is exact to the unit", () => {
    const money = ["100000000 USDT"];
    const world = new PerpWorld({ alice: money, bob: money });
    expect(() => world.send({ by: "alice", do: "open long", price: "90071992.54740993", qty: "1" })).toThrow(
      "is not a whole number from 0 to 9007199254740991",
    );
    for (const name of ["alice", "bob"] as const) world.leverage(name, 3);
    for (let i = 0; i < 3; i += 1) world.meet("alice", "bob", "799.9999", "49999.9");
    expect(world.position("alice")!.entryValue).toBe(3n * 499_999n * 7_999_999n * 1_000n);
    expect(world.position("alice")!.entryValue > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    world.sound();
  });
  test("[R-4.5] the same commands give the same memory and the same events, to the bit", () => {
    const [one, other] = [day(), day()];
    expect([one.state.memory.high, one.state.memory.low]).toEqual([other.state.memory.high, other.state.memory.low]);
    expect(one.events()).toEqual(other.events());
    one.sound();
  });
  test("[R-2.5] a second engine shares nothing with the first", () => {
    const real = new PerpWorld(rich);
    const { high, low } = real.state.memory;
    const balance = real.cash("alice");
    day();
    expect([real.state.memory.high, real.state.memory.low, real.cash("alice")]).toEqual([high, low, balance]);
    real.sound();
  });
  test("[R-7.6] long and short are the same size in every contract, the engine's own inventory included", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.meet("carol", "dave", "0.5", "50000");
    world.mark("49190");
    const users = (["alice", "bob", "carol", "dave"] as const).flatMap((name) => world.positions(name));
    const sum = (side: number): number =>
      users.filter(({ posSide }) => posSide === side).reduce((total, { qty }) => total + qty, 0);
    expect([sum(1), sum(2)]).toEqual([5_000, 15_000]);
    expect(contractsOf(world.state).find(({ market }) => market === perp.btcUsdt)?.openInterest).toBe(15_000);
    world.sound();
  });
});

describe("matching and what follows from it", () => {
  test("[R-5.3 R-8.13] each fill is settled before the next resting order is looked at", () => {
    const world = new PerpWorld({ ...rich, alice: ["427.5 USDT"] });
    world.leverage("alice", 125);
    const first = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.5" });
    const second = world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.5" });
    world.mark("49780");
    // One of them leaves 312.5 above 99.56; both would leave 197.5 below 199.12.
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1", tif: "IOC" });
    expect(world.endings().slice(0, 2)).toEqual([
      [first, status.filled, cause.none, 5_000],
      [second, status.expired, cause.margin, 0],
    ]);
    world.sound();
  });
  test("[R-5.10] takeover, deleveraging, netting and settlement are no trades: the last price stays", () => {
    const world = day();
    // Carol's 0.3 traded at 49,250; what was deleveraged at 49,000 did not.
    expect(lastOf(world)).toBe(492_500);
    const hedged = new PerpWorld({ ...rich, alice: ["1100 USDT"] });
    hedged.leverage("alice", 100);
    hedged.meet("alice", "bob", "1", "50000");
    hedged.meet("carol", "alice", "0.5", "50000");
    hedged.mark("48000");
    expect(hedged.told("pair_netted")).toHaveLength(1);
    expect(lastOf(hedged)).toBe(500_000);
    hedged.status(3, perp.btcUsdt);
    hedged.settle("47000", perp.btcUsdt);
    expect(lastOf(hedged)).toBe(500_000);
    hedged.sound();
  });
  test("[R-6.13] TP/SL reserve nothing and leave the whole position closable", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    const before = world.account("alice");
    world.tpsl("alice", 1, { tp: { price: "51000" }, sl: { price: "49000" } });
    world.tpsl("alice", 1, { qty: "0.7", tp: { price: "51000", limit: "51000" } });
    expect(world.account("alice")).toEqual(before);
    expect(world.position("alice")).toMatchObject({ closable: 10_000 });
    expect(world.send({ by: "alice", do: "close long", price: "52000", qty: "1" })).toBe(200);
    world.sound();
  });
  test("[R-11.6] a liquidation is told step by step, with its figures, and nothing comes between", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    const order = world.sent({ by: "alice", do: "close long", price: "52000", qty: "1" });
    world.sent({ by: "carol", do: "open long", price: "49100", qty: "1" });
    world.mark("49190");
    const told = world
      .events()
      .filter(({ type }) => ["liquidation_started", "order_closed", "taken_over", "order_filled"].includes(type));
    expect(told.map(({ type }) => type)).toEqual([
      "liquidation_started",
      "order_closed",
      "taken_over",
      "order_filled",
      "order_closed",
      "order_closed",
    ]);
    const [started, closed, taken] = told;
    expect(started).toMatchObject({ uid: people.alice, equityLow: 19_000_000_000, maintenanceLow: 19_676_000_000 });
    expect(closed).toMatchObject({ orderId: order, cause: cause.liquidation });
    expect(taken).toMatchObject({ bankruptcyPrice: 490_000, mark: 491_900, qty: 10_000 });
    expect(taken?.type === "taken_over" && joinMoney(taken.valueHigh, taken.valueLow)).toBe(4_900_000_000_000n);
    world.sound();
  });
  test("[R-14.8] a lock on withdrawals stops neither trading nor transfers", () => {
    const world = new PerpWorld(rich);
    const until = world.at + 86_400_000;
    expect(world.do(world.operator({ type: "set_withdrawal_lock", uid: people.alice, until }))).toBe(200);
    const user = world.state.users.find(people.alice);
    expect(world.state.memory.number(user + User.lockedUntil)).toBe(until);
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "1" })).toBe(200);
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(200);
    world.sound();
  });
});
