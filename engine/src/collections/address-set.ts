/** Up to so many addresses stand in one set; a rehash of it is a small part of a slice. */
const firstMost = 4_096;
/** A prime: records of one kind are a fixed number of words apart. */
const shardCount = 1_021;
const shardOf = (address: number): number => address % shardCount;

/**
 * A set of records' addresses that never rehashes all of them at once: a million accounts touched by one funding would hold the thread for
 * tens of milliseconds each time the set doubles (A-20). Iterated in the order of insertion up to `firstMost`, then shard by shard; an
 * address that is deleted on the way may be added again and comes in this iteration or in the next.
 */
export class AddressSet {
  readonly #first = new Set<number>();
  #shards: Set<number>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(address: number): void {
    const set = this.#setOf(address);
    const before = set.size;
    set.add(address);
    this.#size += set.size - before;
  }

  delete(address: number): void {
    const isDeleted = this.#first.delete(address) || this.#shards[shardOf(address)]?.delete(address) === true;
    if (isDeleted) this.#size -= 1;
    if (this.#size === 0 && this.#shards.length > 0) this.#shards = [];
  }

  clear(): void {
    if (this.#size > 0) this.#first.clear();
    if (this.#shards.length > 0) this.#shards = [];
    this.#size = 0;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#shards.length === 0 ? this.#first.values() : this.#all();
  }

  *#all(): Generator<number> {
    yield* this.#first;
    for (const shard of this.#shards) yield* shard;
  }

  #setOf(address: number): Set<number> {
    if (this.#first.size < firstMost && this.#shards.length === 0) return this.#first;
    if (this.#first.has(address)) return this.#first;
    if (this.#shards.length === 0) this.#shards = Array.from({ length: shardCount }, () => new Set<number>());
    return this.#shards[shardOf(address)]!;
  }
}
