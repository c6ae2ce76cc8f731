import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test, vi } from "vitest";
import { people, perp, type PerpWorld as World, PerpWorld } from "../../../sim/index.ts";
import { system } from "../../ledger/accounts.ts";

const rich = {
  alice: ["100000 USDT", "10 BTC"],
  bob: ["100000 USDT", "10 BTC"],
  carol: ["100000 USDT", "10 BTC"],
  dave: ["100000 USDT", "10 BTC"],
};

/** What each position paid or got in this batch: [uid, posSide, units]. */
const paid = (world: World): [number, number, bigint][] =>
  world
    .told("funding_paid")
    .map(({ uid, posSide, amountHigh, amountLow }) => [uid, posSide, joinMoney(amountHigh, amountLow)]);

/** The four traders of V068 and V069: 7 and 6 long, 5 and 8 short. */
function four(market: number, rate: number, mark: string): PerpWorld {
  const world = new PerpWorld(rich);
  const lots = (count: number): string => (market === perp.btcUsdt ? `0.000${count}` : `${count}`);
  world.reconfigure(market, { interestRate: rate });
  world.meet("alice", "dave", lots(7), "50000", market);
  world.meet("bob", "carol", lots(5), "50000", market);
  world.meet("bob", "dave", lots(1), "50000", market);
  world.beforeFunding({ [market]: mark });
  world.batch(1_000);
  world.sound();
  return world;
}

