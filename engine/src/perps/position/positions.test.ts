import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../../sim/index.ts";
import { system } from "../../ledger/accounts.ts";

const rich = { alice: ["100000 USDT", "10 BTC"], bob: ["100000 USDT", "10 BTC"], carol: ["100000 USDT", "10 BTC"] };
type Fill = [price: string, qty: string, buyer: "alice" | "bob" | "carol", buys: 1 | 2, seller: string, sells: 1 | 2];

/** V054's path through three traders: the same fills in lots or contracts. */
const path: Fill[] = [
  ["33333.3", "7", "alice", 1, "bob", 2],
  ["34567.8", "5", "carol", 1, "alice", 1],
  ["31111.1", "2", "carol", 1, "alice", 1],
  ["29999.9", "3", "bob", 2, "carol", 1],
  ["40000.1", "4", "bob", 2, "carol", 1],
];

function walk(market: number, product: number, code: string, lot: (qty: string) => string): string[] {
  const world = new PerpWorld(rich);
  world.reconfigure(market, { band: 99_000_000, farBand: 99_000_000, minNotional: 1 });
  const clearing: string[] = [];
  for (const [price, qty, buyer, buys, seller, sells] of path) {
    world.sent({ by: seller as "bob", do: sells === 2 ? "open short" : "close long", price, qty: lot(qty), market });
    world.sent({ by: buyer, do: buys === 1 ? "open long" : "close short", price, qty: lot(qty), market });
    clearing.push(world.system(system.clearing, product, code, market));
    world.sound();
  }
  expect([world.positions("alice"), world.positions("bob"), world.positions("carol")]).toEqual([[], [], []]);
  return clearing;
}

describe("entry and PnL", () => {
  test("[R-3.8 R-7.3 V054] inverse: clearing is what the entries say after every fill and 0 when flat", () => {
    const steps = walk(perp.btcUsd, 3, "BTC", (qty) => qty);
    expect(steps).toEqual(["0", "-0.00000536", "-0.00000108", "-0.00000061", "0"]);
  });
  test("[R-3.8 R-7.3 V055] linear: the same path", () => {
    const steps = walk(perp.btcUsdt, 4, "USDT", (qty) => `0.000${qty}`);
    expect(steps).toEqual(["0", "-0.61725", "-0.17281", "-0.09874857", "0"]);
  });
  test("[R-7.2 V010] a linear entry is the mean by size", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.3", "50000");
    world.meet("alice", "bob", "0.1", "51000");
    expect(world.position("alice")).toMatchObject({ qty: 4_000, entryValue: 2_010_000_000_000n });
    world.sound();
  });
  test("[R-7.2 V044] an inverse entry is the harmonic mean: 1,000 at 5,000 and 2,000 at 6,000", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsd, { band: 99_000_000, farBand: 99_000_000 });
    world.meet("alice", "bob", "1000", "5000", perp.btcUsd);
    world.meet("alice", "bob", "2000", "6000", perp.btcUsd);
    expect(world.position("alice", 1, perp.btcUsd)).toMatchObject({ entryValue: 53_333_333n });
    world.sound();
  });
  test("[R-7.3 V045] inverse: 15,000 long at 750 closed at 800 makes 1.25 BTC", () => {
    const world = new PerpWorld({ alice: ["100 BTC"], bob: ["100 BTC"] });
    world.reconfigure(perp.btcUsd, { band: 99_000_000, farBand: 99_000_000 });
    world.leverage("alice", 3, perp.btcUsd);
    world.leverage("bob", 3, perp.btcUsd);
    world.meet("alice", "bob", "15000", "750", perp.btcUsd);
    world.batch();
    world.sent({ by: "bob", do: "close short", qty: "15000", price: "800", market: perp.btcUsd });
    world.sent({ by: "alice", do: "close long", qty: "15000", price: "800", market: perp.btcUsd });
    const realised = world.told("position_changed").map(({ pnlLow }) => pnlLow);
    expect(realised.slice(-2)).toEqual([-125_000_000, 125_000_000]);
    expect(world.system(system.clearing, 3, "BTC", perp.btcUsd)).toBe("0");
    world.sound();
  });
  test("[R-7.4 V046] unrealised PnL of an inverse position is understated on both sides", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "1000", "50000", perp.btcUsd);
    world.mark("51000", perp.btcUsd);
    expect(world.position("alice", 1, perp.btcUsd)).toMatchObject({ entryValue: 2_000_000n, uPnl: 39_215n });
    expect(world.position("bob", 2, perp.btcUsd)).toMatchObject({ uPnl: -39_216n });
    world.sound();
  });
  test("[S1.36 S3.105 R-7.5 V013] ROE is floored basis points of the initial margin, and added margin does not change it", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.leverage("alice", 25);
    world.meet("alice", "bob", "1", "50000");
    world.mark("50333.3");
    expect(world.position("alice")).toMatchObject({ roeBasisPoints: 1_666n });
    world.addMargin("alice", 1, "100");
    expect(world.position("alice")).toMatchObject({ roeBasisPoints: 1_666n });
    world.mark("49666.7");
    expect(world.position("alice")).toMatchObject({ roeBasisPoints: -1_667n });
    world.sound();
  });
  test("[R-7.1 R-6.16] a position that closes leaves its settings, and the next one starts its counters anew", () => {
    const world = new PerpWorld(rich);
    world.leverage("alice", 10);
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "bob", do: "close short", qty: "1", price: "50100" });
    world.sent({ by: "alice", do: "close long", qty: "1", price: "50100" });
    world.meet("alice", "bob", "1", "50000");
    expect(world.position("alice")).toMatchObject({ leverage: 10, realised: 0n, fees: 2_750_000_000n });
    world.sound();
  });
  test("[R-13.1] the fee is that of the level at entry, of the role in the fill; both pay on one value", () => {
    const world = new PerpWorld(rich);
    const level = (uid: number, to: number): number =>
      world.do(world.operator({ type: "set_vip_level", uid, level: to }));
    const id = world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.1" });
    level(12, 5);
    level(11, 3);
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.1" });
    expect(id).toBeGreaterThan(0);
    expect(world.position("bob", 2)).toMatchObject({ fees: 100_000_000n });
    expect(world.position("alice")).toMatchObject({ fees: 175_000_000n });
    expect(world.system(system.fees, 4)).toBe("2.75");
    world.sound();
  });
  test("[R-13.1 V087] a rebate goes to cash, floored", () => {
    const world = new PerpWorld(rich);
    const rates = { spotMaker: 100_000, spotTaker: 100_000, perpMaker: -5_000, perpTaker: 55_000 };
    world.do(world.operator({ type: "configure_fees", level: 0, ...rates }));
    world.sent({ by: "bob", do: "open short", price: "50000.1", qty: "0.0001" });
    world.sent({ by: "alice", do: "open long", price: "50000.1", qty: "0.0001" });
    expect(world.cash("bob")).toBe("100000.00025");
    expect(world.position("bob", 2)).toMatchObject({ fees: -25_000n });
    world.sound();
  });
});
