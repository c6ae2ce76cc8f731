import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"], dave: ["1000000 USDT"] };
const taken = (world: PerpWorld): [number, number, bigint][] =>
  world.told("taken_over").map(({ market, qty, valueHigh, valueLow }) => [market, qty, joinMoney(valueHigh, valueLow)]);

/** V073: BTC long 2 at 50,000 and ETH short 10 at 3,000; ETH stands at 3,040. `cash` is what is left after the fees of 26. */
function two(cash: number): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: [`${cash + 26} USDT`] });
  world.drift("3000", perp.ethUsdt);
  for (const market of [perp.btcUsdt, perp.ethUsdt]) world.leverage("alice", 100, market);
  world.sent({ by: "alice", do: "open long", price: "50000", qty: "2" });
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "2" });
  world.sent({ by: "alice", do: "open short", price: "3000", qty: "10", market: perp.ethUsdt });
  world.sent({ by: "bob", do: "open long", price: "3000", qty: "10", market: perp.ethUsdt });
  world.mark("3040", perp.ethUsdt);
  expect(world.cash("alice")).toBe(`${cash}`);
  return world;
}

describe("a cross account", () => {
  test("[R-11.4 V073] what equity is left is shared over its positions by value; cash ends at zero", () => {
    const world = two(5_700);
    world.mark("47600");
    expect(taken(world)).toEqual([
      [perp.btcUsdt, 20_000, 9_482_101_910_829n],
      [perp.ethUsdt, 10_000, 3_052_101_910_829n],
    ]);
    expect([world.cash("alice"), world.positions("alice")]).toEqual(["0", []]);
    expect(world.account("alice").orderMargin).toBe(0n);
    world.sound();
  });
  test("[R-11.4 V074] negative equity is shared as well, and the fund bears it", () => {
    const world = two(4_900);
    world.mark("47600");
    expect(taken(world)).toEqual([
      [perp.btcUsdt, 20_000, 9_542_738_853_504n],
      [perp.ethUsdt, 10_000, 3_032_738_853_504n],
    ]);
    expect(world.cash("alice")).toBe("0");
    world.sound();
  });
  test("[R-11.2] step 3 reduces the position with the largest maintenance margin first", () => {
    const world = new PerpWorld({ ...rich, alice: ["60000 USDT"] });
    for (const market of [perp.btcUsdt, perp.ethUsdt]) world.leverage("alice", 20, market);
    // ETH comes first in time and has the smaller margin, BTC the lower number: the margin decides.
    world.meet("alice", "bob", "130", "2500", perp.ethUsdt);
    world.meet("alice", "bob", "12", "50000");
    world.sent({ by: "carol", do: "open long", price: "46900", qty: "12" });
    world.sent({ by: "carol", do: "open long", price: "2499", qty: "130", market: perp.ethUsdt });
    world.drift("45500");
    const mine = world.told("order_accepted").filter(({ uid }) => uid === people.alice);
    expect(mine.map(({ market }) => market)[0]).toBe(perp.btcUsdt);
  });
  test("[R-11.4 R-14.1] bonus is lost with cash, exactly", () => {
    const world = two(5_000);
    world.campaign(1, "1000");
    world.grant("alice", { id: 1, amount: 70_000_000_000n });
    world.mark("47600");
    expect(taken(world)[0]).toEqual([perp.btcUsdt, 20_000, 9_482_101_910_829n]);
    expect(world.account("alice")).toMatchObject({ cash: 0n, bonus: 0n, grants: [] });
    world.sound();
  });
  test("[R-11.2 V075] step 2 nets hedged positions at mark without a fee; if that heals it, it is all", () => {
    const world = new PerpWorld({ ...rich, alice: ["5549.6 USDT"] });
    world.leverage("alice", 100);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "3" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "3" });
    world.sent({ by: "alice", do: "open short", price: "49000", qty: "2" });
    world.sent({ by: "bob", do: "open long", price: "49000", qty: "2" });
    expect(world.move("alice", "1000 USDT", "futures", "spot")).toBe(200);
    world.mark("48000");
    expect(world.told("pair_netted")).toMatchObject([{ uid: people.alice, qty: 20_000, mark: 480_000 }]);
    expect(world.positions("alice")).toMatchObject([
      { posSide: 1, qty: 10_000, entryValue: 5_000_000_000_000n, maintenanceMargin: 19_200_000_000n },
    ]);
    expect([world.cash("alice"), taken(world), world.fills()]).toEqual(["2500", [], []]);
    world.sound();
  });
  test("[R-11.2] step 1 cancels everything that is cross and all isolated opening orders, and may be enough", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.mode("alice", "isolated", perp.ethUsdt);
    world.leverage("alice", 100);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    const cross = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.01" });
    const own = world.sent({ by: "alice", do: "open long", price: "2400", qty: "2", market: perp.ethUsdt });
    expect(world.account("alice").hold).toBe(24_264_000_000n);
    // 990 − 242.64 in hold; at 49,500 the rest carries −500, at 49,400 it no longer does, but with the hold it does.
    world.mark("49500");
    expect(world.open("alice")).toEqual([cross, own]);
    world.mark("49400");
    expect(world.endings()).toEqual([
      [cross, status.canceled, cause.liquidation, 0],
      [own, status.canceled, cause.liquidation, 0],
    ]);
    expect([world.position("alice")?.qty, world.cash("alice")]).toEqual([10_000, "990"]);
    world.sound();
  });
  test("[R-11.2] step 3 takes the position with the largest maintenance margin one tier down", () => {
    const world = two(5_700);
    world.sent({ by: "carol", do: "open long", price: "47590", qty: "5" });
    world.mark("47600");
    // 2 BTC are in the second tier: 1.0504 BTC are the most under 50,000 at 47,600.
    expect(world.fills()).toEqual([[expect.any(Number), 475_900, 9_496]]);
    expect(taken(world)).toEqual([]);
    expect(world.position("alice")).toMatchObject({ qty: 10_504 });
    world.sound();
  });
  test("[R-11.2] of several accounts the one with the lowest equity over margin goes first, then the lower uid", () => {
    const world = new PerpWorld({ ...rich, alice: ["1010 USDT"], erin: ["1000 USDT"], frank: ["1010 USDT"] });
    for (const name of ["frank", "alice", "erin"] as const) {
      world.leverage(name, 100);
      world.sent({ by: name, do: "open long", price: "50000", qty: "1" });
      world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    }
    world.mark("49100");
    const order = world.told("liquidation_started").map(({ uid }) => uid);
    expect(order).toEqual([people.erin, people.alice, people.frank]);
    world.sound();
  });
  test("[R-3.7] cash may be below zero while another position's profit carries the account", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    for (const market of [perp.btcUsdt, perp.ethUsdt]) world.leverage("alice", 100, market);
    world.meet("alice", "bob", "20", "2500", perp.ethUsdt);
    world.mark("2600", perp.ethUsdt);
    world.meet("alice", "bob", "1", "50000");
    world.mark("49000");
    world.sent({ by: "carol", do: "open long", price: "49000", qty: "1" });
    world.sent({ by: "alice", do: "close long", qty: "1" });
    expect(world.cash("alice").startsWith("-")).toBe(true);
    expect(world.account("alice").available.out).toBe(0n);
    world.sound();
  });
});

