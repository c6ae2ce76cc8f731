import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { system } from "../ledger/accounts.ts";
import { cause, status } from "../records/order.ts";

const money = ["1000000 USDT"];
const marketStatus = { trading: 2, cancelOnly: 3, halt: 4 };
const one = 100_000_000n;

/** Alice is long 1 BTC at 50,000 with 50×, so bankrupt at 49,000; the mark is 49,500, and bids rest at 49,000 alone, in so many orders. */
function atBankruptcy(mode: "cross" | "isolated", cash: string, parts: number): PerpWorld {
  const world = new PerpWorld({ alice: [cash], bob: money, carol: money });
  world.reconfigure(perp.btcUsdt, { maxOpenOrders: 200 });
  world.mode("alice", mode);
  world.leverage("alice", 50);
  world.meet("alice", "bob", "1", "50000");
  world.mark("49500");
  for (let i = 0; i < parts; i += 1)
    world.sent({ by: "carol", do: "open long", price: "49000", qty: parts === 100 ? "0.01" : `${1 / parts}` });
  return world;
}

describe("a close that fills in parts", () => {
  test.each([1, 2, 100])(
    "[A-1 R-5.9 D2] %i fills at the bankruptcy price cost an isolated position no more than its margin",
    (parts) => {
      const world = atBankruptcy("isolated", "5000 USDT", parts);
      const before = world.account("alice").cash + world.position("alice")!.isoMargin;
      world.batch();
      const fund = world.fundOf();
      world.sent({ by: "alice", do: "close long", qty: "1" });
      const left = world.position("alice")?.isoMargin ?? 0n;
      expect(before - world.account("alice").cash - left).toBeLessThanOrEqual(1_000n * one);
      expect(world.fundOf()).toBe(fund);
      if (parts > 1)
        expect(world.told("order_closed").find(({ uid }) => uid === people.alice)).toMatchObject({
          status: status.expired,
          cause: cause.margin,
        });
      world.sound();
    },
  );
  test.each([2, 100])("[A-1 R-5.9 D2] %i fills with no cash beside the margin: the fund pays nothing", (parts) => {
    for (const mode of ["isolated", "cross"] as const) {
      const world = atBankruptcy(mode, "1027.5 USDT", parts);
      world.setFund("0");
      world.emptyTreasury();
      expect(world.send({ by: "alice", do: "close long", qty: "1" })).toBe(200);
      expect([world.fundOf(), world.statusOf()]).toEqual(["0", marketStatus.trading]);
      expect(world.system(system.deficit, 4)).toBe("0");
      expect(world.account("alice").cash).toBeGreaterThanOrEqual(0n);
      world.sound();
    }
  });
  test("[A-1 R-11.2] the tier step of a liquidation stops where its own fees have used up the margin", () => {
    const world = new PerpWorld({ alice: ["100000 USDT"], bob: ["10000000 USDT"], carol: ["10000000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "18", "50000");
    for (let i = 0; i < 100; i += 1) world.sent({ by: "carol", do: "open long", price: "49000", qty: "0.18" });
    const { cash } = world.account("alice");
    const margin = world.position("alice")!.isoMargin;
    world.mark("49010");
    const lost = cash + margin - world.account("alice").cash - (world.position("alice")?.isoMargin ?? 0n);
    expect(lost).toBeLessThanOrEqual(margin);
    world.sound();
  });
});

describe("a loss that nobody can pay", () => {
  test("[A-2 R-11.7 D2] is booked as a deficit and told; the market trades on", () => {
    const world = new PerpWorld({ alice: ["1027.5 USDT"], bob: money });
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.setFund("100");
    world.emptyTreasury();
    world.status(marketStatus.halt, perp.btcUsdt);
    world.batch();
    // Alice has 1,000 and loses 3,000: the fund gives 100, and 1,900 are booked.
    expect(world.settle("47000", perp.btcUsdt)).toBe(200);
    expect(world.told("deficit_booked")).toMatchObject([
      { product: 4, asset: 1, amountLow: Number(1_900n * one), totalLow: Number(1_900n * one) },
    ]);
    expect([world.cash("alice"), world.fundOf(), world.system(system.deficit, 4)]).toEqual(["0", "0", "-1900"]);
    world.sound();
  });
});

/**
 * Fund and company are empty. Alice is long 2 BTC and 24 ETH against dave and carol, who is isolated at 100× and so cannot
 * bear the price at which alice is bankrupt.
 */
function cornered(ofCarol: string, ofDave: string): PerpWorld {
  const world = new PerpWorld({ alice: ["8100 USDT"], bob: money, carol: ["3000 USDT"], dave: money });
  world.setFund("0");
  world.emptyTreasury();
  world.leverage("alice", 20);
  world.leverage("alice", 20, perp.ethUsdt);
  world.mode("carol", "isolated", perp.ethUsdt);
  world.leverage("carol", 100, perp.ethUsdt);
  world.meet("alice", "bob", "2", "50000");
  if (ofDave !== "0") world.meet("alice", "dave", ofDave, "2500", perp.ethUsdt);
  world.meet("alice", "carol", ofCarol, "2500", perp.ethUsdt);
  world.feed(perp.ethUsdt, "2500");
  world.mark("45200");
  return world;
}

describe("deleveraging without fund and company", () => {
  test("[A-6 R-12.6 D8] does what can be covered; the rest stays with the engine and the market halts", () => {
    const world = cornered("2.4", "21.6");
    const gave = world.told("deleveraged").filter(({ market }) => market === perp.ethUsdt);
    expect(gave.find(({ uid }) => uid === people.dave)).toMatchObject({ qty: 21_600 });
    const left = world.enginePosition(1, perp.ethUsdt);
    const ofCarol = gave.find(({ uid }) => uid === people.carol)?.qty ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(left + ofCarol).toBe(2_400);
    expect(world.statusOf(perp.ethUsdt)).toBe(marketStatus.halt);
    world.sound();
  });
  test("[A-3 R-10.4 D3] a settlement whose preparation halts the market is skipped before anything moved", () => {
    const world = new PerpWorld({ alice: ["8100 USDT"], bob: money, carol: ["3000 USDT"] });
    const next = Math.floor(world.at / 28_800_000) * 28_800_000 + 28_800_000;
    world.until(next - 8_000);
    world.setFund("0");
    world.emptyTreasury();
    world.leverage("alice", 20);
    world.leverage("alice", 20, perp.ethUsdt);
    world.mode("carol", "isolated", perp.ethUsdt);
    world.leverage("carol", 100, perp.ethUsdt);
    world.meet("alice", "bob", "2", "50000");
    world.meet("alice", "carol", "24", "2500", perp.ethUsdt);
    world.feed(perp.ethUsdt, "2500");
    world.mark("45200");
    expect(world.statusOf(perp.ethUsdt)).toBe(marketStatus.halt);
    world.wait(Math.floor((next - world.at - 1) / 1_000));
    world.status(marketStatus.cancelOnly, perp.ethUsdt);
    const { cash } = world.account("carol");
    world.batch(next - world.at);
    expect(world.told("funding_skipped").map(({ market }) => market)).toContain(perp.ethUsdt);
    expect(world.told("funding_paid").filter(({ market }) => market === perp.ethUsdt)).toEqual([]);
    expect(world.system(system.funding, 4, "USDT", perp.ethUsdt)).toBe("0");
    expect(world.account("carol").cash).toBe(cash);
    expect(world.state.fault).toBeUndefined();
    world.sound();
  });
});
