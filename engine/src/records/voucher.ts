import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { defineRecord, money, sizeOf, word } from "../memory/record.ts";

/** A contract voucher in use: what of its face became margin and fee, and the leverage of its position. */
export const Voucher = defineRecord("voucher", {
  id: word,
  campaign: word,
  used: money,
  leverage: word,
});

export class Vouchers {
  declare readonly pool: Pool;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, sizeOf(Voucher));
  }
}
