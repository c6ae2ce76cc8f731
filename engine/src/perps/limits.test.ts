import { describe, expect, test } from "vitest";
import { asset, people, perp, PerpWorld } from "../../sim/index.ts";
import { perpContract } from "../../sim/perp-scene.ts";
import { cause, status } from "../records/order.ts";

const money = ["1000000 USDT"];
const rich = { alice: money, bob: money, carol: money, dave: money };
const market = { preOpen: 0, postOnly: 1, trading: 2, cancelOnly: 3, halt: 4 };

describe("what a market takes in which state", () => {
  /** A fifth contract like BTCUSDT-PERP that has not opened yet, with an index. */
  const fresh = (): PerpWorld => {
    const world = new PerpWorld(rich);
    const measure = { symbol: "NEWUSDT-PERP", kind: 1, base: asset.btc, tick: 10_000_000, lot: 10_000 } as const;
    for (const command of perpContract(world.operator as never, 7, measure)) expect(world.do(command)).toBe(200);
    world.feed(7, "50000");
    world.batch(1_000);
    return world;
  };
  test("[R-2.4] PRE_OPEN nothing, POST_ONLY post-only limits and their amends, TRADING all", () => {
    const world = fresh();
    const buy = { by: "alice", do: "open long", price: "49000", qty: "0.1", market: 7 } as const;
    expect(world.send({ ...buy, postOnly: true })).toBe(21002);
    world.status(market.postOnly, 7);
    expect(world.send(buy)).toBe(21002);
    expect(world.send({ ...buy, price: "0", type: "MARKET" })).toBe(21002);
    expect(world.send({ ...buy, trigger: { price: "48000", by: "MARK" } })).toBe(21002);
    const id = world.sent({ ...buy, postOnly: true });
    expect(world.send({ by: "bob", do: "open short", price: "49000", qty: "0.1", market: 7, postOnly: true })).toBe(
      21014,
    );
    world.sent({ by: "bob", do: "open short", price: "51000", qty: "0.1", market: 7, postOnly: true });
    expect(world.amend("alice", id, { price: "49500" })).toBe(200);
    expect(world.amend("alice", id, { price: "51000" })).toBe(21014);
    expect(world.cancel("alice", id)).toBe(200);
    world.status(market.trading, 7);
    expect(world.send({ ...buy, price: "51000" })).toBe(200);
    world.sound();
  });
  test("[R-2.4 R-9.4] an index that is lost and found does not open a market that is still POST_ONLY", () => {
    const world = fresh();
    world.status(market.postOnly, 7);
    for (let i = 0; i < 330; i += 1) world.batch(1_000);
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "1", market: 7, postOnly: true })).toBe(
      21002,
    );
    for (let i = 0; i < 130; i += 1) {
      if (i % 5 === 0) world.feed(7, "50000");
      world.batch(1_000);
    }
    expect(world.statusOf(7)).toBe(market.postOnly);
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "1", market: 7, postOnly: true })).toBe(200);
    world.sound();
  });
  test("[A-5 R-9.4] POST_ONLY and TRADING wait for an index that was gone, and for a minute after it", () => {
    const world = fresh();
    const wait = (seconds: number): void => {
      for (let i = 0; i < seconds; i += 1) {
        if (i % 5 === 0) world.feed(7, "50000");
        world.batch(1_000);
      }
    };
    for (let i = 0; i < 100; i += 1) world.batch(1_000);
    expect(world.status(market.postOnly, 7)).toBe(21002);
    wait(60);
    expect(world.status(market.postOnly, 7)).toBe(21002);
    wait(1);
    expect(world.status(market.postOnly, 7)).toBe(200);
    for (let i = 0; i < 100; i += 1) world.batch(1_000);
    expect(world.status(market.trading, 7)).toBe(21002);
    wait(61);
    expect(world.status(market.trading, 7)).toBe(200);
    world.sound();
  });
  test("[R-2.4] CANCEL_ONLY and HALT take added margin, but no removal and no change of leverage", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    world.addMargin("alice", 1, "100");
    for (const to of [market.cancelOnly, market.halt]) {
      world.status(to, perp.btcUsdt);
      expect(world.addMargin("alice", 1, "-1")).toBe(21002);
      expect(world.leverage("alice", 50)).toBe(21002);
      expect(world.addMargin("alice", 1, "1")).toBe(200);
    }
    world.sound();
  });
  test("[A-4 R-2.4] in an operator's CANCEL_ONLY liquidation runs against what rests in the book if he says so", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "carol", do: "open long", price: "49100", qty: "1" });
    world.status(market.cancelOnly, perp.btcUsdt, true);
    world.mark("49190");
    expect([world.position("alice"), world.fundOf(), world.position("carol")?.qty]).toEqual([
      undefined,
      "1000100",
      10_000,
    ]);
    world.sound();
  });
  test("[R-2.9] an order lives 180 days, amended or not, and its reserve comes back; what waits does not age", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "60000", by: "MARK" } });
    world.batch(86_400_000);
    world.wait(75);
    expect(world.amend("alice", id, { price: "48000" })).toBe(200);
    world.batch(179 * 86_400_000 - 76_000);
    expect(world.open("alice")).toEqual([id]);
    world.batch(2_000);
    expect(world.endings()).toEqual([[id, status.expired, cause.age, 0]]);
    expect([world.account("alice").hold, world.waiting("alice").length]).toEqual([0n, 1]);
    world.sound();
  });
});

