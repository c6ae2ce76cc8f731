import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { asFixture, assure, vectorsOf } from "../../sim/vectors.ts";
import { apply, resume } from "../apply.ts";
import { system } from "../ledger/accounts.ts";
import { cause, status } from "../records/order.ts";
import { marginSettingsOf } from "../read/questions-perps.ts";

const one = 100_000_000n;
const money = ["1000000 USDT"];
const marketStatus = { trading: 2, cancelOnly: 3, halt: 4 };

const vectorOf = vectorsOf(readFileSync(new URL("../../fixtures/vectors.json", import.meta.url), "utf8"));
function vector(id: string, outcome: () => unknown): void {
  const { name, expected } = vectorOf(id);
  test(name, () => expect(asFixture(outcome())).toEqual(expected));
}

/** Alice is long 1 BTC at 50,000, isolated, 50×. */
function geared(cash = "2027.5"): PerpWorld {
  const world = new PerpWorld({ alice: [`${cash} USDT`], bob: money, carol: money });
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.meet("alice", "bob", "1", "50000");
  return world;
}

describe("closes in parts", () => {
  const { name, expected } = vectorOf("V143");
  test.each([0, 1, 2])(`on the engine, line %i of ${name}`, (line) => {
    const row = expected["closes"][line];
    const parts = Number(row.parts);
    const world = geared();
    world.mark("49500");
    for (let i = 0; i < parts; i += 1)
      world.sent({ by: "carol", do: "open long", price: "49000", qty: `${1 / parts}` });
    world.batch();
    const [fund, before] = [world.fundOf(), world.account("alice").cash + world.position("alice")!.isoMargin];
    const id = world.sent({ by: "alice", do: "close long", qty: "1" });
    const margin = world.position("alice")?.isoMargin ?? 0n;
    const [, ended, why, filled] = world.endings().find(([order]) => order === id)!;
    expect(filled).toBe(Number(row.filledLots));
    expect(`${margin}`).toBe(row.isoMarginLeft);
    expect(`${before - world.account("alice").cash - margin}`).toBe(row.lost);
    expect([ended, why]).toEqual(
      row.result === "FILLED" ? [status.filled, cause.none] : [status.expired, cause.margin],
    );
    expect(world.fundOf()).toBe(fund);
    world.sound();
  });
  vector("V144", () => {
    const world = new PerpWorld({ alice: ["0.00061007 BTC"], bob: ["10 BTC"] });
    world.leverage("alice", 125, perp.btcUsd);
    world.sent({ by: "alice", do: "open short", price: "50000", qty: "1000", market: perp.btcUsd });
    world.sent({ by: "bob", do: "open long", price: "50000", qty: "1000", market: perp.btcUsd });
    const rates = { spotMaker: 100_000, spotTaker: 100_000, perpMaker: 20_000, perpTaker: 0 };
    world.do(world.operator({ type: "configure_fees", level: 0, ...rates }));
    world.mark("51000", perp.btcUsd);
    const ask = { by: "bob", do: "open short", price: "51562.5", qty: "1", market: perp.btcUsd } as const;
    for (let i = 0; i < 20; i += 1) world.sent(ask);
    world.batch();
    const close = { by: "alice", do: "close short", price: "52000", qty: "1000", market: perp.btcUsd } as const;
    const id = world.sent(close);
    const fills = world.fills().length;
    const [, ended, why, filled] = world.endings().find(([order]) => order === id)!;
    assure(filled === fills);
    world.sound();
    // What its limit is now: a close at the next price is beyond it.
    const limit = [515_625, 515_624, 515_623].find((ticks) => {
      world.sweep("bob", {});
      world.sent({ ...ask, price: `${ticks / 10}` });
      return world.send({ ...close, qty: "1", tif: "IOC" }) !== 21045;
    });
    const { qty, entryValue } = world.position("alice", 2, perp.btcUsd)!;
    return {
      fills,
      cashAfter: world.account("alice", "BTC").cash + BigInt(lossOf(limit!)),
      contractsLeft: qty + 1,
      entryValueLeft: entryValue + 2_000n,
      nextLimitTicks: limit,
      result: ended === status.expired && why === cause.margin ? "EXPIRED_MARGIN" : ended,
    };
  });
  /** What the one contract that was closed to find the limit lost: 2,000 units of entry value less its value. */
  const lossOf = (ticks: number): number => 2_000 - Math.floor(1_000_000_000 / ticks);
});

