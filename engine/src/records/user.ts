import { field } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { KeyedRecords } from "../memory/keyed-records.ts";
import { defineRecord, number, word, words } from "../memory/record.ts";

const available = 3;

/** What the engine keeps of a user beside money: level, account states, and the chain of open orders. The key's second word is 0. */
export const User = defineRecord("user", {
  uid: words(2),
  vip: word,
  openOrders: word,
  oldestOrder: word,
  newestOrder: word,
  closed: word,
  oldestTrigger: word,
  newestTrigger: word,
  /** Stopped by an operator in every market. */
  stopped: word,
  kycLevel: word,
  /** The scope of the dead-man timer: market (65,535 any) and product (0 any). */
  deadManMarket: word,
  deadManProduct: word,
  /** Whose group it trades in: a sub-account's is its master's, everybody else's their own. */
  master: word,
  /** Withdrawals are refused until then; when all orders are cancelled. 0: never. */
  lockedUntil: number,
  deadline: number,
});

export class Users {
  declare private readonly memory: Memory;
  declare private readonly records: KeyedRecords;

  constructor(memory: Memory) {
    this.memory = memory;
    this.records = new KeyedRecords(memory, User);
  }

  find(uid: number): number {
    return this.records.find(uid, 0);
  }

  user(uid: number): number {
    const found = this.find(uid);
    if (found !== 0) return found;
    const user = this.records.create(uid, 0);
    this.memory.set(user + User.master, uid);
    return user;
  }

  all(): Iterable<number> {
    return this.records.all();
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
 * A user in a market: how many orders rest there, and the four ledger accounts that spot orders move, or the userContract of a perpetual. The second
 * word of its key is market · 8 + product, since a margin pair trades on the same book.
 */
export const UserMarket = defineRecord("user market", {
  uid: word,
  key: word,
  user: word,
  openOrders: word,
  /** What orders are paid from, by side: quote for a buy, base for a sell; then where that is held. */
  avail: words(2),
  hold: words(2),
  market: word,
  product: word,
  userContract: word,
  triggers: word,
  /** Stopped by an operator in this market. */
  stopped: word,
});

export class UserMarkets {
  declare private readonly memory: Memory;
  declare private readonly records: KeyedRecords;

  constructor(memory: Memory) {
    this.memory = memory;
    this.records = new KeyedRecords(memory, UserMarket);
  }

  find(uid: number, marketId: number, product: number): number {
    return this.records.find(uid, marketId * 8 + product);
  }

  /** A new record, findable, with nothing in it but its key. */
  create(uid: number, marketId: number, product: number): number {
    const { memory } = this;
    const userMarket = this.records.create(uid, marketId * 8 + product);
    memory.set(userMarket + UserMarket.market, marketId);
    memory.set(userMarket + UserMarket.product, product);
    return userMarket;
  }
}
