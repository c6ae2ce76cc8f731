import type { Memory } from "./memory.ts";

/** Words of the pool itself. */
const freeAt = 0;
const firstChunkAt = 1;
const lastChunkAt = 2;
const usedInLastAt = 3;
const chunksAt = 4;
const poolWords = 6;
/** A chunk: the address of the next one, then its records. */
const chunkHead = 2;

/**
 * Records of one size. Freed records are used again last-in first-out; which address a record gets is decided by the history of commands
 * alone, so two replays agree on it. A freed record keeps its words but the first, so whoever allocates writes them all.
 */
export class Pool {
  declare private readonly memory: Memory;
  declare private readonly words: number;
  declare private readonly recordsPerChunk: number;
  declare private readonly at: number;

  /** `at`: where one lies that a command made; without it a new one is made. */
  constructor(memory: Memory, words: number, recordsPerChunk = 32, at: number = memory.take(poolWords)) {
    this.memory = memory;
    this.words = words + (words % 2);
    this.recordsPerChunk = recordsPerChunk;
    this.at = at;
  }

  get address(): number {
    return this.at;
  }

  alloc(): number {
    const { memory, at } = this;
    const { w } = memory;
    const free = w[at + freeAt]!;
    if (free !== 0) {
      memory.set(at + freeAt, w[free]!);
      return free;
    }
    const used = w[at + usedInLastAt]!;
    if (w[at + lastChunkAt] === 0 || used === this.recordsPerChunk) return this.firstOfNewChunk();
    memory.set(at + usedInLastAt, used + 1);
    return w[at + lastChunkAt]! + chunkHead + used * this.words;
  }

  private firstOfNewChunk(): number {
    const { memory, at } = this;
    const { w } = memory;
    const chunk = memory.take(chunkHead + this.recordsPerChunk * this.words);
    const last = w[at + lastChunkAt]!;
    memory.set(last === 0 ? at + firstChunkAt : last, chunk);
    memory.set(at + lastChunkAt, chunk);
    memory.set(at + usedInLastAt, 1);
    memory.set(at + chunksAt, w[at + chunksAt]! + 1);
    return chunk + chunkHead;
  }

  free(record: number): void {
    const { memory, at } = this;
    memory.set(record, memory.w[at + freeAt]!);
    memory.set(at + freeAt, record);
  }

  /** How many records there is room for without a new chunk: what tables must have room for. */
  get room(): number {
    return this.memory.w[this.at + chunksAt]! * this.recordsPerChunk;
  }

  /** Records in use. Counted, not kept: only checks ask for it. */
  get size(): number {
    const { w } = this.memory;
    let size = [...this.records()].length;
    for (let free = w[this.at + freeAt]!; free !== 0; free = w[free]!) size -= 1;
    return size;
  }

  /** Every record ever made, in the order of making; freed ones are among them. */
  *records(): Generator<number> {
    const { w } = this.memory;
    const last = w[this.at + lastChunkAt]!;
    for (let chunk = w[this.at + firstChunkAt]!; chunk !== 0; chunk = w[chunk]!) {
      const used = chunk === last ? w[this.at + usedInLastAt]! : this.recordsPerChunk;
      for (let i = 0; i < used; i += 1) yield chunk + chunkHead + i * this.words;
    }
  }
}
