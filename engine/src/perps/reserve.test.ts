import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld, type PerpOrder } from "../../sim/index.ts";
import { accountKey, bucket, system } from "../ledger/accounts.ts";
import { cause } from "../records/order.ts";

const rich = { alice: ["100000 USDT", "10 BTC"], bob: ["100000 USDT", "10 BTC"] };

/** What an order says that it reserves, at its acceptance. */
function reserveOf(world: PerpWorld, wish: PerpOrder): number {
  world.batch();
  world.sent(wish);
  world.sound();
  return world.told("order_accepted")[0]!.reserveLow;
}

describe("what an opening order sets aside", () => {
  test("[R-8.6 V033] cross long above the mark: margin, fee and open loss", () => {
    const world = new PerpWorld(rich);
    expect(reserveOf(world, { by: "alice", do: "open long", price: "50500", qty: "0.4" })).toBe(122_111_000_000);
    expect(world.account("alice").orderMargin).toBe(122_111_000_000n);
  });
  test("[R-8.6 V034] cross short below the best bid: margin at the bid, loss at the order's price", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open long", price: "49950", qty: "1" });
    expect(reserveOf(world, { by: "alice", do: "open short", price: "49900", qty: "0.4" })).toBe(104_998_900_000);
    expect(world.account("alice").orderMargin).toBe(0n);
  });
  test("[R-8.6 V036] inverse long above the best ask: margin at the ask, loss at the order's price", () => {
    const world = new PerpWorld(rich);
    world.mark("49500", perp.btcUsd);
    world.leverage("alice", 25, perp.btcUsd);
    world.sent({ by: "bob", do: "open short", price: "49000", qty: "10", market: perp.btcUsd });
    const wish: PerpOrder = { by: "alice", do: "open long", price: "50000", qty: "10000", market: perp.btcUsd };
    expect(reserveOf(world, wish)).toBe(1_029_573);
  });
  test("[R-8.6 V088] inverse long below the best ask: open loss in coin", () => {
    const world = new PerpWorld(rich);
    world.leverage("alice", 10, perp.btcUsd);
    world.sent({ by: "bob", do: "open short", price: "50600", qty: "10", market: perp.btcUsd });
    const wish: PerpOrder = { by: "alice", do: "open long", price: "50500", qty: "10000", market: perp.btcUsd };
    expect(reserveOf(world, wish)).toBe(2_189_111);
  });
  test("[R-8.6] isolated orders reserve no open loss; a close reserves nothing", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    expect(reserveOf(world, { by: "alice", do: "open long", price: "50500", qty: "0.4" })).toBe(102_111_000_000);
    world.sent({ by: "bob", do: "open short", price: "50500", qty: "0.4" });
    expect(reserveOf(world, { by: "alice", do: "close long", price: "51000", qty: "0.4" })).toBe(0);
  });
  test("[§8.4] a market buy is assumed at its protection price, a market sell at the better of mark and bid", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open short", price: "50100", qty: "0.4" });
    world.sent({ by: "bob", do: "open long", price: "49900", qty: "0.4" });
    // 0.4 × 51,500: 1,030 of margin, 11.33 of fee, 600 of open loss.
    expect(reserveOf(world, { by: "alice", do: "open long", qty: "0.4" })).toBe(164_133_000_000);
    // 0.4 × 50,000: 1,000 of margin, 11 of fee, and 0.4 × 1,500 of open loss at 48,500.
    expect(reserveOf(world, { by: "alice", do: "open short", qty: "0.4" })).toBe(161_100_000_000);
  });
  test("[R-8.6] it is fixed at placement: a mark that moves does not change it", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.4" });
    const before = world.account("alice").orderMargin;
    world.mark("48000");
    expect(world.account("alice").orderMargin).toBe(before);
    world.sound();
  });
});

describe("cash below zero", () => {
  test("[R-11.7 A-1 V110] a thousand fills at the bankruptcy price would floor 393 units away: they stop before anybody pays", () => {
    const makers = ["bob", "carol", "dave", "erin", "frank"] as const;
    const world = new PerpWorld({ alice: ["0.00061007 BTC"] });
    for (const name of makers) world.fund(name, "10 BTC");
    const rates = { spotMaker: 100_000, spotTaker: 100_000, perpMaker: 20_000, perpTaker: 0 };
    world.leverage("alice", 125, perp.btcUsd);
    world.sent({ by: "alice", do: "open short", price: "50000", qty: "1000", market: perp.btcUsd });
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "1000", market: perp.btcUsd });
    world.do(world.operator({ type: "configure_fees", level: 0, ...rates }));
    expect(world.cash("alice", "BTC")).toBe("0.00060607");
    world.mark("51000", perp.btcUsd);
    for (const by of makers)
      for (let i = 0; i < 200; i += 1)
        world.sent({ by, do: "open short", price: "51562.5", qty: "1", market: perp.btcUsd });
    const fund = world.fundOf("BTC");
    world.batch();
    world.sent({ by: "alice", do: "close short", price: "52000", qty: "1000", market: perp.btcUsd });
    expect(world.told("deficit_paid")).toEqual([]);
    expect(world.told("order_closed").at(-1)).toMatchObject({ uid: people.alice, cause: cause.margin });
    expect([fund, world.fundOf("BTC")]).toEqual(["50", "50"]);
    expect(world.position("alice", 2, perp.btcUsd)!.qty).toBeGreaterThan(0);
    world.sound();
  });

  /** as V111 tells it: cash at −2 without a position, a grant of so much, and so much in the fund. */
  const owing = (grant: bigint, fund: string): PerpWorld => {
    const world = new PerpWorld({ alice: ["1 USDT"] });
    const { ledger } = world.state;
    const treasury = ledger.account(0, accountKey(4, 0, 1, system.treasury));
    const cash = ledger.account(people.alice, accountKey(4, 0, 1, bucket.cash));
    world.leverage("alice", 20);
    world.campaign(1, "100");
    world.setFund(fund);
    ledger.beginEntry(0, 0);
    ledger.lineBig(cash, -300_000_000n);
    ledger.lineBig(treasury, 300_000_000n);
    ledger.endEntry();
    world.batch();
    if (grant > 0n) world.grant("alice", { id: 1, amount: grant });
    else world.move("alice", "1 USDT", "futures", "spot");
    if (grant === 0n) world.state.pending.margins.add(world.state.userContracts.findMargin(people.alice, 4, 1));
    world.batch();
    world.sound();
    return world;
  };
  test("[R-11.7 V111] first the account's grants, then the fund, then the company", () => {
    const ofGrant = owing(2_000_000_000n, "100");
    expect(ofGrant.account("alice")).toMatchObject({ cash: 0n, bonus: 1_800_000_000n });
    expect(ofGrant.fundOf()).toBe("100");
    const ofFund = owing(50_000_000n, "100");
    expect(ofFund.account("alice")).toMatchObject({ cash: 0n, bonus: 0n });
    expect(ofFund.fundOf()).toBe("98.5");
    const ofTreasury = owing(0n, "1.5");
    expect([ofTreasury.cash("alice"), ofTreasury.fundOf()]).toEqual(["0", "0"]);
  });
});
