import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";

/** A contract voucher in use: what of its face became margin and fee, and the leverage of its leg. */
export const Voucher = { id: 0, campaign: 1, used: 2, leverage: 6 } as const;
const voucherWords = 8;

export class Vouchers {
  declare readonly pool: Pool;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, voucherWords);
  }
}
