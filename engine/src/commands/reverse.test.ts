import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["1000000 USDT"] };

/** Alice is long 0.1, bob short; dave bids below. */
function long(alice = "100000 USDT", bids: readonly (readonly [string, string])[] = [["49900", "5"]]): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: [alice] });
  world.meet("alice", "bob", "0.1", "50000");
  for (const [price, qty] of bids) world.sent({ by: "dave", do: "open long", price, qty });
  world.batch();
  return world;
}

describe("reverse", () => {
  test("[A-24 R-6.20] closes the position and opens the other side with what was closed, on each side", () => {
    for (const [by, posSide, other] of [
      ["alice", 1, 2],
      ["bob", 2, 1],
    ] as const) {
      const world = long();
      world.sent({ by: "dave", do: "open short", price: "50100", qty: "5" });
      expect(world.reverse(by, posSide)).toBe(200);
      expect(world.position(by, posSide)).toBeUndefined();
      expect(world.position(by, other)).toMatchObject({ qty: 1_000, leverage: 20, mode: 0 });
      const ref = world.state.result.ref;
      expect(world.endings().at(-1)).toEqual([ref, status.filled, cause.none, 1_000]);
      world.sound();
    }
  });
  test("[A-24 R-6.20] with the margin mode and leverage that stand, and its TP/SL end with the position", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 50, perp.btcUsdt, 1);
    world.leverage("alice", 10, perp.btcUsdt, 2);
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "dave", do: "open long", price: "50000", qty: "5" });
    world.tpsl("alice", 1, { sl: { price: "45000" } });
    const close = world.sent({ by: "alice", do: "close long", price: "52000", qty: "0.1" });
    world.batch();
    expect(world.reverse("alice", 1)).toBe(200);
    expect(world.position("alice", 2)).toMatchObject({
      qty: 1_000,
      leverage: 10,
      mode: 1,
      isoMargin: 500n * 10n ** 8n,
    });
    expect([world.waiting("alice"), world.open("alice")]).toEqual([[], []]);
    expect(world.endings()).toContainEqual([close, status.canceled, cause.closeTrim, 0]);
    world.sound();
  });
  test("[A-24 R-6.20] what the close cannot fill stays, and only what was closed is opened", () => {
    const world = long("100000 USDT", [
      ["49900", "0.03"],
      ["49800", "0.03"],
    ]);
    expect(world.reverse("alice", 1)).toBe(200);
    // The close has taken all that there was.
    expect([world.position("alice", 1)?.qty, world.position("alice", 2)]).toEqual([400, undefined]);
    world.sound();
    const deep = long("100000 USDT", [["49900", "0.16"]]);
    expect(deep.reverse("alice", 1)).toBe(200);
    expect([deep.position("alice", 1), deep.position("alice", 2)?.qty]).toEqual([undefined, 600]);
    deep.sound();
  });
  test("[A-24 R-6.20] margin is tested before anything trades, as if the close came to its worst price: 21041, and nothing changes", () => {
    // A close at 48,500 would lose 150 and 2.6675 of fee; an opening down there reserves 250, a loss of 150 to the mark, and 2.75.
    const world = long("558.1674 USDT");
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
    const before = [world.cash("alice"), world.position("alice"), world.perpBook()];
    world.batch();
    expect(world.reverse("alice", 1)).toBe(21041);
    expect(world.state.result).toMatchObject({ first: 40_275_000_000n, second: 40_274_990_000n });
    expect(world.told("order_filled")).toEqual([]);
    expect([world.cash("alice"), world.position("alice"), world.perpBook()]).toEqual(before);
    expect(world.open("alice")).toEqual([close]);
    world.sound();
    const enough = long("558.1675 USDT");
    expect(enough.reverse("alice", 1)).toBe(200);
    expect(enough.position("alice", 2)).toMatchObject({ qty: 1_000 });
    enough.sound();
  });
  test("[A-24 R-6.20 R-2.6] what stands against the opening only after the close takes the close back", () => {
    const world = long("100000 USDT", [["49900", "0.19"]]);
    // Open interest of 0.1 stands at its cap: dave's bids open longs, so alice's short would exceed it.
    world.reconfigure(perp.btcUsdt, { oiCap: 5_000n * 10n ** 8n });
    const before = [world.cash("alice"), world.position("alice"), world.perpBook()];
    expect(world.reverse("alice", 1)).toBe(21046);
    expect([world.cash("alice"), world.position("alice"), world.perpBook()]).toEqual(before);
    world.sound();
  });
  test("[A-24 R-6.20] nobody to take it: 21016, and resting closes stand as they were", () => {
    const world = long("100000 USDT", []);
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
    expect(world.reverse("alice", 1)).toBe(21016);
    expect(world.open("alice")).toEqual([close]);
    world.sound();
  });
  test("[A-24 R-6.20 R-14.1] a voucher's position is refused (21047), and so is the side that one has", () => {
    const world = long();
    world.campaign(1, "1000");
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "5" });
    expect(world.voucher("carol", { id: 1, face: "50" })).toBe(200);
    expect(world.reverse("carol", 1)).toBe(21047);
    world.sent({ by: "dave", do: "open long", price: "50000", qty: "5" });
    world.sent({ by: "carol", do: "open short", price: "50000", qty: "0.01" });
    expect(world.reverse("carol", 2)).toBe(21047);
    world.sound();
  });
  test("[A-24 R-6.20 A-13] opens, so whoever is stopped may not: 23008; and it needs a position and a market that trades", () => {
    const world = long();
    expect([world.reverse("alice", 2), world.reverse("alice", 1, 999)]).toEqual([21020, 21001]);
    const stop = (stopped: boolean): number =>
      world.do(world.operator({ type: "set_trading_stop", uid: 11, market: 0, stopped }));
    stop(true);
    expect(world.reverse("alice", 1)).toBe(23008);
    stop(false);
    world.do(world.operator({ type: "set_market_status", market: perp.btcUsdt, status: 3, liquidates: false }));
    expect(world.reverse("alice", 1)).toBe(21002);
    world.sound();
  });
  test("[A-24 R-6.20] of an inverse contract", () => {
    const coin = ["2 BTC"];
    const world = new PerpWorld({ alice: coin, bob: coin, dave: coin });
    world.meet("alice", "bob", "100", "50000", perp.btcUsd);
    world.sent({ by: "dave", do: "open long", price: "49900", qty: "500", market: perp.btcUsd });
    expect(world.reverse("alice", 1, perp.btcUsd)).toBe(200);
    expect(world.position("alice", 2, perp.btcUsd)).toMatchObject({ qty: 100 });
    world.sound();
  });
});
