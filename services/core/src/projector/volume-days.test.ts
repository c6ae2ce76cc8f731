import { instrumentsOf } from "@tidemark/contracts";
import { people, perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "../questions/instruments.ts";
import { indexPricesOf } from "../questions/valuation.ts";
import { Measures } from "./measures.ts";
import { dayOf, VolumeDaysBatch, volumeOf } from "./volume-days.ts";

const at = Date.UTC(2026, 10, 18, 12);

/** What the last batch of a world leaves: [uid, product, maker, taker, fees] in 1e-8 dollars. */
function countedIn(world: PerpWorld): unknown[][] {
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const prices = () => indexPricesOf(world.state, instruments);
  const batch = new VolumeDaysBatch(() => instruments, new Measures(() => instruments), prices);
  batch.beginBatch();
  for (const event of world.events()) if (event.type === "order_filled") batch.add(event, at);
  batch.finish();
  const [uid, day, product, maker, taker, fees] = batch.rows.parameters(0, batch.rows.count);
  expect(day!.every((one) => one === dayOf(at))).toBe(true);
  return uid!.map((_, row) => [uid![row], product![row], maker![row], taker![row], fees![row]]);
}

test("[R.3] a fill counts its value for both sides, by role, with the fee that each paid", () => {
  const money = ["1000000 USDT"];
  const world = new PerpWorld({ alice: money, bob: money });
  world.meet("alice", "bob", "2", "50000");
  const rows = countedIn(world);
  expect(rows.map(([uid, product]) => [uid, product])).toEqual(
    expect.arrayContaining([
      [people.alice, 1],
      [people.bob, 1],
    ]),
  );
  const value = 100_000n * 100_000_000n;
  for (const [, , maker, taker, fees] of rows) {
    expect(BigInt(maker as string) + BigInt(taker as string)).toBe(value);
    // 0.02 % for the maker, 0.055 % for the taker.
    expect(BigInt(fees as string)).toBe(BigInt(maker as string) > 0n ? 2_000_000_000n : 5_500_000_000n);
  }
});

test("[R.5 R-12.6] only fills are volume: a takeover and who is deleveraged by it count nothing", () => {
  const money = ["1000000 USDT"];
  const world = new PerpWorld({ alice: money, bob: money, carol: money, erin: money });
  world.reconfigure(perp.btcUsdt, { band: 30_000_000 });
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.meet("alice", "erin", "2", "50000");
  world.mode("bob", "isolated");
  world.leverage("bob", 10);
  world.meet("carol", "bob", "2", "60000");
  world.setFund("0");
  world.mark("47000");
  expect(world.events().map(({ type }) => type)).toEqual(expect.arrayContaining(["taken_over", "deleveraged"]));
  expect(countedIn(world)).toEqual([]);
});

test("[R.3] a pair that is quoted in a coin counts at that coin's price, a coin contract by its size", () => {
  const prices = new Map([["BTC", 100_000n * 100_000_000n]]);
  // 2 ETH at 0.035 BTC, a BTC at 100,000.
  expect(volumeOf({ kind: "SPOT", quote: "BTC" } as never, 3_500_000n, 200_000_000n, prices)).toBe(700_000_000_000n);
  expect(volumeOf({ kind: "SPOT", quote: "BTC" } as never, 3_500_000n, 200_000_000n, new Map())).toBe(0n);
  expect(volumeOf({ kind: "INVERSE", quote: "USD" } as never, 5_000_000_000_000n, 300_000_000n, prices)).toBe(
    300_000_000n,
  );
});
