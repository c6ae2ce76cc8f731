import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { system } from "../ledger/accounts.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"] };

describe("margin of one position", () => {
  test("[R-8.5 V104] three lots filled one by one: the position gets what the shares leave, cash is not touched", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 7);
    for (let i = 0; i < 3; i += 1) world.sent({ by: "bob", do: "open short", price: "50000.1", qty: "0.0001" });
    world.sent({ by: "alice", do: "open long", price: "50000.1", qty: "0.0003" });
    expect(world.position("alice")).toMatchObject({ isoMargin: 214_286_142n, fees: 825_003n });
    expect(world.account("alice")).toMatchObject({ hold: 0n, cash: 10_000_000_000_000n - 215_111_145n });
    world.sound();
  });
  test("[R-8.5] a maker's share pays the maker's fee, and what is left of it goes to cash", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.1" });
    expect(world.account("alice")).toMatchObject({ hold: 25_275_000_000n });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.1" });
    expect(world.position("alice")).toMatchObject({ isoMargin: 25_000_000_000n, fees: 100_000_000n });
    expect(world.cash("alice")).toBe("99749");
    world.sound();
  });
  test("[R-8.9 V043] a partial close releases margin by size, floored", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.0003", "50000");
    world.addMargin("alice", 1, "499.25000001");
    expect(world.position("alice")).toMatchObject({ isoMargin: 50_000_000_001n, entryValue: 1_500_000_000n });
    const before = world.account("alice").cash;
    world.sent({ by: "bob", do: "close short", price: "50100", qty: "0.0001" });
    world.sent({ by: "alice", do: "close long", price: "50100", qty: "0.0001" });
    expect(world.account("alice").cash - before).toBe(16_667_391_117n);
    expect(world.position("alice")).toMatchObject({ isoMargin: 33_333_333_334n, realised: 1_000_000n });
    world.sound();
  });
  test("[R-8.9 V095] the fee of a close takes at most what the loss leaves", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "0.01", "50000");
    const before = world.account("alice").cash;
    world.sent({ by: "carol", do: "open long", price: "49000.1", qty: "0.01" });
    world.batch();
    world.sent({ by: "alice", do: "close long", qty: "0.01" });
    expect(world.told("order_filled")).toMatchObject([{ takerFee: 100_000 }]);
    expect(world.account("alice").cash).toBe(before);
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[R-8.9] a loss beyond the released part comes from what is left of the margin", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "0.02", "50000");
    const before = world.account("alice").cash;
    // Half of it at the bankruptcy price: 10 of margin are released, 10 are lost, the fee of 0.2695 comes from the other 10.
    world.sent({ by: "carol", do: "open long", price: "49000", qty: "0.01" });
    world.sent({ by: "alice", do: "close long", qty: "0.01" });
    expect(world.account("alice").cash).toBe(before);
    expect(world.position("alice")).toMatchObject({ isoMargin: 1_000_000_000n - 26_950_000n });
    world.sound();
  });
  test("[R-8.9] a full close returns everything to cash", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    world.addMargin("alice", 1, "12.34567891");
    world.sent({ by: "carol", do: "open long", price: "50000", qty: "0.1" });
    world.sent({ by: "alice", do: "close long", qty: "0.1" });
    expect(world.cash("alice")).toBe("99994.5");
    world.sound();
  });
  test("[R-8.8 V042] margin may leave down to what entry and mark ask for, to the unit", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 10);
    world.meet("alice", "bob", "0.1", "50000");
    world.addMargin("alice", 1, "200");
    world.mark("49000");
    expect(world.addMargin("alice", 1, "-110.00000001")).toBe(22005);
    expect(world.state.result.first).toBe(11_000_000_000n);
    expect(world.addMargin("alice", 1, "-110")).toBe(200);
    expect(world.position("alice")).toMatchObject({ isoMargin: 59_000_000_000n });
    world.sound();
  });
  test("[R-8.8 R-3.5] margin is added from what is free of cash, not of bonus or profit: 21041", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.addMargin("alice", 1, "747.25000001")).toBe(21041);
    expect(world.addMargin("alice", 1, "747.25")).toBe(200);
    expect(world.cash("alice")).toBe("0");
    world.sound();
  });
  test("[R-8.8] margin commands of a cross contract are 22004, of no position 21020, of nothing 23003", () => {
    const world = new PerpWorld(rich);
    expect(world.addMargin("alice", 1, "1")).toBe(22004);
    world.mode("alice", "isolated");
    expect(world.addMargin("alice", 1, "1")).toBe(21020);
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.addMargin("alice", 1, "0")).toBe(23003);
    expect(world.addMargin("alice", 1, "1", 99)).toBe(21001);
    expect(world.addMargin("alice", 3 as 1, "1")).toBe(21003);
    world.sound();
  });
});

