import type { Events } from "../events/events.ts";
import { layoutOf } from "../events/layout.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { assetOfKey, bucketOfKey, signOf } from "./accounts.ts";
import { joinMoney, splitBase, splitBaseBig } from "../memory/split-amount.ts";
import { defineRecord, number, sizeOf, word } from "../memory/record.ts";

const highMax = 1024;

/** A balance is high · 2^52 + low. */
export const Account = defineRecord("ledger account", {
  uid: word,
  key: word,
  sign: word,
  high: word,
  low: number,
});
const entry = layoutOf("entry");
const line = layoutOf("ledger_line");

/**
 * The one double-entry ledger (rule book 3). Money moves by entries whose lines sum to zero per asset; whatever would break a sign or a
 * sum throws before the command has answered, and is undone.
 */
export class Ledger {
  declare readonly accounts: Pool;
  declare private readonly memory: Memory;
  declare private readonly table: Table;
  declare private readonly events: Events;

  // The open entry: where its header stands, its lines, and the running sums of at most three assets.
  private headerAt = -1;
  private lines = 0;
  private readonly sumAsset = new Int32Array(3);
  private readonly sum = new Float64Array(3);
  private readonly sumHigh = new Int32Array(3);
  private sums = 0;

  constructor(memory: Memory, events: Events) {
    this.memory = memory;
    this.events = events;
    this.accounts = new Pool(memory, sizeOf(Account));
    this.table = new Table(memory);
  }

  find(uid: number, key: number): number {
    return this.table.find(uid, key);
  }

  /** The account; opened with nothing in it. */
  account(uid: number, key: number): number {
    const found = this.table.find(uid, key);
    if (found !== 0) return found;
    const { memory } = this;
    const account = this.accounts.alloc();
    memory.set(account + Account.uid, uid);
    memory.set(account + Account.key, key);
    memory.set(account + Account.sign, signOf(bucketOfKey(key)));
    this.table.insert(account);
    return account;
  }

  /** Is there at least this much? `amount` is a whole number below 2^53. */
  covers(account: number, amount: number): boolean {
    const high = this.memory.w[account + Account.high]!;
    return high > 0 || (high === 0 && this.memory.number(account + Account.low) >= amount);
  }

  balance(account: number): bigint {
    return joinMoney(this.memory.w[account + Account.high]!, this.memory.number(account + Account.low));
  }

  beginEntry(cause: number, ref: number): void {
    this.headerAt = this.events.entry(cause, ref);
    this.lines = 0;
    this.sums = 0;
  }

  /** One line of the open entry; |delta| must stay below 2^52. */
  line(account: number, delta: number): void {
    if (delta === 0) return;
    this.post(account, delta, this.events.row(line.width));
    this.add(assetOfKey(this.memory.w[account + Account.key]!), delta);
    this.lines += 1;
  }

  /** Changes a balance and tells it in the event row at `at`. */
  private post(account: number, delta: number, at: number): void {
    const { memory } = this;
    const { w } = memory;
    const before = w[account + Account.high]!;
    let low = memory.number(account + Account.low) + delta;
    let high = before;
    if (low < 0) {
      low += splitBase;
      high -= 1;
    } else if (low >= splitBase) {
      low -= splitBase;
      high += 1;
    }
    const sign = w[account + Account.sign]!;
    if (high >= highMax || high < -highMax) throw new RangeError("a balance left the range of money");
    if (sign === 0 && high < 0) throw new RangeError("a balance went below zero");
    if (sign === 2 && (high > 0 || (high === 0 && low > 0))) throw new RangeError("a contra account went above zero");
    memory.setNumber(account + Account.low, low);
    if (high !== before) memory.set(account + Account.high, high);
    const { a } = this.events;
    a[at] = line.code;
    a[at + line.at.uid] = w[account + Account.uid]!;
    a[at + line.at.account] = w[account + Account.key]!;
    a[at + line.at.delta] = delta;
    a[at + line.at.high] = high;
    a[at + line.at.low] = low;
  }

  /** The same for money beyond 2^52, in as many lines as it takes. */
  lineBig(account: number, delta: bigint): void {
    const plain = Number(delta);
    if (plain < splitBase && plain > -splitBase) return this.line(account, plain);
    const step = splitBaseBig - 1n;
    let left = delta;
    while (left > step) {
      this.line(account, splitBase - 1);
      left -= step;
    }
    while (left < -step) {
      this.line(account, 1 - splitBase);
      left += step;
    }
    this.line(account, Number(left));
  }

  private add(asset: number, delta: number): void {
    for (let i = 0; i < this.sums; i += 1) {
      if (this.sumAsset[i] !== asset) continue;
      this.carry(i, this.sum[i]! + delta);
      return;
    }
    if (this.sums === 3) throw new Error("an entry over more than three assets");
    this.sumAsset[this.sums] = asset;
    this.sumHigh[this.sums] = 0;
    this.carry(this.sums, delta);
    this.sums += 1;
  }

  /** Sums may pass what a number holds exactly while an entry is open, so they carry like balances do. */
  private carry(i: number, sum: number): void {
    let low = sum;
    if (low >= splitBase) {
      low -= splitBase;
      this.sumHigh[i] = this.sumHigh[i]! + 1;
    } else if (low < 0) {
      low += splitBase;
      this.sumHigh[i] = this.sumHigh[i]! - 1;
    }
    this.sum[i] = low;
  }

  /** an entry that does not sum to zero per asset is a bug, and throws before it counts. */
  endEntry(): void {
    for (let i = 0; i < this.sums; i += 1)
      if (this.sum[i] !== 0 || this.sumHigh[i] !== 0) throw new Error("an entry does not sum to zero");
    this.events.closeEntry(this.headerAt, this.lines);
    this.headerAt = -1;
  }

  /** An entry of two lines, the frequent case: some of an asset from one account to another. `amount` is above 0. */
  move(cause: number, ref: number, from: number, to: number, amount: number): void {
    const { w } = this.memory;
    if (assetOfKey(w[from + Account.key]!) !== assetOfKey(w[to + Account.key]!))
      throw new Error("an entry does not sum to zero");
    const at = this.events.row(entry.width + 2 * line.width);
    const { a } = this.events;
    a[at] = entry.code;
    a[at + entry.at.cause] = cause;
    a[at + entry.at.ref] = ref;
    a[at + entry.at.lines] = 2;
    this.post(from, -amount, at + entry.width);
    this.post(to, amount, at + entry.width + line.width);
  }
}