describe("suspended markets", () => {
  /** V139: BTC long 1 at 50,000 and ETH long 10 at 3,000 with 3,000 of cash; ETH is halted at 2,900. */
  const frozen = (): PerpWorld => {
    const world = new PerpWorld({ ...rich, alice: ["3016 USDT"] });
    world.drift("3000", perp.ethUsdt);
    world.sent({ by: "alice", do: "open long", price: "3000", qty: "10", market: perp.ethUsdt });
    world.sent({ by: "bob", do: "open long", price: "2990", qty: "1", market: perp.ethUsdt });
    world.sent({ by: "bob", do: "open short", price: "3000", qty: "10", market: perp.ethUsdt });
    world.leverage("alice", 100);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    world.mark("2900", perp.ethUsdt);
    world.status(4, perp.ethUsdt);
    expect(world.cash("alice")).toBe("3000");
    return world;
  };
  test("[R-9.5 V139] the account is tested with the frozen mark when a live market moves, and all of it is taken over", () => {
    const world = frozen();
    world.mark("48100");
    expect(taken(world)).toEqual([
      [perp.btcUsdt, 10_000, 4_803_761_348_898n],
      [perp.ethUsdt, 10_000, 2_896_238_651_102n],
    ]);
    expect(world.cash("alice")).toBe("0");
    world.sound();
  });
  test("[R-9.5] what the engine got in a suspended market waits there, and is offered when it returns", () => {
    const world = frozen();
    world.mark("48100");
    const before = world.perpBook(perp.ethUsdt);
    world.wait(5);
    expect(world.perpBook(perp.ethUsdt)).toEqual(before);
    world.status(3, perp.ethUsdt);
    world.status(2, perp.ethUsdt);
    // 1 ETH at 2,990 against an entry of 2,896.238651102.
    expect(world.perpBook(perp.ethUsdt).bids).toEqual([]);
    expect(world.fundOf()).toBe("1000093.76134889");
    world.sound();
  });
  test("[R-9.5 R-12.3] what the fund may not keep is deleveraged when the market returns", () => {
    const world = frozen();
    world.setFund("50000");
    world.mark("48100");
    world.status(3, perp.ethUsdt);
    world.batch();
    world.status(2, perp.ethUsdt);
    expect(world.told("deleveraged")).toMatchObject([{ uid: people.bob, market: perp.ethUsdt, qty: 9_000 }]);
    world.sound();
  });
  test("[R-9.4 R-6.6] when a market returns, stops go before liquidation and may make it unnecessary", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.tpsl("alice", 1, { sl: { price: "49300", by: "MARK" } });
    world.sent({ by: "carol", do: "open long", price: "49100", qty: "1" });
    world.feed(perp.btcUsdt, "56000");
    world.batch(1_000);
    world.wait(58, { [perp.btcUsdt]: "49190" });
    expect([world.statusOf(), world.position("alice")?.qty]).toEqual([3, 10_000]);
    world.sound();
    world.wait(3, { [perp.btcUsdt]: "49190" });
    expect([world.statusOf(), world.position("alice"), world.fundOf()]).toEqual([2, undefined, "1000000"]);
    // 972.5 of cash, 1,000 of margin less 900 of loss, 27.005 of fee.
    expect(world.cash("alice")).toBe("1045.495");
    world.sound();
  });
  test("[R-9.5] an account whose positions are all suspended is not tested", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    world.status(4, perp.btcUsdt);
    world.feed(perp.btcUsdt, "40000");
    world.wait(3);
    expect(world.position("alice")).toMatchObject({ qty: 10_000, mark: 500_000 });
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(23004);
    world.sound();
  });
});

test("[R-11.1 R-8.7] cash that an isolated position's lower leverage takes away no longer stands behind cross positions", () => {
  const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
  world.mode("alice", "isolated", perp.ethUsdt);
  world.leverage("alice", 100);
  world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
  world.meet("alice", "bob", "1", "2500", perp.ethUsdt);
  world.leverage("alice", 7, perp.ethUsdt);
  // 990 − 1.375 − 357.14285715 of cash: at 49,567 equity is 198.48 above 198.27, ten dollars lower it is below.
  world.mark("49567");
  expect(world.position("alice")).toMatchObject({ qty: 10_000 });
  world.sound();
  world.mark("49557");
  expect(world.position("alice")).toBeUndefined();
  expect(world.position("alice", 1, perp.ethUsdt)).toMatchObject({ qty: 1_000 });
  world.sound();
});
