import { describe, expect, test } from "vitest";
import { journaled, World } from "../../sim/index.ts";
import { marketsOf } from "../read/questions.ts";
import { logicVersion, snapshot } from "../state/state.ts";
import { createState, upgrade } from "../state/logic-version.ts";
import { indexOf as exactIndex } from "@tidemark/money";

const indexOf = (prices: readonly number[], weights: readonly number[], cap: number): number =>
  exactIndex(
    prices.map((ticks, i) => ({ ticks, weight: weights[i]! })),
    cap,
  )?.index ?? 0;

describe("index", () => {
  test("[D.80 R-9.1 V056] a source 7 % away counts only up to 3 % above the median", () => {
    expect(indexOf([500_000, 500_100, 499_900, 535_000], [30, 30, 20, 20], 3_000_000)).toBe(503_020);
  });
  test("[R-9.1 V057] without it the others share its weight", () => {
    expect(indexOf([500_000, 500_100, 499_900], [30, 30, 20], 3_000_000)).toBe(500_013);
  });
  test("[R-9.1] two sources must agree within 1 %, one is none", () => {
    expect(indexOf([100_000, 101_000], [1, 1], 3_000_000)).toBe(100_500);
    expect(indexOf([100_000, 101_001], [1, 1], 3_000_000)).toBe(0);
    expect(indexOf([100_000], [1], 3_000_000)).toBe(0);
  });
  test("[R-9.1] a source that has been silent for ten seconds is dropped, at the first batch after", () => {
    const world = new World();
    const stale = (): boolean => marketsOf(world.state)[0]!.indexStale;
    world.price("50000", [0, 1]);
    world.batch(9_998);
    expect(stale()).toBe(false);
    world.batch(1);
    world.batch(1);
    expect(stale()).toBe(true);
    expect(world.events()).toContainEqual({ type: "index_set", market: 1, index: 5_000_000, stale: 1 });
    world.price("50001", [0, 1, 2]);
    expect([stale(), marketsOf(world.state)[0]!.index]).toEqual([false, 5_000_100]);
  });
});

describe("configuration", () => {
  const market = {
    type: "configure_market",
    market: 3,
    symbol: "ETH/USDT",
    kind: 0,
    base: 3,
    quote: 1,
    product: 2,
    tick: 1_000_000,
    lot: 10_000,
    minQty: 1,
    maxQty: 1_000_000,
    maxMarketQty: 1_000_000,
    minNotional: 1,
    maxNotional: 10 ** 15,
    minPrice: 1,
    maxPrice: 10_000_000,
    band: 5_000_000,
    farBand: 50_000_000,
    marketProtection: 5_000_000,
    indexCap: 3_000_000,
    breaker: 10_000_000,
    maxOpenOrders: 200,
    weights: [1, 1],
  } as const;
  const told = (change: object): number => {
    const world = new World();
    return world.do(world.operator({ ...market, weights: [1, 1], ...change } as Parameters<World["operator"]>[0]));
  };
  test("[R-2.2] a price times a size must be whole minor units", () => {
    expect(told({})).toBe(200);
    expect(told({ tick: 1, lot: 1 })).toBe(50007);
    expect(told({ tick: 0 })).toBe(50007);
  });
  test("[R-2.2] sizes and values that could pass the exact range are no market", () => {
    expect(told({ maxNotional: 2 ** 51 })).toBe(50007);
    expect(told({ maxQty: 1_000_000_001 })).toBe(50007);
    expect(told({ base: 7 })).toBe(50007);
    expect(told({ minQty: 5, maxQty: 4 })).toBe(50007);
    expect(told({ band: 100_000_001 })).toBe(50007);
    expect(told({ market: 0 })).toBe(50007);
    expect(told({ kind: 1 })).toBe(50007);
  });
  test("[R-2.1] a market's tick never changes, its limits may", () => {
    const world = new World();
    world.do(world.operator({ ...market, weights: [1] }));
    expect(world.do(world.operator({ ...market, weights: [1], tick: 2_000_000 }))).toBe(50007);
    expect(world.do(world.operator({ ...market, weights: [1], maxQty: 5_000, maxMarketQty: 5_000 }))).toBe(200);
  });
  test("[R-13.1] fees stay below 10 % and two sides never pay out together", () => {
    const world = new World();
    const fees = (spotMaker: number, spotTaker: number): number =>
      world.do(world.operator({ type: "configure_fees", level: 1, spotMaker, spotTaker, perpMaker: 0, perpTaker: 0 }));
    expect([fees(-5_000, 50_000), fees(-50_001, 50_000), fees(0, 10_000_001)]).toEqual([200, 50007, 50007]);
  });
});

describe("upgrade", () => {
  const command = (to: number): Extract<ReturnType<typeof journaled>, { type: "upgrade" }> =>
    journaled({ type: "upgrade", producer: 0, number: 0, to, migration: "m", codeHash: "h" }) as never;
  test("[A4.11] goes one version up where a migration is known, never further, never down", () => {
    const world = new World();
    expect([world.do(command(logicVersion)), world.do(command(logicVersion + 1))]).toEqual([50007, 50007]);
    const state = createState(1);
    let migrated = 0;
    upgrade(state, command(2), { 2: () => void (migrated += 1) });
    expect([migrated, state.logic, state.result.code]).toEqual([1, 2, 200]);
    upgrade(state, command(4), { 4: () => void (migrated += 1) });
    expect([migrated, state.result.code]).toEqual([1, 50007]);
  });
  test("[A4.11] a journal that begins under a version has the state that the upgrades to it leave", () => {
    const upgraded = createState(1);
    for (let to = 2; to <= logicVersion; to += 1) upgrade(upgraded, command(to));
    expect(Buffer.compare(snapshot(upgraded), snapshot(createState()))).toBe(0);
  });
});