describe("what nobody can pay", () => {
  vector("V146", () => {
    const world = new PerpWorld({ alice: ["1027.5 USDT"], bob: money });
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.setFund("100");
    world.emptyTreasury();
    world.status(marketStatus.halt, perp.btcUsdt);
    const cash = { alice: world.account("alice").cash, bob: world.account("bob").cash };
    assure(cash.alice === 1_000n * one);
    world.batch();
    assure(world.settle("47000", perp.btcUsdt) === 200);
    const booked = world.told("deficit_booked");
    world.sound();
    const units = (text: string): bigint => BigInt(text) * one;
    const pnlB = world.account("bob").cash - cash.bob;
    return {
      pnlA: -pnlB,
      pnlB,
      cashA: units(world.cash("alice")),
      fundAfter: units(world.fundOf()),
      deficit: units(world.system(system.deficit, 4)),
      event: booked.length === 1 && BigInt(booked[0]!.amountLow) === 1_900n * one ? "deficit_booked" : "none",
    };
  });
  vector("V148", () => {
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
    assure(world.enginePosition(1, perp.ethUsdt) === 24_000);
    world.wait(Math.floor((next - world.at - 1) / 1_000));
    world.status(marketStatus.cancelOnly, perp.ethUsdt);
    const { cash } = world.account("carol");
    world.batch(next - world.at);
    world.sound();
    const isSkipped = world.told("funding_skipped").some(({ market }) => market === perp.ethUsdt);
    return {
      event: isSkipped ? "FUNDING_SKIPPED" : "none",
      paid: world.told("funding_paid").filter(({ market }) => market === perp.ethUsdt),
      sFunding: world.system(system.funding, 4, "USDT", perp.ethUsdt),
      cashOfC: world.account("carol").cash === cash ? "unchanged" : "changed",
      status: world.statusOf(perp.ethUsdt) === marketStatus.halt ? "HALT" : "other",
    };
  });
});

describe("suspended liquidation", () => {
  const lots = (world: PerpWorld): number => world.position("alice")?.qty ?? 0;
  vector("V149", () => {
    const after = (close: (world: PerpWorld) => void): number => {
      const world = geared();
      close(world);
      world.mark("49150");
      world.wait(130);
      world.sound();
      return lots(world);
    };
    const fault = (world: PerpWorld): void => {
      world.state.memory.failAt = 3;
      expect(world.send({ by: "carol", do: "open long", price: "49000", qty: "0.1" })).toBe(50001);
      world.state.memory.failAt = 0;
      world.state.fault = undefined;
    };
    return {
      lotsLeft: {
        TRADING: after(() => {}),
        "CANCEL_ONLY after a fault": after(fault),
        "CANCEL_ONLY by an operator": after((world) => world.status(marketStatus.cancelOnly, perp.btcUsdt)),
        "CANCEL_ONLY with the flag": after((world) => world.status(marketStatus.cancelOnly, perp.btcUsdt, true)),
      },
      "HALT with the flag": geared().status(marketStatus.halt, perp.btcUsdt, true),
    };
  });
  const { name, input, expected } = vectorOf("V150");
  test.each(Object.entries(input["indexSilentSeconds"]))(`%s (%s s): ${name}`, (_, silent) => {
    const gone = (open: (world: PerpWorld) => void): PerpWorld => {
      const world = geared();
      open(world);
      for (let i = 0; i < Number(silent); i += 1) world.batch(1_000);
      return world;
    };
    /** Seconds after the one in which the index is back. */
    const endsAfter = (world: PerpWorld): number | null => {
      for (let second = 0; second <= 70; second += 1) {
        world.wait(1, { [perp.btcUsdt]: input["indexOnReturn"] });
        if (lots(world) === 0) return second;
      }
      return null;
    };
    const found = {
      TRADING: endsAfter(gone(() => {})),
      "CANCEL_ONLY with the flag": endsAfter(gone((world) => world.status(3, perp.btcUsdt, true))),
      CANCEL_ONLY: endsAfter(gone((world) => world.status(3, perp.btcUsdt))),
    };
    expect(asFixture(found)).toEqual(expected["liquidated(seconds after the return)"]);
    const answers = input["TRADING asked at(seconds after the return)"].map((seconds: string) => {
      const world = gone((each) => each.status(3, perp.btcUsdt));
      world.wait(1 + Number(seconds));
      // It may have come back from HALT by itself, as it was before.
      world.status(marketStatus.halt, perp.btcUsdt);
      world.status(marketStatus.cancelOnly, perp.btcUsdt);
      return world.status(marketStatus.trading, perp.btcUsdt);
    });
    expect(asFixture(answers)).toEqual(expected["TRADING answers"]);
  });
});

