import { highWord, lowWord } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { defineRecord, money, sizeOf, word } from "../memory/record.ts";
import { Table } from "../memory/table.ts";

/** A withdrawal whose amount is held: requested, and neither sent nor failed yet. */
export const Withdrawal = defineRecord("withdrawal", {
  idLow: word,
  idHigh: word,
  uid: word,
  asset: word,
  amount: money,
});

export class Withdrawals {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly byId: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, sizeOf(Withdrawal));
    this.byId = new Table(memory);
  }

  find(id: number): number {
    return this.byId.find(lowWord(id), highWord(id));
  }

  add(id: number, uid: number, asset: number, amount: bigint): void {
    const { memory } = this;
    const withdrawal = this.pool.alloc();
    memory.set(withdrawal + Withdrawal.idLow, lowWord(id));
    memory.set(withdrawal + Withdrawal.idHigh, highWord(id));
    memory.set(withdrawal + Withdrawal.uid, uid);
    memory.set(withdrawal + Withdrawal.asset, asset);
    memory.setMoney(withdrawal + Withdrawal.amount, amount);
    this.byId.insert(withdrawal);
  }

  drop(withdrawal: number): void {
    this.byId.remove(withdrawal);
    this.pool.free(withdrawal);
  }
}
