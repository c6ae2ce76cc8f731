import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { marginSettingsOf } from "../read/questions-perps.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"] };

/** V127: a voucher of 20 at 20× meets `offered` at 50,000. */
function opened(offered = "0.0076"): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: ["100 USDT"] });
  world.campaign(1, "100");
  world.sent({ by: "bob", do: "open short", price: "50000", qty: offered });
  expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
  return world;
}

describe("a contract voucher", () => {
  test("[S1.59 R-14.1 V127] the face becomes margin and fee of one isolated position; closed with a loss, the rest goes back", () => {
    const world = opened();
    expect(world.position("alice")).toMatchObject({ qty: 76, mode: 1, isoMargin: 1_979_100_000n, isVoucher: true });
    expect([world.promo(1), world.cash("alice")]).toEqual(["80", "100"]);
    world.sound();
    world.sent({ by: "carol", do: "open long", price: "49400", qty: "1" });
    world.sent({ by: "alice", do: "close long", qty: "0.0076" });
    // 19.791 − 4.56 − 0.206492, as in V127 but for its funding of 0.05.
    expect([world.promo(1), world.cash("alice")]).toEqual(["95.024508", "100"]);
    expect(world.positions("alice")).toEqual([]);
    world.sound();
  });
  test("[R-14.1 V128] closed with a profit: the face goes back, what is above it is cash", () => {
    const world = opened();
    world.sent({ by: "carol", do: "open long", price: "52000", qty: "1" });
    world.sent({ by: "alice", do: "close long", qty: "0.0076" });
    expect([world.promo(1), world.cash("alice")]).toEqual(["100", "114.77364"]);
    world.sound();
  });
  test("[R-14.1 V129] half filled: half of the face is used, the rest returns at once", () => {
    const world = opened("0.0038");
    expect(world.position("alice")).toMatchObject({ qty: 38, isoMargin: 989_550_000n });
    expect([world.promo(1), world.cash("alice")]).toEqual(["90", "100"]);
    world.sent({ by: "carol", do: "open long", price: "51000", qty: "1" });
    world.sent({ by: "alice", do: "close long", qty: "0.0038" });
    expect([world.promo(1), world.cash("alice")]).toEqual(["100", "103.58891"]);
    world.sound();
  });
  test("[R-14.1 V130] liquidated: all of it goes to clearing and nothing returns", () => {
    const world = opened();
    expect(world.position("alice")).toMatchObject({ liquidationTicks: 475_863 });
    world.mark("47586.3");
    expect(world.position("alice")).toMatchObject({ qty: 76 });
    world.mark("47586.2");
    expect(world.told("taken_over")).toMatchObject([{ uid: people.alice, qty: 76, valueLow: 36_020_900_000 }]);
    expect([world.promo(1), world.cash("alice")]).toEqual(["80", "100"]);
    world.sound();
  });
  test("[R-14.1 V131] closed in two parts: nothing leaves before the position is at zero", () => {
    const world = opened();
    world.sent({ by: "carol", do: "open long", price: "51000", qty: "0.0025" });
    world.flash("alice", 1);
    expect(world.position("alice")).toMatchObject({ qty: 51, isoMargin: 2_222_087_500n });
    expect(world.cash("alice")).toBe("100");
    world.sent({ by: "carol", do: "open long", price: "49000", qty: "1" });
    world.flash("alice", 1);
    expect([world.promo(1), world.cash("alice")]).toEqual(["96.98343", "100"]);
    world.sound();
  });
  test("[R-14.1 21047] its position takes no opening, part close, part TP/SL, margin or leverage of the user", () => {
    const world = opened();
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "0.001" })).toBe(21047);
    expect(world.send({ by: "alice", do: "close long", price: "51000", qty: "0.0075" })).toBe(21047);
    expect(world.tpsl("alice", 1, { qty: "0.001", tp: { price: "51000" } })).toBe(21047);
    expect(world.addMargin("alice", 1, "1")).toBe(21047);
    expect(world.addMargin("alice", 1, "-1")).toBe(21047);
    expect(world.leverage("alice", 10)).toBe(21047);
    expect(world.voucher("alice", { id: 2, face: "20" })).toBe(21047);
    expect(world.tpsl("alice", 1, { tp: { price: "51000" }, sl: { price: "49000" } })).toBe(200);
    expect(world.send({ by: "alice", do: "close long", price: "51000", qty: "0.0076" })).toBe(200);
    expect(world.send({ by: "alice", do: "open short", price: "51000", qty: "0.001" })).toBe(200);
    world.sound();
  });
  test("[A-8 R-14.1] it needs its side free, a campaign with money, a book, and a size", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.campaign(1, "30");
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(21016);
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    expect(world.voucher("alice", { id: 1, face: "30.00000001" })).toBe(23004);
    expect(world.voucher("alice", { id: 1, face: "0.1" })).toBe(21008);
    expect(world.voucher("alice", { id: 1, face: "20", leverage: 126 })).toBe(22002);
    world.sent({ by: "alice", do: "open short", price: "52000", qty: "0.001" });
    const order = world.sent({ by: "alice", do: "open long", price: "48000", qty: "0.001" });
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(21047);
    world.cancel("alice", order);
    world.status(3, perp.btcUsdt);
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(21002);
    world.status(2, perp.btcUsdt);
    expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
    expect(world.promo(1)).toBe("10");
    world.sound();
  });
  test("[S1.63 R-14.1 R-10.5] funding bonus does not pay for it", () => {
    const world = opened();
    world.grant("alice", { id: 1, kind: 1, amount: 1_000_000_000n, endsAt: world.at + 100 * 86_400_000 });
    world.beforeFunding();
    world.batch(1_000);
    expect(world.position("alice")).toMatchObject({ isoMargin: 1_979_100_000n - 3_800_000n });
    expect(world.account("alice")).toMatchObject({ fundBonus: 1_000_000_000n });
    world.sound();
  });
  test("[R-14.1 R-14.3] a transfer out does not touch it", () => {
    const world = opened();
    expect(world.move("alice", "100 USDT", "futures", "spot")).toBe(200);
    expect(world.position("alice")).toMatchObject({ qty: 76, isoMargin: 1_979_100_000n });
    world.sound();
  });
  test("[R-12.6 R-14.1] deleveraged, it settles like any other close", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"], dave: ["10000 USDT"] });
    world.campaign(1, "100");
    world.mode("dave", "isolated");
    world.leverage("dave", 50);
    world.sent({ by: "dave", do: "open long", price: "50000", qty: "0.0079" });
    world.voucher("alice", { id: 1, face: "20", posSide: 2 });
    expect(world.position("alice", 2)).toMatchObject({ qty: 79, isoMargin: 1_978_275_000n });
    world.setFund("0");
    world.mark("49000");
    // Dave is bankrupt at 49,000: 7.9 of profit, no fee.
    expect(world.told("deleveraged")).toMatchObject([{ uid: people.alice, qty: 79 }]);
    expect([world.promo(1), world.cash("alice")]).toEqual(["100", "1007.68275"]);
    world.sound();
  });
});

