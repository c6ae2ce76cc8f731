import { joinMoney } from "@tidemark/contracts/codec";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../../sim/index.ts";
import { system } from "../../ledger/accounts.ts";
import { cause, status } from "../../records/order.ts";

type Who = "bob" | "dave" | "frank";
type Short = [who: Who, qty: string, price: string, leverage: number];

/** Who gave what in this batch: [uid, size, value, pnl, cut]. */
const given = (world: PerpWorld): [number, number, bigint, bigint, bigint][] =>
  world
    .told("deleveraged")
    .map((row) => [
      row.uid,
      row.qty,
      joinMoney(row.valueHigh, row.valueLow),
      joinMoney(row.pnlHigh, row.pnlLow),
      joinMoney(row.cutHigh, row.cutLow),
    ]);

/**
 * V105: alice is long 2 BTC at 50,000 with 2,000 of margin, so bankrupt at 98,000; the shorts stand against her, each with margin of its
 * own; the mark falls to 47,000 over an empty book.
 */
function bankrupt(shorts: readonly Short[], fund: string, hasTreasury = true): PerpWorld {
  const money = ["1000000 USDT"];
  const world = new PerpWorld({ alice: money, bob: money, carol: money, dave: money, erin: money, frank: money });
  world.reconfigure(perp.btcUsdt, { band: 30_000_000 });
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.meet("alice", "erin", "2", "50000");
  world.addMargin("alice", 1, "4000");
  const sell = ([who, qty, price, leverage]: Short): void => {
    world.mode(who, "isolated");
    world.leverage(who, leverage);
    world.meet("carol", who, qty, price);
  };
  for (const short of shorts) if (short[2] !== "47500") sell(short);
  world.mark("47450");
  for (const short of shorts) if (short[2] === "47500") sell(short);
  world.sent({ by: "erin", do: "close short", qty: "2", price: "47450" });
  world.sent({ by: "carol", do: "close long", qty: "2", price: "47450" });
  world.setMargin("alice", 1, "2000");
  world.setFund(fund);
  if (!hasTreasury) world.emptyTreasury();
  world.mark("47000");
  return world;
}
const a: Short = ["bob", "1", "60000", 10];
const b: Short = ["dave", "1", "47500", 100];

