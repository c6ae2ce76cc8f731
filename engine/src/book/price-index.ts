import type { I32, Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";

/**
 * Which prices have a level, as a tree of bitmaps three storeys high: 11 + 10 + 10 bits of a price. A book is never crossed, so a price
 * belongs to one side and both sides share one tree. Finding the next level above or below takes a handful of word operations however
 * many levels there are; pages exist only where prices rest.
 */
class Pages {
  declare readonly pool: Pool;
  /** One bit per non-zero word of the page. */
  declare readonly summary: I32;
  declare readonly words: I32;
  declare readonly children: I32;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, 4);
    this.summary = this.pool.i32();
    this.words = this.pool.i32(32);
    this.children = this.pool.i32(1024);
  }

  mark(page: number, bit: number): void {
    const word = page * 32 + (bit >>> 5);
    const before = this.words.a[word]!;
    this.words.set(word, before | (1 << (bit & 31)));
    if (before === 0) this.summary.set(page, this.summary.a[page]! | (1 << (bit >>> 5)));
  }

  /** True when the page has become empty. */
  unmark(page: number, bit: number): boolean {
    const word = page * 32 + (bit >>> 5);
    const after = this.words.a[word]! & ~(1 << (bit & 31));
    this.words.set(word, after);
    if (after !== 0) return false;
    const summary = this.summary.a[page]! & ~(1 << (bit >>> 5));
    this.summary.set(page, summary);
    return summary === 0;
  }

  /** The lowest marked bit ≥ from, or −1. */
  atOrAbove(page: number, from: number): number {
    if (from > 1023) return -1;
    const first = from >>> 5;
    const word = this.words.a[page * 32 + first]! & (-1 << (from & 31));
    if (word !== 0) return first * 32 + lowest(word);
    const rest = first === 31 ? 0 : this.summary.a[page]! & (-2 << first);
    if (rest === 0) return -1;
    const next = lowest(rest);
    return next * 32 + lowest(this.words.a[page * 32 + next]!);
  }

  /** The highest marked bit ≤ from, or −1. */
  atOrBelow(page: number, from: number): number {
    if (from < 0) return -1;
    const first = from >>> 5;
    const keep = (from & 31) === 31 ? -1 : (1 << ((from & 31) + 1)) - 1;
    const word = this.words.a[page * 32 + first]! & keep;
    if (word !== 0) return first * 32 + highest(word);
    const rest = this.summary.a[page]! & ((1 << first) - 1);
    if (rest === 0) return -1;
    const next = highest(rest);
    return next * 32 + highest(this.words.a[page * 32 + next]!);
  }
}

const lowest = (word: number): number => 31 - Math.clz32(word & -word);
const highest = (word: number): number => 31 - Math.clz32(word);

export class PriceIndex {
  declare private readonly leaves: Pages;
  declare private readonly branches: Pages;
  /** Two pages of 1024 bits make the root of a market: prices below and from 2^30 ticks on. */
  declare private readonly roots: Pages;
  declare private readonly rootOf: I32;

  /** `rootOf` has two cells per market. */
  constructor(memory: Memory, rootOf: I32) {
    this.leaves = new Pages(memory);
    this.branches = new Pages(memory);
    this.roots = new Pages(memory);
    this.rootOf = rootOf;
  }

  /** The level at a price, 0 where there is none. */
  level(market: number, price: number): number {
    const root = this.rootOf.a[market * 2 + (price >>> 30)]!;
    if (root === 0) return 0;
    const branch = this.roots.children.a[root * 1024 + ((price >>> 20) & 1023)]!;
    if (branch === 0) return 0;
    const leaf = this.branches.children.a[branch * 1024 + ((price >>> 10) & 1023)]!;
    return leaf === 0 ? 0 : this.leaves.children.a[leaf * 1024 + (price & 1023)]!;
  }

  insert(market: number, price: number, level: number): void {
    const half = market * 2 + (price >>> 30);
    if (this.rootOf.a[half] === 0) this.rootOf.set(half, this.roots.pool.alloc());
    const branch = this.child(this.roots, this.rootOf.a[half]!, (price >>> 20) & 1023, this.branches);
    const leaf = this.child(this.branches, branch, (price >>> 10) & 1023, this.leaves);
    this.leaves.children.set(leaf * 1024 + (price & 1023), level);
    this.leaves.mark(leaf, price & 1023);
  }