describe("how many", () => {
  test("[R-6.7 4.2-14] pairs that sleep count too: at most 20 TP/SL a position, awake or not", () => {
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.1", "50000");
    const wish = { by: "alice", do: "open long", price: "49000", qty: "0.01" } as const;
    for (let i = 0; i < 10; i += 1) world.sent({ ...wish, tp: { price: "51000" }, sl: { price: "48000" } });
    expect(world.send({ ...wish, tp: { price: "51000" } })).toBe(21033);
    world.sent({ by: "bob", do: "open short", price: "49000", qty: "0.1" });
    expect(world.waiting("alice")).toHaveLength(20);
    expect(world.tpsl("alice", 1, { tp: { price: "52000" } })).toBe(21033);
    world.sound();
  });
  test("[R-2.1 4.2-10] TP/SL are not trigger orders: fifty of those fit beside them", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.1", "50000");
    for (let i = 0; i < 20; i += 1) world.tpsl("alice", 1, { qty: "0.001", tp: { price: "51000" } });
    const waits = { by: "alice", do: "open long", qty: "0.01", trigger: { price: "60000" } } as const;
    for (let i = 0; i < 50; i += 1) world.sent(waits);
    expect(world.send(waits)).toBe(21012);
    world.sound();
  });
  test("[R-8.4 R-2.6 R-9.3] a voucher opens nothing that an order might not", () => {
    const world = new PerpWorld({ ...rich, alice: ["100 USDT"] });
    world.campaign(1, "100000");
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "5" });
    expect(world.voucher("alice", { id: 1, face: "1000", leverage: 125 })).toBe(21042);
    world.reconfigure(perp.btcUsdt, { oiCap: 300n * 100_000_000n });
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(21046);
    world.reconfigure(perp.btcUsdt, { oiCap: 30_000n * 100_000_000n });
    for (let i = 0; i < 75; i += 1) world.batch(1_000);
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(21002);
    expect(world.promo(1)).toBe("100000");
    world.sound();
  });
});

describe("the engine's own inventory", () => {
  /** V070's position, taken over at 49,000 with nobody to sell to. */
  const kept = (): PerpWorld => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.mark("49190");
    return world;
  };
  test("[R-10.5] the fund pays and receives the funding of what it holds", () => {
    const world = kept();
    world.beforeFunding();
    const before = world.cash("bob");
    world.batch(1_000);
    expect(world.fundOf()).toBe("999995.081");
    expect(Number(world.cash("bob")) - Number(before)).toBeCloseTo(4.919, 6);
    world.sound();
  });
  test("[R-6.4 R-11.2] triggers that one account's liquidation hits run before the next account's", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"], erin: ["2000 USDT"] });
    for (const [by, leverage] of [
      ["alice", 50],
      ["erin", 49],
    ] as const) {
      world.mode(by, "isolated");
      world.leverage(by, leverage);
      world.meet(by, "bob", "1", "50000");
    }
    world.sent({ by: "carol", do: "open long", price: "49100", qty: "1" });
    world.sent({ by: "dave", do: "open long", price: "49050", qty: "1", trigger: { price: "49100" } });
    world.mark("49170");
    const order = world.events().flatMap((event) => {
      if (event.type === "liquidation_started") return [`liquidation of ${event.uid}`];
      return event.type === "trigger_ended" ? [`trigger of ${event.uid}`] : [];
    });
    expect(order).toEqual([
      `liquidation of ${people.alice}`,
      `trigger of ${people.dave}`,
      `liquidation of ${people.erin}`,
    ]);
    // Dave's bid came in time for erin's position.
    expect(world.position("dave")).toMatchObject({ qty: 10_000 });
    world.sound();
  });
});
