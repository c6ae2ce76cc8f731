import { Market } from "./market.ts";
import type { Memory } from "../memory/memory.ts";
import { KeyedRecords } from "../memory/keyed-records.ts";
import { defineRecord, number, word } from "../memory/record.ts";

/** A user's margin pair of product 5 that has or had a debt; the list of a market holds those that have one. */
export const Pair = defineRecord("margin pair", {
  uid: word,
  market: word,
  before: word,
  next: word,
  isListed: word,
  /** The market's when the last loan was taken: its levels hold until the next one, so that no configuration liquidates anybody. */
  leverage: word,
  interestAt: number,
  /** Alarms at the index prices where the pair must be looked at again; 0: no price that way. */
  alarmDown: word,
  alarmUp: word,
  /** The level at which the holder was warned, in 1e-8; 0: he is not. */
  warned: word,
});

export class Pairs {
  declare private readonly memory: Memory;
  declare private readonly records: KeyedRecords;

  constructor(memory: Memory) {
    this.memory = memory;
    this.records = new KeyedRecords(memory, Pair);
  }

  find(uid: number, marketId: number): number {
    return this.records.find(uid, marketId);
  }

  pair(uid: number, marketId: number): number {
    return this.find(uid, marketId) || this.records.create(uid, marketId);
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
