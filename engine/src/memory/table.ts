import type { Memory } from "./memory.ts";

/** Words of the table itself. */
const powerAt = 0;
const cellsAt = 1;
const powerAtFirst = 10;
/** No slice of work inserts more than this: so much room is kept beyond the records that there are. */
const recordsPerSlice = 256;

/**
 * (a, b) → record, for records whose first two words are their key, by open addressing with linear probing. A cell is two words: the key's
 * hash, which settles nearly every comparison and tells where the cell would rather be, and the record. Deleting shifts the followers
 * back, so no tombstones gather. The table grows between commands only.
 */
export class Table {
  declare private readonly memory: Memory;
  declare private readonly at: number;

  constructor(memory: Memory) {
    this.memory = memory;
    this.at = memory.take(2);
    memory.set(this.at + powerAt, powerAtFirst);
    memory.set(this.at + cellsAt, memory.block(powerAtFirst));
    memory.cut();
  }

  find(first: number, second: number): number {
    const { w } = this.memory;
    const cells = w[this.at + cellsAt]!;
    const mask = (1 << w[this.at + powerAt]!) - 1;
    const hash = hashOf(first, second);
    for (let cell = (hash << 1) & mask; ; cell = (cell + 2) & mask) {
      const record = w[cells + cell + 1]!;
      if (record === 0) return 0;
      if (w[cells + cell] === hash && w[record] === first && w[record + 1] === second) return record;
    }
  }

  /** The key must already stand in the record, and nowhere in the table. */
  insert(record: number): void {
    const { memory } = this;
    const { w } = memory;
    const cells = w[this.at + cellsAt]!;
    const mask = (1 << w[this.at + powerAt]!) - 1;
    const hash = hashOf(w[record]!, w[record + 1]!);
    let cell = (hash << 1) & mask;
    while (w[cells + cell + 1] !== 0) cell = (cell + 2) & mask;
    memory.set(cells + cell, hash);
    memory.set(cells + cell + 1, record);
  }

  /** Takes this record out, if it is what its key leads to. The record must still hold its key. */
  remove(record: number): boolean {
    const { memory } = this;
    const { w } = memory;
    const cells = w[this.at + cellsAt]!;
    const mask = (1 << w[this.at + powerAt]!) - 1;
    let hole = (hashOf(w[record]!, w[record + 1]!) << 1) & mask;
    while (w[cells + hole + 1] !== record) {
      if (w[cells + hole + 1] === 0) return false;
      hole = (hole + 2) & mask;
    }
    for (let cell = hole; ;) {
      cell = (cell + 2) & mask;
      const next = w[cells + cell + 1]!;
      if (next === 0) break;
      const hash = w[cells + cell]!;
      // It may move into the hole only if that is not before the cell where it would rather be.
      if (((cell - (hash << 1)) & mask) < ((cell - hole) & mask)) continue;
      memory.set(cells + hole, hash);
      memory.set(cells + hole + 1, next);
      hole = cell;
    }
    memory.set(cells + hole, 0);
    memory.set(cells + hole + 1, 0);
    return true;
  }

  /** Between commands: room for as many records and those of the next slice, with three cells in eight left free. */
  makeRoom(records: number): void {
    while (2 ** this.memory.w[this.at + powerAt]! * 5 < (records + recordsPerSlice) * 16) this.grow();
  }

  private grow(): void {
    const { memory } = this;
    const power = memory.w[this.at + powerAt]!;
    const before = memory.w[this.at + cellsAt]!;
    const cells = memory.block(power + 1);
    memory.set(this.at + powerAt, power + 1);
    memory.set(this.at + cellsAt, cells);
    for (let cell = before; cell < before + 2 ** power; cell += 2) {
      const record = memory.w[cell + 1]!;
      if (record !== 0) this.insert(record);
      memory.cut();
    }
    memory.releaseBlock(before, power);
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
