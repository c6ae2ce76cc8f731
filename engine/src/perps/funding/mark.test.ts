import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../../sim/index.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"], carol: ["100000 USDT"], dave: ["100000 USDT"] };
const status = { trading: 2, cancelOnly: 3, halt: 4 };

/** Seconds without a word from any source of the index. */
function silence(world: PerpWorld, seconds: number): void {
  for (let i = 0; i < seconds; i += 1) world.batch(1_000);
}
function quote(world: PerpWorld, bid: string, ask: string): void {
  world.sweep("dave", {});
  world.sent({ by: "dave", do: "open long", price: bid, qty: "0.01" });
  world.sent({ by: "dave", do: "open short", price: ask, qty: "0.01" });
}

describe("index and mark", () => {
  test("[R-9.1 V056 V057] an outlier is capped at the median's 3 %, a silent source is left out", () => {
    const world = new PerpWorld();
    const feed = (source: number, price: string): void => world.price(price, [source], perp.btcUsdt);
    ["50000", "50010", "49990", "53500"].forEach((price, source) => feed(source, price));
    expect(world.indexText(perp.btcUsdt)).toBe("50302");
    world.batch(5_000);
    ["50000", "50010", "49990"].forEach((price, source) => feed(source, price));
    world.batch(5_000);
    expect(world.indexText(perp.btcUsdt)).toBe("50001.3");
  });
  test("[R-9.2 V058] the mark is the median of funding basis, book basis and last trade", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsdt, { interestRate: 30_000 });
    world.beforeFunding();
    world.batch(1_000);
    // Six hours before the next settlement, to the second of the last sample.
    world.until(world.at + 7_200_000 - 30_000);
    world.meet("alice", "bob", "0.01", "50100");
    quote(world, "50009.9", "50010.1");
    world.wait(15);
    quote(world, "50011.9", "50012.1");
    world.wait(15);
    expect(world.markOf()).toBe("50011.3");
    world.sound();
  });
  test("[R-9.3 V060] M1: with an empty or wide book there is no book basis, and the mark is the funding basis", () => {
    const world = new PerpWorld(rich);
    world.reconfigure(perp.btcUsdt, { interestRate: -10_000 });
    world.beforeFunding();
    world.batch(1_000);
    world.until(world.at + 28_800_000 - 3_600_000 - 20_000);
    world.meet("alice", "bob", "0.01", "51000");
    quote(world, "49000", "50500");
    world.wait(20);
    expect(world.markOf()).toBe("49999.4");
    world.sound();
  });
  test("[R-9.3] M2: ten minutes without a trade, and the middle of the book stands in for the last price", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "49500");
    quote(world, "50019", "50021");
    world.wait(40);
    expect(world.markOf()).toBe("50000");
    world.wait(561);
    expect(world.markOf()).toBe("50020");
    world.sound();
  });
  test("[R-9.2] the mark stays within 5 % of the index, whatever the book says", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "50000");
    world.reconfigure(perp.btcUsdt, { band: 20_000_000 });
    world.meet("alice", "bob", "0.01", "55000");
    quote(world, "54999", "55001");
    world.reconfigure(perp.btcUsdt, { markClamp: 5_000_000 });
    world.wait(40);
    expect(world.markOf()).toBe("52500");
    world.sound();
  });
});