describe("deleveraging", () => {
  test("[R-12.6 V105] who would pay beyond its own margin comes last, at its own value; the fund pays the difference", () => {
    const world = bankrupt([a, b], "5000");
    expect(given(world)).toEqual([
      [people.bob, 10_000, 4_900_000_000_000n, 1_100_000_000_000n, 0n],
      [people.dave, 10_000, 4_797_500_000_000n, -47_500_000_000n, 0n],
    ]);
    expect(world.fundOf()).toBe("3975");
    for (const name of ["alice", "bob", "dave"] as const) expect(world.positions(name)).toEqual([]);
    expect(world.system(system.clearing, 4, "USDT", perp.btcUsdt)).toBe("0");
    world.sound();
  });
  test("[R-12.6 V106] what the fund cannot pay is cut pro rata from the profits of this deleveraging", () => {
    const world = bankrupt([["bob", "0.6", "60000", 10], ["frank", "0.4", "55000", 10], b], "25");
    expect(given(world)).toEqual([
      [people.bob, 6_000, 2_940_000_000_000n, 660_000_000_000n, 73_333_333_333n],
      [people.frank, 4_000, 1_960_000_000_000n, 240_000_000_000n, 26_666_666_667n],
      [people.dave, 10_000, 4_797_500_000_000n, -47_500_000_000n, 0n],
    ]);
    expect(world.fundOf()).toBe("0");
    world.sound();
  });
  test("[R-12.6 V107] it is passed over when somebody behind it in the queue suffices", () => {
    const world = bankrupt([a, b, ["frank", "1", "58000", 1]], "0");
    expect(given(world)).toEqual([
      [people.bob, 10_000, 4_900_000_000_000n, 1_100_000_000_000n, 0n],
      [people.frank, 10_000, 4_900_000_000_000n, 900_000_000_000n, 0n],
    ]);
    expect(world.position("dave", 2)).toMatchObject({ qty: 10_000, isoMargin: 47_500_000_000n });
    expect(world.fundOf()).toBe("0");
    world.sound();
  });
  test("[R-12.5 V076] the queue goes by profit times leverage, losses by their opposite", () => {
    const world = bankrupt(
      [
        ["frank", "0.5", "55000", 2],
        ["bob", "1.5", "50000", 10],
      ],
      "0",
    );
    // uPnL·MV/(V·equity): 0.4 × … of bob, at ten times the leverage, stands before frank's larger profit.
    expect(given(world).map(([uid, qty]) => [uid, qty])).toEqual([
      [people.bob, 15_000],
      [people.frank, 5_000],
    ]);
    world.sound();
  });
  test("[R-12.6 R-6.15 V090] resting closes of who gives are trimmed newest first, opening orders stay", () => {
    const world = new PerpWorld({ alice: ["100 USDT"], bob: ["1000 USDT"], carol: ["1000 USDT"] });
    world.setFund("0");
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "0.0005", "50000");
    world.meet("carol", "bob", "0.0005", "50000");
    const closes = ["0.0004", "0.0003", "0.0003"].map((qty, i) =>
      world.sent({ by: "bob", do: "close short", price: `${45_000 - i}`, qty }),
    );
    const opens = world.sent({ by: "bob", do: "open short", price: "52000", qty: "0.001" });
    world.mark("49190");
    expect(given(world).map(([uid, qty, value]) => [uid, qty, value])).toEqual([[people.bob, 5, 2_450_000_000n]]);
    expect(world.endings()).toContainEqual([closes[2], status.canceled, cause.closeTrim, 0]);
    expect(world.perpBook().bids).toEqual(["45000 × 0.0004", "44999 × 0.0001"]);
    expect(world.open("bob")).toEqual([closes[0], closes[1], opens]);
    world.sound();
  });
  test("[R-12.6] with an empty fund and no winners the company pays; if it cannot, the position stays and the market halts", () => {
    const only: Short = ["dave", "2", "47500", 100];
    const paid = bankrupt([only], "0");
    expect(given(paid)).toEqual([[people.dave, 20_000, 9_595_000_000_000n, -95_000_000_000n, 0n]]);
    expect(paid.fundOf()).toBe("0");
    paid.sound();
    const broke = bankrupt([only], "0", false);
    expect([broke.statusOf(), given(broke), broke.position("dave", 2)?.qty]).toEqual([4, [], 20_000]);
    broke.wait(3);
    expect([broke.statusOf(), broke.fundOf()]).toEqual([4, "0"]);
    broke.sound();
  });
  test("[R-12.5 R-12.7] only users stand in the queue, not the engine's other position, which the fund is too poor to net", () => {
    const money = ["100000 USDT"];
    const world = new PerpWorld({ alice: ["600 USDT"], bob: money, carol: ["1500 USDT"], dave: money, erin: money });
    for (const name of ["alice", "dave"] as const) {
      world.mode(name, "isolated", perp.ethUsdt);
      world.leverage(name, 50, perp.ethUsdt);
    }
    world.leverage("carol", 100);
    world.meet("alice", "bob", "10", "2500", perp.ethUsdt);
    world.meet("dave", "carol", "4", "2430", perp.ethUsdt);
    world.meet("carol", "erin", "1", "50000");
    // Alice's long comes to the engine at 2,450 and is kept.
    world.mark("2400", perp.ethUsdt);
    expect([world.positions("alice"), given(world)]).toEqual([[], []]);
    world.setFund("100");
    // BTC ruins carol; her short of 4 ETH comes to the engine below 2,400. Netting would cost the fund more than 200.
    world.mark("47500");
    const ofEth = world.told("deleveraged").filter(({ market }) => market === perp.ethUsdt);
    expect(ofEth.map(({ uid, posSide, qty }) => [uid, posSide, qty])).toEqual([
      [people.dave, 1, 4_000],
      [people.bob, 2, 10_000],
    ]);
    // Carol's value is worse than what dave can pay, so he gives at his own: 9,720 less his margin of 194.4.
    expect(given(world)).toContainEqual([people.dave, 4_000, 952_560_000_000n, -19_440_000_000n, 0n]);
    expect([world.fundOf(), world.system(system.clearing, 4, "USDT", perp.ethUsdt)]).toEqual(["0", "0"]);
    world.sound();
  });
  test("[R-12.6 R-12.7] what finds no user left is netted with the engine's other position, and the company pays what the fund lacks", () => {
    const money = ["100000 USDT"];
    const world = new PerpWorld({ alice: ["600 USDT"], bob: money, carol: ["1500 USDT"], erin: money });
    world.mode("alice", "isolated", perp.ethUsdt);
    world.leverage("alice", 50, perp.ethUsdt);
    world.leverage("carol", 100);
    world.meet("alice", "bob", "6", "2500", perp.ethUsdt);
    world.meet("alice", "carol", "4", "2500", perp.ethUsdt);
    world.meet("carol", "erin", "1", "50000");
    world.mark("2400", perp.ethUsdt);
    expect([world.positions("alice"), given(world)]).toEqual([[], []]);
    world.setFund("100");
    const treasury = world.system(system.treasury, 4);
    // Carol's short comes to the engine; nobody but the engine is long.
    world.mark("47500");
    world.wait(2);
    expect(["bob", "carol"].map((name) => world.positions(name as "bob"))).toEqual([[], []]);
    expect([world.fundOf(), world.system(system.clearing, 4, "USDT", perp.ethUsdt)]).toEqual(["0", "0"]);
    expect(Number(world.system(system.treasury, 4))).toBeLessThan(Number(treasury));
    expect(world.statusOf(perp.ethUsdt)).toBe(world.statusOf(perp.btcUsdt));
    world.sound();
  });
  test("[R-12.6 R-13.2] no fee for either side, and no trade: the last price stays", () => {
    const world = bankrupt([a, b], "5000");
    const fees = world.system(system.fees, 4);
    expect(world.fills()).toEqual([]);
    world.wait(2);
    expect(world.system(system.fees, 4)).toBe(fees);
    world.sound();
  });
});

