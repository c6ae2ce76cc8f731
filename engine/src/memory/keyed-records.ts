import type { Memory } from "./memory.ts";
import { Pool } from "./pool.ts";
import { sizeOf } from "./record.ts";
import { Table } from "./table.ts";

/** Records that are found by their first two words. */
export class KeyedRecords {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly table: Table;

  constructor(memory: Memory, record: object) {
    this.memory = memory;
    this.pool = new Pool(memory, sizeOf(record));
    this.table = new Table(memory);
  }

  /** 0: there is none. */
  find(first: number, second: number): number {
    return this.table.find(first, second);
  }

  /** A new record with nothing in it but its key, which no other has. */
  create(first: number, second: number): number {
    const { memory } = this;
    const record = this.pool.alloc();
    memory.set(record, first);
    memory.set(record + 1, second);
    this.table.insert(record);
    return record;
  }

  all(): Iterable<number> {
    return this.pool.records();
  }
}