describe("a voucher beside the user's own settings", () => {
  const settings = (world: PerpWorld): unknown =>
    marginSettingsOf(world.state, people.alice).find(({ market }) => market === perp.btcUsdt);
  const own = { market: perp.btcUsdt, mode: 0, longLeverage: 10, shortLeverage: 10 };
  /** Alice is at 10 × CROSS and gets a voucher of 20 at 100 ×: a long of 0.038 or a little less. */
  const beside = (cash = "1000", before?: (world: PerpWorld) => void): PerpWorld => {
    const world = new PerpWorld({ ...rich, alice: [`${cash} USDT`], dave: ["1000000 USDT"] });
    world.campaign(1, "100");
    world.leverage("alice", 10);
    before?.(world);
    world.batch();
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
    expect(world.voucher("alice", { id: 1, face: "20", leverage: 100 })).toBe(200);
    world.sweep("bob", {});
    return world;
  };
  /** Alice sells so much short, of her own. */
  const short = (world: PerpWorld, qty: string): void => {
    world.sent({ by: "dave", do: "open long", price: "50000", qty });
    world.sent({ by: "alice", do: "open short", price: "50000", qty });
  };
  const closeVoucher = (world: PerpWorld, price: string): void => {
    world.sent({ by: "carol", do: "open long", price, qty: "1" });
    expect(world.flash("alice", 1)).toBe(200);
    expect(world.position("alice")).toBeUndefined();
    world.sweep("carol", {});
  };

  test("[A-8 R-14.1] his mode and leverage are what they were, during and after, and his next order uses them", () => {
    const world = beside();
    expect(world.position("alice")).toMatchObject({ mode: 1, leverage: 100, isVoucher: true });
    expect([settings(world), world.told("margin_settings")]).toEqual([own, []]);
    world.sent({ by: "alice", do: "open short", price: "51000", qty: "0.01" });
    // A tenth of 510 and the fee: nothing of it is in hold.
    expect(world.account("alice")).toMatchObject({ orderMargin: 5_128_050_000n, hold: 0n, initialMargin: 0n });
    closeVoucher(world, "49990");
    expect(settings(world)).toEqual(own);
    world.sent({ by: "alice", do: "open long", price: "49980", qty: "0.01" });
    expect(world.account("alice")).toMatchObject({ hold: 0n });
    world.sound();
  });
  test("[A-8 R-14.1] its fills tell the leverage of its position, other positions tell none", () => {
    const world = beside();
    world.batch();
    short(world, "0.01");
    closeVoucher(world, "49990");
    const told = world.told("position_changed").filter(({ uid }) => uid === people.alice);
    expect(new Set(told.map(({ posSide, voucherLeverage }) => `${posSide}:${voucherLeverage}`))).toEqual(
      new Set(["2:0", "1:100"]),
    );
  });
  test("[A-8 R-14.1] it is no part of the cross account: neither its margin nor its profit nor its size", () => {
    const world = beside();
    const { equity } = world.account("alice");
    short(world, "0.01");
    const alone = new PerpWorld({ ...rich, alice: ["1000 USDT"], dave: ["1000000 USDT"] });
    alone.leverage("alice", 10);
    alone.batch();
    short(alone, "0.01");
    for (const each of [world, alone]) each.mark("49900");
    expect(equity).toBe(100_000_000_000n);
    expect(world.account("alice")).toEqual(alone.account("alice"));
    expect(world.position("alice", 2)).toEqual(alone.position("alice", 2));
    world.sound();
  });
  test("[A-8 R-14.1 R-11.2] the account is liquidated beside it: no netting, and its position, closes and TP/SL stay", () => {
    const world = beside("110");
    short(world, "0.02");
    const close = world.sent({ by: "alice", do: "close long", price: "56000", qty: size(world) });
    expect(world.tpsl("alice", 1, { sl: { price: "49000" } })).toBe(200);
    const { qty } = world.position("alice")!;
    world.drift("52400");
    world.drift("55300");
    expect(world.position("alice", 2)).toBeUndefined();
    expect(world.position("alice")).toMatchObject({ isVoucher: true, mode: 1, qty });
    expect([world.open("alice"), world.waiting("alice").length]).toEqual([[close], 1]);
    world.sound();
  });
  test("[A-8 R-14.1 R-11.2] it is liquidated beside the account, which keeps what it has", () => {
    const world = beside();
    short(world, "0.01");
    const cash = world.cash("alice");
    world.mark("49600");
    world.mark("49500");
    expect([world.position("alice"), world.position("alice", 2)?.qty, world.cash("alice")]).toEqual([
      undefined,
      100,
      cash,
    ]);
    world.sound();
  });
  test("[A-8 R-14.1 R-11.1] a cross long that a trigger opens where it has just ended is the account's, not a position of its own", () => {
    const world = beside("1000", (early) => {
      early.meet("dave", "bob", "0.01", "50000");
      early.sent({ by: "alice", do: "open long", qty: "0.01", trigger: { price: "49990" } });
    });
    world.sent({ by: "bob", do: "open short", price: "50010", qty: "1" });
    world.sent({ by: "carol", do: "open long", price: "49990", qty: "1" });
    expect(world.flash("alice", 1)).toBe(200);
    expect(world.position("alice")).toMatchObject({ qty: 100, mode: 0, leverage: 10, isVoucher: false, isoMargin: 0n });
    world.mark("49500");
    world.mark("48000");
    expect([world.position("alice")?.qty, world.told("taken_over"), world.told("margin_warned")]).toEqual([
      100,
      [],
      [],
    ]);
    world.sound();
  });
  test("[A-8 R-14.1] a book that gives nothing leaves position and settings as they were", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.campaign(1, "100");
    world.leverage("alice", 10);
    // Beyond the protection of 3 %.
    world.sent({ by: "bob", do: "open short", price: "52400", qty: "1" });
    expect(world.voucher("alice", { id: 1, face: "20", leverage: 100 })).toBe(200);
    expect([world.position("alice"), settings(world), world.promo(1)]).toEqual([undefined, own, "100"]);
    expect(world.send({ by: "alice", do: "open long", price: "50000", qty: "0.01" })).toBe(200);
    expect(world.account("alice")).toMatchObject({ hold: 0n });
    world.sound();
  });
});

/** All of Alice's long, in BTC. */
const size = (world: PerpWorld): string => `${world.position("alice")!.qty / 10_000}`;
