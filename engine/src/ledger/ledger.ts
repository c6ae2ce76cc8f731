import { eventCode, type Events } from "../events.ts";
import { PairTable } from "../memory/hash-table.ts";
import type { IntField, NumberField } from "../memory/cells.ts";
import type { F64, I32, Memory } from "../memory/memory.ts";
import { intsOf, numbersOf, Pool } from "../memory/pool.ts";
import { assetOfKey, bucketOfKey, signOf } from "./accounts.ts";

/** A balance is high · 2^52 + low with 0 ≤ low < 2^52: exact to 2^62 in plain numbers, and one branch in the common case. */
const limb = 4_503_599_627_370_496;
const limbBig = 4_503_599_627_370_496n;
const highMax = 1024;
/** Words of an account: uid, key, sign, high. */
const keyAt = 1;
const signAt = 2;
const highAt = 3;
const lineWidth = 6;
const { entry: entryCode, ledger_line: lineCode } = eventCode;

/**
 * The one double-entry ledger (rule book 3). Money moves by entries whose lines sum to zero per asset; whatever would break a sign or a
 * sum throws before the command has answered, and is undone.
 */
export class Ledger {
  declare private readonly pool: Pool;
  declare readonly uid: IntField;
  declare readonly key: IntField;
  declare private readonly sign: IntField;
  declare readonly high: IntField;
  declare readonly low: NumberField;
  /** The columns behind these fields: uid, key, sign and high of an account lie side by side. */
  declare private readonly words: I32;
  declare private readonly lows: F64;
  declare private readonly table: PairTable;
  declare private readonly events: Events;

  // The open entry: where its header stands, its lines, and the running sums of at most three assets.
  private headerAt = -1;
  private lines = 0;
  private readonly sumAsset = new Int32Array(3);
  private readonly sum = new Float64Array(3);
  private readonly sumHigh = new Int32Array(3);
  private sums = 0;

  constructor(memory: Memory, events: Events) {
    this.events = events;
    this.pool = new Pool(memory, 64);
    const words = this.pool.i32(4);
    const [uid, key, sign, high] = intsOf(words, 4);
    this.uid = uid!;
    this.key = key!;
    this.sign = sign!;
    this.high = high!;
    const [low] = numbersOf(this.pool.f64(), 1);
    this.low = low!;
    this.words = words;
    this.lows = low!.column;
    this.table = new PairTable(memory, { column: words, stride: 4, offset: 0 });
  }

  get end(): number {
    return this.pool.end;
  }

  find(uid: number, key: number): number {
    return this.table.find(uid, key);
  }

  /** The account's slot; opens it with nothing in it. */
  account(uid: number, key: number): number {
    const found = this.table.find(uid, key);
    if (found !== 0) return found;
    const slot = this.pool.alloc();
    this.uid.set(slot, uid);
    this.key.set(slot, key);
    this.sign.set(slot, signOf(bucketOfKey(key)));
    this.table.insert(slot);
    return slot;
  }

  /** Is there at least this much? `amount` is a whole number below 2^53. */
  covers(slot: number, amount: number): boolean {
    const high = this.high.get(slot);
    return high > 0 || (high === 0 && this.low.get(slot) >= amount);
  }

  balance(slot: number): bigint {
    return BigInt(this.high.get(slot)) * limbBig + BigInt(this.low.get(slot));
  }

  beginEntry(cause: number, ref: number): void {
    this.headerAt = this.events.entry(cause, ref);
    this.lines = 0;
    this.sums = 0;
  }

  /** One line of the open entry; |delta| must stay below 2^52. */
  line(slot: number, delta: number): void {
    if (delta === 0) return;
    this.post(slot, delta, this.events.row(lineWidth));
    this.add(assetOfKey(this.words.a[slot * 4 + keyAt]!), delta);
    this.lines += 1;
  }

  /** Changes a balance and tells it in the event row at `at`. */
  private post(slot: number, delta: number, at: number): void {
    const words = this.words.a;
    const first = slot * 4;
    const before = words[first + highAt]!;
    let low = this.lows.a[slot]! + delta;
    let high = before;
    if (low < 0) {
      low += limb;
      high -= 1;
    } else if (low >= limb) {
      low -= limb;
      high += 1;
    }
    const sign = words[first + signAt]!;
    if (high >= highMax || high < -highMax) throw new RangeError("a balance left the range of money");
    if (sign === 0 && high < 0) throw new RangeError("a balance went below zero");
    if (sign === 2 && (high > 0 || (high === 0 && low > 0))) throw new RangeError("a contra account went above zero");
    this.lows.set(slot, low);
    if (high !== before) this.words.set(first + highAt, high);
    const a = this.events.a;
    a[at] = lineCode;
    a[at + 1] = words[first]!;
    a[at + 2] = words[first + keyAt]!;
    a[at + 3] = delta;
    a[at + 4] = high;
    a[at + 5] = low;
  }

  /** The same for money beyond 2^52, in as many lines as it takes. */
  lineBig(slot: number, delta: bigint): void {
    const step = limbBig - 1n;
    let left = delta;
    while (left > step) {
      this.line(slot, limb - 1);
      left -= step;
    }
    while (left < -step) {
      this.line(slot, 1 - limb);
      left += step;
    }
    this.line(slot, Number(left));
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
    if (low >= limb) {
      low -= limb;
      this.sumHigh[i] = this.sumHigh[i]! + 1;
    } else if (low < 0) {
      low += limb;
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
    const words = this.words.a;
    if (assetOfKey(words[from * 4 + keyAt]!) !== assetOfKey(words[to * 4 + keyAt]!))
      throw new Error("an entry does not sum to zero");
    const at = this.events.row(4 + 2 * lineWidth);
    const a = this.events.a;
    a[at] = entryCode;
    a[at + 1] = cause;
    a[at + 2] = ref;
    a[at + 3] = 2;
    this.post(from, -amount, at + 4);
    this.post(to, amount, at + 4 + lineWidth);
  }

  needsGrowth(): boolean {
    return this.pool.made > this.table.room;
  }
  grow(): void {
    this.table.grow();
  }
  settle(): void {
    this.pool.settle();
    this.table.settle();
  }
}
