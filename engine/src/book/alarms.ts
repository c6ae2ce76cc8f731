import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import type { PriceIndex } from "./price-index.ts";
import { defineRecord, sizeOf, word } from "../memory/record.ts";

/** Somebody who waits for a price: in which tree, at which price, and whom to tell. */
export const Alarm = defineRecord("alarm", {
  tree: word,
  price: word,
  ahead: word,
  after: word,
  owner: word,
  kind: word,
});
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
    this.pool = new Pool(memory, sizeOf(Alarm));
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

  /** Who waits at the lowest price of the tree, if a rise to `price` has come to it; 0: nobody. */
  lowest(tree: number, price: number): number {
    const at = this.prices.above(tree, 0);
    return at === 0 || at > price ? 0 : this.memory.w[this.prices.at(tree, at) + Alarm.owner]!;
  }

  /** Who waits at the highest price of the tree, if a fall to `price` has come to it; 0: nobody. */
  highest(tree: number, price: number): number {
    const at = this.prices.at(tree, priceMax) === 0 ? this.prices.below(tree, priceMax) : priceMax;
    return at === 0 || at < price ? 0 : this.memory.w[this.prices.at(tree, at) + Alarm.owner]!;
  }

  /** The alarms at this price or below it, which a rise has come to, or at this price or above it, which a fall has come to. */
  *reached(tree: number, price: number, isRise: boolean): Generator<number> {
    const { prices, memory } = this;
    const first = isRise
      ? prices.above(tree, 0)
      : prices.at(tree, priceMax) === 0
        ? prices.below(tree, priceMax)
        : priceMax;
    for (let at = first; at !== 0 && (isRise ? at <= price : at >= price);) {
      for (let alarm = prices.at(tree, at); alarm !== 0; alarm = memory.w[alarm + Alarm.after]!) yield alarm;
      at = isRise ? prices.above(tree, at) : prices.below(tree, at);
    }
  }
}
