import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";

/** Bonus money of one grant. The second word of its key is 0. */
export const Grant = {
  id: 0,
  margin: 2,
  next: 3,
  campaign: 4,
  kind: 5,
  ratio: 6,
  /** Limits at order entry: 0 for any market, 0 for any leverage. */
  market: 7,
  minLeverage: 8,
  maxLeverage: 9,
  endsAt: 10,
  remaining: 12,
} as const;
const grantWords = 16;
export const grantKind = { trading: 0, funding: 1 } as const;

export class Grants {
  declare readonly pool: Pool;
  declare private readonly byId: Table;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, grantWords);
    this.byId = new Table(memory);
  }

  find(id: number): number {
    return this.byId.find(id, 0);
  }

  index(grant: number): void {
    this.byId.insert(grant);
  }

  drop(grant: number): void {
    this.byId.remove(grant);
    this.pool.free(grant);
  }
}

/** What grants gave, to be told once the entry that they gave it in is closed. */
export type GrantChange = { grant: number; cause: number; amount: bigint };
