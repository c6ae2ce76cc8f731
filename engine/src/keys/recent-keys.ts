import { PairTable } from "../memory/hash-table.ts";
import { IntField } from "../memory/cells.ts";
import type { F64, I32, Memory } from "../memory/memory.ts";
import { intsOf, Pool } from "../memory/pool.ts";
import type { Orders } from "../orders/order-table.ts";
import { placedBy } from "../refusals.ts";

const lifeSeconds = 600;
const entriesMax = 4_194_304;
const purgedPerCommand = 4;
/** The words of an entry on their way into the ring. */
const entry = new Int32Array(4);

/**
 * Idempotency by client key: what every command of the last ten minutes was answered, 24 bytes each, oldest first in a ring of at most
 * 4 Mi entries. The key of an order that outlives its place in the ring moves to a table of its own until the order ends.
 */
export class RecentKeys {
  declare private readonly memory: Memory;
  /** 0: ring size, 1: position of the oldest, 2: entries. */
  declare private readonly head: I32;
  declare private readonly keyHigh: IntField;
  declare private readonly keyLow: IntField;
  declare private readonly body: IntField;
  declare private readonly second: IntField;
  declare private readonly words: I32;
  declare private readonly packed: F64;
  declare private readonly ring: PairTable;

  declare private readonly openPool: Pool;
  declare private readonly openHigh: IntField;
  declare private readonly openLow: IntField;
  declare private readonly openBody: IntField;
  declare private readonly openPacked: F64;
  declare private readonly open: PairTable;
  declare private readonly orders: Orders;

  /** The answer found by the last `find`. */
  foundBody = 0;
  foundResult = 0;

  constructor(memory: Memory, orders: Orders) {
    this.memory = memory;
    this.orders = orders;
    this.head = memory.i32();
    this.head.ensure(3);
    this.words = memory.i32();
    this.keyHigh = new IntField(this.words, 4, 0);
    this.keyLow = new IntField(this.words, 4, 1);
    this.body = new IntField(this.words, 4, 2);
    this.second = new IntField(this.words, 4, 3);
    this.packed = memory.f64();
    this.head.set(0, 1024);
    this.room(1024);
    this.ring = new PairTable(memory, { column: this.words, stride: 4, offset: 0 }, 4096);
    this.openPool = new Pool(memory, 16);
    const openWords = this.openPool.i32(3);
    const [openHigh, openLow, openBody] = intsOf(openWords, 3);
    this.openHigh = openHigh!;
    this.openLow = openLow!;
    this.openBody = openBody!;
    this.openPacked = this.openPool.f64();
    this.open = new PairTable(memory, { column: openWords, stride: 3, offset: 0 });
  }

  /** Ring positions are 1 … size: 0 means none to the table. */
  private room(size: number): void {
    this.words.ensure((size + 1) * 4);
    this.packed.ensure(size + 1);
  }

  /** True when the key was used; the answer then stands in foundBody and foundResult. */
  find(high: number, low: number, now: number): boolean {
    const at = this.ring.find(high, low);
    if (at !== 0 && this.holds(at, now)) {
      this.foundBody = this.body.get(at);
      this.foundResult = this.packed.a[at]!;
      return true;
    }
    const kept = this.open.find(high, low);
    if (kept === 0) return false;
    this.foundBody = this.openBody.get(kept);
    this.foundResult = this.openPacked.a[kept]!;
    return true;
  }

  /** Ten minutes, or as long as the order lives that was placed under the key. */
  private holds(at: number, now: number): boolean {
    return (
      this.second.get(at) + lifeSeconds > Math.floor(now / 1000) || this.orders.find(placedBy(this.packed.a[at]!)) !== 0
    );
  }

