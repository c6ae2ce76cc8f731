import type { F64, I32, Memory } from "./memory.ts";

/** Records whose numbers are given from outside (assets, markets, fee levels): as many as their numbers allow, always there. */
export class Fixed {
  declare private readonly memory: Memory;
  declare readonly count: number;

  constructor(memory: Memory, count: number) {
    this.memory = memory;
    this.count = count;
  }

  i32(stride = 1): I32 {
    const column = this.memory.i32();
    column.ensure(this.count * stride);
    return column;
  }

  f64(stride = 1): F64 {
    const column = this.memory.f64();
    column.ensure(this.count * stride);
    return column;
  }
}
