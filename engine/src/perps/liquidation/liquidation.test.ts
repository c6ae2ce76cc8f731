import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../../sim/index.ts";
import { system } from "../../ledger/accounts.ts";
import { cause, status } from "../../records/order.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"], dave: ["1000000 USDT"] };

/** What was taken over in this batch: [uid, market, posSide, size, value]. */
const taken = (world: PerpWorld): [number, number, number, number, bigint][] =>
  world
    .told("taken_over")
    .map(({ uid, market, posSide, qty, valueHigh, valueLow }) => [
      uid,
      market,
      posSide,
      qty,
      joinMoney(valueHigh, valueLow),
    ]);

describe("an isolated position", () => {
  /** V070: alice is long 1 BTC at 50,000 with 50× and 1,000 of margin. */
  const long = (): PerpWorld => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    return world;
  };
  test("[S1.32 R-11.1 V070] it lives one tick above 49,196.787 and is taken over one below", () => {
    const world = long();
    expect(world.position("alice")).toMatchObject({ liquidationTicks: 491_968, bankruptcyTicks: 490_000 });
    world.mark("49196.8");
    expect(world.position("alice")).toMatchObject({ qty: 10_000 });
    world.sound();
    world.mark("49196.7");
    expect(world.position("alice")).toBeUndefined();
    expect(taken(world)).toEqual([[people.alice, perp.btcUsdt, 1, 10_000, 4_900_000_000_000n]]);
    expect(world.cash("alice")).toBe("990");
    world.sound();
  });
  test("[R-11.3 R-12.2 V070] the engine sells above the bankruptcy value: the fund gains 98", () => {
    const world = long();
    world.sent({ by: "carol", do: "open long", price: "49150", qty: "0.6" });
    world.sent({ by: "carol", do: "open long", price: "49020", qty: "1" });
    world.mark("49196.7");
    expect(world.fundOf()).toBe("1000098");
    expect(world.perpBook().bids).toEqual(["49020 × 0.6"]);
    expect(world.position("carol")).toMatchObject({ qty: 10_000, fees: 981_960_000n });
    expect(world.cash("alice")).toBe("990");
    world.sound();
  });
  test("[R-12.2 R-12.7] an empty fund does not keep the engine from selling at a profit", () => {
    const world = long();
    world.setFund("0");
    world.sent({ by: "carol", do: "open long", price: "49150", qty: "0.6" });
    world.sent({ by: "carol", do: "open long", price: "49020", qty: "1" });
    world.mark("49196.7");
    expect([world.fundOf(), world.told("deleveraged")]).toEqual(["98", []]);
    world.sound();
  });
  test("[R-12.2 R-12.3 R-12.4 V071] with bids below it the position is kept, and sold by tenths within half a percent", () => {
    const world = long();
    world.sent({ by: "carol", do: "open long", price: "48999.9", qty: "10" });
    world.mark("49196.7");
    // The first tenth goes in the same second: 0.1 BTC at 48,999.9 against an entry of 49,000.
    expect([world.fundOf(), world.perpBook().bids]).toEqual(["999999.99", ["48999.9 × 9.9"]]);
    world.wait(1);
    expect(world.fundOf()).toBe("999999.981");
    expect(world.system(system.clearing, 4, "USDT", perp.btcUsdt)).toBe("1000.019");
    world.sound();
  });
  test("[R-11.2] step 1 cancels what belongs to the position; holds go to cash, opening triggers stay", () => {
    const world = long();
    const opens = world.sent({ by: "alice", do: "open long", price: "48000", qty: "0.01" });
    const closes = world.sent({ by: "alice", do: "close long", price: "52000", qty: "0.5" });
    const other = world.sent({ by: "alice", do: "open short", price: "52000", qty: "0.01" });
    world.sent({ by: "alice", do: "close long", qty: "0.5", trigger: { price: "53000" } });
    world.tpsl("alice", 1, { tp: { price: "54000", by: "MARK" }, sl: { price: "45000", by: "MARK" } });
    const waits = world.sent({ by: "alice", do: "open long", qty: "0.01", trigger: { price: "60000" } });
    world.mark("49196.7");
    expect(world.endings().slice(0, 2)).toEqual([
      [opens, status.canceled, cause.liquidation, 0],
      [closes, status.canceled, cause.liquidation, 0],
    ]);
    for (const ended of world.endedTriggers()) expect(ended.cause).toBe(cause.liquidation);
    expect(world.endedTriggers()).toHaveLength(3);
    expect([world.open("alice"), world.waiting("alice").map(({ id }) => id)]).toEqual([[other], [waits]]);
    world.sound();
  });
  test("[A-19 R-11.3] a takeover says what was left of the margin at mark and went to the fund", () => {
    const figures = (world: PerpWorld): bigint[] =>
      world.told("taken_over").map(({ marginHigh, marginLow }) => joinMoney(marginHigh, marginLow));
    const world = long();
    world.mark("49196.7");
    // 1,000 of margin, 803.3 lost at mark.
    expect(figures(world)).toEqual([19_670_000_000n]);
    const gap = long();
    gap.mark("48900");
    expect(figures(gap)).toEqual([0n]);
    world.sound();
  });
  test("[R-6.4] a stop loss comes before the liquidation of the same event, and may make it unnecessary", () => {
    const world = long();
    world.sent({ by: "carol", do: "open long", price: "49150", qty: "1" });
    world.tpsl("alice", 1, { sl: { price: "49196.7", by: "MARK" } });
    world.mark("49196.7");
    expect(world.told("taken_over")).toEqual([]);
    // 990 of cash, 150 of margin left, 27.0325 of fee.
    expect(world.cash("alice")).toBe("1112.9675");
    world.sound();
  });
  test("[R-11.5] other positions and other accounts are untouched", () => {
    const world = long();
    world.fund("alice", "1 BTC");
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "0.1" });
    world.sent({ by: "alice", do: "open short", price: "50000", qty: "0.1" });
    world.mark("49196.7");
    expect(world.positions("alice")).toMatchObject([{ posSide: 2, qty: 1_000, isoMargin: 10_000_000_000n }]);
    expect(world.cash("alice", "BTC")).toBe("1");
    world.sound();
  });
  test("[R-11.2 V072] above the first tier it is reduced to the cap of the tier below, and lives", () => {
    const world = new PerpWorld({ ...rich, alice: ["61000 USDT"] });
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "24" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "24" });
    expect(world.position("alice")).toMatchObject({ isoMargin: 6_000_000_000_000n });
    world.mark("48200");
    expect(world.position("alice")).toMatchObject({ qty: 240_000 });
    world.sent({ by: "carol", do: "open long", price: "47990", qty: "10" });
    world.mark("48000");
    // 12,000 of equity against 12,500; 3.1667 BTC go at 47,990, at 0.055 % to fees and 0.05 % to the fund.
    expect(world.position("alice")).toMatchObject({ qty: 208_333, maintenanceMargin: 869_998_400_000n });
    const value = 479_900n * 31_667n * 1_000n;
    const loss = 2_010n * 31_667n * 10_000n;
    const fees = [(value * 55_000n + 99_999_999n) / 100_000_000n, (value * 50_000n + 99_999_999n) / 100_000_000n];
    expect(world.position("alice")!.isoMargin).toBe(6_000_000_000_000n - loss - fees[0]! - fees[1]!);
    expect(world.fundOf()).toBe("1000075.9849665");
    world.sound();
  });
  test("[R-11.2] an IOC of a tier step that fills nothing is followed by the takeover of all of it", () => {
    const world = new PerpWorld({ ...rich, alice: ["61000 USDT"] });
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "24" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "24" });
    world.mark("48000");
    expect(taken(world)).toEqual([[people.alice, perp.btcUsdt, 1, 240_000, 114_000_000_000_000n]]);
    world.sound();
  });
  test("[R-5.8 V141] the engine's IOC carries the user's group: the other position's close in its way expires", () => {
    const world = new PerpWorld({ ...rich, alice: ["161000 USDT"] });
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "24" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "24" });
    world.sent({ by: "alice", do: "open short", price: "50000", qty: "1" });
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "1" });
    const own = world.sent({ by: "alice", do: "close short", price: "47995", qty: "1" });
    world.sent({ by: "carol", do: "open long", price: "47990", qty: "10" });
    world.mark("48000");
    expect(world.endings()).toContainEqual([own, status.expired, cause.stp, 0]);
    expect(world.position("alice")).toMatchObject({ qty: 208_333 });
    expect(world.position("alice", 2)).toMatchObject({ qty: 10_000, closable: 10_000 });
    world.sound();
  });
  test("[R-11.3] an inverse position is taken over at V + M, and the coin account beside it stays", () => {
    const world = new PerpWorld({ alice: ["1 BTC"], bob: ["10 BTC"] });
    world.mode("alice", "isolated", perp.btcUsd);
    world.leverage("alice", 10, perp.btcUsd);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "60000", market: perp.btcUsd });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "60000", market: perp.btcUsd });
    expect(world.position("alice", 1, perp.btcUsd)).toMatchObject({
      isoMargin: 12_000_000n,
      liquidationTicks: 456_364,
    });
    world.drift("45636.4", perp.btcUsd);
    expect(world.position("alice", 1, perp.btcUsd)).toMatchObject({ qty: 60_000 });
    world.mark("45636.3", perp.btcUsd);
    expect(taken(world)).toEqual([[people.alice, perp.btcUsd, 1, 60_000, 132_000_000n]]);
    expect(world.cash("alice", "BTC")).toBe("0.87976");
    world.sound();
  });
});