describe("settlement", () => {
  test("[R-10.4 V068] linear: payers up, receivers down, by uid, long first; the residue goes to rounding", () => {
    const world = four(perp.btcUsdt, 12_345, "50000.1");
    expect(paid(world)).toEqual([
      [people.alice, 1, -432_076n],
      [people.bob, 1, -370_351n],
      [people.carol, 2, 308_625n],
      [people.dave, 2, 493_800n],
    ]);
    expect(world.told("funding_settled").find(({ market }) => market === perp.btcUsdt)).toMatchObject({
      rate: 12_345,
      mark: 500_001,
      positions: 4,
      residueLow: 2,
    });
    expect(world.system(system.rounding, 4)).toBe("0.00000002");
    expect(world.system(system.funding, 4, "USDT", perp.btcUsdt)).toBe("0");
  });
  test("[R-10.4 A-3 V069] inverse with a negative rate: shorts pay, and before anybody receives", () => {
    const world = four(perp.btcUsd, -10_001, "48765.4");
    expect(paid(world)).toEqual([
      [people.carol, 2, -2n],
      [people.dave, 2, -2n],
      [people.alice, 1, 1n],
      [people.bob, 1, 1n],
    ]);
    expect(world.system(system.rounding, 3, "BTC")).toBe("0.00000002");
  });
  test("[A-3 R-10.4] a payer who fails leaves receivers what was collected, pro rata, and nothing stays in between", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    world.meet("carol", "dave", "1", "50000");
    world.beforeFunding();
    // The first entry of the settlement is a payer's.
    vi.spyOn(world.state.ledger, "beginEntry").mockImplementationOnce(() => {
      throw new Error("planned");
    });
    world.batch(1_000);
    expect(paid(world)).toEqual([
      [people.carol, 1, -500_000_000n],
      [people.bob, 2, 250_000_000n],
      [people.dave, 2, 250_000_000n],
    ]);
    world.state.fault = undefined;
    world.sound();
  });
  test("[R-10.3 V065] the rate is capped at three quarters of the first maintenance rate", () => {
    const world = four(perp.btcUsdt, 900_000, "50000");
    expect(world.told("funding_settled").find(({ market }) => market === perp.btcUsdt)).toMatchObject({
      rate: 300_000,
    });
  });
  test("[R-10.5 V098] cash pays for a cross position, its own margin for an isolated one", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "1", "50000");
    const before = world.account("alice").cash;
    world.beforeFunding();
    world.batch(1_000);
    expect(world.account("alice").cash).toBe(before);
    expect(world.position("alice")).toMatchObject({ isoMargin: 249_500_000_000n, funding: -500_000_000n });
    expect(world.position("bob", 2)).toMatchObject({ funding: 500_000_000n });
    expect(world.cash("bob")).toBe("99995");
    world.sound();
  });
  test("[R-10.5] what an isolated position receives stays in its margin", () => {
    const world = new PerpWorld(rich);
    world.mode("bob", "isolated");
    world.meet("alice", "bob", "1", "50000");
    const before = world.account("bob").cash;
    world.beforeFunding();
    world.batch(1_000);
    expect(world.account("bob").cash).toBe(before);
    expect(world.position("bob", 2)).toMatchObject({ isoMargin: 250_500_000_000n, funding: 500_000_000n });
    world.sound();
  });
  test("[R-10.5 V099] a margin that does not suffice goes to zero, and the rest is added to the entry value", () => {
    // A long of 0.1 BTC bought at 22,500 with 125×: 18 of margin pay 5 three times and 3 once; 2 are capitalised.
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsdt, { band: 90_000_000, farBand: 90_000_000, interestRate: 100_000 });
    world.mode("alice", "isolated");
    world.leverage("alice", 125);
    world.meet("alice", "bob", "0.1", "22500");
    expect(world.position("alice")).toMatchObject({ isoMargin: 1_800_000_000n, entryValue: 225_000_000_000n });
    for (let i = 0; i < 3; i += 1) {
      world.beforeFunding();
      world.batch(1_000);
    }
    expect(world.position("alice")).toMatchObject({ isoMargin: 300_000_000n, uPnl: 275_000_000_000n });
    world.sound();
    world.beforeFunding();
    world.batch(1_000);
    expect(world.position("alice")).toMatchObject({
      isoMargin: 0n,
      entryValue: 225_200_000_000n,
      uPnl: 274_800_000_000n,
    });
    expect(world.told("funding_paid")[0]).toMatchObject({ capitalisedLow: 200_000_000 });
    world.sound();
  });
  test("[S1.63 R-10.5 V126] funding bonus pays first, by its ratio, also for an isolated position; trading bonus never does", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsdt, { band: 90_000_000, farBand: 90_000_000, interestRate: 100_000 });
    world.campaign(1, "100");
    const endsAt = world.at + 10 * 86_400_000;
    world.grant("alice", { id: 1, kind: 1, amount: 200_000_000n, ratio: 50_000_000, endsAt });
    world.grant("alice", { id: 2, kind: 0, amount: 4_000_000_000n, endsAt });
    world.mode("alice", "isolated");
    world.leverage("alice", 125);
    world.meet("alice", "bob", "0.12", "22500");
    const before = world.account("alice").cash;
    world.beforeFunding();
    world.batch(1_000);
    // 6 are due: half of it would be 3, but 2 are all there is; 4 come from the margin of 21.6.
    expect(world.account("alice")).toMatchObject({ cash: before, fundBonus: 0n, bonus: 4_000_000_000n });
    expect(world.position("alice")).toMatchObject({ isoMargin: 1_760_000_000n });
    world.sound();
  });
  test("[R-10.6] funding that brings an account to its margin is followed by the test in the same batch", () => {
    const world = new PerpWorld({ ...rich, alice: ["230 USDT"] });
    world.reconfigure(perp.btcUsdt, { interestRate: 300_000 });
    world.leverage("alice", 125);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.5" });
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.5" });
    world.mark("49860");
    // Equity 230 − 13.75 − 70 = 146.25 above 99.72 before it pays 74.79.
    expect(world.position("alice")).toMatchObject({ qty: 5_000 });
    world.beforeFunding();
    world.batch(1_000);
    expect(world.told("taken_over")).toMatchObject([{ uid: people.alice, qty: 5_000 }]);
    expect(world.cash("alice")).toBe("0");
    world.sound();
  });
});

