import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { closeToOrders } from "../markets/configure.ts";

const status = { trading: 2, cancelOnly: 3, halt: 4 };
const money = ["1000000 USDT"];

/** Alice is long 1 BTC at 50,000, isolated, 50 ×: liquidated at 49,196. */
function geared(): PerpWorld {
  const world = new PerpWorld({ alice: ["2000 USDT"], bob: money, carol: money });
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.meet("alice", "bob", "1", "50000");
  return world;
}
const lots = (world: PerpWorld): number => world.position("alice")?.qty ?? 0;

describe("who cannot act is not liquidated", () => {
  /** The next placement fails inside. */
  const fault = (world: PerpWorld): void => {
    world.state.memory.failAt = 3;
    expect(world.send({ by: "carol", do: "open long", price: "49000", qty: "0.1" })).toBe(50001);
    world.state.memory.failAt = 0;
    world.state.fault = undefined;
    expect(world.statusOf()).toBe(status.cancelOnly);
  };
  test("[A-4 R-2.4] a fault of ours closes the market and suspends liquidation until an operator has looked", () => {
    const world = geared();
    fault(world);
    expect(world.flash("alice", 1)).toBe(21002);
    world.mark("49150");
    world.wait(130);
    expect([lots(world), world.statusOf()]).toEqual([10_000, status.cancelOnly]);
    world.sound();
    // She can still save her position; at the operator's word it is tested again.
    expect(world.addMargin("alice", 1, "500")).toBe(200);
    expect(world.status(status.trading, perp.btcUsdt)).toBe(200);
    expect(lots(world)).toBe(10_000);
    world.mark("48600");
    expect(lots(world)).toBe(0);
    world.sound();
  });
  test("[A-4 R-2.4] a fault in a CANCEL_ONLY that runs or ends by itself suspends it as well", () => {
    const world = geared();
    world.feed(perp.btcUsdt, "56000");
    world.batch(1_000);
    expect(world.statusOf()).toBe(status.cancelOnly);
    closeToOrders(world.state, perp.btcUsdt);
    world.wait(130, { [perp.btcUsdt]: "50000" });
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.sound();
  });
  test("[A-4 R-2.4] an operator's CANCEL_ONLY suspends liquidation until the next word", () => {
    const world = geared();
    world.status(status.cancelOnly, perp.btcUsdt);
    world.mark("49150");
    world.wait(130);
    expect([lots(world), world.statusOf()]).toEqual([10_000, status.cancelOnly]);
    world.sound();
    world.status(status.trading, perp.btcUsdt);
    expect(lots(world)).toBe(0);
    world.sound();
  });
  test("[A-4 R-2.4] by way of HALT he lets it run, and those who were at their margin go at once", () => {
    const world = geared();
    world.status(status.cancelOnly, perp.btcUsdt);
    world.mark("49150");
    world.status(status.halt, perp.btcUsdt);
    expect(world.status(status.cancelOnly, perp.btcUsdt, true)).toBe(200);
    expect(lots(world)).toBe(0);
    world.sound();
  });
  test("[A-4 R-2.4] liquidation runs in every other status or in none: the flag is for CANCEL_ONLY alone", () => {
    const world = geared();
    expect(world.status(status.halt, perp.btcUsdt, true)).toBe(50007);
    world.status(status.cancelOnly, perp.btcUsdt);
    expect(world.status(status.trading, perp.btcUsdt, true)).toBe(50007);
    world.sound();
  });
  test("[A-4 R-9.3] a market that was closed and halts for want of an index is as closed as before when it is back", () => {
    for (const how of ["fault", "operator"] as const) {
      const world = geared();
      if (how === "fault") fault(world);
      else world.status(status.cancelOnly, perp.btcUsdt);
      for (let i = 0; i < 320; i += 1) world.batch(1_000);
      expect(world.statusOf()).toBe(status.halt);
      world.wait(130, { [perp.btcUsdt]: "49150" });
      expect([world.statusOf(), lots(world)]).toEqual([status.cancelOnly, 10_000]);
      world.sound();
    }
  });
});

describe("a minute after the index was gone", () => {
  const silence = (world: PerpWorld, seconds: number): void => {
    for (let i = 0; i < seconds; i += 1) world.batch(1_000);
  };
  /** Seconds from the index's return, at a price that liquidates Alice, to her end; undefined: she is not liquidated within 70 s. */
  const endsAfter = (world: PerpWorld): number | undefined => {
    for (let second = 1; second <= 70; second += 1) {
      world.wait(1, { [perp.btcUsdt]: "48900" });
      world.sound();
      if (lots(world) === 0) return second;
    }
    return undefined;
  };
  const gone = { M4: 120, M5: 330 };

  test("[A-5 R-9.4] while TRADING: liquidated when it trades again, not before", () => {
    for (const seconds of Object.values(gone)) {
      const world = geared();
      silence(world, seconds);
      expect(endsAfter(world)).toBe(61);
    }
  });
  test("[A-5 R-9.4] in an operator's CANCEL_ONLY in which liquidation runs the minute is the same", () => {
    for (const seconds of Object.values(gone)) {
      const world = geared();
      world.status(status.cancelOnly, perp.btcUsdt, true);
      silence(world, seconds);
      expect(endsAfter(world)).toBe(61);
      expect(world.statusOf()).toBe(status.cancelOnly);
    }
  });
  test("[A-5 R-9.4] in an operator's CANCEL_ONLY in which it does not, nobody is liquidated at all", () => {
    for (const seconds of Object.values(gone)) {
      const world = geared();
      world.status(status.cancelOnly, perp.btcUsdt);
      silence(world, seconds);
      expect(endsAfter(world)).toBeUndefined();
    }
  });
  test("[A-5 R-9.4] an operator who lets liquidation run in that minute waits for its end", () => {
    const world = geared();
    silence(world, 330);
    world.wait(10, { [perp.btcUsdt]: "48900" });
    world.status(status.halt, perp.btcUsdt);
    expect([world.status(status.cancelOnly, perp.btcUsdt, true), lots(world)]).toEqual([200, 10_000]);
    expect(endsAfter(world)).toBe(51);
  });
  test("[A-5 R-9.4 R-6.6] the minute ends with the second in which triggers are checked, not in the middle of one", () => {
    const world = geared();
    world.status(status.cancelOnly, perp.btcUsdt, true);
    silence(world, 120);
    world.feed(perp.btcUsdt, "48900");
    world.batch(1_900);
    world.wait(59, { [perp.btcUsdt]: "48900" });
    world.feed(perp.btcUsdt, "48900");
    world.batch(200);
    world.batch(850);
    expect(world.addMargin("alice", 1, "1")).toBe(200);
    expect(lots(world)).toBe(10_000);
    world.sound();
    world.batch(100);
    expect(lots(world)).toBe(0);
    world.sound();
  });
  test("[A-5 R-9.4 R-2.4] TRADING is refused without an index and in the minute after it, then accepted", () => {
    for (const seconds of Object.values(gone)) {
      const world = geared();
      silence(world, seconds);
      world.status(status.cancelOnly, perp.btcUsdt);
      expect(world.status(status.trading, perp.btcUsdt)).toBe(21002);
      world.wait(1);
      world.status(status.halt, perp.btcUsdt);
      world.status(status.cancelOnly, perp.btcUsdt);
      expect(world.status(status.trading, perp.btcUsdt)).toBe(21002);
      world.wait(59);
      expect(world.status(status.trading, perp.btcUsdt)).toBe(21002);
      world.wait(1);
      expect(world.status(status.trading, perp.btcUsdt)).toBe(200);
      world.sound();
    }
  });
});
