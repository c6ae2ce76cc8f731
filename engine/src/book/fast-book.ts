import { Order } from "../records/order.ts";
import { Market } from "../records/market.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import type { Book } from "./book.ts";
import type { PriceIndex } from "./price-index.ts";
import { defineRecord, number, sizeOf, word } from "../memory/record.ts";

const buy = 0;

/** A price at which orders rest; `total` is a number. */
const Level = defineRecord("book level", {
  price: word,
  head: word,
  tail: word,
  total: number,
});

/**
 * The books of all markets. Orders of a level form a doubly linked queue through the order records; levels are found through the price
 * index; the best price of each side is kept in the market. The index and the queue are all there is: no sorting, no searching. `market`
 * is always a market's record.
 */
export class FastBooks {
  declare private readonly memory: Memory;
  declare private readonly levels: Pool;
  declare private readonly prices: PriceIndex;

  constructor(memory: Memory, prices: PriceIndex) {
    this.memory = memory;
    this.prices = prices;
    this.levels = new Pool(memory, sizeOf(Level));
  }

  best(market: number, side: number): number {
    return this.memory.w[market + Market.best + side]!;
  }

  priceOf(order: number): number {
    const { w } = this.memory;
    return w[w[order + Order.level]! + Level.price]!;
  }

  /** Puts an order at the tail of its price; returns what rests there now. */
  rest(market: number, order: number, side: number, price: number, qty: number): number {
    const { memory } = this;
    const { w } = memory;
    let level = this.prices.at(market + Market.root, price);
    let last = 0;
    if (level === 0) level = this.addLevel(market, side, price, order);
    else {
      last = w[level + Level.tail]!;
      memory.set(last + Order.after, order);
    }
    memory.set(level + Level.tail, order);
    memory.set(order + Order.ahead, last);
    memory.set(order + Order.after, 0);
    memory.set(order + Order.level, level);
    memory.set(order + Order.remaining, qty);
    const total = memory.number(level + Level.total) + qty;
    memory.setNumber(level + Level.total, total);
    return total;
  }

  private addLevel(market: number, side: number, price: number, order: number): number {
    const { memory } = this;
    const level = this.levels.alloc();
    memory.set(level + Level.price, price);
    memory.set(level + Level.head, order);
    memory.setNumber(level + Level.total, 0);
    this.prices.insert(market + Market.root, price, level);
    const best = this.best(market, side);
    if (best === 0 || (side === buy ? price > best : price < best)) memory.set(market + Market.best + side, price);
    return level;
  }

  /** Keeps its place; an order reduced to nothing leaves. */
  reduce(market: number, order: number, side: number, by: number): void {
    const { memory } = this;
    const { w } = memory;
    const left = w[order + Order.remaining]! - by;
    if (left === 0) {
      this.remove(market, order, side);
      return;
    }
    const level = w[order + Order.level]!;
    memory.set(order + Order.remaining, left);
    memory.setNumber(level + Level.total, memory.number(level + Level.total) - by);
  }

  /** Takes an order out of its queue; what its record says of the book is void from then on. Returns what is left at its price. */
  remove(market: number, order: number, side: number): number {
    const { memory } = this;
    const { w } = memory;
    const ahead = w[order + Order.ahead]!;
    const after = w[order + Order.after]!;
    const level = w[order + Order.level]!;
    const total = memory.number(level + Level.total) - w[order + Order.remaining]!;
    memory.setNumber(level + Level.total, total);
    if (ahead !== 0) memory.set(ahead + Order.after, after);
    else if (after !== 0) memory.set(level + Level.head, after);
    else this.dropLevel(market, level, side);
    if (after !== 0) memory.set(after + Order.ahead, ahead);
    else if (ahead !== 0) memory.set(level + Level.tail, ahead);
    return total;
  }

  private dropLevel(market: number, level: number, side: number): void {
    const { memory } = this;
    const price = memory.w[level + Level.price]!;
    this.prices.remove(market + Market.root, price);
    this.levels.free(level);
    if (this.best(market, side) === price) memory.set(market + Market.best + side, this.worse(market, price, side));
  }

  front(market: number, side: number): number {
    const best = this.best(market, side);
    return best === 0 ? 0 : this.memory.w[this.prices.at(market + Market.root, best) + Level.head]!;
  }

  /** Next in line behind an order; the side tells which way the next level lies. */
  behind(market: number, order: number, side: number): number {
    const { w } = this.memory;
    const after = w[order + Order.after]!;
    if (after !== 0) return after;
    const next = this.worse(market, this.priceOf(order), side);
    return next === 0 ? 0 : w[this.prices.at(market + Market.root, next) + Level.head]!;
  }

  /** The next worse price of a side that has a level. Beyond the best of the other side there is none of ours. */
  worse(market: number, price: number, side: number): number {
    const tree = market + Market.root;
    return side === buy ? this.prices.below(tree, price) : this.prices.above(tree, price);
  }

  totalAt(market: number, price: number): number {
    const level = this.prices.at(market + Market.root, price);
    return level === 0 ? 0 : this.memory.number(level + Level.total);
  }
}

/** One market of the fast books behind the common interface: for the suite that both books must pass. */
export function fastBook(books: FastBooks, memory: Memory, market: number, recordOf: (order: number) => number): Book {
  const sideOf = new Map<number, number>();
  const orderOf = new Map<number, number>([[0, 0]]);
  return {
    rest(order, side, price, qty) {
      sideOf.set(order, side);
      orderOf.set(recordOf(order), order);
      books.rest(market, recordOf(order), side, price, qty);
    },
    reduce: (order, by) => books.reduce(market, recordOf(order), sideOf.get(order)!, by),
    remove: (order) => void books.remove(market, recordOf(order), sideOf.get(order)!),
    best: (side) => books.best(market, side),
    front: (side) => orderOf.get(books.front(market, side))!,
    behind: (order) => orderOf.get(books.behind(market, recordOf(order), sideOf.get(order)!))!,
    remainingOf: (order) => memory.w[recordOf(order) + Order.remaining]!,
    priceOf: (order) => books.priceOf(recordOf(order)),
    total: (price) => books.totalAt(market, price),
    depth(side) {
      const levels: [number, number][] = [];
      for (let price = books.best(market, side); price !== 0; price = books.worse(market, price, side))
        levels.push([price, books.totalAt(market, price)]);
      return levels;
    },
  };
}
