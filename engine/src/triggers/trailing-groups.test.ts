import { isAtOrBeyond, trailingTrigger } from "@tidemark/money";
import { expect, test } from "vitest";
import { perp, PerpWorld, Random } from "../../sim/index.ts";
import { Market } from "../records/market.ts";
import { UserMarket } from "../records/user.ts";
import { newExit } from "../perps/tpsl/new-exit.ts";
import { positionOf } from "../records/user-contract.ts";
import { NumberList } from "../state/number-list.ts";
import type { State } from "../state/state.ts";
import { callbackUnit } from "../records/trailing-stop.ts";
import { bestOf, presentTrigger, startTrailing, stopTrailing, trailTo } from "./trailing.ts";
import { role, source, Trigger } from "../records/trigger.ts";

const { mark: by } = source;

/** Stops of one position beyond what a user may have: their groups alone, without the position's own list. */
class Crowd {
  readonly state: State;
  private readonly market: number;
  private readonly userMarket: number;

  constructor() {
    const world = new PerpWorld({ alice: ["100000 USDT"], bob: ["100000 USDT"] });
    world.meet("alice", "bob", "0.1", "50000");
    this.state = world.state;
    this.market = this.state.markets.at(perp.btcUsdt);
    this.userMarket = this.state.userMarkets.find(11, perp.btcUsdt, this.state.memory.w[this.market + Market.product]!);
  }

  place(positionSide: 1 | 2, unit: number, callback: number, best: number): number {
    const { memory, trails } = this.state;
    memory.cut();
    const position = positionOf(memory.w[this.userMarket + UserMarket.userContract]!, positionSide);
    const exit = { price: 0, by, limit: 0 };
    const trigger = newExit(this.state, { exit, what: role.trailing, position, qty: 1, isWhole: false });
    const trail = trails.newStop(trigger, unit, callback);
    memory.set(trail + 4, best);
    memory.set(trigger + Trigger.trail, trail);
    startTrailing(this.state, trigger);
    return trigger;
  }

  /** One price, to its end; the ids that it has come back for. */
  price(price: number): number[] {
    const { memory } = this.state;
    const hits = new NumberList();
    memory.cut();
    this.state.beginSlice();
    for (const _ of trailTo(this.state, this.market, by, price, hits)) {
      this.state.beginSlice();
    }
    return [...hits.a.subarray(0, hits.length)].sort((a, b) => a - b);
  }
}

type Known = { side: "long" | "short"; unit: number; callback: number; best: number; id: number };
const firesAt = ({ side, unit, callback, best }: Known): number =>
  trailingTrigger(side, best, callback, unit === callbackUnit.ticks ? "ticks" : "basisPoints");

test("[A-23 R-6.19] in groups they do what each would do for itself", () => {
  const random = new Random(23);
  const crowd = new Crowd();
  const { state } = crowd;
  const known = new Map<number, Known>();
  let price = 500_000;
  for (let step = 0; step < 6_000; step += 1) {
    if (random.chance(2) && known.size < 300) {
      const positionSide = random.between(1, 2) as 1 | 2;
      const unit = random.below(2);
      const callback = unit === callbackUnit.ticks ? random.between(1, 2_000) : random.between(10, 60);
      const trigger = crowd.place(positionSide, unit, callback, price);
      const id = state.triggers.idOf(trigger);
      known.set(trigger, { side: positionSide === 1 ? "long" : "short", unit, callback, best: price, id });
    } else if (random.chance(6) && known.size > 0) {
      const trigger = random.pick([...known.keys()]);
      stopTrailing(state, trigger);
      known.delete(trigger);
    }
    price += random.between(-120, 120);
    const fired: number[] = [];
    for (const [trigger, stop] of known) {
      if (isAtOrBeyond(stop.side, price, stop.best)) stop.best = price;
      if (isAtOrBeyond(stop.side, firesAt(stop), price)) {
        fired.push(stop.id);
        known.delete(trigger);
      }
    }
    expect(crowd.price(price)).toEqual(fired.sort((a, b) => a - b));
    const isRight = ([trigger, stop]: [number, Known]): boolean =>
      bestOf(state, trigger) === stop.best && presentTrigger(state, trigger) === firesAt(stop);
    expect([...known].every(isRight)).toBe(true);
  }
  for (const trigger of known.keys()) stopTrailing(state, trigger);
  // Nothing is left of the groups.
  expect(state.trails.groups.size).toBe(0);
}, 30_000);

/** Work for n stops that each have a best price of their own, the last the lowest. */
function costOf(n: number): { rise: number; tick: number; fall: number } {
  const crowd = new Crowd();
  const { memory } = crowd.state;
  for (let i = 0; i < n; i += 1) crowd.place(1, callbackUnit.basisPoints, 200 + ((i * 7_919) % 801), 500_000 - i);
  const spent = (work: () => void): number => {
    const before = memory.work;
    work();
    return memory.work - before;
  };
  // Each price exceeds one group more.
  const rise = spent(() => {
    for (let i = n; i > 0; i -= 1) crowd.price(500_001 - i);
  });
  // From here on all of them move together.
  const tick = spent(() => {
    for (let i = 1; i <= 4_096; i += 1) crowd.price(500_000 + i);
  });
  const fall = spent(() => expect(crowd.price(400_000)).toHaveLength(n));
  return { rise: rise / n, tick: tick / 4_096, fall: fall / n };
}

test("[A-23 R-6.19] a price costs the logarithm of how many there are, amortised, and a group moves as one", () => {
  const [few, many] = [costOf(1_024), costOf(8_192)];
  expect(many.tick).toBeLessThan(60);
  expect(many.tick).toBeLessThanOrEqual(few.tick + 1);
  // Eight times as many: three more levels.
  for (const of of ["rise", "fall"] as const) {
    expect(many[of]).toBeLessThan(150);
    expect(many[of] / few[of]).toBeLessThan(1.5);
  }
});
