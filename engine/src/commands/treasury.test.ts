import { noKey } from "@tidemark/contracts/journal";
import { describe, expect, test } from "vitest";
import { asset, journaled, people, perp, PerpWorld, signed } from "../../sim/index.ts";
import { bucket, product, system } from "../ledger/accounts.ts";
import { balanceOf } from "../read/questions.ts";

const one = 100_000_000n;
const usdt = asset.usdt;
const wallet = (world: PerpWorld, which: number = bucket.avail): string =>
  signed(balanceOf(world.state, people.alice, product.wallet, usdt, which));
const treasury = (world: PerpWorld, of: number): string => world.system(system.treasury, of);

describe("company money", () => {
  test("[R-3.2] enters as coins do, goes through transit to another product, and seeds a fund; never more than there is", () => {
    const world = new PerpWorld();
    const move = (amount: bigint, to = 2): number =>
      world.do(world.operator({ type: "move_treasury", product: to, asset: usdt, amount }));
    expect(move(1n)).toBe(23004);
    expect(world.do(world.wallet({ type: "credit_treasury", asset: usdt, amount: 100n * one }))).toBe(200);
    expect(move(100n * one + 1n)).toBe(23004);
    expect(move(1n, 1)).toBe(50007);
    expect(move(0n)).toBe(23003);
    expect(move(60n * one)).toBe(200);
    expect([treasury(world, 1), treasury(world, 2), world.system(system.transit, 0)]).toEqual(["40", "60", "0"]);
    const seed = (fund: number, of: number, amount: bigint): number =>
      world.do(world.operator({ type: "seed_fund", fund, product: of, asset: usdt, amount }));
    expect(seed(0, 2, 60n * one + 1n)).toBe(23004);
    expect(seed(9, 2, 1n)).toBe(50007);
    expect(seed(2, 1, 40n * one)).toBe(200);
    expect(world.system(system.earn, 1)).toBe("40");
    world.sound();
  });
  test("[R-12.1] rounding is swept into the fund by a command, and by nothing else", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["1000 USDT"] });
    world.reconfigure(perp.btcUsdt, { interestRate: 12_345 });
    world.meet("alice", "bob", "0.0007", "50000");
    world.beforeFunding({ [perp.btcUsdt]: "50000.1" });
    world.batch(1_000);
    const residue = world.system(system.rounding, 4);
    expect(residue).not.toBe("0");
    const sweep = (): number => world.do(world.operator({ type: "sweep_rounding", product: 4, asset: usdt }));
    expect(sweep()).toBe(200);
    expect([world.system(system.rounding, 4), world.fundOf()]).toEqual(["0", `1000000${residue.slice(1)}`]);
    expect(sweep()).toBe(23003);
    world.sound();
  });
});

describe("money for users", () => {
  test("[3.3] earn: subscribed, redeemed, and paid from its pool", () => {
    const world = new PerpWorld();
    world.do(world.wallet({ type: "credit_treasury", asset: usdt, amount: 5n * one }));
    world.do(world.operator({ type: "seed_fund", fund: 2, product: 1, asset: usdt, amount: 5n * one }));
    const credit = { type: "credit_deposit", uid: people.alice, asset: usdt, reference: "x" } as const;
    world.do(world.wallet({ ...credit, amount: 100n * one }));
    const earn = (type: "earn_subscribe" | "earn_redeem", amount: bigint): number =>
      world.do(journaled({ type, uid: people.alice, key: noKey, asset: usdt, amount }));
    expect(earn("earn_subscribe", 100n * one + 1n)).toBe(23004);
    expect(earn("earn_subscribe", 80n * one)).toBe(200);
    expect([wallet(world), wallet(world, bucket.earn)]).toEqual(["20", "80"]);
    expect(earn("earn_redeem", 80n * one + 1n)).toBe(23004);
    expect(earn("earn_redeem", 30n * one)).toBe(200);
    const pay = (amount: bigint): number =>
      world.do(world.operator({ type: "pay_earn", uid: people.alice, asset: usdt, amount, day: 20_408 }));
    expect(pay(5n * one + 1n)).toBe(23004);
    expect(pay(1n * one)).toBe(200);
    expect([wallet(world), wallet(world, bucket.earn), world.system(system.earn, 1)]).toEqual(["51", "50", "4"]);
    world.sound();
  });
  test("[R-14.6 R-13.3] coupons are paid by their campaign, referral shares by the fees of a product", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["1000 USDT"] });
    world.meet("alice", "bob", "0.1", "50000");
    expect(world.system(system.fees, 4)).toBe("3.75");
    const refer = (amount: bigint): number =>
      world.do(
        world.operator({ type: "pay_referral", uid: people.alice, product: 4, asset: usdt, amount, day: 20_408 }),
      );
    expect(refer(375_000_001n)).toBe(23004);
    expect(refer(75_000_000n)).toBe(200);
    expect([wallet(world), world.system(system.fees, 4)]).toEqual(["0.75", "3"]);
    world.do(world.wallet({ type: "credit_treasury", asset: usdt, amount: 10n * one }));
    expect(world.campaign(3, "10", 1)).toBe(200);
    expect(world.campaign(3, "0.00000001", 1)).toBe(23004);
    const coupon = (amount: bigint, campaign = 3): number =>
      world.do(world.operator({ type: "pay_coupon", uid: people.alice, campaign, asset: usdt, amount, coupon: 77 }));
    expect(coupon(10n * one + 1n)).toBe(23004);
    expect(coupon(1n, 0)).toBe(50007);
    expect(coupon(4n * one)).toBe(200);
    expect(wallet(world)).toBe("4.75");
    world.sound();
  });
});

describe("keys", () => {
  test("[4.2-0] the same key and body gets the first answer, another body 21013, also for what waits", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["1000 USDT"] });
    world.meet("alice", "bob", "0.001", "50000");
    const order = { by: "alice", do: "open long", price: "49000", qty: "0.001", key: "mine" } as const;
    const id = world.sent(order);
    expect([world.sent(order), world.open("alice")]).toEqual([id, [id]]);
    expect(world.send({ ...order, qty: "0.002" })).toBe(21013);
    expect(world.send({ ...order, market: 99 })).toBe(21013);
    const waits = { by: "alice", do: "close long", qty: "0.001", trigger: { price: "60000" }, key: "waits" } as const;
    const trigger = world.sent(waits);
    expect(world.sent(waits)).toBe(trigger);
    expect(world.waiting("alice")).toHaveLength(1);
    expect(world.send({ ...waits, trigger: { price: "61000" } })).toBe(21013);
    world.sound();
  });
});
