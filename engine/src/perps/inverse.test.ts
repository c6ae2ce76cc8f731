import { joinMoney } from "@tidemark/contracts/codec";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";
import { system } from "../ledger/accounts.ts";

const market = perp.btcUsd;
const rich = { bob: ["100 BTC"], carol: ["100 BTC"] };

describe("coin-margined contracts", () => {
  test("[R-8.11 V050] an isolated short at 1× can never be liquidated, and shows no price", () => {
    const world = new PerpWorld({ ...rich, alice: ["2 BTC"] });
    world.mode("alice", "isolated", market);
    world.leverage("alice", 1, market);
    world.meet("bob", "alice", "60000", "50000", market);
    expect(world.position("alice", 2, market)).toMatchObject({ isoMargin: 120_000_000n, liquidationTicks: 0 });
    world.drift("90000", market);
    expect(world.position("alice", 2, market)).toMatchObject({ qty: 60_000 });
    world.sound();
  });
  test("[R-11.1 V049] an isolated short at 10× goes where the formula says", () => {
    const world = new PerpWorld({ ...rich, alice: ["2 BTC"] });
    world.mode("alice", "isolated", market);
    world.leverage("alice", 10, market);
    world.meet("bob", "alice", "60000", "50000", market);
    const { liquidationTicks } = world.position("alice", 2, market)!;
    world.drift(`${(liquidationTicks - 2) / 10}`, market);
    expect(world.position("alice", 2, market)).toMatchObject({ qty: 60_000 });
    world.mark(`${(liquidationTicks + 2) / 10}`, market);
    expect(world.position("alice", 2, market)).toBeUndefined();
    expect(world.told("taken_over")).toMatchObject([{ uid: people.alice, valueLow: 108_000_000 }]);
    world.sound();
  });
  test("[R-11.4] a cross takeover leaves exactly nothing, whatever the sizes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 90_000 }), fc.integer({ min: 8, max: 100 }), (usd, leverage) => {
        const world = new PerpWorld({ ...rich, alice: ["1 BTC"] });
        world.leverage("alice", leverage, market);
        world.sent({ by: "alice", do: "open long", qty: `${usd}`, price: "50000", market });
        world.sent({ by: "bob", do: "open short", qty: `${usd}`, price: "50000", market });
        const { out } = world.account("alice", "BTC").available;
        const text = `${out / 100_000_000n}.${`${out % 100_000_000n}`.padStart(8, "0")}`;
        expect(world.move("alice", `${text} BTC`, "coin", "spot")).toBe(200);
        world.mark("45500", market);
        world.wait(61, { [market]: "45500" });
        world.mark("42000", market);
        expect([world.cash("alice", "BTC"), world.positions("alice")]).toEqual(["0", []]);
        world.sound();
      }),
      { numRuns: 25 },
    );
  });
  test("[R-12.6] deleveraging an inverse position: the short gets V + M of the bankrupt, the fund nothing", () => {
    const world = new PerpWorld({ ...rich, alice: ["2 BTC"] });
    world.setFund("0", "BTC");
    world.mode("alice", "isolated", market);
    world.leverage("alice", 50, market);
    world.meet("alice", "bob", "60000", "50000", market);
    const before = world.account("bob", "BTC").cash;
    world.mark("49000", market);
    const [given] = world.told("deleveraged");
    // 120,000,000 + 2,400,000 of margin.
    expect(joinMoney(given!.valueHigh, given!.valueLow)).toBe(122_400_000n);
    expect(world.account("bob", "BTC").cash - before).toBe(2_400_000n);
    expect([world.fundOf("BTC"), world.system(system.clearing, 3, "BTC", market)]).toEqual(["0", "0"]);
    world.sound();
  });
  test("[R-10.5 V099] capitalised funding moves an inverse entry the other way: a long's V falls", () => {
    const world = new PerpWorld({ ...rich, alice: ["2 BTC"] });
    world.reconfigure(market, { band: 90_000_000, farBand: 90_000_000, interestRate: 300_000 });
    world.mode("alice", "isolated", market);
    world.leverage("alice", 125, market);
    world.meet("alice", "bob", "6000", "40000", market);
    expect(world.position("alice", 1, market)).toMatchObject({ isoMargin: 120_000n, entryValue: 15_000_000n });
    // 36,000 are due each time: three times they are there, then 12,000 of them.
    for (let i = 0; i < 4; i += 1) {
      world.beforeFunding();
      world.batch(1_000);
    }
    expect(world.position("alice", 1, market)?.isoMargin).toBe(0n);
    expect(world.position("alice", 1, market)!.entryValue).toBeLessThan(15_000_000n);
    world.sound();
  });
  test("[R-2.6] open interest of an inverse contract is counted in contracts", () => {
    const world = new PerpWorld({ ...rich, alice: ["2 BTC"] });
    world.reconfigure(market, { oiCap: 10_000n });
    world.meet("alice", "bob", "9000", "50000", market);
    expect(world.send({ by: "carol", do: "open long", qty: "1001", price: "49000", market })).toBe(21046);
    expect(world.send({ by: "carol", do: "open long", qty: "1000", price: "49000", market })).toBe(200);
    world.sound();
  });
});