describe("settings", () => {
  test("[S1.28 R-8.1] the mode changes only while the user has nothing in the contract: 22001", () => {
    const world = new PerpWorld(rich);
    const order = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    expect(world.mode("alice", "isolated")).toBe(22001);
    world.cancel("alice", order);
    world.meet("bob", "carol", "0.1", "50000");
    expect(world.mode("bob", "isolated")).toBe(22001);
    const waits = world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "51000" } });
    expect(world.mode("alice", "isolated")).toBe(22001);
    world.cancel("alice", waits);
    expect(world.mode("alice", "isolated")).toBe(200);
    expect(world.mode("alice", "isolated", 99)).toBe(21001);
    expect(world.mode("alice", "isolated", 1)).toBe(21001);
    world.sound();
  });
  test("[S1.30 R-8.2] leverage is 1 to 125, else 22002; in cross one value for both positions, isolated one each", () => {
    const world = new PerpWorld(rich);
    expect(world.leverage("alice", 0)).toBe(22002);
    expect(world.leverage("alice", 126)).toBe(22002);
    expect(world.leverage("alice", 10, perp.btcUsdt, 1)).toBe(200);
    world.meet("bob", "alice", "0.1", "50000");
    expect(world.position("alice", 2)).toMatchObject({ leverage: 10 });
    world.mode("carol", "isolated");
    expect(world.leverage("carol", 10, perp.btcUsdt, 1)).toBe(200);
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "0.1" });
    world.sent({ by: "carol", do: "open short", price: "50000", qty: "0.1" });
    expect(world.position("carol", 2)).toMatchObject({ leverage: 20, isoMargin: 25_000_000_000n });
    world.sound();
  });
  test("[A-16 R-8.7 V041] lower isolated leverage tops the position up from cash, higher gives it back", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    const before = world.account("alice").cash;
    expect(world.leverage("alice", 10)).toBe(200);
    expect(world.position("alice")).toMatchObject({ isoMargin: 50_000_000_000n });
    expect(before - world.account("alice").cash).toBe(25_000_000_000n);
    expect(world.leverage("alice", 50)).toBe(200);
    expect(world.position("alice")).toMatchObject({ isoMargin: 10_000_000_000n, leverage: 50 });
    expect(world.account("alice").cash - before).toBe(15_000_000_000n);
    world.sound();
  });
  test("[A-16 R-8.7 R-8.8] higher isolated leverage gives back no more than a removal would: losses stay covered", () => {
    for (const [mark, left] of [
      // 500 of loss and 990 for the value at mark; a profit frees nothing beyond the margin at entry.
      ["49500", 149_000_000_000n],
      ["50500", 100_000_000_000n + 1_000_000_000n],
    ] as const) {
      const world = new PerpWorld(rich);
      world.mode("alice", "isolated");
      world.meet("alice", "bob", "1", "50000");
      world.mark(mark);
      expect(world.leverage("alice", 50)).toBe(200);
      const margin = world.position("alice")!.isoMargin;
      expect(world.addMargin("alice", 1, "-0.00000001")).toBe(22005);
      expect(margin).toBe(left);
      world.sound();
    }
  });
  test("[A-16 R-8.7] each position for itself: what is raised gives, what is lowered takes, and open orders are counted anew", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    world.leverage("alice", 50, perp.btcUsdt, 2);
    world.meet("carol", "alice", "0.1", "50000");
    world.sent({ by: "alice", do: "open long", price: "40000", qty: "0.05" });
    const { cash, hold } = world.account("alice");
    expect(world.leverage("alice", 40)).toBe(200);
    expect([world.position("alice")?.isoMargin, world.position("alice", 2)?.isoMargin]).toEqual([
      12_500_000_000n,
      12_500_000_000n,
    ]);
    const after = world.account("alice");
    expect(hold - after.hold).toBe(5_000_000_000n);
    expect(after.cash - cash).toBe(12_500_000_000n - 2_500_000_000n + 5_000_000_000n);
    world.sound();
  });
  test("[R-8.7] lower isolated leverage without cash for position and orders is 22003, and nothing changes", () => {
    const world = new PerpWorld({ ...rich, alice: ["600 USDT"] });
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "alice", do: "open long", price: "40000", qty: "0.05" });
    const before = world.account("alice");
    expect(world.leverage("alice", 10)).toBe(22003);
    expect(world.account("alice")).toEqual(before);
    expect(world.leverage("alice", 15)).toBe(200);
    // 5,000 and 2,000 of value at 15×: 83.33333333 more for the position, 33.33333334 more for the order.
    expect(world.position("alice")).toMatchObject({ isoMargin: 33_333_333_334n });
    expect(world.account("alice").hold).toBe(13_333_333_334n + 110_000_000n);
    world.sound();
  });
  test("[R-8.7] cross: equity must carry positions and orders at the new leverage, else 22003; over the limit 21042", () => {
    const world = new PerpWorld({ ...rich, alice: ["3000 USDT"], dave: ["100000 USDT"] });
    world.meet("alice", "bob", "1", "50000");
    expect(world.leverage("alice", 16)).toBe(22003);
    expect(world.leverage("alice", 17)).toBe(200);
    world.leverage("dave", 50);
    world.sent({ by: "dave", do: "open long", price: "49000", qty: "10" });
    expect(world.leverage("dave", 125)).toBe(21042);
    const before = world.account("dave").orderMargin;
    expect(world.leverage("dave", 20)).toBe(200);
    expect(world.account("dave").orderMargin - before).toBe(4_900_00_000_000_00n / 20n - 4_900_00_000_000_00n / 50n);
    world.sound();
  });
  test("[R-8.9 V108] the fee of a cross close leaves equity at zero, not below", () => {
    const world = new PerpWorld({ ...rich, alice: ["1020 USDT"] });
    world.leverage("alice", 125);
    world.leverage("alice", 125, perp.ethUsdt);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    world.sent({ by: "alice", do: "open long", price: "2500", qty: "20", market: perp.ethUsdt });
    world.sent({ by: "bob", do: "open short", price: "2500", qty: "20", market: perp.ethUsdt });
    world.mark("2490", perp.ethUsdt);
    expect(world.account("alice")).toMatchObject({ cash: 100_000_000_000n, equity: 80_000_000_000n });
    world.sent({ by: "carol", do: "open long", price: "49200.1", qty: "1" });
    world.batch();
    world.sent({ by: "alice", do: "close long", qty: "1" });
    expect(world.told("order_filled")[0]).toMatchObject({ takerFee: 10_000_000 });
    // With nothing left the other position is taken over in the same command.
    expect(world.told("taken_over")).toMatchObject([{ market: perp.ethUsdt, qty: 20_000 }]);
    expect([world.cash("alice"), world.positions("alice")]).toEqual(["0", []]);
    expect(world.system(system.insurance, 4)).toBe("1000000");
    world.sound();
  });
});