describe("premium and time", () => {
  test("[R-10.1 V061] each minute: the impact prices of both sides against the index", () => {
    const world = new PerpWorld(rich);
    for (const [price, qty] of [
      ["50020", "0.2"],
      ["50010", "0.5"],
    ] as const)
      world.sent({ by: "bob", do: "open long", price, qty });
    for (const [price, qty] of [
      ["50030", "0.1"],
      ["50040", "0.6"],
    ] as const)
      world.sent({ by: "carol", do: "open short", price, qty });
    world.wait(40);
    const found: number[] = [];
    for (let i = 0; i < 60 && found.length === 0; i += 1) {
      world.wait(1);
      found.push(...world.told("premium_sampled").flatMap((row) => (row.market === perp.btcUsdt ? [row.premium] : [])));
    }
    expect(found).toEqual([28_002]);
    world.sound();
  });
  test("[R-10.1] a side too thin for the impact size adds nothing", () => {
    const world = new PerpWorld(rich);
    world.sent({ by: "bob", do: "open long", price: "50020", qty: "0.2" });
    world.sent({ by: "carol", do: "open short", price: "50030", qty: "0.1" });
    world.wait(61);
    const { w } = world.state.memory;
    const contract = w[world.state.markets.at(perp.btcUsdt) + 29]!;
    expect(world.state.memory.number(contract + 40)).toBe(0);
  });
  /** 144 of 480 minutes, sampled by jumping from minute to minute, at a constant premium of 0.2 %; a second before the settlement. */
  const sampled = (): PerpWorld => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "50000");
    world.sent({ by: "carol", do: "open long", price: "50100", qty: "1" });
    world.sent({ by: "carol", do: "open short", price: "50200", qty: "1" });
    world.beforeFunding();
    world.batch(1_000);
    for (let i = 0; i < 144; i += 1) {
      world.batch(60_000);
      world.feed(perp.btcUsdt, "50000");
      world.batch(1);
    }
    world.beforeFunding();
    return world;
  };
  const settledRate = (world: World): number | undefined =>
    world.told("funding_settled").find(({ market }) => market === perp.btcUsdt)?.rate;
  test("[R-10.2 R-10.3] with enough samples the average premium counts, dampened by 0.05 %", () => {
    const world = sampled();
    world.batch(1_000);
    expect(settledRate(world)).toBe(150_000);
    world.sound();
  });
  test("[R-10.2 R-10.7] a settlement counts the samples of its own interval, whether the one before was made or skipped", () => {
    for (const [lateMs, rateBefore] of [
      [0, 150_000],
      [60_001, undefined],
    ] as const) {
      const world = sampled();
      world.batch(1_000 + lateMs);
      expect(settledRate(world)).toBe(rateBefore);
      // Eight hours with samples in their last minutes only: too few, so the interest alone is the rate.
      world.beforeFunding();
      world.batch(1_000);
      expect(settledRate(world)).toBe(10_000);
      world.sound();
    }
  });
  test("[R-10.7 V138] up to a minute late it is made; later, or in HALT, it is skipped and nothing moves", () => {
    for (const [lateMs, isHalted, isSettled] of [
      [60_000, false, true],
      [60_001, false, false],
      [0, true, false],
    ] as const) {
      const world = new PerpWorld(rich);
      world.meet("alice", "bob", "1", "50000");
      world.beforeFunding();
      if (isHalted) world.status(4, perp.btcUsdt);
      const cash = world.cash("alice");
      world.batch(1_000 + lateMs);
      const ofMarket = (row: { market: number }): boolean => row.market === perp.btcUsdt;
      expect(world.told("funding_settled").some(ofMarket)).toBe(isSettled);
      expect(world.told("funding_skipped").some(ofMarket)).toBe(!isSettled);
      expect(world.cash("alice") === cash).toBe(!isSettled);
      world.sound();
    }
  });
});
