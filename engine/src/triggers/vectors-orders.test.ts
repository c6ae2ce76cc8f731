import { readFileSync } from "node:fs";
import { trailingTrigger } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { asFixture, assure, vectorsOf } from "../../sim/vectors.ts";

const money = ["1000000 USDT"];
const one = 100_000_000n;
const priceOf = (ticks: string): string => `${Number(ticks) / 10}`;
const sizeOf = (lots: string): string => `${Number(lots) / 10_000}`;

const vectorOf = vectorsOf(readFileSync(new URL("../../fixtures/vectors.json", import.meta.url), "utf8"));
function vector(id: string, outcome: () => unknown): void {
  const { name, expected } = vectorOf(id);
  test(name, () => expect(asFixture(outcome())).toEqual(expected));
}

describe("trailing stops", () => {
  vector("V170", () => ({
    triggerTicks: vectorOf("V170").input["stops(side,bestTicks,unit,callback)"].map(
      ([side, best, unit, callback]: string[]) =>
        trailingTrigger(
          side === "LONG" ? "long" : "short",
          Number(best),
          Number(callback),
          unit === "bps" ? "basisPoints" : "ticks",
        ),
    ),
  }));
  vector("V171", () => ({
    steps: vectorOf("V171").input["stops"].map(
      // oxlint-disable-next-line typescript/no-explicit-any
      ({ side, bps, ticks, activation, prices }: any) => {
        const world = new PerpWorld({ alice: money, bob: money });
        const positionSide = side === "LONG" ? 1 : 2;
        if (positionSide === 1) world.meet("alice", "bob", "0.1", "50000");
        else world.meet("bob", "alice", "0.1", "50000");
        world.mark(priceOf(prices[0]));
        const callback = bps === undefined ? { ticks: Number(ticks) } : { bps: Number(bps) };
        const from = activation === null ? {} : { activation: priceOf(activation) };
        assure(world.trailing("alice", positionSide, { ...callback, ...from, by: "MARK" }) === 200);
        const { id } = world.waiting("alice")[0]!;
        let shown: unknown[] = [null, null];
        return prices.map((price: string, i: number) => {
          if (i > 0) world.mark(priceOf(price));
          const stop = world.waiting("alice").find((trigger) => trigger.id === id);
          // Nobody takes it: of the whole position it is armed then.
          const fires = stop?.phase === 2;
          if (stop !== undefined && stop.best !== 0) shown = [stop.best, stop.triggerPrice];
          return [...shown, fires];
        });
      },
    ),
  }));
});

describe("reverse", () => {
  vector("V172", () => ({
    reversals: vectorOf("V172").input["bids(ticks,lots)"].map((bids: string[][]) => {
      const world = new PerpWorld({ alice: money, bob: money, carol: money });
      world.leverage("alice", 20);
      world.meet("alice", "bob", "1", "50000");
      for (const [ticks, lots] of bids)
        world.sent({ by: "carol", do: "open long", price: priceOf(ticks!), qty: sizeOf(lots!) });
      const before = world.account("alice").cash;
      world.batch();
      assure(world.reverse("alice", 1) === 200);
      world.sound();
      const fills = world.told("order_filled");
      const of = (side: number) => fills.filter(({ takerPosSide }) => takerPosSide === side);
      const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
      const value = (rows: typeof fills) => sum(rows.map(({ price, qty }) => BigInt(price) * BigInt(qty) * 1_000n));
      const fee = (rows: typeof fills) =>
        sum(rows.map(({ price, qty }) => (BigInt(price) * BigInt(qty) * 1_000n * 55_000n + one - 1n) / one));
      const lots = (rows: typeof fills) => rows.reduce((total, { qty }) => total + qty, 0);
      const cashChange = world.account("alice").cash - before;
      return {
        closedLots: lots(of(1)),
        closeValue: value(of(1)),
        pnl: cashChange + fee(of(1)) + fee(of(2)),
        closeFee: fee(of(1)),
        longLotsLeft: world.position("alice")?.qty ?? 0,
        openedLots: world.position("alice", 2)?.qty ?? 0,
        shortEntryValue: world.position("alice", 2)?.entryValue ?? 0,
        openFee: fee(of(2)),
        cashChange,
      };
    }),
  }));
  vector("V173", () => {
    // 2,500 of margin and 27.5 of fee; 100 are left.
    const world = new PerpWorld({ alice: ["2627.5 USDT"], bob: money, carol: money });
    world.mode("alice", "isolated");
    world.leverage("alice", 2, perp.btcUsdt, 2);
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "2" });
    world.batch();
    const code = world.reverse("alice", 1);
    const reserve = world.state.result.first;
    world.sound();
    const position = world.position("alice")!;
    return {
      assumedTicks: 500_000,
      reserve,
      code,
      lotsAfter: position.qty,
      isoMarginAfter: position.isoMargin,
      cashAfter: world.account("alice").cash,
      trades: world.fills().length,
    };
  });
});
