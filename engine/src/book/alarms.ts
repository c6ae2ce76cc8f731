import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import type { PriceIndex } from "./price-index.ts";

/** Somebody who waits for a price: in which tree, at which price, and whom to tell. */
export const Alarm = { tree: 0, price: 1, ahead: 2, after: 3, owner: 4, kind: 5 } as const;
const alarmWords = 6;
const priceMax = 2_147_483_647;

/**
 * Waiting for prices, for triggers and for accounts near their margin alike. Alarms of one tree and price are a list that starts in the
 * price index, so finding those that a price has reached costs as much as there are.
 */
export class Alarms {
  declare private readonly memory: Memory;
  declare private readonly prices: PriceIndex;
  declare private readonly pool: Pool;

  constructor(memory: Memory, prices: PriceIndex) {
    this.memory = memory;
    this.prices = prices;
    this.pool = new Pool(memory, alarmWords);
  }

  set(tree: number, price: number, owner: number, kind: number): number {
    const { memory, prices } = this;
    const alarm = this.pool.alloc();
    const first = prices.at(tree, price);
    memory.set(alarm + Alarm.tree, tree);
    memory.set(alarm + Alarm.price, price);
    memory.set(alarm + Alarm.ahead, 0);
    memory.set(alarm + Alarm.after, first);
    memory.set(alarm + Alarm.owner, owner);
    memory.set(alarm + Alarm.kind, kind);
    if (first === 0) prices.insert(tree, price, alarm);
    else {
      memory.set(first + Alarm.ahead, alarm);
      prices.replace(tree, price, alarm);
    }
    return alarm;
  }

  clear(alarm: number): void {
    const { memory, prices } = this;
    const { w } = memory;
    const ahead = w[alarm + Alarm.ahead]!;
    const after = w[alarm + Alarm.after]!;
    const tree = w[alarm + Alarm.tree]!;
    const price = w[alarm + Alarm.price]!;
    if (after !== 0) memory.set(after + Alarm.ahead, ahead);
    if (ahead !== 0) memory.set(ahead + Alarm.after, after);
    else if (after !== 0) prices.replace(tree, price, after);
    else prices.remove(tree, price);
    this.pool.free(alarm);
  }

  /** The alarms at this price or below it: a rise has come to them. */
  reachedFromBelow(tree: number, price: number): number[] {
    const found: number[] = [];
    for (let at = this.prices.above(tree, 0); at !== 0 && at <= price; at = this.prices.above(tree, at))
      this.alarmsAt(tree, at, found);
    return found;
  }

  /** The alarms at this price or above it: a fall has come to them. */
  reachedFromAbove(tree: number, price: number): number[] {
    const found: number[] = [];
    if (this.prices.at(tree, priceMax) !== 0) this.alarmsAt(tree, priceMax, found);
    for (let at = this.prices.below(tree, priceMax); at !== 0 && at >= price; at = this.prices.below(tree, at))
      this.alarmsAt(tree, at, found);
    return found;
  }

  /** Everybody who waits in `count` trees that lie side by side. */
  ownersOf(trees: number, count: number): number[] {
    const { w } = this.memory;
    const found: number[] = [];
    for (let i = 0; i < count; i += 1) found.push(...this.reachedFromBelow(trees + i * 2, priceMax));
    return found.map((alarm) => w[alarm + Alarm.owner]!);
  }

  private alarmsAt(tree: number, price: number, into: number[]): void {
    const { w } = this.memory;
    for (let alarm = this.prices.at(tree, price); alarm !== 0; alarm = w[alarm + Alarm.after]!) into.push(alarm);
  }
}