  private child(parents: Pages, parent: number, bit: number, pages: Pages): number {
    const at = parent * 1024 + bit;
    if (parents.children.a[at] === 0) {
      parents.children.set(at, pages.pool.alloc());
      parents.mark(parent, bit);
    }
    return parents.children.a[at]!;
  }

  /** Empty pages go back to their pool as clean as they came: every cell of theirs is zero again. */
  remove(market: number, price: number): void {
    const half = market * 2 + (price >>> 30);
    const root = this.rootOf.a[half]!;
    const rootBit = (price >>> 20) & 1023;
    const branch = this.roots.children.a[root * 1024 + rootBit]!;
    const branchBit = (price >>> 10) & 1023;
    const leaf = this.branches.children.a[branch * 1024 + branchBit]!;
    this.leaves.children.set(leaf * 1024 + (price & 1023), 0);
    if (!this.leaves.unmark(leaf, price & 1023)) return;
    this.branches.children.set(branch * 1024 + branchBit, 0);
    this.leaves.pool.free(leaf);
    if (!this.branches.unmark(branch, branchBit)) return;
    this.roots.children.set(root * 1024 + rootBit, 0);
    this.branches.pool.free(branch);
    this.roots.unmark(root, rootBit);
  }

  /** The lowest price above that has a level, 0 when there is none. */
  above(market: number, price: number): number {
    for (let half = price >>> 30, from = price + 1; half < 2; half += 1, from = half << 30) {
      const root = this.rootOf.a[market * 2 + half]!;
      if (root === 0 || from >>> 30 !== half) continue;
      const found = this.seekUp(root, from & 0x3fffffff);
      if (found >= 0) return half * 0x40000000 + found;
    }
    return 0;
  }

  private seekUp(root: number, from: number): number {
    let rootBit = this.roots.atOrAbove(root, from >>> 20);
    let low = rootBit === from >>> 20 ? (from >>> 10) & 1023 : 0;
    let lowest = rootBit === from >>> 20 ? from & 1023 : 0;
    while (rootBit >= 0) {
      const branch = this.roots.children.a[root * 1024 + rootBit]!;
      let branchBit = this.branches.atOrAbove(branch, low);
      while (branchBit >= 0) {
        const leaf = this.branches.children.a[branch * 1024 + branchBit]!;
        const bit = this.leaves.atOrAbove(leaf, branchBit === low ? lowest : 0);
        if (bit >= 0) return rootBit * 0x100000 + branchBit * 1024 + bit;
        branchBit = this.branches.atOrAbove(branch, branchBit + 1);
      }
      rootBit = this.roots.atOrAbove(root, rootBit + 1);
      low = 0;
      lowest = 0;
    }
    return -1;
  }

  /** The highest price below that has a level, 0 when there is none. */
  below(market: number, price: number): number {
    for (let half = price >>> 30, from = price - 1; half >= 0; half -= 1, from = 0x3fffffff) {
      const root = this.rootOf.a[market * 2 + half]!;
      if (root === 0 || from < 0 || from >>> 30 !== half) continue;
      const found = this.seekDown(root, from & 0x3fffffff);
      if (found >= 0) return half * 0x40000000 + found;
    }
    return 0;
  }

  private seekDown(root: number, from: number): number {
    let rootBit = this.roots.atOrBelow(root, from >>> 20);
    let high = rootBit === from >>> 20 ? (from >>> 10) & 1023 : 1023;
    let highest = rootBit === from >>> 20 ? from & 1023 : 1023;
    while (rootBit >= 0) {
      const branch = this.roots.children.a[root * 1024 + rootBit]!;
      let branchBit = this.branches.atOrBelow(branch, high);
      while (branchBit >= 0) {
        const leaf = this.branches.children.a[branch * 1024 + branchBit]!;
        const bit = this.leaves.atOrBelow(leaf, branchBit === high ? highest : 1023);
        if (bit >= 0) return rootBit * 0x100000 + branchBit * 1024 + bit;
        branchBit = this.branches.atOrBelow(branch, branchBit - 1);
      }
      rootBit = this.roots.atOrBelow(root, rootBit - 1);
      high = 1023;
      highest = 1023;
    }
    return -1;
  }

  settle(): void {
    this.leaves.pool.settle();
    this.branches.pool.settle();
    this.roots.pool.settle();
  }
}