  remember(high: number, low: number, body: number, packed: number, now: number): void {
    this.purge(now, purgedPerCommand);
    if (this.head.a[2] === this.head.a[0]) this.dropOldest();
    // An expired entry of the same key may still stand in the ring: its place in the table goes to the new one.
    const expired = this.ring.find(high, low);
    if (expired !== 0) this.ring.remove(expired);
    const size = this.head.a[0]!;
    const next = this.head.a[1]! + this.head.a[2]!;
    const at = (next < size ? next : next - size) + 1;
    entry[0] = high;
    entry[1] = low;
    entry[2] = body;
    entry[3] = Math.floor(now / 1000);
    this.words.setAll(at * 4, entry);
    this.packed.set(at, packed);
    this.ring.insert(at);
    this.head.set(2, this.head.a[2]! + 1);
  }

  /** Lets at most `most` old entries go, so that no command pays for a long silence. */
  purge(now: number, most: number): void {
    const before = Math.floor(now / 1000) - lifeSeconds;
    for (let i = 0; i < most && this.head.a[2]! > 0 && this.second.get(this.head.a[1]! + 1) <= before; i += 1)
      this.dropOldest();
  }

  private dropOldest(): void {
    const at = this.head.a[1]! + 1;
    if (this.ring.remove(at)) {
      const order = this.orders.find(placedBy(this.packed.a[at]!));
      if (order !== 0 && this.orders.keyEntry.get(order) === 0 && this.orders.keyForm(order) !== 0)
        this.keepOpen(at, order);
    }
    this.head.set(1, at === this.head.a[0] ? 0 : at);
    this.head.set(2, this.head.a[2]! - 1);
  }

  private keepOpen(at: number, order: number): void {
    const kept = this.openPool.alloc();
    this.openHigh.set(kept, this.keyHigh.get(at));
    this.openLow.set(kept, this.keyLow.get(at));
    this.openBody.set(kept, this.body.get(at));
    this.openPacked.set(kept, this.packed.a[at]!);
    this.open.insert(kept);
    this.orders.keyEntry.set(order, kept);
  }

  /** An order ended: its key is free again once it has also left the ring. */
  forget(order: number): void {
    const kept = this.orders.keyEntry.get(order);
    if (kept === 0) return;
    this.open.remove(kept);
    this.openPool.free(kept);
    this.orders.keyEntry.set(order, 0);
  }

  needsGrowth(): boolean {
    return (
      this.head.a[2]! > this.ring.room ||
      this.openPool.made > this.open.room ||
      (this.head.a[2] === this.head.a[0] && this.head.a[0]! < entriesMax)
    );
  }

  grow(): void {
    if (this.head.a[2]! > this.ring.room) this.ring.grow();
    if (this.openPool.made > this.open.room) this.open.grow();
    if (this.head.a[2] === this.head.a[0] && this.head.a[0]! < entriesMax) this.growRing();
  }

  /** Doubles the ring and lays it out from the start again, oldest first. */
  private growRing(): void {
    const memory = this.memory;
    const size = this.head.a[0]!;
    const first = this.head.a[1]!;
    this.room(size * 2);
    const indexed: boolean[] = [];
    for (let i = 0; i < size; i += 1) {
      indexed[i] = this.ring.remove(i + 1);
      memory.cut();
    }
    const words = this.words.a.slice(4, (size + 1) * 4);
    const packed = this.packed.a.slice(1, size + 1);
    for (let i = 0; i < size; i += 1) {
      const from = (first + i) % size;
      for (let w = 0; w < 4; w += 1) this.words.set((i + 1) * 4 + w, words[from * 4 + w]!);
      this.packed.set(i + 1, packed[from]!);
      memory.cut();
    }
    this.head.set(0, size * 2);
    this.head.set(1, 0);
    for (let i = 0; i < size; i += 1) {
      if (indexed[(first + i) % size]) this.ring.insert(i + 1);
      memory.cut();
    }
  }

  settle(): void {
    this.room(this.head.a[0]!);
    this.ring.settle();
    this.openPool.settle();
    this.open.settle();
  }
}
