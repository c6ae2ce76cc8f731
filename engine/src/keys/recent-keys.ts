import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { Order, type Orders } from "../records/order.ts";
import { placedBy } from "../events/refusals.ts";
import { defineRecord, number, sizeOf, word } from "../memory/record.ts";

const lifeSeconds = 600;
const entriesMax = 4_194_304;
const purgedPerCommand = 4;

/** What a command was answered: the two halves of its key's hash, its body's hash, when, and the result as a number. 24 bytes. */
const Entry = defineRecord("recent key", {
  high: word,
  low: word,
  body: word,
  second: word,
  result: number,
});
const entriesPerChunk = 512;
const chunkHead = 2;
const chunkWords = chunkHead + entriesPerChunk * sizeOf(Entry);

/** The queue of entries: first and last chunk, how many entries of the first have gone, and how many of the last are used. */
const Ring = defineRecord("key ring", { firstChunk: word, gone: word, lastChunk: word, used: word });

/** The words of an entry on their way into the ring, and the same memory as numbers. */
const draft = new Int32Array(sizeOf(Entry));
const draftNumbers = new Float64Array(draft.buffer);

/**
 * Idempotency by client key: what every command of the last ten minutes was answered, oldest first in a queue of at most 4 Mi entries. The
 * key of an order that outlives its place in the queue moves to a table of its own until the order ends.
 */
export class RecentKeys {
  declare private readonly memory: Memory;
  declare private readonly ring: number;
  declare private readonly chunks: Pool;
  declare private readonly recent: Table;
  /** Entries of the same form, for orders that are still open. */
  declare private readonly kept: Pool;
  declare private readonly open: Table;
  declare private readonly orders: Orders;

  /** The answer found by the last `find`. */
  foundBody = 0;
  foundResult = 0;
  /** The entry of the running command's key, held or expired: its place in the table goes to the new one. */
  private standing = 0;

  constructor(memory: Memory, orders: Orders) {
    this.memory = memory;
    this.orders = orders;
    this.ring = memory.take(sizeOf(Ring));
    this.chunks = new Pool(memory, chunkWords, 1);
    this.recent = new Table(memory);
    this.kept = new Pool(memory, sizeOf(Entry));
    this.open = new Table(memory);
  }

  /** `find` for the key that the running command itself carries. */
  findOwn(high: number, low: number, now: number): boolean {
    this.standing = this.recent.find(high, low);
    return this.answer(this.standing, high, low, now);
  }

  /** True when the key was used; the answer then stands in foundBody and foundResult. */
  find(high: number, low: number, now: number): boolean {
    return this.answer(this.recent.find(high, low), high, low, now);
  }

  private answer(recent: number, high: number, low: number, now: number): boolean {
    let entry = recent !== 0 && this.holds(recent, now) ? recent : 0;
    if (entry === 0 && this.kept.room > 0) entry = this.open.find(high, low);
    if (entry === 0) return false;
    this.foundBody = this.memory.w[entry + Entry.body]!;
    this.foundResult = this.memory.number(entry + Entry.result);
    return true;
  }

  /** Ten minutes, or as long as the order lives that was placed under the key. */
  private holds(entry: number, now: number): boolean {
    const { memory } = this;
    return (
      memory.w[entry + Entry.second]! + lifeSeconds > Math.floor(now / 1000) ||
      this.orders.find(placedBy(memory.number(entry + Entry.result))) !== 0
    );
  }

  /** After `findOwn` in the same command. */
  remember(high: number, low: number, body: number, result: number, now: number): void {
    this.purge(now, purgedPerCommand);
    if (this.recent.count >= entriesMax) this.dropOldest();
    if (this.standing !== 0) this.recent.remove(this.standing);
    const entry = this.newEntry();
    draft[Entry.high] = high;
    draft[Entry.low] = low;
    draft[Entry.body] = body;
    draft[Entry.second] = Math.floor(now / 1000);
    draftNumbers[Entry.result / 2] = result;
    this.memory.setAll(entry, draft, sizeOf(Entry));
    this.recent.insert(entry);
  }

  private newEntry(): number {
    const { memory, ring } = this;
    const { w } = memory;
    const last = w[ring + Ring.lastChunk]!;
    const used = w[ring + Ring.used]!;
    if (last !== 0 && used < entriesPerChunk) {
      memory.set(ring + Ring.used, used + 1);
      return last + chunkHead + used * sizeOf(Entry);
    }
    const chunk = this.chunks.alloc();
    memory.set(chunk, 0);
    memory.set(last === 0 ? ring + Ring.firstChunk : last, chunk);
    memory.set(ring + Ring.lastChunk, chunk);
    memory.set(ring + Ring.used, 1);
    return chunk + chunkHead;
  }

  /** Lets at most `most` old entries go, so that no command pays for a long silence. */
  purge(now: number, most: number): void {
    const { w } = this.memory;
    const { ring } = this;
    const before = Math.floor(now / 1000) - lifeSeconds;
    for (let i = 0; i < most && !this.isEmpty(); i += 1) {
      const oldest = w[ring + Ring.firstChunk]! + chunkHead + w[ring + Ring.gone]! * sizeOf(Entry);
      if (w[oldest + Entry.second]! > before) return;
      this.dropOldest();
    }
  }

  private isEmpty(): boolean {
    const { w } = this.memory;
    const { ring } = this;
    const isOneChunk = w[ring + Ring.firstChunk] === w[ring + Ring.lastChunk];
    return isOneChunk && w[ring + Ring.gone] === w[ring + Ring.used];
  }

  private dropOldest(): void {
    const { memory, ring } = this;
    const { w } = memory;
    const first = w[ring + Ring.firstChunk]!;
    const gone = w[ring + Ring.gone]!;
    const entry = first + chunkHead + gone * sizeOf(Entry);
    if (this.recent.remove(entry)) {
      const placed = placedBy(memory.number(entry + Entry.result));
      const order = placed === 0 ? 0 : this.orders.find(placed);
      if (order !== 0 && w[order + Order.keptKey] === 0 && this.orders.keyForm(order) !== 0) this.keep(entry, order);
    }
    if (gone + 1 < entriesPerChunk) {
      memory.set(ring + Ring.gone, gone + 1);
      return;
    }
    const next = w[first]!;
    memory.set(ring + Ring.gone, 0);
    memory.set(ring + Ring.firstChunk, next);
    if (next === 0) {
      memory.set(ring + Ring.lastChunk, 0);
      memory.set(ring + Ring.used, 0);
    }
    this.chunks.free(first);
  }

  private keep(entry: number, order: number): void {
    const { memory } = this;
    const kept = this.kept.alloc();
    memory.setAll(kept, memory.w.subarray(entry, entry + sizeOf(Entry)), sizeOf(Entry));
    this.open.insert(kept);
    memory.set(order + Order.keptKey, kept);
  }

  /** An order ended: its key is free again once it has also left the queue. */
  forget(order: number): void {
    const { memory } = this;
    const kept = memory.w[order + Order.keptKey]!;
    if (kept === 0) return;
    this.open.remove(kept);
    this.kept.free(kept);
    memory.set(order + Order.keptKey, 0);
  }
}
