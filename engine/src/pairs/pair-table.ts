import { Market } from "../markets/markets.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";

/** A user's margin pair of product 5 that has or had a debt; the list of a market holds those that have one. */
export const Pair = { uid: 0, market: 1, next: 2, isListed: 3, interestAt: 4 } as const;
const pairWords = 6;

export class Pairs {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly table: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, pairWords);
    this.table = new Table(memory);
  }

  find(uid: number, marketId: number): number {
    return this.table.find(uid, marketId);
  }

  pair(uid: number, marketId: number): number {
    const found = this.table.find(uid, marketId);
    if (found !== 0) return found;
    const pair = this.pool.alloc();
    this.memory.set(pair + Pair.uid, uid);
    this.memory.set(pair + Pair.market, marketId);
    this.table.insert(pair);
    return pair;
  }

  list(pair: number, market: number): void {
    const { memory } = this;
    if (memory.w[pair + Pair.isListed] === 1) return;
    memory.set(pair + Pair.isListed, 1);
    memory.set(pair + Pair.next, memory.w[market + Market.firstPair]!);
    memory.set(market + Market.firstPair, pair);
  }

  unlist(pair: number, market: number): void {
    const { memory } = this;
    if (memory.w[pair + Pair.isListed] === 0) return;
    let at = market + Market.firstPair;
    while (memory.w[at] !== pair) at = memory.w[at]! + Pair.next;
    memory.set(at, memory.w[pair + Pair.next]!);
    memory.set(pair + Pair.isListed, 0);
  }

  makeRoom(): void {
    this.table.makeRoom(this.pool.room);
  }
}
