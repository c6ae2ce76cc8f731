import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { hashOfText, isText, writeText } from "../memory/texts.ts";

export const referenceLengthMax = 72;

/**
 * Words of a record: the key it is found by, the next record with the same key, asset and length, the deposit's number, then the text. 96 bytes, and
 * with the table and what its growth leaves behind at most 140. Declared here and not as a record: it came with version 2, and snapshots of before stay readable.
 */
const nextAt = 2;
const kindAt = 3;
const depositAt = 4;
const textAt = 6;
const textWords = referenceLengthMax / 4;
const recordWords = textAt + textWords;
const lengthFactor = 65_536;
const [seedHigh, seedLow] = [7, 11];

/**
 * The references of all deposits that were credited, by asset, for ever: a chain's output brings value in once. Made by the upgrade to version 2,
 * so it lies at an address that the state keeps and not at one that its construction fixes.
 */
export class DepositReferences {
  declare private readonly memory: Memory;
  /** Two words: where the pool lies, and where the table does. */
  declare private readonly root: number;

  constructor(memory: Memory, root: number) {
    this.memory = memory;
    this.root = root;
  }

  make(): void {
    const { memory, root } = this;
    memory.set(root, new Pool(memory, recordWords).address);
    memory.set(root + 1, new Table(memory).address);
  }

  private get pool(): Pool {
    return new Pool(this.memory, recordWords, 32, this.memory.w[this.root]!);
  }

  private get table(): Table {
    return new Table(this.memory, this.memory.w[this.root + 1]!);
  }

  /** The deposit that was credited with this reference; 0: none was. */
  find(asset: number, reference: string): number {
    const { memory } = this;
    const kind = asset + reference.length * lengthFactor;
    for (let at = this.firstOf(asset, reference); at !== 0; at = memory.w[at + nextAt]!)
      if (memory.w[at + kindAt] === kind && isText(memory, at + textAt, textWords, reference))
        return memory.number(at + depositAt);
    return 0;
  }

  /** For a reference that `find` does not find. */
  add(asset: number, reference: string, deposit: number): void {
    const { memory } = this;
    const first = this.firstOf(asset, reference);
    const at = this.pool.alloc();
    memory.set(at, hashOfText(reference, seedHigh + asset));
    memory.set(at + 1, hashOfText(reference, seedLow + asset * 2));
    memory.set(at + kindAt, asset + reference.length * lengthFactor);
    memory.setNumber(at + depositAt, deposit);
    writeText(memory, at + textAt, textWords, reference);
    if (first === 0) {
      memory.set(at + nextAt, 0);
      this.table.insert(at);
    } else {
      memory.set(at + nextAt, memory.w[first + nextAt]!);
      memory.set(first + nextAt, at);
    }
  }

  private firstOf(asset: number, reference: string): number {
    return this.table.find(hashOfText(reference, seedHigh + asset), hashOfText(reference, seedLow + asset * 2));
  }
}
