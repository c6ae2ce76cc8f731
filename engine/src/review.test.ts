import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../sim/index.ts";

/** Faults that a reading of the engine against the rule book found; each of these failed before it was mended. */
describe("what a review found", () => {
  test("[R-14.1] a voucher that meets its holder's own order leaves that order's money in cash", () => {
    const world = new PerpWorld({ alice: ["10000 USDT"], bob: ["100000 USDT"] });
    world.campaign(1, "1000");
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open short", qty: "0.1", price: "50000" });
    world.sent({ by: "bob", do: "open short", qty: "1", price: "50001" });
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
    expect(world.cash("alice")).toBe("10000");
    world.sound();
  });

  test("[R-14.1] a voucher that fills nothing leaves no margin behind and the settings as they were", () => {
    const world = new PerpWorld({ alice: ["10000 USDT"] });
    world.campaign(1, "1000");
    world.mode("alice", "isolated");
    world.sent({ by: "alice", do: "open short", qty: "0.1", price: "50000" });
    world.voucher("alice", { id: 1, face: "20" });
    expect([world.cash("alice"), world.promo(1)]).toEqual(["10000", "1000"]);
    world.sound();
  });

  test("[R-2.7] samples from before a halt do not trip the breaker after it", () => {
    const world = new PerpWorld({ alice: ["10000 USDT"] });
    world.wait(10);
    world.status(4, perp.btcUsdt);
    for (let i = 0; i < 30; i += 1) {
      world.feed(perp.btcUsdt, "57500");
      world.batch(5_000);
    }
    world.status(3, perp.btcUsdt);
    world.wait(15, { [perp.btcUsdt]: "57500" });
    world.status(2, perp.btcUsdt);
    world.wait(3, { [perp.btcUsdt]: "57500" });
    expect([world.statusOf(), world.told("breaker_tripped")]).toEqual([2, []]);
  });

  test("[R-2.4] a waiting order is not changed while its market is halted", () => {
    const world = new PerpWorld({ alice: ["10000 USDT"], bob: ["100000 USDT"] });
    world.meet("alice", "bob", "0.1", "50000");
    const id = world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "51000" } });
    world.status(4, perp.btcUsdt);
    expect(world.amendTrigger("alice", id, { trigger: "49000" })).toBe(21002);
  });

  test("[R-4.2] a TP/SL larger than any order is 21008, and never becomes a small one", () => {
    const world = new PerpWorld({ alice: ["100000 USDT"], bob: ["1000000 USDT"] });
    world.meet("alice", "bob", "0.01", "50000");
    expect(world.tpsl("alice", 1, { qty: "429496.7297", sl: { price: "49000" } })).toBe(21008);
    expect(world.waiting("alice")).toEqual([]);
  });

  test("[R-11.1] higher maintenance rates are felt at once by whoever they bring to the margin", () => {
    const world = new PerpWorld({ alice: ["3000 USDT"], bob: ["100000 USDT"] });
    world.meet("alice", "bob", "1", "50000");
    world.mark("48000");
    const tiers = [{ cap: 500_000_000n * 100_000_000n, maxLeverage: 20, mmr: 4_000_000 }];
    world.reconfigure(perp.btcUsdt, { tiers, maxLeverage: 20 });
    expect(world.told("liquidation_started")).toHaveLength(1);
    expect(world.positions("alice")).toEqual([]);
    world.sound();
  });

  test("[R-6.17] a close of the whole position may be dust, but not larger than an order may be", () => {
    const world = new PerpWorld({ alice: ["1000000 USDT"], bob: ["1000000 USDT"] });
    world.meet("alice", "bob", "1", "50000");
    world.reconfigure(perp.btcUsdt, { maxMarketQty: 5_000 });
    expect(world.send({ by: "alice", do: "close long", qty: "1" })).toBe(21008);
  });
});
