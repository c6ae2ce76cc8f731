import fc from "fast-check";
import { parseUnits } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { type people, perp, PerpWorld } from "../sim/index.ts";
import { system } from "./ledger/accounts.ts";

/**
 * Three things that happened to other exchanges, played here to their end. Each describe says what happened and what bound we hold.
 */
type Name = keyof typeof people;
const market = { trading: 2, cancelOnly: 3 };
const everybody: readonly Name[] = ["alice", "bob", "carol", "dave", "erin", "frank"];

/**
 * June 2017: one market sale of a few millions on a thin book took a coin from 318 to 224, and the 800 stops and margin calls that it set
 * off, each a market order, took it to 0.10 within a second.
 */
describe("a flash crash on a thin book", () => {
  /** A book that thins out over 40 % below the index, four longs, and 200 stops spread over the way down. */
  const crowded = (): PerpWorld => {
    const world = new PerpWorld(Object.fromEntries(everybody.map((name) => [name, ["1000000 USDT"]])));
    const trade = { market: perp.ethUsdt };
    for (let i = 0; i < 150; i += 1)
      world.sent({ by: "bob", do: "open long", price: `${2_499 - 8 * i}`, qty: i < 5 ? "2" : "0.5", ...trade });
    world.meet("carol", "alice", "20", "2500", perp.ethUsdt);
    world.meet("dave", "alice", "20", "2500", perp.ethUsdt);
    world.meet("erin", "alice", "20", "2500", perp.ethUsdt);
    world.meet("frank", "alice", "20", "2500", perp.ethUsdt);
    for (const [i, by] of (["carol", "dave", "erin", "frank"] as const).entries())
      for (let k = 0; k < 50; k += 1)
        world.sent({ by, do: "close long", qty: "0.4", trigger: { price: `${2_498 - i - 4 * k}` }, ...trade });
    return world;
  };
  test("[R-5.5 R-5.6 R-6.4] no sale and no stop of the cascade fills more than 3 % below the mark", () => {
    const world = crowded();
    world.batch();
    world.sent({ by: "alice", do: "open short", qty: "300", market: perp.ethUsdt });
    const prices = world.fills().map(([, ticks]) => ticks);
    expect(prices.length).toBeGreaterThan(4);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(242_500);
    // The mark follows the index, so a price that the book alone made liquidates nobody.
    expect([world.markOf(perp.ethUsdt), world.told("taken_over")]).toEqual(["2500", []]);
    expect(world.perpBook(perp.ethUsdt).bids.length).toBeGreaterThan(130);
    world.sound();
  });
  test("[R-2.7] if the index itself falls by more than a tenth, nothing trades at all for a minute", () => {
    const world = crowded();
    world.feed(perp.ethUsdt, "2200");
    world.batch(1_000);
    expect(world.statusOf(perp.ethUsdt)).toBe(market.cancelOnly);
    expect(world.send({ by: "alice", do: "open short", qty: "1", market: perp.ethUsdt })).toBe(21002);
    expect([world.fills(), world.told("taken_over")]).toEqual([[], []]);
    world.wait(61, { [perp.ethUsdt]: "2200" });
    expect(world.statusOf(perp.ethUsdt)).toBe(market.trading);
    world.sound();
  });
});

/**
 * November 2023: somebody cornered a small coin. Open interest went from 0.8 to 67 million while the price tripled, the paper profit was
 * margin for more, and when the price fell back the fund paid 9 million, two fifths of itself.
 */
