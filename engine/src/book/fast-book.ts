import { IntField } from "../memory/cells.ts";
import type { F64, I32, Memory } from "../memory/memory.ts";
import type { Fixed } from "../memory/fixed.ts";
import { Pool } from "../memory/pool.ts";
import type { Book } from "./book.ts";
import { PriceIndex } from "./price-index.ts";

const buy = 0;
/** Words of an order that belong to the book. */
const aheadAt = 0;
const afterAt = 1;
const levelAt = 2;
const remainingAt = 3;
/** Words of a level. */
const priceAt = 0;
const headAt = 1;
const tailAt = 2;
/** The four words of an order that comes to rest, on their way into its record. */
const place = new Int32Array(4);

export type QueueWords = { readonly column: I32; readonly stride: number; readonly offset: number };

/**
 * The books of all markets. Orders of a level form a doubly linked queue through the order records; levels are found through the price
 * index; the best price of each side is kept beside the market. The index and the queue are all there is: no sorting, no searching.
 */
export class FastBooks {
  /** Per order. */
  declare readonly ahead: IntField;
  declare readonly after: IntField;
  declare readonly levelOf: IntField;
  declare readonly remaining: IntField;
  /** Per level. */
  declare readonly levels: Pool;
  declare readonly price: IntField;
  declare private readonly head: IntField;
  /** Per market and side: market × 2 + side. */
  declare readonly bestPrice: I32;
  declare readonly prices: PriceIndex;

  declare private readonly words: I32;
  declare private readonly stride: number;
  declare private readonly offset: number;
  declare private readonly levelWords: I32;
  declare private readonly totals: F64;

  /** `queue` says where the order records have four words for the book. */
  constructor(memory: Memory, queue: QueueWords, markets: Fixed) {
    this.words = queue.column;
    this.stride = queue.stride;
    this.offset = queue.offset;
    const field = (at: number): IntField => new IntField(queue.column, queue.stride, queue.offset + at);
    this.ahead = field(aheadAt);
    this.after = field(afterAt);
    this.levelOf = field(levelAt);
    this.remaining = field(remainingAt);
    this.levels = new Pool(memory, 64);
    this.levelWords = this.levels.i32(4);
    this.price = new IntField(this.levelWords, 4, priceAt);
    this.head = new IntField(this.levelWords, 4, headAt);
    this.totals = this.levels.f64();
    this.bestPrice = markets.i32(2);
    this.prices = new PriceIndex(memory, markets.i32(2));
  }

  /** Puts an order at the tail of its price; returns what rests there now. */
  rest(market: number, order: number, side: number, price: number, qty: number): number {
    const at = order * this.stride + this.offset;
    let level = this.prices.level(market, price);
    let last = 0;
    if (level === 0) level = this.addLevel(market, side, price, order);
    else {
      last = this.levelWords.a[level * 4 + tailAt]!;
      this.words.set(last * this.stride + this.offset + afterAt, order);
    }
    this.levelWords.set(level * 4 + tailAt, order);
    place[aheadAt] = last;
    place[levelAt] = level;
    place[remainingAt] = qty;
    this.words.setAll(at, place);
    const total = this.totals.a[level]! + qty;
    this.totals.set(level, total);
    return total;
  }

  private addLevel(market: number, side: number, price: number, order: number): number {
    const level = this.levels.alloc();
    this.levelWords.set(level * 4 + priceAt, price);
    this.levelWords.set(level * 4 + headAt, order);
    this.prices.insert(market, price, level);
    const best = this.bestPrice.a[market * 2 + side]!;
    if (best === 0 || (side === buy ? price > best : price < best)) this.bestPrice.set(market * 2 + side, price);
    return level;
  }

  /** Keeps its place; an order reduced to nothing leaves. */
  reduce(market: number, order: number, side: number, by: number): void {
    const at = order * this.stride + this.offset;
    const left = this.words.a[at + remainingAt]! - by;
    if (left === 0) {
      this.remove(market, order, side);
      return;
    }
    const level = this.words.a[at + levelAt]!;
    this.words.set(at + remainingAt, left);
    this.totals.set(level, this.totals.a[level]! - by);
  }

  /** Takes an order out of its queue; what its record says of the book is void from then on. Returns what is left at its price. */
  remove(market: number, order: number, side: number): number {
    const words = this.words.a;
    const at = order * this.stride + this.offset;
    const ahead = words[at + aheadAt]!;
    const after = words[at + afterAt]!;
    const level = words[at + levelAt]!;
    const total = this.totals.a[level]! - words[at + remainingAt]!;
    this.totals.set(level, total);
    if (ahead !== 0) this.words.set(ahead * this.stride + this.offset + afterAt, after);
    else this.levelWords.set(level * 4 + headAt, after);
    if (after !== 0) this.words.set(after * this.stride + this.offset + aheadAt, ahead);
    else this.levelWords.set(level * 4 + tailAt, ahead);
    if (ahead === 0 && after === 0) this.dropLevel(market, level, side);
    return total;
  }

  private dropLevel(market: number, level: number, side: number): void {
    const price = this.price.get(level);
    this.prices.remove(market, price);
    this.levels.free(level);
    const at = market * 2 + side;
    if (this.bestPrice.a[at] === price)
      this.bestPrice.set(at, side === buy ? this.prices.below(market, price) : this.prices.above(market, price));
  }

  front(market: number, side: number): number {
    const best = this.bestPrice.a[market * 2 + side]!;
    return best === 0 ? 0 : this.head.get(this.prices.level(market, best));
  }

  /** Next in line behind an order; the side tells which way the next level lies. */
  behind(market: number, order: number, side: number): number {
    const after = this.after.get(order);
    if (after !== 0) return after;
    const next = this.worse(market, this.price.get(this.levelOf.get(order)), side);
    return next === 0 ? 0 : this.head.get(this.prices.level(market, next));
  }

  /** The next worse price of a side that has a level. Beyond the best of the other side there is none of ours. */
  worse(market: number, price: number, side: number): number {
    return side === buy ? this.prices.below(market, price) : this.prices.above(market, price);
  }

  totalAt(market: number, price: number): number {
    const level = this.prices.level(market, price);
    return level === 0 ? 0 : this.totals.a[level]!;
  }

  settle(): void {
    this.levels.settle();
    this.prices.settle();
  }
}

/** One market of the fast books behind the common interface: for the suite that both books must pass. */
export function fastBook(books: FastBooks, market: number): Book {
  const sideOf = new Map<number, number>();
  return {
    rest(order, side, price, qty) {
      sideOf.set(order, side);
      books.rest(market, order, side, price, qty);
    },
    reduce: (order, by) => books.reduce(market, order, sideOf.get(order)!, by),
    remove: (order) => books.remove(market, order, sideOf.get(order)!),
    best: (side) => books.bestPrice.a[market * 2 + side]!,
    front: (side) => books.front(market, side),
    behind: (order) => books.behind(market, order, sideOf.get(order)!),
    remainingOf: (order) => books.remaining.get(order),
    priceOf: (order) => books.price.get(books.levelOf.get(order)),
    total: (price) => books.totalAt(market, price),
    depth(side) {
      const levels: [number, number][] = [];
      for (let price = books.bestPrice.a[market * 2 + side]!; price !== 0; price = books.worse(market, price, side))
        levels.push([price, books.totalAt(market, price)]);
      return levels;
    },
  };
}
