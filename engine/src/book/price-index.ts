import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { defineRecord, sizeOf, words } from "../memory/record.ts";

/** A page of 1024 bits and as many children: `summary` has one bit per non-zero word of the bitmap. */
const Page = defineRecord("price page", {
  summary: words(2),
  bits: words(32),
  children: words(1024),
});

/**
 * Which prices have a level, as a tree of bitmaps three storeys high: 11 + 10 + 10 bits of a price. A book is never crossed, so a price
 * belongs to one side and both sides share one tree. Finding the next level above or below takes a handful of word operations however
 * many levels there are; pages exist only where prices rest. A tree is the address of two words, the root pages for prices below and from 2^30
 * ticks on; what a price leads to is up to its owner.
 */
export class PriceIndex {
  declare private readonly memory: Memory;
  declare private readonly pages: Pool;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pages = new Pool(memory, sizeOf(Page), 1);
  }

  /** What stands at a price, 0 where nothing does. */
  at(tree: number, price: number): number {
    const { w } = this.memory;
    const root = w[tree + (price >>> 30)]!;
    if (root === 0) return 0;
    const branch = w[root + Page.children + ((price >>> 20) & 1023)]!;
    if (branch === 0) return 0;
    const leaf = w[branch + Page.children + ((price >>> 10) & 1023)]!;
    return leaf === 0 ? 0 : w[leaf + Page.children + (price & 1023)]!;
  }

  insert(tree: number, price: number, what: number): void {
    const { memory } = this;
    const half = tree + (price >>> 30);
    if (memory.w[half] === 0) memory.set(half, this.newPage());
    const branch = this.child(memory.w[half]!, (price >>> 20) & 1023);
    const leaf = this.child(branch, (price >>> 10) & 1023);
    memory.set(leaf + Page.children + (price & 1023), what);
    this.mark(leaf, price & 1023);
  }

  /** Puts something else at a price where something stands already. */
  replace(tree: number, price: number, what: number): void {
    const { w } = this.memory;
    const branch = w[w[tree + (price >>> 30)]! + Page.children + ((price >>> 20) & 1023)]!;
    const leaf = w[branch + Page.children + ((price >>> 10) & 1023)]!;
    this.memory.set(leaf + Page.children + (price & 1023), what);
  }

  private newPage(): number {
    const page = this.pages.alloc();
    // A freed page is empty but for its first word, which led to the next free one.
    this.memory.set(page + Page.summary, 0);
    return page;
  }

  private child(parent: number, bit: number): number {
    const at = parent + Page.children + bit;
    const known = this.memory.w[at]!;
    if (known !== 0) return known;
    const page = this.newPage();
    this.memory.set(at, page);
    this.mark(parent, bit);
    return page;
  }

  remove(tree: number, price: number): void {
    const { memory, pages } = this;
    const { w } = memory;
    const half = tree + (price >>> 30);
    const root = w[half]!;
    const branchAt = root + Page.children + ((price >>> 20) & 1023);
    const branch = w[branchAt]!;
    const leafAt = branch + Page.children + ((price >>> 10) & 1023);
    const leaf = w[leafAt]!;
    memory.set(leaf + Page.children + (price & 1023), 0);
    if (!this.unmark(leaf, price & 1023)) return;
    pages.free(leaf);
    memory.set(leafAt, 0);
    if (!this.unmark(branch, (price >>> 10) & 1023)) return;
    pages.free(branch);
    memory.set(branchAt, 0);
    if (!this.unmark(root, (price >>> 20) & 1023)) return;
    pages.free(root);
    memory.set(half, 0);
  }

  private mark(page: number, bit: number): void {
    const { memory } = this;
    const at = page + Page.bits + (bit >>> 5);
    const before = memory.w[at]!;
    memory.set(at, before | (1 << (bit & 31)));
    if (before === 0) memory.set(page + Page.summary, memory.w[page + Page.summary]! | (1 << (bit >>> 5)));
  }

  /** True when the page has become empty. */
  private unmark(page: number, bit: number): boolean {
    const { memory } = this;
    const at = page + Page.bits + (bit >>> 5);
    const after = memory.w[at]! & ~(1 << (bit & 31));
    memory.set(at, after);
    if (after !== 0) return false;
    const summary = memory.w[page + Page.summary]! & ~(1 << (bit >>> 5));
    memory.set(page + Page.summary, summary);
    return summary === 0;
  }

  /** The lowest price above at which something stands, 0 when there is none. */
  above(tree: number, price: number): number {
    const { w } = this.memory;
    for (let half = price >>> 30, from = price + 1; half < 2; half += 1, from = 0) {
      const root = w[tree + half]!;
      if (root === 0 || (from !== 0 && from >>> 30 !== half)) continue;
      const found = this.seekUp(root, from & 0x3fffffff);
      if (found >= 0) return half * 0x40000000 + found;
    }
    return 0;
  }

  private seekUp(root: number, from: number): number {
    const { w } = this.memory;
    let rootBit = atOrAbove(w, root, from >>> 20);
    let low = rootBit === from >>> 20 ? (from >>> 10) & 1023 : 0;
    let lowest = rootBit === from >>> 20 ? from & 1023 : 0;
    while (rootBit >= 0) {
      const branch = w[root + Page.children + rootBit]!;
      let branchBit = atOrAbove(w, branch, low);
      while (branchBit >= 0) {
        const leaf = w[branch + Page.children + branchBit]!;
        const bit = atOrAbove(w, leaf, branchBit === low ? lowest : 0);
        if (bit >= 0) return rootBit * 0x100000 + branchBit * 1024 + bit;
        branchBit = atOrAbove(w, branch, branchBit + 1);
      }
      rootBit = atOrAbove(w, root, rootBit + 1);
      low = 0;
      lowest = 0;
    }
    return -1;
  }

  /** The highest price below at which something stands, 0 when there is none. */
  below(tree: number, price: number): number {
    const { w } = this.memory;
    for (let half = price >>> 30, from = price - 1; half >= 0; half -= 1, from = 0x3fffffff) {
      const root = w[tree + half]!;
      if (root === 0 || from < 0 || from >>> 30 !== half) continue;
      const found = this.seekDown(root, from & 0x3fffffff);
      if (found >= 0) return half * 0x40000000 + found;
    }
    return 0;
  }

  private seekDown(root: number, from: number): number {
    const { w } = this.memory;
    let rootBit = atOrBelow(w, root, from >>> 20);
    let high = rootBit === from >>> 20 ? (from >>> 10) & 1023 : 1023;
    let highest = rootBit === from >>> 20 ? from & 1023 : 1023;
    while (rootBit >= 0) {
      const branch = w[root + Page.children + rootBit]!;
      let branchBit = atOrBelow(w, branch, high);
      while (branchBit >= 0) {
        const leaf = w[branch + Page.children + branchBit]!;
        const bit = atOrBelow(w, leaf, branchBit === high ? highest : 1023);
        if (bit >= 0) return rootBit * 0x100000 + branchBit * 1024 + bit;
        branchBit = atOrBelow(w, branch, branchBit - 1);
      }
      rootBit = atOrBelow(w, root, rootBit - 1);
      high = 1023;
      highest = 1023;
    }
    return -1;
  }
}

