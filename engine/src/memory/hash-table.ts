import type { I32, Memory } from "./memory.ts";

/** Where a table reads the key of a record that is already in it: two neighbouring words of every record. */
export type PairKeys = { readonly column: I32; readonly stride: number; readonly offset: number };

/** Room that every table keeps before a command starts: no command inserts more than this. */
export const insertsPerCommandMax = 32;

/**
 * (a, b) → slot by open addressing with linear probing. Cells hold slots; keys stay in the records. Deleting shifts the followers back, so
 * no tombstones gather. The table grows between commands only, at a size that is part of the state.
 */
export class PairTable {
  declare private readonly memory: Memory;
  declare private readonly cells: I32;
  /** 0: number of cells. */
  declare private readonly head: I32;
  declare private readonly keys: I32;
  declare private readonly stride: number;
  declare private readonly offset: number;

  constructor(memory: Memory, keys: PairKeys, size = 64) {
    this.memory = memory;
    this.keys = keys.column;
    this.stride = keys.stride;
    this.offset = keys.offset;
    this.head = memory.i32();
    this.head.ensure(1);
    this.cells = memory.i32();
    this.cells.ensure(size);
    this.head.set(0, size);
  }

  find(first: number, second: number): number {
    const mask = this.head.a[0]! - 1;
    const cells = this.cells.a;
    const keys = this.keys.a;
    for (let at = home(first, second) & mask; ; at = (at + 1) & mask) {
      const slot = cells[at]!;
      if (slot === 0) return 0;
      const key = Math.imul(slot, this.stride) + this.offset;
      if (keys[key] === first && keys[key + 1] === second) return slot;
    }
  }

  /** The key must already stand in the record, and nowhere in the table. */
  insert(slot: number): void {
    const mask = this.head.a[0]! - 1;
    const cells = this.cells.a;
    const key = Math.imul(slot, this.stride) + this.offset;
    let at = home(this.keys.a[key]!, this.keys.a[key + 1]!) & mask;
    while (cells[at] !== 0) at = (at + 1) & mask;
    this.cells.set(at, slot);
  }

  /** Takes this record out, if it is what its key leads to. The record must still hold its key. */
  remove(slot: number): boolean {
    const mask = this.head.a[0]! - 1;
    const cells = this.cells.a;
    const keys = this.keys.a;
    const { stride, offset } = this;
    const own = Math.imul(slot, stride) + offset;
    let hole = home(keys[own]!, keys[own + 1]!) & mask;
    while (cells[hole] !== slot) {
      if (cells[hole] === 0) return false;
      hole = (hole + 1) & mask;
    }
    for (let at = hole; ;) {
      at = (at + 1) & mask;
      const next = cells[at]!;
      if (next === 0) {
        this.cells.set(hole, 0);
        return true;
      }
      const key = Math.imul(next, stride) + offset;
      const from = home(keys[key]!, keys[key + 1]!);
      if (((at - from) & mask) >= ((at - hole) & mask)) {
        this.cells.set(hole, next);
        hole = at;
      }
    }
  }

  /** How many records it may hold before it has to grow. */
  get room(): number {
    return this.head.a[0]! / 2 - insertsPerCommandMax;
  }

  /** Between commands: doubles the table. Nothing can fail half-way, so nothing is kept for undoing. */
  grow(): void {
    const before = this.head.a[0]!;
    const slots = this.cells.a.slice(0, before);
    this.cells.ensure(before * 2);
    this.head.set(0, before * 2);
    for (let at = 0; at < before; at += 1) {
      this.cells.set(at, 0);
      this.memory.cut();
    }
    for (const slot of slots) {
      if (slot !== 0) this.insert(slot);
      this.memory.cut();
    }
  }

  settle(): void {
    this.cells.ensure(this.head.a[0]!);
  }
}

function home(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
