import type { Memory } from "../memory/memory.ts";
import { defineRecord, number, sizeOf, word, words } from "../memory/record.ts";

const bucketMs = 300_000;
const bucketCount = 97;
/** A fund's highest balances, one for each five minutes of the last eight hours. */
const Peak = defineRecord("fund peaks", { account: word, next: word, bucket: number, highest: words(bucketCount * 4) });

/** Funds are few: a list is enough. The eight hours are kept to five minutes, never less than eight. */
export class FundPeaks {
  declare private readonly memory: Memory;
  declare private readonly first: number;

  constructor(memory: Memory) {
    this.memory = memory;
    this.first = memory.take(2);
  }

  private of(account: number): number {
    const { memory } = this;
    for (let peak = memory.w[this.first]!; peak !== 0; peak = memory.w[peak + Peak.next]!)
      if (memory.w[peak + Peak.account] === account) return peak;
    const made = memory.take(sizeOf(Peak));
    memory.set(made + Peak.account, account);
    memory.set(made + Peak.next, memory.w[this.first]!);
    memory.set(this.first, made);
    return made;
  }

  /** Notes a balance, and forgets buckets that have passed. */
  note(account: number, balance: bigint, now: number): void {
    const { memory } = this;
    const peak = this.of(account);
    const bucket = Math.floor(now / bucketMs);
    const before = memory.number(peak + Peak.bucket);
    for (let i = Math.max(before + 1, bucket - bucketCount + 1); i <= bucket; i += 1)
      memory.setMoney(peak + Peak.highest + (i % bucketCount) * 4, 0n);
    memory.setNumber(peak + Peak.bucket, Math.max(bucket, before));
    const at = peak + Peak.highest + (bucket % bucketCount) * 4;
    if (balance > memory.money(at)) memory.setMoney(at, balance);
  }

  highest(account: number, balance: bigint): bigint {
    const peak = this.of(account);
    let highest = balance;
    for (let i = 0; i < bucketCount; i += 1) {
      const value = this.memory.money(peak + Peak.highest + i * 4);
      if (value > highest) highest = value;
    }
    return highest;
  }
}
