import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { defineRecord, money, number, sizeOf, word, words } from "../memory/record.ts";

/** Bonus money of one grant. The second word of its key is 0. */
export const Grant = defineRecord("grant", {
  id: words(2),
  margin: word,
  next: word,
  campaign: word,
  kind: word,
  ratio: word,
  /** Limits at order entry: 0 for any market, 0 for any leverage. */
  market: word,
  minLeverage: word,
  maxLeverage: word,
  endsAt: number,
  remaining: money,
});
export const grantKind = { trading: 0, funding: 1 } as const;

export class Grants {
  declare readonly pool: Pool;
  declare private readonly byId: Table;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, sizeOf(Grant));
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
