import type { F64, I32 } from "./memory.ts";

/** One field of records whose fields lie side by side, so that a record is one or two cache lines and not twenty. */
export class IntField {
  declare readonly column: I32;
  declare private readonly stride: number;
  declare private readonly offset: number;

  constructor(column: I32, stride: number, offset: number) {
    this.column = column;
    this.stride = stride;
    this.offset = offset;
  }

  get(slot: number): number {
    return this.column.a[slot * this.stride + this.offset]!;
  }

  set(slot: number, value: number): void {
    this.column.set(slot * this.stride + this.offset, value);
  }
}

/** The same for whole numbers up to 2^53. */
export class NumberField {
  declare readonly column: F64;
  declare private readonly stride: number;
  declare private readonly offset: number;

  constructor(column: F64, stride: number, offset: number) {
    this.column = column;
    this.stride = stride;
    this.offset = offset;
  }

  get(slot: number): number {
    return this.column.a[slot * this.stride + this.offset]!;
  }

  set(slot: number, value: number): void {
    this.column.set(slot * this.stride + this.offset, value);
  }
}
