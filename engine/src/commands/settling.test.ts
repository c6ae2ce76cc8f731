import { describe, expect, test } from "vitest";
import { asset, people, perp, PerpWorld } from "../../sim/index.ts";
import { system } from "../ledger/accounts.ts";
import { cause, status } from "../records/order.ts";

const money = ["1000000 USDT", "10 BTC"];
const rich = { alice: money, bob: money, carol: money, dave: money };
const market = { trading: 2, cancelOnly: 3, halt: 4, settling: 5 };

describe("the end of a market", () => {
  test("[R-2.4 V135] linear: every position realises at the settlement mark without fee, clearing ends at zero", () => {
    const world = new PerpWorld(rich);
    world.mode("bob", "isolated");
    world.leverage("bob", 10);
    world.meet("alice", "carol", "1", "50000");
    world.meet("bob", "carol", "0.5", "51000");
    // As V135, but that the short was sold in these two trades and so wins 50 more.
    const before = Object.fromEntries(
      (["alice", "bob", "carol"] as const).map((name) => [name, world.account(name).cash]),
    );
    expect(world.position("bob")).toMatchObject({ isoMargin: 255_000_000_000n });
    world.status(market.cancelOnly, perp.btcUsdt);
    expect(world.settle("50200", perp.btcUsdt)).toBe(200);
    expect(world.account("alice").cash - before.alice!).toBe(20_000_000_000n);
    expect(world.account("bob").cash - before.bob!).toBe(215_000_000_000n);
    expect(world.account("carol").cash - before.carol!).toBe(20_000_000_000n);
    expect(world.system(system.clearing, 4, "USDT", perp.btcUsdt)).toBe("0");
    expect([world.fundOf(), world.statusOf()]).toEqual(["1000000", market.settling]);
    world.sound();
  });
  test("[R-2.4 V136] inverse: longs up, shorts down, and the unit that is left goes to rounding", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsd, { band: 60_000_000, farBand: 60_000_000 });
    world.meet("alice", "carol", "7", "33333.3", perp.btcUsd);
    world.meet("bob", "carol", "6", "34567.8", perp.btcUsd);
    expect(world.position("alice", 1, perp.btcUsd)).toMatchObject({ entryValue: 21_000n });
    expect(world.position("bob", 1, perp.btcUsd)).toMatchObject({ entryValue: 17_357n });
    const before = (["alice", "bob", "carol"] as const).map((name) => world.account(name, "BTC").cash);
    world.status(market.cancelOnly, perp.btcUsd);
    world.settle("48765.4", perp.btcUsd);
    const after = (["alice", "bob", "carol"] as const).map((name) => world.account(name, "BTC").cash);
    expect(after.map((cash, i) => cash - before[i]!)).toEqual([6_645n, 5_053n, -11_699n]);
    expect(world.system(system.rounding, 3, "BTC")).toBe("0.00000001");
    world.sound();
  });
  test("[R-2.4 V137] a loss beyond its margin: the fund, then the profits of this settlement pro rata", () => {
    const world = new PerpWorld(rich);
    world.setFund("1000");
    world.mode("bob", "isolated");
    world.leverage("bob", 10);
    world.mode("carol", "isolated");
    world.leverage("carol", 50);
    world.meet("alice", "carol", "1", "50000");
    world.meet("bob", "carol", "1", "50500");
    expect(world.position("carol", 2)).toMatchObject({ isoMargin: 201_000_000_000n });
    const before = (["alice", "bob", "carol"] as const).map((name) => world.account(name).cash);
    world.status(market.cancelOnly, perp.btcUsdt);
    world.settle("52000", perp.btcUsdt);
    const after = (["alice", "bob", "carol"] as const).map((name) => world.account(name).cash);
    expect(after.map((cash, i) => cash - before[i]!)).toEqual([172_000_000_000n, 634_000_000_000n, 0n]);
    expect(world.fundOf()).toBe("0");
    expect(world.system(system.clearing, 4, "USDT", perp.btcUsdt)).toBe("0");
    world.sound();
  });
  test("[R-2.4] orders, triggers and TP/SL are CANCELED (SETTLEMENT); then the symbol is unknown", () => {
    const world = new PerpWorld(rich);
    world.mode("bob", "isolated");
    world.meet("alice", "carol", "1", "50000");
    const order = world.sent({ by: "bob", do: "open long", price: "49000", qty: "1" });
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "1" });
    world.sent({ by: "bob", do: "open long", qty: "1", trigger: { price: "60000" } });
    world.tpsl("alice", 1, { tp: { price: "60000" }, sl: { price: "40000" } });
    world.sent({ by: "dave", do: "open long", price: "48000", qty: "1", tp: { price: "60000" } });
    expect(world.settle("50000", perp.btcUsdt)).toBe(50007);
    world.status(market.halt, perp.btcUsdt);
    expect(world.settle("50000.05", perp.btcUsdt)).toBe(21004);
    world.batch();
    world.settle("50000", perp.btcUsdt);
    expect(world.endings()).toContainEqual([order, status.canceled, cause.settlement, 0]);
    expect(world.endings()).toContainEqual([close, status.canceled, cause.settlement, 0]);
    expect(world.endedTriggers().filter(({ cause: why }) => why === cause.settlement)).toHaveLength(3);
    for (const name of ["alice", "bob", "dave"] as const) {
      expect([world.open(name), world.waiting(name)]).toEqual([[], []]);
      expect(world.account(name)).toMatchObject({ hold: 0n, orderMargin: 0n });
    }
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "1" })).toBe(21001);
    expect(world.leverage("alice", 10)).toBe(21001);
    world.wait(3);
    world.sound();
  });
  test("[R-2.4 R-11.7] cash that a settlement takes below zero is paid by the fund; others are tested after it", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"], bob: ["2000 USDT"] });
    world.leverage("alice", 100);
    world.leverage("bob", 50);
    world.leverage("bob", 50, perp.ethUsdt);
    world.meet("alice", "carol", "1", "50000");
    world.meet("bob", "carol", "0.5", "50000");
    world.meet("bob", "dave", "20", "2500", perp.ethUsdt);
    world.status(market.halt, perp.btcUsdt);
    world.batch();
    world.settle("47000", perp.btcUsdt);
    // Alice had 972.5 and lost 3,000; bob lost 1,500 of 1,958.75 and his ETH needs 200.
    expect(world.told("deficit_paid")).toMatchObject([{ uid: people.alice, amountLow: 202_750_000_000 }]);
    expect([world.cash("alice"), world.fundOf()]).toEqual(["0", "997972.5"]);
    expect(world.position("bob", 1, perp.ethUsdt)).toMatchObject({ qty: 20_000 });
    world.sound();
  });
  test("[R-2.4] the engine's own inventory is settled with the rest", () => {
    const world = new PerpWorld({ ...rich, alice: ["2000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.mark("49196.7");
    world.status(market.cancelOnly, perp.btcUsdt);
    world.settle("48900", perp.btcUsdt);
    expect(world.fundOf()).toBe("999900");
    expect(world.positions("bob")).toEqual([]);
    world.sound();
  });
});

describe("the breaker and the dead man", () => {
  test("[R-2.7 V115] exactly 10 % does not trip, one tick more does; back after a minute with a fresh index", () => {
    const world = new PerpWorld(rich);
    const seen: [number, number][] = [];
    const samples: [number, string, boolean][] = [
      [0, "50000", true],
      [30, "45000", true],
      [40, "44999.9", true],
      [70, "44900", true],
      [99, "44900", true],
      [100, "44900", false],
      [101, "44900", true],
      [130, "42000", true],
    ];
    let price = "50000";
    for (let second = 0; second <= 130; second += 1) {
      const now = samples.find(([at]) => at === second);
      if (now !== undefined) [, price] = now;
      // A stale index at second 100: its sources were silent since 89.
      if (second < 90 || second > 100) world.feed(perp.btcUsdt, price);
      world.batch(1_000);
      for (const { market: id, status: to } of world.told("market_status_set"))
        if (id === perp.btcUsdt) seen.push([second, to]);
    }
    expect(seen).toEqual([
      [40, market.cancelOnly],
      [101, market.trading],
    ]);
    world.sound();
  });
  test("[A-17 R-2.7] each market has its own threshold: at 20 % exactly a fifth does not trip, one tick more does", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.ethUsdt, { breaker: 20_000_000 });
    const course = (...prices: string[]): number[] =>
      prices.map((price) => {
        world.feed(perp.ethUsdt, price);
        world.feed(perp.btcUsdt, "50000");
        world.batch(1_000);
        return world.statusOf(perp.ethUsdt);
      });
    expect(course("2500", "2200", "2000", "1999.99")).toEqual([2, 2, 2, 3]);
    world.wait(62, { [perp.ethUsdt]: "1999.99" });
    expect(course("2399.98", "2399.99")).toEqual([2, 3]);
    expect(world.statusOf()).toBe(market.trading);
    world.sound();
  });
  test("[A-17 R-2.2] a market without a threshold, or with one that no fall can reach, is refused", () => {
    const tried = (breaker: number) => (): void => new PerpWorld(rich).reconfigure(perp.ethUsdt, { breaker });
    expect(tried(0)).toThrow("50007");
    expect(tried(100_000_000)).toThrow("50007");
    expect(tried(99_999_999)).not.toThrow();
  });
  test("[R-2.7 R-2.4] while it is tripped nothing is liquidated and no trigger fires; cancels go", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    const order = world.sent({ by: "bob", do: "open long", price: "40000", qty: "0.1" });
    world.sent({ by: "bob", do: "open long", qty: "0.1", trigger: { price: "46000", by: "MARK" } });
    world.mark("44000");
    expect(world.statusOf()).toBe(market.cancelOnly);
    expect(world.position("alice")).toMatchObject({ qty: 10_000 });
    expect(world.waiting("bob")).toHaveLength(1);
    expect(world.cancel("bob", order)).toBe(200);
    expect(world.send({ by: "bob", do: "open long", price: "44000", qty: "0.1" })).toBe(21002);
    world.wait(61);
    expect(world.statusOf()).toBe(market.trading);
    expect(world.waiting("bob")).toEqual([]);
    expect(world.position("alice")).toBeUndefined();
    world.sound();
  });
  test("[R-2.8 V116] the dead man's deadline is kept by time alone: orders go before the first command after it", () => {
    const world = new PerpWorld(rich);
    const id = world.sent({ by: "alice", do: "open long", price: "49000", qty: "1" });
    world.sent({ by: "alice", do: "open long", qty: "1", trigger: { price: "60000", by: "MARK" } });
    world.meet("alice", "bob", "1", "50000");
    world.tpsl("alice", 1, { tp: { price: "60000" } });
    expect(world.cancelAfter("alice", 999)).toBe(23003);
    expect(world.cancelAfter("alice", 300_001)).toBe(23003);
    expect(world.cancelAfter("alice", 5_000)).toBe(200);
    world.batch(4_999);
    expect(world.open("alice")).toEqual([id]);
    world.batch(3_000);
    expect(world.endings()).toEqual([[id, status.canceled, cause.deadMan, 0]]);
    expect(world.waiting("alice")).toMatchObject([{ role: 1 }]);
    world.sound();
  });
  test("[R-2.8] it is renewed by setting it anew, switched off by 0, and keeps to its scope", () => {
    const world = new PerpWorld(rich);
    const btc = world.sent({ by: "alice", do: "open long", price: "49000", qty: "1" });
    const eth = world.sent({ by: "alice", do: "open long", price: "2400", qty: "1", market: perp.ethUsdt });
    world.cancelAfter("alice", 5_000, { market: perp.ethUsdt });
    world.batch(3_000);
    world.cancelAfter("alice", 5_000, { market: perp.ethUsdt });
    world.batch(3_000);
    expect(world.open("alice")).toEqual([btc, eth]);
    world.batch(2_000);
    expect(world.open("alice")).toEqual([btc]);
    world.cancelAfter("alice", 5_000);
    world.cancelAfter("alice", 0);
    world.batch(6_000);
    expect(world.open("alice")).toEqual([btc]);
    world.sound();
  });
  test("[A-13 23008] the kill switch stops a user in a market or everywhere: he opens nothing; cancels stay allowed", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    const order = world.sent({ by: "alice", do: "open long", price: "49000", qty: "1" });
    expect(stop(world, 99)).toBe(21001);
    stop(world, perp.btcUsdt);
    expect(world.send({ by: "alice", do: "open short", price: "51000", qty: "1" })).toBe(23008);
    expect(world.send({ by: "alice", do: "open long", qty: "1", trigger: { price: "60000" } })).toBe(23008);
    expect(world.amend("alice", order, { price: "49001" })).toBe(23008);
    const eth = { by: "alice", do: "open long", price: "2400", qty: "1", market: perp.ethUsdt } as const;
    expect(world.send(eth)).toBe(200);
    stop(world, 0);
    expect(world.send(eth)).toBe(23008);
    expect(world.cancel("alice", order)).toBe(200);
    stop(world, 0, false);
    expect(world.send(eth)).toBe(200);
    stop(world, perp.btcUsdt, false);
    expect(world.send({ by: "alice", do: "open short", price: "51000", qty: "1" })).toBe(200);
    world.sound();
  });
  test("[A-13 23008] whoever is stopped may still reduce: close, amend his closes, flash close, close all", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1", "50000");
    stop(world, 0);
    const close = world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.5" });
    expect(world.amend("alice", close, { qty: "0.4" })).toBe(200);
    expect(world.amend("alice", close, { price: "50900" })).toBe(200);
    const waits = world.sent({ by: "alice", do: "close long", qty: "0.1", trigger: { price: "60000" } });
    expect(world.amendTrigger("alice", waits, { trigger: "61000" })).toBe(200);
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.5" });
    world.sent({ by: "alice", do: "close long", qty: "0.1" });
    expect(world.position("alice")).toMatchObject({ qty: 9_000 });
    expect(world.flash("alice", 1)).toBe(200);
    expect(world.position("alice")).toMatchObject({ qty: 5_000 });
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.5" });
    expect([world.closeAll("alice"), world.positions("alice")]).toEqual([200, []]);
    world.sound();
  });
  test("[A-13 R-6.11] his stop loss fires; what would open fails with 23008", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.tpsl("alice", 1, { qty: "0.5", sl: { price: "49600", by: "MARK" } });
    const stopLoss = world.state.result.ref;
    const opens = world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "49590", by: "MARK" } });
    world.sent({ by: "carol", do: "open long", price: "49500", qty: "2" });
    stop(world, 0);
    world.mark("49590");
    expect(world.endedTriggers()).toEqual([
      { id: stopLoss, status: status.triggered, cause: cause.none, result: 0 },
      { id: opens, status: status.triggerFailed, cause: cause.none, result: 23008 },
    ]);
    expect(world.position("alice")).toMatchObject({ qty: 5_000 });
    world.sound();
  });
  test("[A-13 23008] he trades nothing on spot, and takes nothing out of where he trades; to it he may add", () => {
    const world = new PerpWorld(rich);
    const uid = people.alice;
    world.do(world.operator({ type: "set_kyc_level", uid, level: 1 }));
    world.give("alice", "300 USDT");
    world.move("alice", "200 USDT", "spot", "wallet");
    const sold = world.placed({ by: "alice", side: "BUY", price: "40000", qty: "0.001" });
    const withdrawn = (): number =>
      world.do(world.operator({ type: "request_withdrawal", uid, asset: asset.usdt, amount: 100_000_000n }));
    stop(world, 0);
    expect(world.place({ by: "alice", side: "BUY", price: "40000", qty: "0.001" })).toBe(23008);
    expect(world.amend("alice", sold, { qty: "0.0005" })).toBe(23008);
    expect(world.cancel("alice", sold)).toBe(200);
    expect([world.move("alice", "1 USDT", "futures", "wallet"), withdrawn()]).toEqual([23008, 23008]);
    expect(world.move("alice", "1 USDT", "spot", "futures")).toBe(23008);
    expect(world.move("alice", "1 USDT", "wallet", "futures")).toBe(200);
    stop(world, 0, false);
    stop(world, perp.btcUsdt);
    expect([world.move("alice", "1 USDT", "futures", "wallet"), withdrawn()]).toEqual([200, 200]);
    world.sound();
  });
});

const stop = (world: PerpWorld, market: number, stopped = true): number =>
  world.do(world.operator({ type: "set_trading_stop", uid: people.alice, market, stopped }));
