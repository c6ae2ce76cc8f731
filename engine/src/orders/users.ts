import { accountKey, bucket } from "../ledger/accounts.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { Market, type Markets } from "../markets/markets.ts";
import { field } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";

const available = 3;

/** What the engine keeps of a user beside money: level, account states, and the chain of open orders. The key's second word is 0. */
export const User = { uid: 0, vip: 2, openOrders: 3, oldestOrder: 4, newestOrder: 5, closed: 6 } as const;
const userWords = 8;

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
    this.table.insert(user);
    return user;
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

  makeRoom(): void {
    this.table.makeRoom(this.pool.room);
  }
}

/** A user in a market: how many orders rest there, and the four ledger accounts that its orders move. */
export const Stake = {
  uid: 0,
  market: 1,
  user: 2,
  openOrders: 3,
  /** What orders are paid from, by side: quote for a buy, base for a sell; then where that is held. */
  avail: 4,
  hold: 6,
} as const;
const stakeWords = 8;

export class Stakes {
  declare private readonly memory: Memory;
  declare private readonly pool: Pool;
  declare private readonly table: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, stakeWords);
    this.table = new Table(memory);
  }

  stake(uid: number, marketId: number, users: Users, markets: Markets, ledger: Ledger): number {
    const found = this.table.find(uid, marketId);
    return found === 0 ? this.create(uid, marketId, users, markets, ledger) : found;
  }

  private create(uid: number, marketId: number, users: Users, markets: Markets, ledger: Ledger): number {
    const { memory } = this;
    const stake = this.pool.alloc();
    const market = markets.at(marketId);
    const product = memory.w[market + Market.product]!;
    memory.set(stake + Stake.uid, uid);
    memory.set(stake + Stake.market, marketId);
    memory.set(stake + Stake.user, users.user(uid));
    [Market.quote, Market.base].forEach((which, side) => {
      const asset = memory.w[market + which]!;
      memory.set(stake + Stake.avail + side, ledger.account(uid, accountKey(product, 0, asset, bucket.avail)));
      memory.set(stake + Stake.hold + side, ledger.account(uid, accountKey(product, 0, asset, bucket.hold)));
    });
    this.table.insert(stake);
    return stake;
  }

  makeRoom(): void {
    this.table.makeRoom(this.pool.room);
  }
}
