import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { cause, status } from "../records/order.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"] };

/** No fees, alice with some cash, and a campaign with money. */
function plain(cash: string): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: [`${cash} USDT`] });
  world.withoutFees();
  world.leverage("alice", 125);
  world.campaign(1, "1000");
  world.campaign(2, "1000");
  return world;
}

/** Alice buys 0.1 BTC at 50,000 and sells it at a price: a loss of a tenth of the difference. */
function lose(world: PerpWorld, price: string): void {
  world.meet("alice", "bob", "0.1", "50000");
  world.sent({ by: "carol", do: "open long", qty: "0.1", price });
  world.sent({ by: "alice", do: "close long", qty: "0.1", price });
}

describe("what bonus pays for", () => {
  test("[R-14.2 V039] a loss of 45.5 with 30 of bonus: bonus first", () => {
    const world = plain("500");
    world.grant("alice", { id: 1, amount: 3_000_000_000n });
    lose(world, "49545");
    expect(world.account("alice")).toMatchObject({ cash: 48_450_000_000n, bonus: 0n, grants: [] });
    world.sound();
  });
  test("[R-14.2 V122] a grant gives its ratio of each cost, until it has given all", () => {
    const world = plain("100");
    world.grant("alice", { id: 1, amount: 3_000_000_000n, ratio: 30_000_000 });
    lose(world, "49900");
    expect(world.account("alice")).toMatchObject({ cash: 9_300_000_000n, bonus: 2_700_000_000n });
    lose(world, "49900");
    expect(world.account("alice")).toMatchObject({ cash: 8_600_000_000n, bonus: 2_400_000_000n });
    lose(world, "49000");
    expect(world.account("alice")).toMatchObject({ cash: 1_000_000_000n, bonus: 0n });
    world.sound();
  });
  test("[R-14.2 V123] of two grants the one that ends first pays first", () => {
    const world = plain("100");
    world.grant("alice", { id: 1, amount: 200_000_000n, endsAt: world.at + 2_000_000 });
    world.grant("alice", { id: 2, amount: 200_000_000n, endsAt: world.at + 1_000_000 });
    lose(world, "49970");
    expect(world.account("alice")).toMatchObject({ cash: 10_000_000_000n, bonus: 100_000_000n });
    expect(world.account("alice").grants).toMatchObject([{ id: 1, remaining: 100_000_000n }]);
    world.sound();
  });
  test("[R-14.2] what the ratio spares bears the loss after cash, before cash goes below zero", () => {
    const world = plain("50");
    world.grant("alice", { id: 1, amount: 5_000_000_000n, ratio: 10_000_000 });
    lose(world, "49300");
    // 70 lost: 7 by ratio, 50 of cash, 13 more of the grant.
    expect(world.account("alice")).toMatchObject({ cash: 0n, bonus: 3_000_000_000n });
    world.sound();
  });
  test("[R-14.2] fees are costs too; profits go to cash", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.campaign(1, "100");
    world.grant("alice", { id: 1, amount: 1_000_000_000n });
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.account("alice")).toMatchObject({ cash: 100_000_000_000n, bonus: 725_000_000n });
    world.sent({ by: "carol", do: "open long", qty: "0.1", price: "50100" });
    world.sent({ by: "alice", do: "close long", qty: "0.1" });
    expect(world.account("alice")).toMatchObject({ cash: 101_000_000_000n, bonus: 449_450_000n });
    world.sound();
  });
  test("[R-14.1 R-3.4 R-3.5] bonus counts for cross orders, not for isolated ones and not for transfers", () => {
    const world = plain("0.00000001");
    world.grant("alice", { id: 1, amount: 5_000_000_000n });
    expect(world.account("alice").available).toEqual({ open: 5_000_000_001n, isolated: 1n, out: 1n });
    expect(world.send({ by: "alice", do: "open long", price: "50000", qty: "0.1" })).toBe(200);
    world.mode("alice", "isolated", perp.ethUsdt);
    const eth = { by: "alice", do: "open long", price: "2500", qty: "0.1", market: perp.ethUsdt } as const;
    expect(world.send(eth)).toBe(21041);
    world.sound();
  });
  test("[R-14.2] a grant for one market or one range of leverage does not count for other orders", () => {
    const world = plain("0.00000001");
    world.leverage("alice", 50);
    world.leverage("alice", 50, perp.ethUsdt);
    world.grant("alice", { id: 1, amount: 5_000_000_000n, market: perp.ethUsdt });
    const btc = { by: "alice", do: "open long", price: "50000", qty: "0.01" } as const;
    const eth = { by: "alice", do: "open long", price: "2500", qty: "0.2", market: perp.ethUsdt } as const;
    expect(world.send(btc)).toBe(21041);
    expect(world.send(eth)).toBe(200);
    world.grant("alice", { id: 2, amount: 5_000_000_000n, minLeverage: 60, maxLeverage: 100 });
    expect(world.send(btc)).toBe(21041);
    world.leverage("alice", 60);
    expect(world.send(btc)).toBe(200);
    world.sound();
  });
});