describe("an index that is gone", () => {
  test("[R-9.3] M3 for a minute: the last good index is kept and everything goes on", () => {
    const world = new PerpWorld(rich);
    silence(world, 68);
    expect(world.statusOf()).toBe(status.trading);
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "0.1" })).toBe(200);
    world.sound();
  });
  test("[R-9.3] M4: the mark creeps toward the last price; no opening, leverage increase or margin removal", () => {
    const world = new PerpWorld(rich);
    world.mode("alice", "isolated");
    world.meet("alice", "bob", "0.1", "50000");
    world.addMargin("alice", 1, "100");
    world.meet("carol", "dave", "0.1", "50200");
    silence(world, 70);
    expect(world.markOf()).toBe("50050");
    silence(world, 3);
    expect(world.markOf()).toBe("50200");
    expect(world.send({ by: "alice", do: "open long", price: "49000", qty: "0.1" })).toBe(21002);
    expect(world.leverage("alice", 25)).toBe(21002);
    expect(world.addMargin("alice", 1, "-1")).toBe(21002);
    expect(world.leverage("alice", 15)).toBe(200);
    expect(world.addMargin("alice", 1, "1")).toBe(200);
    expect(world.send({ by: "alice", do: "close long", price: "51000", qty: "0.1" })).toBe(200);
    world.sound();
  });
  test("[R-9.2 R-9.3] the seconds of M4 are no samples of the book against an index that is minutes old", () => {
    const world = new PerpWorld(rich);
    world.meet("alice", "bob", "0.01", "50800");
    quote(world, "50399", "50401");
    silence(world, 105);
    world.feed(perp.btcUsdt, "50200");
    world.batch(1_000);
    // One sample is too few for a book basis; thirty of the old index would have put the mark 400 above the new one.
    expect(world.markOf()).toBe("50200");
    world.sound();
  });
  test("[R-9.3 R-9.4] M5 after five minutes is HALT; back through a minute of cancels only", () => {
    const world = new PerpWorld(rich);
    silence(world, 312);
    expect(world.statusOf()).toBe(status.halt);
    world.feed(perp.btcUsdt, "50000");
    world.batch(1_000);
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.wait(59);
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.wait(1);
    expect(world.statusOf()).toBe(status.trading);
    world.sound();
  });
  test("[R-9.3 R-9.4] after an outage the index was gone for as long as nobody spoke, not since we look", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    world.batch(3_600_000);
    expect(world.statusOf()).toBe(status.halt);
    expect(world.send({ by: "bob", do: "open short", price: "50000", qty: "1" })).toBe(21002);
    world.feed(perp.btcUsdt, "45000");
    world.batch(1_000);
    world.batch(1_000);
    // Whoever is at the margin now has a minute to add to it.
    expect([world.statusOf(), world.markOf(), world.position("alice")?.qty]).toEqual([
      status.cancelOnly,
      "45000",
      10_000,
    ]);
    world.fund("alice", "5000 USDT");
    world.wait(61);
    expect([world.statusOf(), world.position("alice")?.qty]).toEqual([status.trading, 10_000]);
    world.sound();
  });
  test("[R-9.4] the return from M4 is the same minute", () => {
    const world = new PerpWorld(rich);
    silence(world, 75);
    world.feed(perp.btcUsdt, "50000");
    world.batch(1_000);
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.wait(60);
    expect(world.statusOf()).toBe(status.trading);
    world.sound();
  });
  test("[R-9.4 R-2.7] a breaker does not shorten the minute after M4, and a second loss starts it anew", () => {
    const world = new PerpWorld(rich);
    world.feed(perp.btcUsdt, "56000");
    world.batch(1_000);
    expect(world.statusOf()).toBe(status.cancelOnly);
    silence(world, 75);
    world.feed(perp.btcUsdt, "56000");
    world.wait(30);
    expect(world.statusOf()).toBe(status.cancelOnly);
    silence(world, 75);
    world.feed(perp.btcUsdt, "56000");
    world.wait(59);
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.wait(3);
    expect(world.statusOf()).toBe(status.trading);
    world.sound();
  });
  test("[R-9.4 R-2.4] an operator's CANCEL_ONLY is not opened by an index that was gone and is back", () => {
    const world = new PerpWorld(rich);
    world.status(status.cancelOnly, perp.btcUsdt);
    silence(world, 320);
    world.feed(perp.btcUsdt, "50000");
    world.wait(130);
    expect(world.statusOf()).toBe(status.cancelOnly);
    world.sound();
  });
  test("[R-9.4 R-11.1] who is at the margin when a suspension ends is liquidated then, even at a mark that stood still", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    const order = world.sent({ by: "alice", do: "open long", price: "40000", qty: "0.01" });
    silence(world, 75);
    world.feed(perp.btcUsdt, "49000");
    world.batch(1_000);
    expect([world.statusOf(), world.markOf()]).toEqual([status.cancelOnly, "49000"]);
    world.cancel("alice", order);
    world.fund("alice", "1 USDT");
    expect(world.position("alice")).toMatchObject({ qty: 10_000 });
    world.wait(61);
    expect([world.statusOf(), world.positions("alice")]).toEqual([status.trading, []]);
    world.sound();
  });
  test("[R-9.5 V140] a frozen position counts only its loss: its profit opens nothing, and nothing goes out", () => {
    const world = new PerpWorld({ ...rich, alice: ["1000 USDT"] });
    world.sent({ by: "alice", do: "open long", price: "2500", qty: "1", market: perp.ethUsdt });
    world.sent({ by: "bob", do: "open short", price: "2500", qty: "1", market: perp.ethUsdt });
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.04" });
    world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.04" });
    world.mark("2600", perp.ethUsdt);
    world.mark("49000");
    // Cash 999.1, ETH +100 at 130 of margin, BTC −40 at 98.
    expect(world.account("alice").available).toMatchObject({ open: 83_110_000_000n, out: 77_110_000_000n });
    world.status(status.halt, perp.ethUsdt);
    expect(world.account("alice")).toMatchObject({ equity: 105_910_000_000n });
    expect(world.account("alice").available).toEqual({ open: 73_110_000_000n, isolated: 73_110_000_000n, out: 0n });
    expect(world.move("alice", "1 USDT", "futures", "spot")).toBe(23004);
    world.sound();
  });
});