describe("inventory", () => {
  /** V070's position is taken over at 49,000 with nobody to sell to; the fund may keep it. */
  const kept = (): PerpWorld => {
    const world = new PerpWorld({ alice: ["2000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"] });
    world.mode("alice", "isolated");
    world.leverage("alice", 50);
    world.meet("alice", "bob", "1", "50000");
    world.mark("49196.7");
    expect(world.told("deleveraged")).toEqual([]);
    return world;
  };
  test("[R-12.3] it is kept while it is worth at most a fifth of the fund", () => {
    for (const [qty, isKept] of [
      ["4", true],
      ["4.1", false],
    ] as const) {
      const world = new PerpWorld({ alice: ["10000 USDT"], bob: ["100000 USDT"] });
      world.mode("alice", "isolated");
      world.leverage("alice", 50);
      world.meet("alice", "bob", qty, "50000");
      world.mark("49200");
      const value = (BigInt(Number(qty) * 10) * 4_900_000_000_000n) / 10n;
      const pnl = (BigInt(Number(qty) * 10) * 100_000_000_000n) / 10n;
      expect(given(world)).toEqual(isKept ? [] : [[people.bob, 41_000, value, pnl, 0n]]);
      expect([world.fundOf(), world.positions("alice")]).toEqual(["1000000", []]);
      world.sound();
    }
  });
  test("[R-12.4] a fund 30 % below its peak of eight hours gives all inventory away at mark", () => {
    const world = kept();
    world.setFund("700000.00000001");
    world.wait(1);
    expect(world.position("bob", 2)).toMatchObject({ qty: 10_000 });
    world.setFund("700000");
    world.wait(1);
    expect(world.positions("bob")).toEqual([]);
    expect(world.fundOf()).toBe("700196.7");
    world.sound();
  });
  test("[R-12.3] a peak is forgotten after eight hours", () => {
    const world = kept();
    for (let i = 0; i < 98; i += 1) {
      world.batch(300_000);
      for (const market of [perp.btcUsdt, perp.ethUsdt, perp.btcUsd, perp.ethUsd])
        world.feed(market, world.indexText(market));
    }
    world.setFund("720000");
    for (let i = 0; i < 98; i += 1) {
      world.batch(300_000);
      for (const market of [perp.btcUsdt, perp.ethUsdt, perp.btcUsd, perp.ethUsd])
        world.feed(market, world.indexText(market));
    }
    world.setFund("510000");
    world.wait(1);
    expect(world.position("bob", 2)).toMatchObject({ qty: 10_000 });
    world.sound();
  });
  test("[R-12.7 R-12.4] a loss beyond the fund takes it to zero, never below", () => {
    const world = kept();
    world.setFund("100");
    world.mark("48500");
    // 500 are lost; 100 are the fund's, the rest comes from the 1,500 that bob wins.
    expect([world.fundOf(), world.positions("bob")]).toEqual(["0", []]);
    world.sound();
  });
  test("[R-12.2] opposite inventory is netted first", () => {
    const world = kept();
    world.fund("carol", "100000 USDT");
    world.fund("alice", "2000 USDT");
    world.wait(61);
    world.meet("carol", "alice", "0.4", "49200");
    expect(world.position("alice", 2)).toMatchObject({ isoMargin: 39_360_000_000n });
    world.mark("50400");
    // 0.4 short at 20,073.6 against 0.4 of the long at 19,600, both at a mark of 50,400: the fund keeps 473.6.
    expect(world.told("position_changed").filter(({ uid }) => uid === 0)).toMatchObject([
      { posSide: 1, qty: 6_000 },
      { posSide: 2, qty: 0 },
    ]);
    expect(world.fundOf()).toBe("1000473.6");
    world.sound();
  });
  test("[R-12.6] beside older inventory a takeover is deleveraged at its own bankruptcy value", () => {
    const world = kept();
    world.fund("erin", "10000 USDT");
    world.fund("carol", "900000 USDT");
    world.mode("erin", "isolated");
    world.leverage("erin", 50);
    world.meet("erin", "carol", "4", "49200");
    world.mark("48400");
    // 4 BTC at 196,800 with 3,936 of margin: 48,216 each, whatever the engine paid for what it holds already.
    expect(given(world).reduce((sum, [, qty]) => sum + qty, 0)).toBe(40_000);
    expect(given(world).reduce((sum, [, , value]) => sum + value, 0n)).toBe(19_286_400_000_000n);
    world.sound();
  });
});