describe("what funding bonus does not pay for", () => {
  /** Fees as they are, and nothing in the account that pays before funding bonus would. */
  const withFundingBonus = (cash: string, isIsolated = false): PerpWorld => {
    const world = new PerpWorld({ ...rich, alice: [`${cash} USDT`] });
    world.campaign(1, "1000");
    world.leverage("alice", 100);
    if (isIsolated) world.mode("alice", "isolated");
    world.grant("alice", { id: 1, amount: 5_000_000_000n, kind: 1 });
    return world;
  };
  test("[S1.63 R-14.1 R-14.2] a trading fee is paid by cash alone, of a cross position and of an isolated one", () => {
    for (const isIsolated of [false, true]) {
      const world = withFundingBonus("100", isIsolated);
      world.meet("alice", "bob", "0.1", "50000");
      // 0.055 % of 5,000; the margin of an isolated position has left cash.
      expect(world.position("alice")).toMatchObject({ fees: 275_000_000n });
      const left = isIsolated ? world.position("alice")!.isoMargin : 0n;
      expect(world.account("alice").cash + left).toBe(10_000_000_000n - 275_000_000n);
      expect(world.account("alice")).toMatchObject({ fundBonus: 5_000_000_000n, bonus: 0n });
      expect(world.told("bonus_changed")).toEqual([]);
      world.sound();
    }
  });
  test("[S1.63 R-14.1 R-14.2] a realised loss is paid by cash alone, of a cross position and of an isolated one", () => {
    for (const isIsolated of [false, true]) {
      const world = withFundingBonus("100", isIsolated);
      world.withoutFees();
      lose(world, "49700");
      expect(world.account("alice")).toMatchObject({ cash: 7_000_000_000n, fundBonus: 5_000_000_000n });
      expect([world.told("bonus_changed"), world.promo(1)]).toEqual([[], "950"]);
      world.sound();
    }
  });
  test("[S1.63 R-14.1 R-11.4] it carries no position: a loss that takes all cash is liquidated, and the funding bonus is left whole", () => {
    const world = withFundingBonus("60");
    world.withoutFees();
    world.meet("alice", "bob", "0.1", "50000");
    world.mark("49500");
    expect(world.positions("alice")).toEqual([]);
    expect(world.account("alice")).toMatchObject({ cash: 0n, fundBonus: 5_000_000_000n });
    world.sound();
  });
});

