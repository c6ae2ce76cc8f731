import { IntField, NumberField } from "./cells.ts";
import type { F64, I32, Memory } from "./memory.ts";

/**
 * Records with a number: slots 1, 2, 3 … (0 means none), freed slots reused last-in first-out. Which slot a record gets is decided by the
 * history of commands alone, so two replays agree on it.
 */
export class Pool {
  declare private readonly memory: Memory;
  private readonly columns: { column: I32 | F64; stride: number }[] = [];
  /** 0: records made so far, 1: first free slot. */
  declare private readonly head: I32;
  declare private readonly nextFree: I32;
  private capacity = 0;

  constructor(memory: Memory, capacity = 16) {
    this.memory = memory;
    this.head = memory.i32();
    this.head.ensure(2);
    this.nextFree = this.i32();
    this.reserve(capacity);
  }

  /** A column with one cell, or `stride` cells, per record. */
  i32(stride = 1): I32 {
    const column = this.memory.i32();
    column.ensure(this.capacity * stride);
    this.columns.push({ column, stride });
    return column;
  }

  f64(stride = 1): F64 {
    const column = this.memory.f64();
    column.ensure(this.capacity * stride);
    this.columns.push({ column, stride });
    return column;
  }

  /** Records made so far, free ones among them: what tables must have room for. */
  get made(): number {
    return this.head.a[0]!;
  }

  /** Records in use. Counted, not kept: only checks ask for it. */
  get size(): number {
    let size = this.head.a[0]!;
    for (let slot = this.head.a[1]!; slot !== 0; slot = this.nextFree.a[slot]!) size -= 1;
    return size;
  }

  /** One more than the highest slot ever used. */
  get end(): number {
    return this.head.a[0]! + 1;
  }

  alloc(): number {
    const head = this.head;
    const free = head.a[1]!;
    if (free !== 0) {
      head.set(1, this.nextFree.a[free]!);
      return free;
    }
    const slot = head.a[0]! + 1;
    if (slot >= this.capacity) this.reserve(Math.max(16, this.capacity * 2));
    head.set(0, slot);
    return slot;
  }

  free(slot: number): void {
    const head = this.head;
    this.nextFree.set(slot, head.a[1]!);
    head.set(1, slot);
  }

  private reserve(capacity: number): void {
    this.capacity = capacity;
    for (const { column, stride } of this.columns) column.ensure(capacity * stride);
  }

  /** After a restore: room for what the columns hold. */
  settle(): void {
    let capacity = Math.max(16, this.head.a[0]! + 1);
    for (const { column, stride } of this.columns) capacity = Math.max(capacity, Math.ceil(column.a.length / stride));
    this.reserve(capacity);
  }
}

/** The fields of records that lie side by side in a column, as many as there are cells to a record. */
export const intsOf = (column: I32, stride: number): IntField[] =>
  Array.from({ length: stride }, (_, offset) => new IntField(column, stride, offset));
export const numbersOf = (column: F64, stride: number): NumberField[] =>
  Array.from({ length: stride }, (_, offset) => new NumberField(column, stride, offset));
