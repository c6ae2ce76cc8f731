import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"] };
const coupon = 1_000_001;

/** No fees, alice with some cash, and two campaigns with money. */
function plain(cash: string): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: [`${cash} USDT`] });
  world.withoutFees();
  world.leverage("alice", 100);
  world.campaign(1, "1000");
  world.campaign(2, "1000");
  return world;
}

const reverse = (world: PerpWorld, amount: bigint, uid: number = people.alice): number =>
  world.do(world.operator({ type: "reverse_profit", uid, campaign: 1, coupon, amount }));

/** Wanted and moved, as the event says. */
const said = (world: PerpWorld): readonly bigint[][] =>
  world
    .told("profit_reversed")
    .map((event) => [joinMoney(event.wantedHigh, event.wantedLow), joinMoney(event.amountHigh, event.amountLow)]);

describe("a clawback of profit", () => {
  test("[R-14.9] goes from cash to the campaign of the coupon, and is no issuance", () => {
    const world = plain("100");
    expect(reverse(world, 3_000_000_000n)).toBe(200);
    expect(said(world)).toEqual([[3_000_000_000n, 3_000_000_000n]]);
    expect([world.cash("alice"), world.promo(1), world.promo(2)]).toEqual(["70", "1030", "1000"]);
    world.sound();
  });
  test("[C.23 R-14.9] takes what is free and never brings cash below zero: the event says what is lacking", () => {
    const world = plain("20");
    expect(reverse(world, 3_000_000_000n)).toBe(200);
    expect(said(world)).toEqual([[3_000_000_000n, 2_000_000_000n]]);
    expect([world.cash("alice"), world.promo(1)]).toEqual(["0", "1020"]);
    world.sound();
    // Nothing is there any more: that is no refusal, all of it is lacking.
    expect(reverse(world, 500_000_000n)).toBe(200);
    expect(said(world).at(-1)).toEqual([500_000_000n, 0n]);
    expect([world.cash("alice"), world.promo(1)]).toEqual(["0", "1020"]);
    world.sound();
  });
  test("[R-14.9 R-3.6] leaves the margin of positions and orders, and no unrealised profit is taken", () => {
    const world = plain("100");
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.02" });
    world.mark("50100");
    const { available, initialMargin, orderMargin, cash } = world.account("alice");
    expect(available.out).toBe(cash - initialMargin - orderMargin);
    expect(reverse(world, cash)).toBe(200);
    expect(said(world)).toEqual([[cash, available.out]]);
    expect(world.account("alice")).toMatchObject({ cash: initialMargin + orderMargin });
    expect([world.position("alice")?.qty, world.open("alice").length]).toEqual([1_000, 1]);
    world.sound();
  });
  test("[R-14.9 I2] a loss that stands open is left covered, and grants of other coupons stay", () => {
    const world = plain("100");
    world.grant("alice", { id: 2, amount: 4_000_000_000n, campaign: 2 });
    world.meet("alice", "bob", "0.1", "50000");
    world.mark("49800");
    const { available } = world.account("alice");
    expect(reverse(world, 100_000_000_000n)).toBe(200);
    expect(said(world)).toEqual([[100_000_000_000n, available.out]]);
    expect(world.account("alice")).toMatchObject({ bonus: 4_000_000_000n, grants: [{ id: 2 }] });
    expect(world.position("alice")?.qty).toBe(1_000);
    expect(world.promo(2)).toBe("960");
    world.sound();
  });
  test("[R-14.9 R-14.4] behind the recall of the coupon's own grant it takes what that left", () => {
    const world = plain("60");
    world.grant("alice", { id: 1, amount: 4_000_000_000n });
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "carol", do: "open long", price: "50300", qty: "0.1" });
    world.sent({ by: "alice", do: "close long", price: "50300", qty: "0.1" });
    expect(world.account("alice")).toMatchObject({ cash: 9_000_000_000n, bonus: 4_000_000_000n });
    expect(world.do(world.operator({ type: "recall_grant", grant: 1 }))).toBe(200);
    // 30 of profit, of which bonus carried 40 in 100.
    expect(reverse(world, 1_200_000_000n)).toBe(200);
    expect(world.account("alice")).toMatchObject({ cash: 7_800_000_000n, bonus: 0n });
    expect(world.promo(1)).toBe("1012");
    world.sound();
  });
  test("[R-14.9] an account at its maintenance margin gives nothing while liquidation is suspended", () => {
    const world = plain("60");
    world.meet("alice", "bob", "0.1", "50000");
    world.do(world.operator({ type: "set_market_status", market: perp.btcUsdt, status: 3, liquidates: false }));
    world.mark("49600");
    expect(world.position("alice")?.qty).toBe(1_000);
    expect(reverse(world, 100n)).toBe(200);
    expect(said(world)).toEqual([[100n, 0n]]);
    world.sound();
  });
  test("[R-14.9] somebody without a futures account owes all of it, and a senseless ask is refused", () => {
    const world = plain("10");
    expect(reverse(world, 5n, 99)).toBe(200);
    expect(said(world)).toEqual([[5n, 0n]]);
    expect(reverse(world, 0n)).toBe(23003);
    expect(reverse(world, 5n, 0)).toBe(50007);
    world.sound();
  });
});
