import { Market } from "../markets/markets.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";

/** A user's margin pair of product 5 that has or had a debt; the list of a market holds those that have one. */
export const Pair = {
  uid: 0,
  market: 1,
  before: 2,
  next: 3,
  isListed: 4,
  /** The market's when the last loan was taken: its levels hold until the next one, so that no configuration liquidates anybody. */
  leverage: 5,
  interestAt: 6,
  /** Alarms at the index prices where the pair must be looked at again; 0: no price that way. */
  watchDown: 8,
  watchUp: 9,
  /** The level at which the holder was warned, in 1e-8; 0: he is not. */
  warned: 10,
} as const;
const pairWords = 12;

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
    const first = memory.w[market + Market.firstPair]!;
    memory.set(pair + Pair.isListed, 1);
    memory.set(pair + Pair.before, 0);
    memory.set(pair + Pair.next, first);
    if (first !== 0) memory.set(first + Pair.before, pair);
    memory.set(market + Market.firstPair, pair);
  }

  unlist(pair: number, market: number): void {
    const { memory } = this;
    if (memory.w[pair + Pair.isListed] === 0) return;
    const before = memory.w[pair + Pair.before]!;
    const next = memory.w[pair + Pair.next]!;
    memory.set(before === 0 ? market + Market.firstPair : before + Pair.next, next);
    if (next !== 0) memory.set(next + Pair.before, before);
    memory.set(pair + Pair.isListed, 0);
  }
}