const lowest = (word: number): number => 31 - Math.clz32(word & -word);
const highest = (word: number): number => 31 - Math.clz32(word);

/** The lowest marked bit of a page ≥ from, or −1. */
function atOrAbove(w: Int32Array, page: number, from: number): number {
  if (from > 1023) return -1;
  const first = from >>> 5;
  const word = w[page + Page.bits + first]! & (-1 << (from & 31));
  if (word !== 0) return first * 32 + lowest(word);
  const rest = first === 31 ? 0 : w[page + Page.summary]! & (-2 << first);
  if (rest === 0) return -1;
  const next = lowest(rest);
  return next * 32 + lowest(w[page + Page.bits + next]!);
}

/** The highest marked bit of a page ≤ from, or −1. */
function atOrBelow(w: Int32Array, page: number, from: number): number {
  if (from < 0) return -1;
  const first = from >>> 5;
  const keep = (from & 31) === 31 ? -1 : (1 << ((from & 31) + 1)) - 1;
  const word = w[page + Page.bits + first]! & keep;
  if (word !== 0) return first * 32 + highest(word);
  const rest = w[page + Page.summary]! & ((1 << first) - 1);
  if (rest === 0) return -1;
  const next = highest(rest);
  return next * 32 + highest(w[page + Page.bits + next]!);
}
