import { expect, test } from "vitest";
import { Random, sameBytes } from "../../sim/index.ts";
import { Memory } from "./memory.ts";
import { Pool } from "./pool.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { Table } from "./table.ts";

class Desk {
  readonly memory = new Memory();
  private readonly pool = new Pool(this.memory, 4);
  readonly table: Table = new Table(this.memory);
  /** What the table must hold, told by a plain map. */
  readonly plain = new Map<string, number>();

  add(first: number, second: number): void {
    const record = this.pool.alloc();
    this.memory.set(record, first);
    this.memory.set(record + 1, second);
    this.table.insert(record);
    this.plain.set(`${first} ${second}`, record);
  }

  remove(first: number, second: number): void {
    const record = this.table.find(first, second);
    if (!this.table.remove(record)) throw new Error("it was not there to be removed");
    if (this.table.remove(record)) throw new Error("it was removed twice");
    this.pool.free(record);
    this.plain.delete(`${first} ${second}`);
  }

  /** Where table and map differ, and whether the running hash does. */
  faults(): string[] {
    const { memory, plain, table } = this;
    const faults = [...plain].flatMap(([key, record]) => {
      const [first, second] = key.split(" ").map(Number);
      return table.find(first!, second!) === record ? [] : [`${key} leads elsewhere`];
    });
    if (table.count !== plain.size) faults.push("miscounted");
    const { high, low } = memory.hashOfAll();
    if (high !== memory.high || low !== memory.low) faults.push("the running hash is wrong");
    return faults;
  }
}

test.each([1, 2, 3, 4, 5])(
  "[A4.9] a table is a plain map, through growth and children taken back (seed %i)",
  (seed) => {
    const random = new Random(seed);
    const desk = new Desk();
    const { memory, plain } = desk;
    for (let child = 0; child < 300; child += 1) {
      memory.cut();
      const before = writeSnapshot(memory, 0);
      const held = new Map(plain);
      for (let i = random.below(120); i > 0; i -= 1) {
        const second = random.below(5);
        const first = random.below(6_000);
        if (!plain.has(`${first} ${second}`)) desk.add(first, second);
        else if (random.below(3) === 0) desk.remove(first, second);
      }
      if (random.below(4) === 0) {
        memory.rollback();
        expect(sameBytes(writeSnapshot(memory, 0), before)).toBe(true);
        plain.clear();
        for (const [key, record] of held) plain.set(key, record);
      }
      expect(desk.table.find(-1, -1)).toBe(0);
      if (child % 20 === 0) expect(desk.faults()).toEqual([]);
    }
    expect(desk.faults()).toEqual([]);
    expect(plain.size).toBeGreaterThan(5_000);
  },
);

test("[A-22] every record is found while a table begins to grow, wherever it would rather stand", () => {
  const random = new Random(7);
  const memory = new Memory();
  const pool = new Pool(memory, 4);
  for (let tables = 0; tables < 500; tables += 1) {
    const table = new Table(memory);
    const records: number[] = [];
    // With 321 records it opens the larger area; a few inserts later most of them still stand in the old one.
    for (let i = 0; i < 325; i += 1) {
      const record = pool.alloc();
      memory.set(record, random.word());
      memory.set(record + 1, i);
      table.insert(record);
      records.push(record);
    }
    expect(records.filter((record) => table.find(memory.w[record]!, memory.w[record + 1]!) !== record)).toEqual([]);
  }
});

test("[A-22] thousands of records fit into one child, and no trace is left when it is taken back", () => {
  const desk = new Desk();
  for (let i = 0; i < 300; i += 1) desk.add(i, 0);
  desk.memory.cut();
  const before = writeSnapshot(desk.memory, 0);
  for (let i = 300; i < 20_000; i += 1) desk.add(i, 0);
  expect(desk.faults()).toEqual([]);
  desk.memory.rollback();
  expect(sameBytes(writeSnapshot(desk.memory, 0), before)).toBe(true);
  for (let i = 0; i < 20_000; i += 1) expect(desk.table.find(i, 0) !== 0).toBe(i < 300);
});

test("[A4.6] a table that was restored while it grew lives on as the original does", () => {
  const desk = new Desk();
  for (let i = 0; i < 3_000; i += 1) {
    desk.add(i, 7);
    if (i % 100 !== 0) continue;
    const again = new Desk();
    readSnapshot(again.memory, writeSnapshot(desk.memory, 0), 0);
    for (const [key, record] of desk.plain) again.plain.set(key, record);
    const copy = writeSnapshot(desk.memory, 0);
    for (const each of [desk, again]) {
      each.memory.cut();
      for (let k = 0; k < 50; k += 1) each.add(i * 50 + k, 8);
      for (let k = 0; k < i; k += 7) each.remove(k, 7);
      expect(each.faults()).toEqual([]);
    }
    expect(sameBytes(writeSnapshot(again.memory, 0), writeSnapshot(desk.memory, 0))).toBe(true);
    desk.memory.rollback();
    expect(sameBytes(writeSnapshot(desk.memory, 0), copy)).toBe(true);
    desk.plain.clear();
    for (let k = 0; k <= i; k += 1) desk.plain.set(`${k} 7`, desk.table.find(k, 7));
  }
});

test("[A-22] one insert does little work, whatever the size of the table", () => {
  const { memory, table } = new Desk();
  const pool = new Pool(memory, 2);
  const records = 400_000;
  let most = 0;
  for (let i = 1; i <= records; i += 1) {
    memory.cut();
    const record = pool.alloc();
    memory.set(record, i);
    const before = memory.work;
    table.insert(record);
    most = Math.max(most, memory.work - before);
  }
  expect(table.count).toBe(records);
  // Four words for each cell that is moved: sixteen cells, and the rest of the last row of neighbours.
  expect(most).toBeGreaterThan(30);
  expect(most).toBeLessThan(600);
});

test("[A-22] records that come and go use the same memory again", () => {
  const { memory, table } = new Desk();
  const pool = new Pool(memory, 2);
  const round = (): void => {
    const records = Array.from({ length: 5_000 }, (_, i) => {
      const record = pool.alloc();
      memory.set(record, i);
      memory.set(record + 1, 0);
      table.insert(record);
      memory.cut();
      return record;
    });
    for (const record of records) {
      table.remove(record);
      pool.free(record);
      memory.cut();
    }
  };
  round();
  const { end } = memory;
  for (let i = 0; i < 5; i += 1) round();
  expect(memory.end).toBe(end);
});