describe("bonus and vouchers", () => {
  vector("V153", () => {
    const world = new PerpWorld({ alice: ["60 USDT"], bob: money });
    world.withoutFees();
    world.campaign(1, "1000");
    world.leverage("alice", 20);
    world.leverage("alice", 20, perp.ethUsdt);
    world.meet("alice", "bob", "0.25", "2420", perp.ethUsdt);
    world.mark("2400", perp.ethUsdt);
    for (const qty of ["0.004", "0.0032"]) world.sent({ by: "alice", do: "open long", price: "50000", qty });
    world.grant("alice", { id: 1, amount: 10n * one, kind: 1 });
    world.grant("alice", { id: 2, amount: 10n * one, kind: 1, endsAt: world.at + 20_000 });
    world.mark("2300", perp.ethUsdt);
    const { equity, initialMargin, orderMargin } = world.account("alice");
    world.do(world.operator({ type: "recall_grant", grant: 1 }));
    const recalled = [world.open("alice").length, world.account("alice").fundBonus];
    world.wait(25, { [perp.ethUsdt]: "2300" });
    world.sound();
    return {
      equity,
      IMcross: initialMargin,
      orderMargin,
      ordersAfterRecall: recalled[0],
      fundbonusAfterRecall: recalled[1],
      ordersAfterExpiry: world.open("alice").length,
      fundbonusAfterExpiry: world.account("alice").fundBonus,
    };
  });
  vector("V154", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: money, carol: money });
    const own = (): unknown => {
      const found = marginSettingsOf(world.state, people.alice).find(({ market }) => market === perp.btcUsdt)!;
      expect(found.longLeverage).toBe(found.shortLeverage);
      return { mode: found.mode === 0 ? "CROSS" : "ISOLATED", leverage: found.longLeverage };
    };
    world.campaign(1, "100");
    world.leverage("alice", 10);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    world.voucher("alice", { id: 1, face: "20", leverage: 100 });
    world.sweep("bob", {});
    const position = world.position("alice")!;
    const during = own();
    world.sent({ by: "alice", do: "open short", price: "51000", qty: "0.01" });
    const { orderMargin } = world.account("alice");
    world.sent({ by: "carol", do: "open long", price: "49990", qty: "1" });
    assure(world.flash("alice", 1) === 200 && world.position("alice") === undefined);
    world.sound();
    return {
      leg: {
        mode: position.mode === 1 ? "ISOLATED" : "CROSS",
        leverage: position.leverage,
        lots: position.qty,
        isoMargin: position.isoMargin,
      },
      "own during": during,
      orderMargin,
      "own after": own(),
    };
  });
});

describe("slices", () => {
  vector("V169", () => {
    const names = ["alice", "bob", "carol", "dave", "erin"] as const;
    const world = new PerpWorld(Object.fromEntries(names.map((name) => [name, money])));
    world.meet("alice", "bob", "1", "50000");
    for (const by of names)
      for (let i = 0; i < 60; i += 1) {
        world.sent({ by, do: "open long", price: `${40_000 + i}`, qty: "0.01" });
        world.sent({ by, do: "open short", price: `${55_000 + i}`, qty: "0.01" });
      }
    world.status(marketStatus.cancelOnly, perp.btcUsdt);
    world.batch();
    const command = { type: "settle_market", market: perp.btcUsdt, mark: Number(50_500n * one) } as const;
    let slices = 1;
    let isDone = apply(world.state, world.operator(command), 1);
    for (; !isDone; slices += 1) isDone = resume(world.state);
    world.sound();
    return {
      canceled: world.endings().filter(([, ended, why]) => ended === status.canceled && why === cause.settlement)
        .length,
      cashA: world.account("alice").cash,
      cashB: world.account("bob").cash,
      slices: slices > 1 ? "more than one" : slices,
    };
  });
});