describe("grants that end", () => {
  /** V124, V125: an ETH long worth `value` at its mark with a loss, and BTC orders that reserve what is given. */
  const busy = (cash: string, qty: string, reserves: readonly string[], grants: readonly bigint[]) => {
    const world = plain(cash);
    world.leverage("alice", 20);
    world.leverage("alice", 20, perp.ethUsdt);
    grants.forEach((amount, i) => world.grant("alice", { id: i + 1, amount, campaign: i + 1 }));
    world.meet("alice", "bob", qty, "2420", perp.ethUsdt);
    world.mark("2400", perp.ethUsdt);
    const ids = reserves.map((size) => world.sent({ by: "alice", do: "open long", price: "50000", qty: size }));
    return { world, ids };
  };
  test("[S1.61 R-14.3 V124] a transfer out forfeits every grant to its own campaign; cash must carry the open margin", () => {
    const { world } = busy("100", "0.5", ["0.008"], [2_500_000_000n, 1_500_000_000n]);
    expect(world.account("alice")).toMatchObject({
      cash: 10_000_000_000n,
      uPnl: -1_000_000_000n,
      initialMargin: 6_000_000_000n,
      orderMargin: 2_000_000_000n,
    });
    expect([world.promo(1), world.promo(2)]).toEqual(["975", "985"]);
    expect(world.move("alice", "10.00000001 USDT", "futures", "spot")).toBe(23004);
    expect([world.promo(1), world.account("alice").bonus]).toEqual(["975", 4_000_000_000n]);
    expect(world.move("alice", "10 USDT", "futures", "spot")).toBe(200);
    expect([world.promo(1), world.promo(2)]).toEqual(["1000", "1000"]);
    expect(world.account("alice")).toMatchObject({
      cash: 9_000_000_000n,
      bonus: 0n,
      equity: 8_000_000_000n,
      grants: [],
    });
    expect(world.open("alice")).toHaveLength(1);
    world.sound();
  });
  test("[C.53 R-14.3] a transfer of 1 beside bonus 40 is refused where a position needs it; without one the 40 go back in the same command", () => {
    const world = plain("5");
    world.grant("alice", { id: 1, amount: 4_000_000_000n });
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.account("alice")).toMatchObject({ cash: 500_000_000n, initialMargin: 4_000_000_000n });
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(23004);
    expect([world.account("alice").bonus, world.cash("alice"), world.promo(1)]).toEqual([4_000_000_000n, "5", "960"]);
    world.sent({ by: "carol", do: "open long", qty: "0.1", price: "50000" });
    world.sent({ by: "alice", do: "close long", qty: "0.1", price: "50000" });
    const before = world.events().length;
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(200);
    expect([world.account("alice").bonus, world.cash("alice"), world.promo(1)]).toEqual([0n, "4", "1000"]);
    // One command: both stand before its one answer.
    const names = world.events().map(({ type }) => type);
    const ofCommand = names.slice(names.lastIndexOf("answered", names.length - 2) + 1);
    expect(names.length).toBeGreaterThan(before);
    expect(ofCommand.filter((name) => ["transferred", "bonus_changed", "answered"].includes(name))).toEqual([
      "transferred",
      "bonus_changed",
      "answered",
    ]);
    world.sound();
  });
  test("[R-14.3] funding bonus stays, and so does everything on a transfer in", () => {
    const world = plain("100");
    world.grant("alice", { id: 1, amount: 1_000_000_000n });
    world.grant("alice", { id: 2, amount: 1_000_000_000n, kind: 1 });
    world.give("alice", "5 USDT");
    expect(world.move("alice", "5 USDT", "spot", "futures")).toBe(200);
    expect(world.account("alice")).toMatchObject({ bonus: 1_000_000_000n, fundBonus: 1_000_000_000n });
    world.move("alice", "1 USDT", "futures", "spot");
    expect(world.account("alice")).toMatchObject({ bonus: 0n, fundBonus: 1_000_000_000n });
    world.sound();
  });
  test("[R-14.4 V125] a grant that ends takes opening cross orders with it, newest first, as far as need be", () => {
    const { world, ids } = busy("50", "0.25", ["0.004", "0.0032", "0.0036"], [4_000_000_000n]);
    expect(world.account("alice")).toMatchObject({ initialMargin: 3_000_000_000n, orderMargin: 2_700_000_000n });
    world.batch(86_400_000);
    expect(world.endings()).toEqual([
      [ids[2], status.canceled, cause.bonusExpired, 0],
      [ids[1], status.canceled, cause.bonusExpired, 0],
    ]);
    expect(world.account("alice")).toMatchObject({ orderMargin: 1_000_000_000n, equity: 4_500_000_000n, bonus: 0n });
    expect(world.promo(1)).toBe("1000");
    world.sound();
  });
  test("[R-14.4] a recall does the same; and if the margin is gone with it, the account is liquidated", () => {
    const world = plain("30");
    world.grant("alice", { id: 7, amount: 4_000_000_000n });
    world.meet("alice", "bob", "0.1", "50000");
    world.mark("49850");
    expect(world.do(world.operator({ type: "recall_grant", grant: 8 }))).toBe(40400);
    expect(world.do(world.operator({ type: "recall_grant", grant: 7 }))).toBe(200);
    expect([world.positions("alice"), world.cash("alice"), world.promo(1)]).toEqual([[], "0", "1000"]);
    world.sound();
  });
  test("[A-7 R-14.4] a funding bonus that is recalled or expires touches no order, however little equity is left", () => {
    const { world, ids } = busy("60", "0.25", ["0.004", "0.0032"], []);
    world.grant("alice", { id: 1, amount: 1_000_000_000n, kind: 1 });
    world.grant("alice", { id: 2, amount: 1_000_000_000n, kind: 1, endsAt: world.at + 20_000 });
    world.mark("2300", perp.ethUsdt);
    const { equity, initialMargin, orderMargin } = world.account("alice");
    expect(equity < initialMargin + orderMargin).toBe(true);
    expect(world.do(world.operator({ type: "recall_grant", grant: 1 }))).toBe(200);
    expect([world.open("alice"), world.account("alice").fundBonus]).toEqual([ids, 1_000_000_000n]);
    world.wait(25, { [perp.ethUsdt]: "2300" });
    expect([world.open("alice"), world.account("alice").fundBonus, world.promo(1)]).toEqual([ids, 0n, "1000"]);
    world.sound();
  });
  test("[R-14.5] no grant from an empty campaign, of an old id, or to an account at its margin", () => {
    const world = plain("100");
    expect(world.grant("alice", { id: 1, amount: 100_000_000_001n })).toBe(23004);
    expect(world.grant("alice", { id: 1, amount: 0n })).toBe(23003);
    expect(world.grant("alice", { id: 1, amount: 1n })).toBe(200);
    expect(world.grant("alice", { id: 1, amount: 1n })).toBe(50007);
    expect(world.grant("alice", { id: 2, amount: 1n, endsAt: world.at })).toBe(50007);
    world.meet("alice", "bob", "0.2", "50000");
    world.mark("44000");
    expect([world.statusOf(), world.position("alice")?.qty]).toEqual([3, 2_000]);
    expect(world.grant("alice", { id: 3, amount: 1n })).toBe(21022);
    world.sound();
  });
});