describe("a cornered small market", () => {
  const fundAtFirst = 1_000_000n * 100_000_000n;
  /** A small market: its open interest is capped at a fortieth of the fund, and size costs leverage early. */
  const small = (): PerpWorld => {
    const world = new PerpWorld(Object.fromEntries(everybody.map((name) => [name, ["100000 USDT"]])));
    const tier = (cap: bigint, maxLeverage: number, mmr: number) => ({ cap: cap * 100_000_000n, maxLeverage, mmr });
    world.reconfigure(perp.ethUsdt, {
      oiCap: 25_000n * 100_000_000n,
      maxLeverage: 20,
      tiers: [tier(10_000n, 20, 2_500_000), tier(25_000n, 5, 10_000_000), tier(50_000n, 2, 30_000_000)],
    });
    return world;
  };
  test("[R-2.6 R-8.4 R-3.6 R-12] the corner stays small, paper profit stays inside, and its end costs under 1 % of the fund", () => {
    const world = small();
    for (const name of ["alice", "carol", "dave"] as const) world.leverage(name, 5, perp.ethUsdt);
    world.leverage("bob", 2, perp.ethUsdt);
    const codes = new Set<number>();
    // The attacker has driven the index up, and three accounts buy all that bob sells near the top; each time they try for more.
    world.drift("4200", perp.ethUsdt);
    for (const price of ["4500", "4700", "4900"]) {
      world.drift(price, perp.ethUsdt);
      for (const by of ["alice", "carol", "dave"] as const) {
        world.send({ by: "bob", do: "open short", qty: "1", price, market: perp.ethUsdt });
        codes.add(world.send({ by, do: "open long", qty: "1", price, market: perp.ethUsdt, tif: "IOC" }));
        codes.add(world.send({ by, do: "open long", qty: "8", price, market: perp.ethUsdt, tif: "IOC" }));
        world.sweep("bob", {});
      }
      world.sound();
    }
    expect([...codes].toSorted((one, other) => one - other)).toEqual([200, 21042, 21046]);
    const { available, equity } = world.account("alice");
    expect(available.out < available.open).toBe(true);
    expect(world.move("alice", `${equity / 100_000_000n} USDT`, "futures", "spot")).toBe(23004);
    // They leave with all that may leave, so that as little as possible stands behind the longs.
    for (const by of ["alice", "carol", "dave"] as const) {
      const { out } = world.account(by).available;
      world.move(by, `${out / 100_000_000n} USDT`, "futures", "spot");
    }
    world.sound();
    // Nobody bids any more, and two fifths are gone in a gap that only the breaker sees.
    world.feed(perp.ethUsdt, "2900");
    world.batch(1_000);
    expect(world.statusOf(perp.ethUsdt)).toBe(market.cancelOnly);
    world.wait(180, { [perp.ethUsdt]: "2900" });
    world.sound();
    const short = world.position("bob", 2, perp.ethUsdt);
    expect(short!.markValue).toBeLessThanOrEqual(25_000n * 100_000_000n);
    // What the engine holds it sells to the last buyer there is; the fund has this left.
    world.sent({ by: "bob", do: "close short", qty: `${short!.qty / 1_000}`, price: "2900", market: perp.ethUsdt });
    world.wait(180, { [perp.ethUsdt]: "2900" });
    for (const by of ["alice", "carol", "dave"] as const)
      expect([world.positions(by), world.cash(by)]).toEqual([[], "0"]);
    const left = parseUnits(world.fundOf())!;
    expect([left < fundAtFirst, left * 100n >= fundAtFirst * 99n]).toEqual([true, true]);
    world.sound();
  });
});

/**
 * October 2025: one liquidation closed a whole isolated market. Its pool was emptied before the last position was paid, went below zero, and
 * the chain stood for eight hours; when it came back, old prices liquidated people.
 */
describe("a market that one liquidation closes", () => {
  test("[R-3.8 R-11.3 R-12.6] whatever the sizes and prices: no account below zero, clearing at zero, and it trades again", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 5, max: 100 }),
        fc.integer({ min: 10, max: 95 }),
        fc.constantFrom("0", "1", "1000000"),
        fc.constantFrom("nobody", "the other side", "a stranger"),
        fc.constantFrom(perp.btcUsdt, perp.btcUsd),
        (lots, leverage, fallPerMille, fund, buyer, id) => {
          const isLinear = id === perp.btcUsdt;
          const money = isLinear ? ["1000000 USDT"] : ["1000 BTC"];
          const world = new PerpWorld({ alice: money, bob: money, carol: money });
          const code = isLinear ? "USDT" : "BTC";
          if (isLinear) world.setFund(fund);
          const qty = isLinear ? `${lots / 100}` : `${lots * 500}`;
          for (const by of ["alice", "bob"] as const) {
            world.mode(by, "isolated", id);
            world.leverage(by, leverage, id);
          }
          world.meet("alice", "bob", qty, "50000", id);
          const low = `${50_000 - 50 * fallPerMille}`;
          const bid = `${50_000 - 50 * (fallPerMille + 5)}`;
          if (buyer === "the other side") world.sent({ by: "bob", do: "close short", qty, price: bid, market: id });
          if (buyer === "a stranger") world.sent({ by: "carol", do: "open long", qty, price: bid, market: id });
          world.mark(low, id);
          world.wait(2, { [id]: low });
          world.sound();
          const open = [world.positions("alice"), world.positions("bob"), world.positions("carol")].flat();
          const isClosed = open.length === 0 && world.position("bob", 2, id) === undefined;
          if (isClosed) expect(world.system(system.clearing, isLinear ? 4 : 3, code, id)).toBe("0");
          expect(world.fundOf(code).startsWith("-")).toBe(false);
          world.sweep("bob", {});
          world.sweep("carol", {});
          world.meet("carol", "bob", isLinear ? "0.01" : "500", low, id);
          world.sound();
        },
      ),
      { numRuns: 60 },
    );
  });
  test("[R-9.4] after hours without prices nothing trades and nobody is liquidated before the index is fresh again", () => {
    const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
    world.leverage("alice", 100);
    world.meet("alice", "bob", "1", "50000");
    world.meet("alice", "bob", "0.1", "49000");
    world.batch(8 * 3_600_000);
    expect(world.send({ by: "bob", do: "open short", price: "48000", qty: "1" })).toBe(21002);
    // One source alone is no index.
    world.price("30000", [0], perp.btcUsdt);
    world.batch(1_000);
    expect([world.markOf(), world.position("alice")?.qty]).toEqual(["50000", 11_000]);
    world.feed(perp.btcUsdt, "50000");
    world.batch(1_000);
    expect(world.statusOf()).toBe(market.cancelOnly);
    world.wait(61, { [perp.btcUsdt]: "50000" });
    expect([world.statusOf(), world.position("alice")?.qty]).toEqual([market.trading, 11_000]);
    world.sound();
  });
});
