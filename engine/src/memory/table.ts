import type { Memory } from "./memory.ts";

/** Words of the table itself. While it grows it has two areas of cells: the new one, and the old one that is emptied in portions. */
const powerAt = 0;
const cellsAt = 1;
const countAt = 2;
const oldAt = 3;
/** The free cell of the old area where emptying began, and how far it has come from there, in words around the circle. */
const startAt = 4;
const movedAt = 5;
const tableWords = 6;

const powerAtFirst = 10;
const cellWords = 2;
/** Words of the old area that an insert empties: when the last is reached, the area is at most 11/16 full. */
const movedPerInsert = 16 * cellWords;

/**
 * (a, b) → record, for records whose first two words are their key, by open addressing with linear probing. A cell is two words: the key's
 * hash, which settles nearly every comparison and tells where the cell would rather be, and the record. Deleting shifts the followers
 * back, so no tombstones gather.
 *
 * When five cells in eight are taken, an area twice as large is opened, and each insert moves a few cells over: always up to a free cell, so
 * that no row of neighbours is torn apart and a key's hash alone tells in which area it stands. Homes are the upper bits of the hash: what
 * lies side by side stays so, and moving walks both areas from one end to the other.
 */
export class Table {
  declare private readonly memory: Memory;
  declare private readonly at: number;

  /** `at`: where one lies that a command made; without it a new one is made. */
  constructor(memory: Memory, at: number = makeTable(memory)) {
    this.memory = memory;
    this.at = at;
  }

  get address(): number {
    return this.at;
  }

  get count(): number {
    return this.memory.w[this.at + countAt]!;
  }

  find(first: number, second: number): number {
    const { w } = this.memory;
    const { at } = this;
    const hash = hashOf(first, second);
    const isOld = w[at + oldAt] !== 0 && this.isInOld(hash);
    const cells = isOld ? w[at + oldAt]! : w[at + cellsAt]!;
    const power = isOld ? w[at + powerAt]! - 1 : w[at + powerAt]!;
    const mask = (1 << power) - 1;
    for (let cell = home(hash, power); ; cell = (cell + cellWords) & mask) {
      const record = w[cells + cell + 1]!;
      if (record === 0) return 0;
      if (w[cells + cell] === hash && w[record] === first && w[record + 1] === second) return record;
    }
  }

  /** The key must already stand in the record, and nowhere in the table. */
  insert(record: number): void {
    const { memory, at } = this;
    const { w } = memory;
    const count = w[at + countAt]! + 1;
    memory.set(at + countAt, count);
    if (w[at + oldAt] === 0 && count * 16 > (1 << w[at + powerAt]!) * 5) this.grow();
    // Before anything is put into the old area: the free cell where emptying begins may then be taken by a row from before it.
    if (w[at + oldAt] !== 0) this.move();
    const hash = hashOf(w[record]!, w[record + 1]!);
    if (w[at + oldAt] !== 0 && this.isInOld(hash)) this.put(w[at + oldAt]!, w[at + powerAt]! - 1, hash, record);
    else this.put(w[at + cellsAt]!, w[at + powerAt]!, hash, record);
  }

  private put(cells: number, power: number, hash: number, record: number): void {
    const { memory } = this;
    const { w } = memory;
    const mask = (1 << power) - 1;
    let cell = home(hash, power);
    while (w[cells + cell + 1] !== 0) cell = (cell + cellWords) & mask;
    memory.set(cells + cell, hash);
    memory.set(cells + cell + 1, record);
  }

  /** Takes this record out, if it is what its key leads to. The record must still hold its key. */
  remove(record: number): boolean {
    const { memory, at } = this;
    const { w } = memory;
    const own = hashOf(w[record]!, w[record + 1]!);
    const isOld = w[at + oldAt] !== 0 && this.isInOld(own);
    const cells = isOld ? w[at + oldAt]! : w[at + cellsAt]!;
    const power = isOld ? w[at + powerAt]! - 1 : w[at + powerAt]!;
    const mask = (1 << power) - 1;
    let hole = home(own, power);
    while (w[cells + hole + 1] !== record) {
      if (w[cells + hole + 1] === 0) return false;
      hole = (hole + cellWords) & mask;
    }
    for (let cell = hole; ;) {
      cell = (cell + cellWords) & mask;
      const next = w[cells + cell + 1]!;
      if (next === 0) break;
      const hash = w[cells + cell]!;
      // It may move into the hole only if that is not before the cell where it would rather be.
      if (((cell - home(hash, power)) & mask) < ((cell - hole) & mask)) continue;
      memory.set(cells + hole, hash);
      memory.set(cells + hole + 1, next);
      hole = cell;
    }
    memory.set(cells + hole, 0);
    memory.set(cells + hole + 1, 0);
    memory.set(at + countAt, w[at + countAt]! - 1);
    return true;
  }

  /** While the table grows: does a key with this hash still stand in the old area? */
  private isInOld(hash: number): boolean {
    const { w } = this.memory;
    const { at } = this;
    const power = w[at + powerAt]! - 1;
    return ((home(hash, power) - w[at + startAt]!) & ((1 << power) - 1)) >= w[at + movedAt]!;
  }

  private grow(): void {
    const { memory, at } = this;
    const { w } = memory;
    const power = w[at + powerAt]!;
    const cells = w[at + cellsAt]!;
    let start = 0;
    while (w[cells + start + 1] !== 0) start += cellWords;
    memory.set(at + oldAt, cells);
    memory.set(at + startAt, start);
    memory.set(at + movedAt, 0);
    memory.set(at + cellsAt, memory.block(power + 1));
    memory.set(at + powerAt, power + 1);
  }

  /** Empties the next cells of the old area, up to a free one. */
  private move(): void {
    const { memory, at } = this;
    const { w } = memory;
    const old = w[at + oldAt]!;
    const power = w[at + powerAt]! - 1;
    const size = 1 << power;
    const start = w[at + startAt]!;
    let moved = w[at + movedAt]!;
    const enough = moved + movedPerInsert;
    for (let record = -1; record !== 0 || (moved < enough && moved <= size);) {
      const cell = old + ((start + moved) & (size - 1));
      record = w[cell + 1]!;
      moved += cellWords;
      if (record === 0) continue;
      this.put(w[at + cellsAt]!, power + 1, w[cell]!, record);
      memory.set(cell, 0);
      memory.set(cell + 1, 0);
    }
    memory.set(at + movedAt, moved);
    // Once around and a cell further: where emptying began, the last row of neighbours may have grown over the circle's end.
    if (moved <= size) return;
    memory.set(at + oldAt, 0);
    memory.releaseBlock(old, power);
  }
}

function makeTable(memory: Memory): number {
  const at = memory.take(tableWords);
  memory.set(at + powerAt, powerAtFirst);
  memory.set(at + cellsAt, memory.block(powerAtFirst));
  return at;
}

/** Where a key would rather stand, in words from the first cell of an area of 2^power words. */
const home = (hash: number, power: number): number => (hash >>> (33 - power)) * cellWords;

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
