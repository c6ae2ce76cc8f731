import { field } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";

const available = 3;

/** What the engine keeps of a user beside money: level, account states, and the chain of open orders. The key's second word is 0. */
export const User = {
  uid: 0,
  vip: 2,
  openOrders: 3,
  oldestOrder: 4,
  newestOrder: 5,
  closed: 6,
  oldestTrigger: 7,
  newestTrigger: 8,
  /** Stopped by an operator in every market. */
  stopped: 9,
  kycLevel: 10,
  /** The scope of the dead-man timer: market (65,535 any) and product (0 any). */
  deadManMarket: 11,
  deadManProduct: 12,
  /** Whose group it trades in: a sub-account's is its master's, everybody else's their own. */
  master: 13,
  /** Withdrawals are refused until then; when all orders are cancelled. 0: never. */
  lockedUntil: 14,
  deadline: 16,
} as const;
const userWords = 18;

export class Users {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly table: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, userWords);
    this.table = new Table(memory);
  }

  find(uid: number): number {
    return this.table.find(uid, 0);
  }

  user(uid: number): number {
    const found = this.table.find(uid, 0);
    if (found !== 0) return found;
    const user = this.pool.alloc();
    this.memory.set(user + User.uid, uid);
    this.memory.set(user + User.master, uid);
    this.table.insert(user);
    return user;
  }

  all(): Iterable<number> {
    return this.pool.records();
  }

  /** 0 Suspend, 1 Suspend out, 2 Suspend in, 3 fully available. Kept as 3 − status, so that an untouched account is fully available. */
  status(user: number, product: number): number {
    return user === 0 ? available : available - field(this.memory.w[user + User.closed]!, product * 2, 3);
  }

  setStatus(user: number, product: number, value: number): void {
    const at = user + User.closed;
    const change = this.status(user, product) - value;
    this.memory.set(at, this.memory.w[at]! + change * 4 ** product);
  }
}

/**
 * A user in a market: how many orders rest there, and the four ledger accounts that spot orders move, or the seat of a perpetual. The second
 * word of its key is market · 8 + product, since a margin pair trades on the same book.
 */
export const Stake = {
  uid: 0,
  key: 1,
  user: 2,
  openOrders: 3,
  /** What orders are paid from, by side: quote for a buy, base for a sell; then where that is held. */
  avail: 4,
  hold: 6,
  market: 8,
  product: 9,
  seat: 10,
  triggers: 11,
  /** Stopped by an operator in this market. */
  stopped: 12,
} as const;
const stakeWords = 14;

export class Stakes {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly table: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, stakeWords);
    this.table = new Table(memory);
  }

  find(uid: number, marketId: number, product: number): number {
    return this.table.find(uid, marketId * 8 + product);
  }

  /** A new record, findable, with nothing in it but its key. */
  create(uid: number, marketId: number, product: number): number {
    const { memory } = this;
    const stake = this.pool.alloc();
    memory.set(stake + Stake.uid, uid);
    memory.set(stake + Stake.key, marketId * 8 + product);
    memory.set(stake + Stake.market, marketId);
    memory.set(stake + Stake.product, product);
    this.table.insert(stake);
    return stake;
  }
}
